# SPDX-License-Identifier: Apache-2.0
"""mkchromecast, with python3-pychromecast 9.4, finds the device on another host by multicast DNS, casts a video to
its page, and is controlled by its keys.
"""

import os
import pty
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from harness import FILM, NAME, Device, Process, Skipped, check, folder, run_suite, say, wait_for
from other_host import OtherHost

NOBODY = "65534"


def frames(device, kind):
    return [frame["text"] for frame in device.frames() if frame["direction"] == "in" and f'"{kind}"' in (frame.get("text") or "")]


def prepared_home():
    """Creates a home directory with the video and the sound command that mkchromecast requires."""
    home = folder()
    film = os.path.join(home, "film.mp4")
    shutil.copy(FILM, film)
    os.mkdir(os.path.join(home, "bin"))
    with open(os.path.join(home, "bin", "pactl"), "w") as command:
        command.write("#!/bin/sh\necho 1\n")
    os.chmod(command.name, 0o755)
    subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", home], check=True)
    return home, film


def suite():
    if not shutil.which("mkchromecast"):
        raise Skipped("mkchromecast is not installed (Debian: mkchromecast)")
    if os.environ.get("INTEROP_NO_OTHER_USER"):
        raise Skipped("mkchromecast does not run as root, and without root there is no other user in the namespace")
    home, film = prepared_home()
    host = OtherHost()
    device = Device(interface="here")
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)

    # mkchromecast needs a network interface with its own address, and reads its keys from a terminal.
    keys, terminal = pty.openpty()
    started = time.monotonic()
    program = Process(
        "mkchromecast",
        [*host.inside, "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        + ["mkchromecast", "--video", "-i", film, "-n", NAME, "--host", host.there_address, "--control"],
        stdin=terminal,
        cwd=home,
        env={"HOME": home, "PATH": f"{home}/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "USER": "nobody", "PYTHONUNBUFFERED": "1"},
    )
    wait_for("the device is found by multicast DNS and receives LOAD", lambda: frames(device, "LOAD"), 40)
    say(f"after {time.monotonic() - started:.1f} s: {frames(device, 'LOAD')[0]}")
    check('"LIVE"' in frames(device, "LOAD")[0], "LOAD has stream type LIVE")
    page.wait_until_playing(f"http://{host.there_address}:5000/stream")
    wait_for("five seconds later it sends PLAY, although the media plays", lambda: frames(device, "PLAY"), 15)
    time.sleep(0.5)
    check(not page.element()["paused"], "the page still plays")

    def press(key):
        os.write(keys, key.encode())

    wait_for("it explains its keys", lambda: any("Controls" in line for line in program.lines))
    press("p")
    wait_for("p pauses the page", lambda: page.element()["paused"])
    press("r")
    wait_for("r resumes the page", lambda: not page.element()["paused"])
    press("d")
    wait_for("d lowers the volume", lambda: abs(page.element()["volume"] - 0.9) < 0.01)
    press("q")
    page.wait_for_text("#idle .device", NAME)
    wait_for("mkchromecast ended", lambda: not program.is_running, 15)
    page.close()
    check(device.is_running, "the device still runs")


run_suite(suite)
