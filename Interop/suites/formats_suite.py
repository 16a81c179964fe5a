"""Files in formats that Chromium and the first Chromecast do not play: `cast play` converts them, the device's page plays
them, and a seek leads to the requested position. `cast inspect` tells before what happens.
"""

import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from harness import CAST, HOST, NAME, OUT, Device, Process, check, run_suite, wait_for

SECONDS = 60
PICTURE = ["-f", "lavfi", "-i", f"testsrc2=size=320x180:rate=25:duration={SECONDS}"]
SOUND = ["-f", "lavfi", "-i", f"sine=frequency=440:duration={SECONDS}"]
H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "50"]

# The name of the file, how it is made, and the plan for a device of an unknown model.
FILES = [
    ("direct.mp4", [*PICTURE, *SOUND, *H264, "-c:a", "aac"], "serve the file unchanged"),
    ("aac.mkv", [*PICTURE, *SOUND, *H264, "-c:a", "aac"], "copy H.264 video, copy AAC audio"),
    ("ac3 é 'quoted'.mkv", [*PICTURE, *SOUND, *H264, "-c:a", "ac3"], "copy H.264 video, convert AC-3 audio to AAC"),
    ("dts.mkv", [*PICTURE, *SOUND, *H264, "-c:a", "dca", "-strict", "-2"], "copy H.264 video, convert DTS audio to AAC"),
    ("stream.ts", [*PICTURE, *SOUND, *H264, "-c:a", "aac"], "copy H.264 video, convert AAC audio to AAC"),
    ("film.mov", [*PICTURE, *SOUND, *H264, "-c:a", "pcm_s16le"], "copy H.264 video, convert PCM_S16LE audio to AAC"),
    ("old.avi", [*PICTURE, *SOUND, "-c:v", "mpeg4", "-c:a", "libmp3lame"], "convert MPEG-4 Visual video to H.264, convert MP3 audio to AAC"),
    ("hevc.mkv", [*PICTURE, *SOUND, "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-c:a", "eac3"], "convert HEVC video to H.264, convert E-AC-3 audio to AAC"),
    ("mpeg2.mpg", [*PICTURE, *SOUND, "-c:v", "mpeg2video", "-c:a", "mp2"], "convert MPEG-2 video to H.264, convert MP2 audio to AAC"),
    ("sound.wma", [*SOUND, "-c:a", "wmav2"], "convert WMAV2 audio to AAC"),
]  # fmt: skip


def made(name, arguments):
    path = os.path.join(OUT, name)
    subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments, path], check=True, stdin=subprocess.DEVNULL)
    return path


def cast(*arguments):
    return subprocess.run([CAST, *arguments], capture_output=True, text=True, timeout=30, check=True).stdout


def inspect(path):
    return json.loads(cast("inspect", path, "--json"))


def converters():
    """The running converters. The namespace's first process does not collect those whose parent was killed."""
    states = subprocess.run(["ps", "-C", "ffmpeg", "-o", "stat="], capture_output=True, text=True).stdout.split()
    return [state for state in states if not state.startswith("Z")]


def killed(page, film):
    """A converter that waits for the device ends when the tool is killed."""
    playing = Process("play-killed", [CAST, "play", film, "--host", HOST, "--json"])
    wait_for("the film plays", lambda: position(page) > 0.5, 30)
    cast("pause", "--host", HOST)
    check(converters(), "the converter waits while the device is paused")
    playing.process.kill()
    wait_for("the converter ended with the tool", lambda: not converters(), 10)
    cast("stop", "--host", HOST)
    page.wait_for_text("#idle .device", NAME)


def position(page):
    element = page.element()
    return element["time"] if element else 0


def subtitles(page, film):
    """Subtitles in Windows-1252 next to the film, and a file that the user chose, are on the screen."""
    name = os.path.splitext(film)[0]
    with open(name + ".de.srt", "wb") as file:
        file.write("1\n00:00:00,000 --> 00:01:00,000\n<font color=red>Grüße</font> aus Köln\n".encode("cp1252"))
    with open(name + "-other.ass", "w") as file:
        file.write("[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:00.00,0:01:00.00,Default,{\\i1}Hello{\\i0}, world\n")
    for options, text in [([], "Grüße aus Köln"), (["--subtitles", name + "-other.ass"], "Hello, world")]:
        playing = Process("play-subtitles", [CAST, "play", film, "--host", HOST, "--json", *options])
        page.wait_for_text("#captions", text, 30)
        print(f"    on the screen: {text}", flush=True)
        cast("stop", "--host", HOST)
        wait_for("the command ended", lambda: not playing.is_running, 15)
        page.wait_for_text("#idle .device", NAME)


def suite():
    files = [(made(name, arguments), plan) for name, arguments, plan in FILES]
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    for path, plan in files:
        name = os.path.basename(path)
        report = inspect(path)
        check(report["plan"] == plan, f"{name}: {plan}", report)
        start = time.monotonic()
        playing = Process(f"play-{name}", [CAST, "play", path, "--host", HOST, "--json"])
        wait_for(f"{name} plays", lambda: position(page) > 0.5, 30)
        print(f"    {name}: the position advances {time.monotonic() - start:.1f} s after the command", flush=True)
        cast("seek", "40", "--host", HOST)
        wait_for(f"{name} continues after a seek", lambda: position(page) > 40.5, 20)
        check(position(page) < 43, "the position is the requested one", position(page))
        cast("seek", "10", "--host", HOST)
        wait_for(f"{name} continues after a seek back", lambda: 10.5 < position(page) < 20, 20)
        cast("stop", "--host", HOST)
        wait_for("the command ended", lambda: not playing.is_running, 15)
        wait_for("no converter is left", lambda: not converters(), 10)
        page.wait_for_text("#idle .device", NAME)
    subtitles(page, files[1][0])
    killed(page, made("long.mkv", ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=600", "-f", "lavfi", "-i", "sine=duration=600", *H264, "-c:a", "ac3"]))
    page.close()
    check(device.is_running, "the device still runs")


run_suite(suite)
