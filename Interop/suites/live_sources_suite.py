# SPDX-License-Identifier: Apache-2.0
"""Media that is made while it plays: standard input, a file that is still being written, and the screen, each as a live
stream on the device's page in Chromium. Nothing of a pipe is lost, its producer waits, and no converter is left.
"""

import json
import os
import pty
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from harness import CAST, HOST, NAME, OUT, Device, Process, at_end, check, run_suite, say, wait_for
from media_matrix import AAC, H264

DISPLAY = ":77"
PLAY = [CAST, "play", "--host", HOST, "--json"]
# The color of a point of the picture. The mouse is in its middle.
COLOR = """
const canvas = Object.assign(document.createElement('canvas'), {width: 1, height: 1});
const [video, context] = [document.querySelector('video'), canvas.getContext('2d')];
if (!video?.videoWidth) return null;
context.drawImage(video, video.videoWidth / 4, video.videoHeight / 4, 1, 1, 0, 0, 1, 1);
return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
"""


def cast(*arguments):
    return subprocess.run([CAST, *arguments, "--host", HOST], capture_output=True, text=True, timeout=30, check=True).stdout


def media():
    return json.loads(cast("status", "--json"))["media"]


def programs():
    """The running ffmpeg processes. The namespace's first process does not collect those whose parent was killed."""
    states = subprocess.run(["ps", "-C", "ffmpeg", "-o", "stat="], capture_output=True, text=True).stdout.split()
    return [state for state in states if not state.startswith("Z")]


def position(page):
    element = page.element()
    return element["time"] if element else 0


def film(seconds, *output, speed=()):
    """The arguments of ffmpeg for a film."""
    picture = ["-f", "lavfi", "-i", f"testsrc2=size=320x180:rate=25:duration={seconds}"]
    sound = ["-f", "lavfi", "-i", f"sine=frequency=440:duration={seconds}"]
    inputs = [*speed, *picture, *speed, *sound]
    return ["ffmpeg", "-nostdin", "-v", "error", "-y", *inputs, *H264, *AAC, *output]


def piped(name, producer):
    """`producer | cast play -`"""
    source = subprocess.Popen(producer, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    at_end(lambda failed: source.kill())
    playing = Process(name, [*PLAY, "-"], stdin=source.stdout)
    source.stdout.close()
    return source, playing


def ended(page, playing, seconds=15):
    wait_for("the command ended", lambda: not playing.is_running, seconds)
    check(playing.process.returncode == 0, "its exit status is 0", playing.process.returncode)
    wait_for("no ffmpeg is left", lambda: not programs(), 10)
    page.wait_for_text("#idle .device", NAME, 20)


def pipe(page):
    """A film that is made faster than it plays: it begins at its beginning, and its producer waits."""
    source, playing = piped("play-pipe", film(120, "-f", "matroska", "pipe:1"))
    start = time.monotonic()
    first = wait_for("standard input plays", lambda: position(page), 30)
    say(f"after {time.monotonic() - start:.1f} s, at {first:.1f} s")
    check(first < 2, "it plays from its beginning", first)
    check(media()["live"] and media()["title"] == "Standard input", "it is a live stream with a title")
    wait_for("the position advances", lambda: position(page) > first + 2, 10)
    cast("pause")
    page.wait_for_scene("paused")
    paused = position(page)
    time.sleep(4)
    check(source.poll() is None, "its producer waits")
    check(abs(position(page) - paused) < 0.1, "the position does not change while it is paused", paused)
    cast("resume")
    wait_for("it resumes where it was", lambda: paused + 0.5 < position(page) < paused + 4, 10)
    cast("seek", "1")
    wait_for("a seek within the window leads to its target", lambda: 0.9 < position(page) < 3, 10)
    cast("stop")
    ended(page, playing)
    wait_for("the producer ended", lambda: source.poll() is not None, 10)


def end_of_input(page):
    """The end of the input is the end of the playback."""
    _, playing = piped("play-end", film(7, "-f", "mpegts", "pipe:1"))
    wait_for("a transport stream plays", lambda: position(page) > 0.5, 30)
    ended(page, playing, 25)
    check(json.loads(playing.lines[-1])["event"] == "finished", "the media played to its end")


def without_media(page):
    for name, source, part in (("empty", "true", "is empty"), ("text", "echo hello", "not media")):
        _, playing = piped(f"play-{name}", ["sh", "-c", source])
        wait_for(f"{name} input fails", lambda: not playing.is_running, 20)
        error = json.loads(playing.lines[-1])["error"]
        check(part in error["message"] and "hint" in error, "with the reason and advice", error["message"])
    page.wait_for_text("#idle .device", NAME, 20)


def killed(page):
    """Nothing is left when the tool is killed."""
    _, playing = piped("play-killed", film(600, "-f", "matroska", "pipe:1", speed=["-re"]))
    wait_for("a stream in real time plays", lambda: position(page) > 1, 30)
    playing.process.kill()
    wait_for("the converter and the producer ended with the tool", lambda: not programs(), 15)
    cast("stop")
    page.wait_for_text("#idle .device", NAME, 20)


def growing(page):
    """A file that another program writes plays from its beginning while it grows."""
    path = os.path.join(OUT, "growing.mkv")
    writer = Process("writer", film(600, "-flush_packets", "1", path, speed=["-re"]))
    wait_for("the file has a beginning", lambda: os.path.exists(path) and os.path.getsize(path) > 100_000, 20, 0.2)
    began = time.monotonic()
    playing = Process("play-growing", [*PLAY, path])
    first = wait_for("the growing file plays", lambda: position(page), 30)
    check(first < 2, "it plays from its beginning", first)
    check(media()["live"], "it is a live stream")
    wait_for("it plays what was written later", lambda: position(page) > 8 and position(page) > time.monotonic() - began - 12, 30)
    cast("stop")
    wait_for("the command ended", lambda: not playing.is_running, 15)
    check(playing.process.returncode == 0, "its exit status is 0", playing.process.returncode)
    check(len(programs()) == 1, "only the writer is left", programs())
    writer.stop()
    page.wait_for_text("#idle .device", NAME, 20)


def screen(page):
    """The page shows what changes on an X display."""
    display = Process("xvfb", ["Xvfb", DISPLAY, "-screen", "0", "640x360x24", "-nolisten", "tcp", "-noreset"])
    environment = dict(os.environ, DISPLAY=DISPLAY)
    environment.pop("WAYLAND_DISPLAY", None)

    def paint(color):
        return subprocess.run(["xsetroot", "-solid", color], env=environment, capture_output=True).returncode == 0

    wait_for("the display is ready", lambda: paint("#c00000"), 10, 0.2)
    playing = Process("play-screen", [*PLAY, "--screen"], env=environment)
    shows = lambda index: lambda: (color := page.run(COLOR)) and color[index] > 140 and sum(color) - color[index] < 120
    wait_for("the page shows the screen", shows(0), 30)
    check(media()["live"] and media()["title"] == "Screen", "it is a live stream with a title")
    for color, index in (("#0000c0", 2), ("#00c000", 1)):
        start = time.monotonic()
        paint(color)
        wait_for(f"the page shows that the screen became {color}", shows(index), 15)
        delay = time.monotonic() - start
        say(f"{delay:.1f} s after the screen")
        check(delay < 8, "the delay is small", round(delay, 1))
    cast("stop")
    ended(page, playing)
    playing = Process("play-screen-killed", [*PLAY, "--screen"], env=environment)
    wait_for("the screen plays again", shows(1), 30)
    playing.process.kill()
    wait_for("the capture ended with the tool", lambda: not programs(), 15)
    cast("stop")
    page.wait_for_text("#idle .device", NAME, 20)
    display.stop()


def keys(page):
    """While standard input is media, keys come from the terminal."""
    path = os.path.join(OUT, "keys.ts")
    subprocess.run(film(60, path), check=True)
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm", LC_ALL="C.UTF-8")
        os.execv("/bin/sh", ["sh", "-c", f"cat '{path}' | exec '{CAST}' play - --host {HOST}"])
    at_end(lambda failed: os.path.exists(f"/proc/{process}") and os.kill(process, signal.SIGKILL))
    os.set_blocking(terminal, False)

    def drained():
        try:
            while os.read(terminal, 65536):
                pass
        except OSError:
            pass
        return True

    wait_for("the stream plays", lambda: drained() and position(page) > 1, 30)
    os.write(terminal, b" ")
    wait_for("space pauses", lambda: drained() and page.scene == "paused", 10)
    os.write(terminal, b"x")
    result = wait_for("x stops", lambda: drained() and (status := os.waitpid(process, os.WNOHANG)) != (0, 0) and status, 15)
    check(os.waitstatus_to_exitcode(result[1]) == 0, "the exit status is 0", result)
    page.wait_for_text("#idle .device", NAME, 20)


def suite():
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    for part in (pipe, end_of_input, without_media, killed, growing, screen, keys):
        say(f"--- {part.__doc__.splitlines()[0] if part.__doc__ else part.__name__}")
        part(page)
    page.close()
    check(device.is_running, "the device still runs")


run_suite(suite)
