# SPDX-License-Identifier: Apache-2.0
"""VLC casts a video to the device's page, controlled through VLC's own interface."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from harness import FILM, HOST, NAME, Device, Failed, Observer, Process, Skipped, check, folder, run_suite, say, wait_for

RC_PORT = 4212
NOBODY = "65534"


class RemoteControl:
    """VLC's command line, over TCP."""

    def __init__(self):
        self.socket = wait_for("VLC's command line listens", self._connect, 20, every=0.1)
        self.socket.settimeout(0.3)

    def _connect(self):
        try:
            return socket.create_connection((HOST, RC_PORT), timeout=2)
        except OSError:
            return None

    def send(self, command):
        say(f"vlc: {command}")
        self.socket.sendall(command.encode() + b"\n")
        answer = b""
        try:
            while True:
                more = self.socket.recv(4096)
                if not more:
                    break
                answer += more
        except OSError:
            pass
        return answer.decode(errors="replace")


def said(device, kind):
    """The messages of this type that VLC sent."""
    sent = [frame for frame in device.frames() if frame["source"] == "sender-vlc" and frame.get("text")]
    return [frame for frame in sent if json.loads(frame["text"]).get("type") == kind]


def suite():
    if os.environ.get("INTEROP_NO_OTHER_USER"):
        raise Skipped("VLC does not run as root, and without root there is no other user in the namespace")
    home = folder()
    film = os.path.join(home, "film.mp4")
    shutil.copy(FILM, film)
    subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", home], check=True)

    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    observer = Observer()
    started = time.monotonic()
    vlc = Process(
        "vlc",
        ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "cvlc", "-vv", "--no-color"]
        + ["--intf", "rc", "--rc-host", f"{HOST}:{RC_PORT}", film, "--demux-filter=demux_chromecast"]
        + ["--sout", f"#chromecast{{ip={HOST},conversion-quality=0}}"],
        cwd=home,
        env={"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
    )
    observer.wait("the device's status is PLAYING", lambda seen: seen.media.get("state") == "PLAYING", 30)
    check(observer.media["url"].startswith("http://"), "the media comes from VLC's own server", observer.media["url"])
    check(observer.receiver["app"] == "CC1AD845", "the default media receiver runs")
    took = time.monotonic() - started
    check(took < 5, "VLC did not wait six seconds for device authentication", f"{took:.2f} s")
    session = observer.media["session"]
    page.wait_until_playing(observer.media["url"])

    control = RemoteControl()
    control.send("pause")
    observer.wait("pause reaches the device", lambda seen: seen.media.get("state") == "PAUSED", 15)
    wait_for("the page is paused", lambda: page.element()["paused"])
    control.send("pause")
    observer.wait("play reaches the device", lambda seen: seen.media.get("state") == "PLAYING", 15)

    # VLC seeks by loading again from another position of its stream.
    control.send("seek 30")
    observer.wait(
        "a seek loads and plays again",
        lambda seen: seen.media.get("state") == "PLAYING" and seen.media.get("session") != session,
        20,
    )
    page.wait_until_playing(observer.media["url"])

    control.send("stop")
    wait_for("stop ends with CLOSE to the app and to the device", lambda: len(said(device, "CLOSE")) == 2, 15)
    if said(device, "STOP"):
        observer.wait(
            "STOP reached the device",
            lambda seen: seen.media.get("state") in ("IDLE", "UNKNOWN") or seen.receiver["app"] != "CC1AD845",
            15,
        )
    else:
        # On a busy machine VLC's exit sometimes interrupts its STOP; VLC logs that, and the device receives no STOP.
        with open(vlc.log) as log:
            check('failed to send message {"type":"STOP"' in log.read(), "VLC logs that it failed to send STOP")
    control.send("shutdown")
    wait_for("VLC has ended", lambda: not vlc.is_running, 15)
    page.close()
    check(device.is_running, "the device still runs")


run_suite(suite)
