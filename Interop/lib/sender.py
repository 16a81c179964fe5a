# SPDX-License-Identifier: Apache-2.0
"""A sender: pychromecast, connected by address."""

import time

import pychromecast
from pychromecast.models import CastInfo, HostServiceInfo

import one_at_a_time  # noqa: F401
from harness import HOST, NAME


def connect():
    info = CastInfo({HostServiceInfo(HOST, 8009)}, None, "Chromecast", NAME, HOST, 8009, "cast", "Google Inc.")
    cast = pychromecast.get_chromecast_from_cast_info(info, None)
    cast.wait(10)
    return cast


def ask(media):
    """Requests the device's status, and waits for the response."""
    before = media.status.last_updated
    media.update_status()
    deadline = time.monotonic() + 5
    while media.status.last_updated == before and time.monotonic() < deadline:
        time.sleep(0.002)
    return media.status
