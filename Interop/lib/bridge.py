# SPDX-License-Identifier: Apache-2.0
"""`cast bridge` and `cast fleet` of a tool that was built with the trait MQTT."""

import functools
import json
import os
import shutil
import subprocess

from harness import CAST, HOST, OUT, Process, Skipped

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


@functools.cache
def clock():
    """The library that moves the clock of a program."""
    library = os.path.join(OUT, "clock.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    return library


class Bridge(Process):
    """A bridge, whose clock is wrong by `skew` seconds."""

    def __init__(self, name, *options, url=URL, site="home", skew=0):
        self.skew = skew
        moved = {"LD_PRELOAD": clock(), "CLOCK_SKEW": str(skew)} if skew else {}
        super().__init__(
            f"bridge-{name}",
            [CAST, "bridge", "--mqtt", url, "--site", site, "--name", name, "--interface", "lo", "--json", *options],
            env={**os.environ, **moved},
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
