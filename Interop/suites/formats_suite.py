# SPDX-License-Identifier: Apache-2.0
"""Files in every format, played by `cast play` on the device's page in Chromium, which decodes neither AC-3 nor HEVC.

The position advances, a seek leads to within a second of the requested position, subtitles are on the screen, broken
files are reported, and no converter is left. `cast inspect` tells before what happens.

U10: subtitles in Windows-1252 become WebVTT with CORS, their style changes while they are shown, a text track inside the
file is shown, and keys change the delay at the current position.

`FORMATS=all` plays the whole matrix instead of a third of it, `FORMATS=NAME` one source, and `FORMATS=catt` compares the
time to playback, with picture and sound, with catt.
"""

import json
import os
import pty
import subprocess
import sys
import threading
import time
import urllib.request

LIB = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib")
sys.path.insert(0, LIB)

from browser import Browser
from harness import CAST, HOST, NAME, OUT, PYTHON, Device, Failed, Process, at_end, check, folder, run_suite, wait_for
from media_matrix import H264, ROWS, made

SELECTION = os.environ.get("FORMATS", "quick")
CATT = [PYTHON, "-c", "import one_at_a_time; from catt.cli import main; main()", "-d", HOST]


def cast(*arguments):
    return subprocess.run([CAST, *arguments], capture_output=True, text=True, timeout=30, check=True).stdout


def converters():
    """The running converters. The namespace's first process does not collect those whose parent was killed."""
    states = subprocess.run(["ps", "-C", "ffmpeg", "-o", "stat="], capture_output=True, text=True).stdout.split()
    return [state for state in states if not state.startswith("Z")]


def position(page):
    element = page.element()
    return element["time"] if element else 0


def shows_picture(page):
    return page.run("return [...document.images].some(i => i.naturalWidth === 640 && i.checkVisibility())")


# The numbers of pictures and of bytes of sound that were decoded.
DECODED = """
const video = document.querySelector('video');
return video ? [video.webkitDecodedFrameCount, video.webkitAudioDecodedByteCount] : [0, 0];
"""


def is_complete(page, row):
    """Whether the media plays, with its picture and its sound. A browser leaves out a track whose codec it lacks."""
    if position(page) <= 0.3:
        return False
    pictures, sound = page.run(DECODED)
    return sound > 0 and (pictures > 0 or not row.has_picture)


def seek(page, name, target):
    """Seeks, and checks the first position that the page reports near the target."""
    cast("seek", str(target), "--host", HOST)
    first = wait_for(
        f"{name} continues after a seek to {target} s",
        lambda: (lambda time: time if target - 2 < time < target + 4 and abs(time - target) > 0.02 else None)(position(page)),
        20,
    )
    check(abs(first - target) < 1, f"{name}: the position is within a second of {target} s", first)
    wait_for("it advances", lambda: position(page) > first + 0.2, 20)


def stop(page, playing):
    cast("stop", "--host", HOST)
    wait_for("the command ended", lambda: not playing.is_running, 15)
    check(playing.process.returncode == 0, "its exit status is 0", playing.process.returncode)
    wait_for("no converter is left", lambda: not converters(), 10)
    page.wait_for_text("#idle .device", NAME)


def play(page, row, path):
    """Plays a row. Returns the time to playback in seconds."""
    if row.plan:
        report = json.loads(cast("inspect", f"./{row.name}", "--json"))
        wanted = row.plan if "--audio" not in row.options else report["plan"]
        check(report["plan"] == wanted, f"{row.name!r}: {row.plan}", report["plan"])
    # The device of the matrix is of an unknown model. catt is compared on a device whose page plays what the browser does.
    target = ["--device", NAME, "--interface", "lo"] if SELECTION == "catt" else ["--host", HOST]
    start = time.monotonic()
    playing = Process(f"play-{ROWS.index(row)}", [CAST, "play", f"./{row.name}", *target, "--json", *row.options])
    if row.failure is not None:
        wait_for(f"{row.name!r} fails", lambda: not playing.is_running, 40)
        error = json.loads(playing.lines[-1]).get("error", {})
        check(playing.process.returncode != 0 and error, f"{row.name!r}: the error is reported", error)
        check(row.failure in error["message"], "the error has the reason", error["message"])
        check("requested" not in error["message"], "it does not speak of requests of the device, which did not get the URL")
        check(not converters(), "no converter is left")
        page.wait_for_text("#idle .device", NAME, 20)
        return None
    if row.kind == "picture":
        wait_for(f"{row.name!r} is shown", lambda: shows_picture(page), 20)
    else:
        wait_for(f"{row.name!r} plays", lambda: is_complete(page, row), 30)
    elapsed = time.monotonic() - start
    print(f"    {row.name!r}: {elapsed:.1f} s from the command to playback", flush=True)
    if row.caption:
        page.wait_for_text("#captions", row.caption, 20)
    if row.kind == "moving":
        length = json.loads(cast("status", "--host", HOST, "--json"))["media"]["duration"]
        seek(page, repr(row.name), 20 if length > 25 else 12)
        seek(page, repr(row.name), 5)
    stop(page, playing)
    return elapsed


def play_with_catt(page, row):
    """Plays a row with catt. Returns the time to playback in seconds, or None if it does not play."""
    environment = dict(os.environ, HOME=folder(), LC_ALL="C.UTF-8", PYTHONPATH=LIB)
    start = time.monotonic()
    playing = Process(f"catt-{ROWS.index(row)}", [*CATT, "cast", f"./{row.name}"], env=environment)
    shown = (lambda: shows_picture(page)) if row.kind == "picture" else (lambda: is_complete(page, row))
    try:
        wait_for("catt plays", shown, 12)
        return time.monotonic() - start
    except Failed:
        return None
    finally:
        playing.stop()
        subprocess.run([CAST, "stop", "--host", HOST], capture_output=True, timeout=30)
        page.wait_for_text("#idle .device", NAME, 20)


def killed(page):
    """A converter that waits for the device ends when the tool is killed."""
    film = os.path.join(OUT, "long.mkv")
    source = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=600", "-f", "lavfi", "-i", "sine=duration=600"]
    subprocess.run(["ffmpeg", "-v", "error", "-y", *source, *H264, "-c:a", "ac3", film], check=True, stdin=subprocess.DEVNULL)
    playing = Process("play-killed", [CAST, "play", film, "--host", HOST, "--json"])
    wait_for("the film plays", lambda: position(page) > 0.5, 30)
    cast("pause", "--host", HOST)
    check(converters(), "the converter waits while the device is paused")
    playing.process.kill()
    wait_for("the converter ended with the tool", lambda: not converters(), 10)
    cast("stop", "--host", HOST)
    page.wait_for_text("#idle .device", NAME)


# The color and the size in pixels of the subtitles on the screen.
CAPTION_STYLE = """
const text = document.querySelector('#captions .text');
if (!text) return null;
const style = getComputedStyle(text);
return {color: style.color, size: parseFloat(style.fontSize)};
"""
# The number in the subtitles, and the position.
SECOND = """
const video = document.querySelector('video');
return [Number(document.querySelector('#captions')?.innerText.match(/second (\\d+)/)?.[1]), video.currentTime];
"""
SOURCES = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=90", "-f", "lavfi", "-i", "sine=duration=90"]


def stamp(second):
    return f"00:{second // 60:02}:{second % 60:02},000"


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, command):
        self._keys, terminal = pty.openpty()
        environment = dict(os.environ, TERM="xterm", COLUMNS="100", LINES="24")
        self.process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment, start_new_session=True)
        os.close(terminal)
        self._written = []
        threading.Thread(target=self._read, daemon=True).start()
        at_end(lambda failed: self.process.kill())

    def _read(self):
        try:
            while data := os.read(self._keys, 65536):
                self._written.append(data)
        except OSError:
            pass

    def type(self, keys):
        os.write(self._keys, keys.encode())

    @property
    def text(self):
        return b"".join(self._written).decode("utf-8", "replace")


def lag(page):
    """The seconds by which the subtitles are late, exact where their number changes: the least of a second of samples."""
    samples = []
    end = time.monotonic() + 1.2
    while time.monotonic() < end:
        number, now = page.run(SECOND)
        samples.append(now - number if number is not None else 1000)
        time.sleep(0.02)
    return min(samples)


def subtitles(page):
    """U10: an SRT file in Windows-1252 and a track inside the file are shown, with a style and a delay that change live."""
    with open("legacy.srt", "wb") as file:
        file.write(f"1\n{stamp(0)} --> {stamp(80)}\n<b>Grüße</b> – „schön“ für 5 €\n".encode("cp1252"))
    with open("inside.srt", "w") as file:
        file.writelines(f"{k + 1}\n{stamp(k)} --> {stamp(k + 1)}\nsecond {k}\n\n" for k in range(88))
    tracks = ["-i", "inside.srt", "-map", "0", "-map", "1", "-map", "2", "-c:s", "srt", "-metadata:s:s:0", "language=ger"]
    command = ["ffmpeg", "-v", "error", "-y", *SOURCES, *tracks, *H264, "-c:a", "aac", "-disposition:s:0", "default", "tracks.mkv"]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)

    # The page keeps only the first 250 entries.
    page.run("performance.clearResourceTimings()")
    legacy = ["--subtitles", "legacy.srt", "--subtitles-color", "#00ff00"]
    playing = Process("play-legacy", [CAST, "play", "tracks.mkv", "--host", HOST, "--json", *legacy])
    page.wait_for_text("#captions", "Grüße – „schön“ für 5 €", 30)
    before = page.run(CAPTION_STYLE)
    check(before["color"] == "rgb(0, 255, 0)", "the style of the options is on the screen", before)
    requested = page.run("return performance.getEntriesByType('resource').map(e => e.name).filter(n => n.endsWith('.vtt'))")
    with urllib.request.urlopen(requested[-1], timeout=10) as answer:
        text = answer.read().decode("utf-8")
        check(answer.headers["Content-Type"] == "text/vtt", "it is served as WebVTT", answer.headers["Content-Type"])
        check(answer.headers["Access-Control-Allow-Origin"] == "*", "with CORS")
    check(text.startswith("WEBVTT\n") and "<b>Grüße</b> – „schön“ für 5 €" in text, "in UTF-8")
    listed = json.loads(cast("tracks", "--host", HOST, "--json"))["tracks"]
    check(len(listed) == 2, "the file and the track inside the film are listed", listed)
    source, time_before = page.element()["source"], position(page)
    cast("tracks", "--host", HOST, "--subtitles-size", "200%", "--subtitles-color", "yellow")
    wait_for("the color changed on the screen", lambda: page.run(CAPTION_STYLE)["color"] == "rgb(255, 255, 0)", 10)
    after = page.run(CAPTION_STYLE)
    check(abs(after["size"] / before["size"] - 2) < 0.05, "so did the size", (before["size"], after["size"]))
    check(page.element()["source"] == source and position(page) > time_before, "playback continued")
    stop(page, playing)

    playing = Terminal([CAST, "play", "tracks.mkv", "--host", HOST])
    page.wait_for_text("#captions", "second ", 30)
    check(abs(lag(page)) < 1, "the track inside the film is shown at its times")
    wait_for("some of it has played", lambda: position(page) > 5, 20)
    time_before = position(page)
    playing.type("]" * 12)
    wait_for("the subtitles are three seconds late", lambda: 2.8 < lag(page) < 3.6, 20)
    check(time_before < position(page) < time_before + 15, "playback continued at its position", position(page))
    check("Subtitles +3 s" in playing.text, "the delay is on the terminal")
    playing.type("x")
    wait_for("the command ended", lambda: playing.process.poll() is not None, 15)
    wait_for("no converter is left", lambda: not converters(), 10)
    page.wait_for_text("#idle .device", NAME)


def suite():
    rows = [row for row in ROWS if row.is_quick] if SELECTION == "quick" else ROWS
    rows = [row for row in ROWS if row.name == SELECTION] or rows
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    os.chdir(OUT)
    failures, times = [], []
    for row in rows:
        try:
            path = made(row, OUT)
            if SELECTION == "catt":
                # A file that was just written is watched for a second, because it may be growing.
                os.utime(path, (time.time() - 3600,) * 2)
            seconds = play(page, row, path)
            if SELECTION == "catt":
                # The first playback in a format includes the start of the browser's decoder.
                times.append((row.name, play(page, row, path) if seconds else None, play_with_catt(page, row)))
            os.remove(path)
        except Exception as error:
            if SELECTION == "quick":
                raise
            # The whole matrix is played, so that one run shows all problems.
            failures.append(f"{row.name!r}: {error}")
            print(f"    FAILED {failures[-1]}", flush=True)
            subprocess.run([CAST, "stop", "--host", HOST], capture_output=True, timeout=30)
            page.wait_for_text("#idle .device", NAME, 30)
    for name, ours, theirs in times:
        words = [f"{seconds:.1f} s" if seconds else "does not play" for seconds in (ours, theirs)]
        print(f"    {name!r}: cast {words[0]}, catt {words[1]}", flush=True)
    check(not failures, f"{len(rows)} sources", failures)
    killed(page)
    subtitles(page)
    page.close()
    check(device.is_running, "the device still runs")


run_suite(suite)
