# SPDX-License-Identifier: Apache-2.0
"""`cast receiver --conformance` judges third-party senders: no statement with a must fails, and every other finding is
known, with its reason.
"""

import json
import os
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LIB = os.path.join(HERE, "..", "lib")
sys.path.insert(0, LIB)

import sender as pychromecast_sender
from castv2_client import CastV2Client
from chromium_sender import ChromiumSender
from film_server import FilmServer
from harness import CAST, FILM, HOST, PYTHON, Device, Process, check, folder, run_suite, say, wait_for

RUST_CAST = os.path.join(HERE, "..", ".cache", "rust_cast", "target", "debug", "rust-cast-sender")
NOBODY = "65534"

# The findings of each sender that are known, by the number of the statement.
KNOWN = {
    "castv2-client": {"SL04": "the library launches an app without asking for the status"},
    "vlc": {
        "SA03": "its challenge is empty, as it does not verify the response",
        "SR04": "it counts requests to the platform and to the app separately",
        "SM13": 'it writes autoplay as "false"',
    },
}


class Judge(Device):
    """A device that judges its sender."""

    def verdicts(self):
        """Ends the device. Returns its statements by number."""
        check(self.is_running, "the device still runs")
        self._was_ended = True
        code = self.stop()
        for reader in self._readers:
            reader.join(5)
        events = [json.loads(line) for line in self.lines if line.startswith("{")]
        statements = {event["case"]: event for event in events if event.get("event") == "statement"}
        failed = [number for number, statement in statements.items() if statement["verdict"] == "failed"]
        check((code == 1) == bool(failed), "the exit code is 1 if a must failed", (code, failed))
        return statements


def pychromecast(films):
    cast = pychromecast_sender.connect()
    media = cast.media_controller
    media.play_media(films.url, "video/mp4", title="Judged", stream_type="BUFFERED")
    media.block_until_active(10)
    wait_for("PLAYING", lambda: media.status.player_state == "PLAYING", 15)
    media.pause()
    wait_for("PAUSED", lambda: media.status.player_state == "PAUSED")
    media.seek(20)
    cast.set_volume(0.4)
    media.play()
    time.sleep(11)
    media.stop()
    cast.quit_app()
    wait_for("the app has ended", lambda: cast.app_id != "CC1AD845")
    cast.disconnect(5)


def catt(films):
    environment = dict(os.environ, HOME=folder(), LC_ALL="C.UTF-8", PYTHONPATH=LIB)
    program = [PYTHON, "-c", "import one_at_a_time; from catt.cli import main; main()", "-d", HOST]

    def run(*arguments):
        return subprocess.run([*program, *arguments], capture_output=True, text=True, timeout=60, env=environment)

    casting = Process("catt-cast", [*program, "cast", FILM], env=environment)
    wait_for("catt plays", lambda: '"PLAYING"' in run("info", "-j").stdout.replace("'", '"'), 30, every=0.5)
    for arguments in [("pause",), ("seek", "20"), ("play",), ("volume", "40"), ("status",), ("stop",)]:
        check(run(*arguments).returncode == 0, f"catt {' '.join(arguments)}")
    casting.stop()


def castv2_client(films):
    client = CastV2Client()
    session = client.launch("CC1AD845")
    client.stop(session)
    client.close()


def rust_cast(films):
    if not os.path.exists(RUST_CAST):
        return say("SKIPPED: rust_cast is not built; Interop/run rust_cast builds it")
    sender = Process("rust-cast", [RUST_CAST, HOST, films.url], stdin=subprocess.PIPE)

    def hear(word):
        line = sender.next_line(15)
        check(line is not None and line.split()[0] == word, f"rust_cast prints {word}", line)

    for word in ["connected", "launched", "loaded"]:
        hear(word)
    for order in ["pause", "seek 20", "play", "volume 0.25", "mute", "stop", "quit"]:
        sender.process.stdin.write(order + "\n")
        sender.process.stdin.flush()
        if order != "quit":
            hear(order.split()[0])
    wait_for("rust_cast has ended", lambda: not sender.is_running)


def vlc(films):
    if os.environ.get("INTEROP_NO_OTHER_USER") or not shutil.which("cvlc"):
        return say("SKIPPED: VLC is missing, or there is no user other than root")
    home = folder()
    film = os.path.join(home, "film.mp4")
    shutil.copy(FILM, film)
    subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", home], check=True)
    program = Process(
        "vlc",
        ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "cvlc", "--no-color", film]
        + ["--demux-filter=demux_chromecast", "--sout", f"#chromecast{{ip={HOST},conversion-quality=0}}"]
        + ["--run-time", "15", "vlc://quit"],
        cwd=home,
        env={"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
    )
    wait_for("VLC has ended", lambda: not program.is_running, 60, every=0.2)


def chromium(films, device):
    browser = ChromiumSender(root=device.ready["rootCertificate"], fixed=f"{HOST}:8009")
    browser.launch(browser.wait_for_sink("found by its address and authenticated"))
    media = {"contentId": films.url, "contentType": "video/mp4", "streamType": "BUFFERED"}
    browser.say({"type": "LOAD", "media": media, "autoplay": True, "currentTime": 0})
    wait_for("PLAYING", lambda: browser.media().get("playerState") == "PLAYING", 20)
    session = {"mediaSessionId": browser.media()["mediaSessionId"]}
    for message in [{"type": "PAUSE"}, {"type": "SEEK", "currentTime": 20}, {"type": "PLAY"}]:
        browser.answer(browser.say({**message, **session}))
    browser.answer(browser.say({"type": "SET_VOLUME", "volume": {"level": 0.2}}))
    browser.say({"type": "STOP"})
    wait_for("the session has ended", lambda: browser.state() in ("closed", "terminated"))
    browser.close()


def cast_tool(films):
    def run(*arguments):
        done = subprocess.run([CAST, *arguments, "--host", HOST], capture_output=True, text=True, timeout=120)
        check(done.returncode == 0, f"cast {' '.join(arguments)}", done.stderr[-300:])

    playing = Process("cast-play", [CAST, "play", films.url, "--host", HOST, "--json"])
    wait_for("cast plays", lambda: any('"PLAYING"' in line for line in playing.lines), 30)
    for arguments in [("pause",), ("seek", "20"), ("resume",), ("volume", "40"), ("stop",)]:
        run(*arguments)
    wait_for("cast play has ended", lambda: not playing.is_running, 20)


def suite():
    films = FilmServer()
    senders = {
        "pychromecast": pychromecast, "catt": catt, "castv2-client": castv2_client, "rust_cast": rust_cast, "vlc": vlc,
        "chromium": chromium, "cast": cast_tool,
    }  # fmt: skip
    unlisted = []
    for name, use in senders.items():
        say(f"--- {name}")
        device = Judge("--headless", "--conformance", name=f"device-{name}")
        if use is chromium:
            use(films, device)
        else:
            use(films)
        for number, statement in device.verdicts().items():
            if statement["verdict"] not in ("failed", "finding"):
                continue
            reason = KNOWN.get(name, {}).get(number)
            say(f"{name}: {statement['verdict']} {number} {statement['statement']}: {statement['received']}"
                + (f" (known: {reason})" if reason else ""))
            if statement["verdict"] == "failed" or not reason:
                unlisted.append(f"{name} {number}: {statement['received']}")
    check(not unlisted, "no sender fails a must, and every finding is known", unlisted)


run_suite(suite)
