# SPDX-License-Identifier: Apache-2.0
"""Pictures on the device's page in Chromium, sent by `cast play`: photos that are stored turned, HEIC and AVIF, a slide show
with the time of its changes, and a list that continues.
"""

import json
import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from harness import CAST, HOST, NAME, OUT, Device, Process, check, folder, run_suite, say, wait_for

Browser.scale = 1

# The left half is red and the right half is blue.
HALVES = ["-f", "lavfi", "-i", "color=red:size=320x360", "-f", "lavfi", "-i", "color=blue:size=320x360", "-filter_complex", "hstack", "-frames:v", "1"]
EVERY = 2.0
# From the end of a picture's time to the next one on the screen, in seconds.
CHANGE_LIMIT = 0.3
# Watches the changes of the picture, and shows pictures as devices do that ignore the orientation in a file.
WATCH = """
window.shown = [];
const image = document.querySelector('#image');
image.style.imageOrientation = 'none';
image.addEventListener('load', () => window.shown.push(performance.now() / 1000));
"""


def made(path, *arguments):
    subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments, path], check=True, stdin=subprocess.DEVNULL)
    return path


def turned(path, orientation):
    """Inserts Exif data with an orientation into a JPEG."""
    with open(path, "rb") as file:
        content = file.read()
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + bytes([0, orientation]) + bytes(6)
    with open(path, "wb") as file:
        file.write(content[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + content[2:])
    return path


def colour(page, x, y):
    """The color of a point of the screen, which is given in shares of its size."""
    shot = page.driver.get_screenshot_as_png()
    point = f"format=rgb24,crop=1:1:{int(x * 1920)}:{int(y * 1080)}"
    command = ["ffmpeg", "-v", "error", "-f", "png_pipe", "-i", "-", "-vf", point, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    red, green, blue = subprocess.run(command, check=True, input=shot, capture_output=True).stdout
    return "red" if red > 180 and blue < 70 else "blue" if blue > 180 and red < 70 else (red, green, blue)


def play(name, *arguments, env=None):
    return Process(name, [CAST, "play", *arguments, "--host", HOST, "--json"], env=env)


def events(playing, name):
    return [event for event in map(json.loads, list(playing.lines)) if event["event"] == name]


def end(page, playing):
    playing.process.send_signal(signal.SIGINT)
    wait_for("the command ended", lambda: not playing.is_running, 15)
    page.wait_for_text("#idle .device", NAME)


def shows(page, width, height):
    size = "const image = document.querySelector('#image'); return image.checkVisibility() && [image.naturalWidth, image.naturalHeight]"
    wait_for(f"a picture of {width} × {height} pixels is shown", lambda: page.run(size) == [width, height], 20)


def upright(page):
    """A photo of a phone that was held upright has its left side above."""
    photo = turned(made(os.path.join(OUT, "turned.jpg"), *HALVES), 6)
    report = json.loads(subprocess.run([CAST, "inspect", photo, "--json"], capture_output=True, text=True, check=True).stdout)
    check(report["orientation"] == 6 and report["delivery"] == "conversion", "cast inspect knows the orientation", report["plan"])
    playing = play("upright", photo)
    shows(page, 360, 640)
    wait_for("its left side is above", lambda: colour(page, 0.5, 0.3) == "red", 5)
    check(colour(page, 0.5, 0.7) == "blue", "its right side is below")
    end(page, playing)


def formats(page):
    """Formats that devices do not show."""
    picture = made(os.path.join(OUT, "halves.png"), *HALVES)
    made(os.path.join(OUT, "photo.avif"), *HALVES, "-c:v", "libaom-av1", "-still-picture", "1")
    subprocess.run(["convert", picture, os.path.join(OUT, "photo.heic")], check=True)
    for name in ("photo.avif", "photo.heic"):
        playing = play(name, os.path.join(OUT, name))
        shows(page, 640, 360)
        wait_for(f"{name} is on the screen", lambda: (colour(page, 0.3, 0.5), colour(page, 0.7, 0.5)) == ("red", "blue"), 5)
        end(page, playing)


def slides(page):
    """Large photos, each of which takes time to be converted."""
    photos, environment = folder(), dict(os.environ, XDG_STATE_HOME=folder())
    for index, color in enumerate(("red", "blue", "red")):
        made(os.path.join(photos, f"{index}.jpg"), "-f", "lavfi", "-i", f"color={color}:size=6000x4000,noise=alls=20", "-frames:v", "1", "-q:v", "2")
    page.run("window.shown = []")
    playing = play("slides", photos, "--every", f"{EVERY}s", env=environment)
    wait_for("the slide show ended", lambda: not playing.is_running, 40)
    times = page.run("return window.shown")
    check(playing.process.returncode == 0 and len(times) == 3, "three pictures were shown", times)
    waits = [round(later - earlier - EVERY, 3) for earlier, later in zip(times, times[1:])]
    check(all(-0.1 < wait < CHANGE_LIMIT for wait in waits), f"a change takes less than {CHANGE_LIMIT} s", waits)
    page.wait_for_text("#idle .device", NAME)

    playing = play("stopped", photos, "--every", "60s", env=environment)
    wait_for("the first picture is shown", lambda: [event for event in events(playing, "state") if event["media"]["state"] == "PAUSED"], 20)
    subprocess.run([CAST, "next", "--host", HOST], capture_output=True, timeout=30, check=True)
    wait_for("the second picture is shown", lambda: len(events(playing, "loading")) == 2, 20)
    end(page, playing)
    playing = play("continued", photos, "--every", "60s", "--resume", env=environment)
    resumed = wait_for("the list continues", lambda: events(playing, "listResumed"), 10)[0]
    check(resumed["index"] == 1, "it continues with the second picture", resumed)
    # The device is found by its name this time, so that its model is known: its page shows pictures in 4K.
    shows(page, 3240, 2160)
    end(page, playing)


def suite():
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    page.run(WATCH)
    upright(page)
    formats(page)
    slides(page)
    say("all pictures were shown")
    page.close()
    device.end()


run_suite(suite)
