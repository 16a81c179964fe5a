# SPDX-License-Identifier: Apache-2.0
"""Home Assistant with the devices that `cast bridge --home-assistant` announces: they appear without configuration, and obey."""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from bridge import Bridge, cast, require_mqtt
from harness import FILM, HOST, Device, Process, Skipped, check, folder, run_suite, wait_for

HASS = os.environ.get("INTEROP_HASS", "")
KEY = "k" * 64


def storage(directory, key, data):
    os.makedirs(f"{directory}/.storage", exist_ok=True)
    with open(f"{directory}/.storage/{key}", "w") as file:
        json.dump({"version": 1, "minor_version": 1, "key": key, "data": data}, file)


class HomeAssistant:
    """Home Assistant with a user, who has a token, and with the integration MQTT."""

    def __init__(self):
        directory = folder()
        with open(f"{directory}/configuration.yaml", "w") as file:
            file.write("homeassistant:\n  name: Home\nhttp:\n  server_host: 127.0.0.1\napi:\n")
        created = "2024-01-01T00:00:00+00:00"
        groups = [{"id": f"system-{each}", "name": each} for each in ("admin", "users", "read-only")]
        user = {"id": "ada", "group_ids": ["system-admin"], "is_owner": True, "is_active": True, "name": "Ada", "system_generated": False, "local_only": False}
        token = {
            "id": "token", "user_id": "ada", "client_id": None, "client_name": "tests", "client_icon": None, "token_type": "long_lived_access_token",
            "created_at": created, "access_token_expiration": 315360000.0, "token": "t" * 64, "jwt_key": KEY, "last_used_at": None,
            "last_used_ip": None, "credential_id": None, "version": None,
        }  # fmt: skip
        storage(directory, "auth", {"users": [user], "groups": groups, "credentials": [], "refresh_tokens": [token]})
        entry = {
            "entry_id": "mqtt", "version": 1, "minor_version": 1, "domain": "mqtt", "title": "Broker", "data": {"broker": "127.0.0.1"}, "options": {},
            "pref_disable_new_entities": False, "pref_disable_polling": False, "source": "user", "unique_id": None, "disabled_by": None,
        }  # fmt: skip
        storage(directory, "core.config_entries", {"entries": [entry]})
        # Its version of the library signs the token.
        sign = "import jwt, sys, time; print(jwt.encode({'iss': 'token', 'iat': int(time.time()) - 60, 'exp': int(time.time()) + 3600}, sys.argv[1], algorithm='HS256'))"
        python = os.path.join(os.path.dirname(HASS), "python")
        self.token = subprocess.run([python, "-c", sign, KEY], check=True, capture_output=True, text=True).stdout.strip()
        self.process = Process("homeassistant", [HASS, "--config", directory, "--skip-pip"])
        wait_for("Home Assistant runs", lambda: self.call("/api/config").get("state") == "RUNNING", 90, every=0.5)

    def call(self, path, data=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:8123{path}", None if data is None else json.dumps(data).encode(),
            {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )  # fmt: skip
        try:
            return json.load(urllib.request.urlopen(request, timeout=10))
        except (urllib.error.URLError, ConnectionError):
            return {}

    def state(self, entity):
        return self.call(f"/api/states/{entity}").get("state")

    def act(self, domain, service, entity, **data):
        self.call(f"/api/services/{domain}/{service}", {"entity_id": entity, **data})


def volume(device):
    """The volume of the last status that the device sent."""
    statuses = [json.loads(frame["text"]) for frame in device.frames() if "RECEIVER_STATUS" in frame.get("text", "")]
    return statuses[-1]["status"]["volume"]


def suite():
    require_mqtt()
    if not HASS:
        raise Skipped("INTEROP_HASS does not name the program hass")
    from broker import Broker

    Broker()
    device = Device("--headless", "--name", "Kitchen")
    bridge = Bridge("a", "--home-assistant")
    wait_for("the bridge controls the device", lambda: "Kitchen" in bridge.controls, 15)
    home = HomeAssistant()
    names = ["button.kitchen_play_or_pause", "button.kitchen_stop", "number.kitchen_volume", "sensor.kitchen_status", "sensor.kitchen_title", "switch.kitchen_mute", "text.kitchen_play_url"]
    wait_for("the entities of the device are there", lambda: all(home.state(name) not in (None, "unavailable") for name in names), 30)

    home.act("number", "set_value", "number.kitchen_volume", value=0.35)
    wait_for("a volume that Home Assistant sets is that of the device", lambda: volume(device).get("level") == 0.35)
    wait_for("and its state", lambda: home.state("number.kitchen_volume") == "0.35")
    home.act("switch", "turn_on", "switch.kitchen_mute")
    wait_for("a switch mutes the device", lambda: volume(device).get("muted") is True)
    wait_for("and is on", lambda: home.state("switch.kitchen_mute") == "on")
    result = cast("volume", "60", "--host", f"{HOST}:8009")
    check(result.returncode == 0, "another sender changes the volume", result.stderr)
    wait_for("Home Assistant shows it", lambda: home.state("number.kitchen_volume") == "0.6")

    server = Process("films", [sys.executable, "-m", "http.server", "8700", "--bind", HOST, "--directory", os.path.dirname(FILM)])
    url = f"http://{HOST}:8700/{os.path.basename(FILM)}"
    wait_for("the film can be fetched", lambda: subprocess.run(["curl", "-sfI", url], capture_output=True).returncode == 0)
    home.act("text", "set_value", "text.kitchen_play_url", value=url)
    wait_for("a URL that is entered in Home Assistant plays", lambda: home.state("sensor.kitchen_status") == "playing")
    home.act("button", "press", "button.kitchen_play_or_pause")
    wait_for("a button pauses it", lambda: home.state("sensor.kitchen_status") == "paused")
    home.act("button", "press", "button.kitchen_stop")
    wait_for("a button stops it", lambda: home.state("sensor.kitchen_status") == "idle")
    server.stop()

    bridge.process.send_signal(signal.SIGKILL)
    wait_for("without the bridge, the device is unavailable", lambda: home.state("number.kitchen_volume") == "unavailable", 40)
    again = Bridge("b", "--home-assistant")
    wait_for("and available with another one", lambda: home.state("number.kitchen_volume") == "0.6", 30)
    device.end()
    wait_for("a device that is gone is unavailable", lambda: home.state("number.kitchen_volume") == "unavailable", 60)
    check(again.stop() == 0, "the bridge ends when terminated")
    with open(home.process.log) as log:
        errors = [line for line in log if " ERROR " in line]
    check(not errors, "Home Assistant logs no error", errors[:3])


run_suite(suite)
