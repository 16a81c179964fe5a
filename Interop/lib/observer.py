# SPDX-License-Identifier: Apache-2.0
"""A second sender: connects by address and prints each status it receives, one JSON object per line."""

import json
import sys
import threading
import uuid

import one_at_a_time  # noqa: F401
import pychromecast
from pychromecast.models import CastInfo, HostServiceInfo

host, port = sys.argv[1], int(sys.argv[2])


def tell(kind, status):
    print(json.dumps({"kind": kind, "status": status}), flush=True)


class Listener:
    def new_cast_status(self, status):
        tell(
            "receiver",
            {"volume": status.volume_level, "muted": status.volume_muted, "app": status.app_id, "text": status.status_text},
        )

    def new_media_status(self, status):
        tell(
            "media",
            {
                "state": status.player_state,
                "idle": status.idle_reason,
                "time": status.current_time,
                "duration": status.duration,
                "url": status.content_id,
                "title": status.title,
                "session": status.media_session_id,
            },
        )

    def load_media_failed(self, queue_item_id, error_code):
        tell("failure", {"item": queue_item_id, "code": error_code})


# With a model and a type, nothing has to be requested over HTTP.
info = CastInfo({HostServiceInfo(host, port)}, uuid.uuid4(), "Chromecast", "Observer", host, port, "cast", "Google Inc.")
cast = pychromecast.get_chromecast_from_cast_info(info, None)
listener = Listener()
cast.register_status_listener(listener)
cast.media_controller.register_status_listener(listener)
cast.wait(10)
threading.Event().wait()
