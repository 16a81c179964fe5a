# SPDX-License-Identifier: Apache-2.0
"""`cast bridge` and `cast fleet` of a tool that was built with the trait MQTT."""

import json
import os
import shutil
import subprocess

from harness import CAST, HOST, Process, Skipped

URL = f"mqtt://{HOST}"


def require_mqtt():
    """Skips a suite without the broker, or with a tool that has no client for it."""
    if not shutil.which("mosquitto"):
        raise Skipped("mosquitto is missing")
    if "no MQTT client" in cast("fleet", "devices", "--mqtt", "mqtt://127.0.0.1:1").stderr:
        raise Skipped("the tool was built without the trait MQTT")


def cast(*arguments, environment=None, seconds=60):
    return subprocess.run(
        [CAST, *arguments], capture_output=True, text=True, timeout=seconds, env={**os.environ, **(environment or {})}
    )


class Bridge(Process):
    def __init__(self, name, *options, url=URL, site="home"):
        super().__init__(
            f"bridge-{name}",
            [CAST, "bridge", "--mqtt", url, "--site", site, "--name", name, "--interface", "lo", "--json", *options],
        )

    def events(self, kind):
        events = [json.loads(line) for line in self.lines]
        return [event for event in events if event.get("event") == kind]

    @property
    def controls(self):
        """The devices that this bridge controls."""
        devices = set()
        for event in map(json.loads, list(self.lines)):
            if event["event"] == "controls":
                devices.add(event["device"])
            elif event["event"] == "released":
                devices.discard(event["device"])
        return devices
