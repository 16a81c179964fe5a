"""Files in every format, played by `cast play` on the device's page in Chromium, which decodes neither AC-3 nor HEVC.

The position advances, a seek leads to within a second of the requested position, subtitles are on the screen, broken
files are reported, and no converter is left. `cast inspect` tells before what happens.

`FORMATS=all` plays the whole matrix instead of a third of it, `FORMATS=NAME` one source, and `FORMATS=catt` compares the
time to playback with catt.
"""

import json
import os
import subprocess
import sys
import time

LIB = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib")
sys.path.insert(0, LIB)

from browser import Browser
from harness import CAST, HOST, NAME, OUT, PYTHON, Device, Failed, Process, check, folder, run_suite, wait_for
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
    start = time.monotonic()
    playing = Process(f"play-{ROWS.index(row)}", [CAST, "play", f"./{row.name}", "--host", HOST, "--json", *row.options])
    if row.failure is not None:
        wait_for(f"{row.name!r} fails", lambda: not playing.is_running, 40)
        error = json.loads(playing.lines[-1]).get("error", {})
        check(playing.process.returncode != 0 and error, f"{row.name!r}: the error is reported", error)
        check(row.failure in error["message"], "the error has the reason", error["message"])
        check(not converters(), "no converter is left")
        page.wait_for_text("#idle .device", NAME, 20)
        return None
    if row.kind == "picture":
        wait_for(f"{row.name!r} is shown", lambda: shows_picture(page), 20)
    else:
        wait_for(f"{row.name!r} plays", lambda: position(page) > 0.3, 30)
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
    shown = (lambda: shows_picture(page)) if row.kind == "picture" else (lambda: position(page) > 0.3)
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
            times.append((row.name, play(page, row, path), play_with_catt(page, row) if SELECTION == "catt" else None))
            os.remove(path)
        except Exception as error:
            if SELECTION == "quick":
                raise
            # The whole matrix is played, so that one run shows all problems.
            failures.append(f"{row.name!r}: {error}")
            print(f"    FAILED {failures[-1]}", flush=True)
            subprocess.run([CAST, "stop", "--host", HOST], capture_output=True, timeout=30)
            page.wait_for_text("#idle .device", NAME, 30)
    for name, ours, theirs in times if SELECTION == "catt" else []:
        words = [f"{seconds:.1f} s" if seconds else "does not play" for seconds in (ours, theirs)]
        print(f"    {name!r}: cast {words[0]}, catt {words[1]}", flush=True)
    check(not failures, f"{len(rows)} sources", failures)
    killed(page)
    page.close()
    check(device.is_running, "the device still runs")


run_suite(suite)
