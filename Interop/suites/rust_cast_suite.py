# SPDX-License-Identifier: Apache-2.0
"""rust_cast, from Debian's crate, loads a video into the device's page in Chromium and controls it."""

import os
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "lib"))

from browser import Browser
from film_server import FilmServer
from harness import HOST, NAME, OUT, Device, Failed, Process, Skipped, check, run_suite, say, wait_for

CRATES = "/usr/share/cargo/registry"
CACHE = os.path.join(HERE, "..", ".cache", "rust_cast")
# Debian's compiler has precedence, because Debian's crates are made for it.
PATH = "/usr/bin:" + os.environ["PATH"]


def built():
    """Builds the sender from Debian's crates only, without a network."""
    if not (os.path.isdir(CRATES) and any(crate.startswith("rust_cast-") for crate in os.listdir(CRATES))):
        raise Skipped("the crate rust_cast is missing (Debian: librust-rust-cast-dev)")
    if not shutil.which("cargo", path=PATH):
        raise Skipped("cargo is missing")
    # Cargo writes to the manifest's folder.
    source = os.path.join(CACHE, "source")
    shutil.copytree(os.path.join(HERE, "..", "RustCastSender"), source, dirs_exist_ok=True)
    started = time.monotonic()
    arguments = ["cargo", "build", "--offline", "--quiet", "--manifest-path", os.path.join(source, "Cargo.toml")]
    arguments += ["--config", 'source.crates-io.replace-with="debian"']
    arguments += ["--config", f'source.debian.directory="{CRATES}"']
    environment = dict(os.environ, PATH=PATH, CARGO_TARGET_DIR=os.path.join(CACHE, "target"))
    with open(os.path.join(OUT, "cargo.log"), "w") as log:
        code = subprocess.run(arguments, env=environment, stdout=log, stderr=subprocess.STDOUT).returncode
    check(code == 0, "rust_cast builds (cargo.log)", f"{time.monotonic() - started:.1f} s")
    return os.path.join(CACHE, "target", "debug", "rust-cast-sender")


class Sender(Process):
    """A program that uses the crate, with one command per line."""

    def __init__(self, program, url):
        super().__init__("rust-cast", [program, HOST, url], stdin=subprocess.PIPE)

    def hear(self, word, seconds=10):
        line = self.next_line(seconds)
        if line is None or line.split()[0] != word:
            raise Failed(f"rust_cast printed {line!r} instead of {word!r} (code {self.process.poll()})")
        say(f"rust_cast: {line}")
        return line.split()[1:]

    def order(self, order):
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()
        return self.hear(order.split()[0])


def suite():
    program = built()
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    films = FilmServer()
    sender = Sender(program, films.url)
    sender.hear("connected")
    check(sender.hear("launched") == ["CC1AD845"], "the requested app is launched")
    sender.hear("loaded")
    wait_for("rust_cast reports PLAYING", lambda: sender.order("status")[0] == "PLAYING", 20, every=0.2)
    page.wait_until_playing(films.url)

    check(sender.order("pause")[0] == "PAUSED", "pause is answered")
    wait_for("the page is paused", lambda: page.element()["paused"])
    state, position = sender.order("seek 30")
    check(state == "PAUSED" and float(position) == 30, "a seek with null as its resume state stays paused", (state, position))
    wait_for("the page has the position", lambda: page.element()["time"] == 30)
    check(sender.order("play")[0] == "PLAYING", "play is answered")
    wait_for("the page plays", lambda: page.element()["time"] > 30.5 and not page.element()["paused"])

    sender.order("volume 0.25")
    wait_for("the volume reaches the page", lambda: abs(page.element()["volume"] - 0.25) < 0.01)
    check(not page.element()["muted"], "null for muted leaves it unmuted")
    check(sender.order("mute") == ["true"], "mute is answered")
    wait_for("the page is muted", lambda: page.element()["muted"])
    check(abs(page.element()["volume"] - 0.25) < 0.01, "null for the level keeps the level")

    check(sender.order("stop")[0] == "IDLE", "stop is answered")
    sender.order("quit")
    page.wait_for_text("#idle .device", NAME)
    wait_for("rust_cast has ended", lambda: not sender.is_running)
    check(sender.process.returncode == 0, "it ended without an error")
    page.close()
    check(device.is_running, "the device still runs")


run_suite(suite)
