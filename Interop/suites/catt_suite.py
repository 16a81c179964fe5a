"""catt casts a local file to the device's page by the device's address, and controls it with one process for each
command.
"""

import json
import os
import subprocess
import sys
import time

LIB = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib")
sys.path.insert(0, LIB)

from browser import Browser
from harness import FILM, FILM_SECONDS, HOST, NAME, PYTHON, Device, Failed, Process, check, folder, run_suite, wait_for

# Unmodified catt, with the threads of its library taking turns on the TLS socket (see one_at_a_time).
CATT = [PYTHON, "-c", "import one_at_a_time; from catt.cli import main; main()"]
ENVIRONMENT = dict(os.environ, HOME=folder(), LC_ALL="C.UTF-8", PYTHONPATH=LIB)


def catt(*arguments):
    """Runs a command to its end. Returns its output."""
    done = subprocess.run(
        [*CATT, "-d", HOST, *arguments], capture_output=True, text=True, timeout=60, env=ENVIRONMENT
    )
    if done.returncode != 0:
        raise Failed(f"catt {' '.join(arguments)}: code {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def info():
    text = catt("info", "-j")
    return json.loads(text) if text.strip() else {}


def suite():
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    casting = Process("catt-cast", [*CATT, "-d", HOST, "cast", FILM], env=ENVIRONMENT)

    wait_for("catt found the device and plays", lambda: any("Playing" in line for line in casting.lines), 30)

    def playing():
        if not casting.is_running:
            raise Failed(f"catt cast ended with code {casting.process.returncode}")
        status = info()
        return status if status.get("player_state") == "PLAYING" else None

    status = wait_for("the device's status is PLAYING", playing, 30, every=0.3)
    check(any(NAME in line for line in casting.lines), "catt has the device's name", casting.lines[:2])
    check(status["content_id"].startswith(f"http://{HOST}:"), "the media comes from catt's own server", status["content_id"])
    check(status["app_id"] == "CC1AD845", "the default media receiver runs")
    check(status["stream_type"] == "BUFFERED", "the stream is BUFFERED", status["stream_type"])
    check(abs(status["duration"] - FILM_SECONDS) < 0.5, "the duration is the file's", status["duration"])
    page.wait_until_playing(status["content_id"])
    again = info()
    check(again["current_time"] > status["current_time"], "the position advances", again["current_time"])

    text = catt("status")
    check("State: PLAYING" in text, "catt status reports PLAYING", text.split("\n"))

    catt("pause")
    first = info()
    check(first["player_state"] == "PAUSED", "paused", first["player_state"])
    check(page.element()["paused"], "the page is paused")
    time.sleep(0.5)
    check(info()["current_time"] == first["current_time"], "the position stands still while paused", first["current_time"])

    catt("seek", "30")
    check(30 <= info()["current_time"] < 35, "seek moved the position", info()["current_time"])
    catt("rewind", "10")
    check(18 <= info()["current_time"] < 30, "rewind moved the position back", info()["current_time"])
    catt("play")
    check(info()["player_state"] == "PLAYING", "playing again")

    catt("volume", "40")
    check(abs(info()["volume_level"] - 0.4) < 0.01, "volume 40 %", info()["volume_level"])
    catt("volumeup", "10")
    check(abs(info()["volume_level"] - 0.5) < 0.01, "volumeup adds 10 %", info()["volume_level"])
    check(abs(page.element()["volume"] - 0.5) < 0.01, "the page has the same volume", page.element()["volume"])
    catt("volumemute", "True")
    check(info()["volume_muted"], "muted")
    catt("volumemute", "False")
    check(not info()["volume_muted"], "unmuted")

    catt("stop")
    wait_for("stopped: the app has ended", lambda: info().get("app_id") != "CC1AD845", 10, every=0.3)
    wait_for("catt cast has ended", lambda: not casting.is_running, 15)
    page.wait_for_text("#idle .device", NAME)
    page.close()
    check(device.is_running, "the device still runs")


run_suite(suite)
