# SPDX-License-Identifier: Apache-2.0
"""Items that are not ordinary videos on the device's page: video that the browser cannot decode, audio declared as
video, images in a queue; the distance of a seek; and the cost of an idle screen.
"""

import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer, FolderServer
from harness import OUT, Device, check, run_suite, wait_for
from sender import connect

Browser.scale = 1

# A share of one core. Before the background moved in a few steps, it was 0.5 here and 0.75 on other machines.
IDLE_LIMIT = 0.25
REST_LIMIT = 0.08


def made(name, *arguments):
    """A file that ffmpeg creates for this suite."""
    path = os.path.join(OUT, name)
    subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments, path], check=True, stdin=subprocess.DEVNULL)
    return path


def processor_time(browser):
    """The processor time of the browser's processes so far, in seconds."""
    children, used = {}, {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as stat:
                text = stat.read()
        except OSError:
            continue
        fields = text[text.rindex(")") + 2 :].split()
        children.setdefault(int(fields[1]), []).append(int(entry))
        used[int(entry)] = int(fields[11]) + int(fields[12])
    total, open_processes = 0, [browser.driver.service.process.pid]
    while open_processes:
        for child in children.get(open_processes.pop(), []):
            total += used[child]
            open_processes.append(child)
    return total / os.sysconf("SC_CLK_TCK")


def share(browser, seconds):
    """The share of one core that the browser uses."""
    before, began = processor_time(browser), time.monotonic()
    time.sleep(seconds)
    return (processor_time(browser) - before) / (time.monotonic() - began)


def idle(page, began):
    """The screen of an idle device is animated for a minute, and then stands still."""
    used = share(page, 15)
    check(used < IDLE_LIMIT, "an idle screen uses little processor time", f"{used:.1%} of a core")
    animations = page.run("return document.getAnimations().filter((one) => one.playState === 'running').length")
    check(animations == 0, "it has no endless animations")
    place = "return getComputedStyle(document.querySelector('#sky i')).transform"
    first = page.run(place)
    wait_for("its background moves", lambda: page.run(place) != first, 3)
    time.sleep(max(0, 66 - (time.monotonic() - began)))
    still = page.run(place)
    used = share(page, 10)
    check(page.run(place) == still, "after a minute it stands still")
    check(used < REST_LIMIT, "it uses almost no processor time", f"{used:.1%} of a core")


def load(media, url, kind="video/mp4"):
    media.play_media(url, kind, title="An item", stream_type="BUFFERED")


def undecodable(page, media):
    """Chromium plays the audio of media whose video it cannot decode, and reports no error."""
    picture = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25"]
    sound = ["-f", "lavfi", "-i", "sine=frequency=440"]
    hevc = ["-c:v", "libx265", "-x265-params", "log-level=error", "-tag:v", "hvc1", "-t", "20"]
    both = FilmServer(made("hevc.mp4", *picture, *sound, *hevc, "-c:a", "aac", "-movflags", "+faststart"))
    late = FilmServer(made("hevc-late.mp4", *picture, *sound, *hevc, "-c:a", "aac"))
    for films, where in ((both, "at the beginning"), (late, "at the end")):
        load(media, films.url)
        page.wait_for_text("#error .detail", films.url.split("/")[-1], 30)
        check("cannot be shown" in page.text("#error h1"), "the title says that the video cannot be shown")
        check("HEVC" in page.text("#error .detail"), f"HEVC, its index {where}: the screen names the codec", page.text("#error .detail"))
        wait_for("the sender is notified", lambda: media.status.player_state == "IDLE" and media.status.idle_reason == "ERROR")
    silent = FilmServer(made("hevc-silent.mp4", *picture, *hevc))
    load(media, silent.url)
    page.wait_for_text("#error h1", "cannot be played here", 15)
    tone = FilmServer(made("tone.mp4", *sound, "-t", "20", "-c:a", "aac"))
    load(media, tone.url)
    wait_for("audio in an MP4 that is declared as video plays", lambda: media.status.player_state == "PLAYING", 15)
    media.stop()


def pictures(page, media):
    """An image in a queue is followed by the next one."""
    for name in ("one", "two"):
        made(f"{name}.png", "-f", "lavfi", "-i", "testsrc2=size=640x360", "-frames:v", "1")
    server = FolderServer(OUT)
    items = [
        {"media": {"contentId": f"{server.address}/{name}.png", "contentType": "image/png", "streamType": "NONE", "metadata": {"metadataType": 4, "title": name}}, **more}
        for name, more in (("one", {"playbackDuration": 2}), ("two", {}))
    ]
    shown = "return document.querySelector('#overlay h1').textContent"
    media.send_message({"type": "QUEUE_LOAD", "items": items}, inc_session_id=True)
    wait_for("the first image is shown", lambda: page.scene == "paused" and page.run(shown) == "one")
    before = time.monotonic()
    wait_for("the second image is shown", lambda: page.scene == "paused" and page.run(shown) == "two", 6)
    check(time.monotonic() - before > 1.5, "it is shown after the first one's duration", round(time.monotonic() - before, 1))
    time.sleep(3)
    check(page.run(shown) == "two" and media.status.media_session_id, "the last image stays")
    media.stop()


def seeks(page, media):
    """The badge shows the distance of a seek from its first frame to its last."""
    films = FilmServer()
    load(media, films.url)
    page.wait_until_playing(films.url)
    badge = "return document.body.classList.contains('leaping') ? document.querySelector('#overlay .leap span').textContent : null"
    for target, sign in ((30, "+"), (12, "−")):
        wait_for("no seek badge is shown", lambda: page.run(badge) is None, 5)
        before = page.element()["time"]
        media.seek(target)
        wait_for("the seek badge is shown", lambda: page.run(badge))
        seen = set()
        for _ in range(12):
            seen.add(page.run(badge))
            time.sleep(0.1)
        way = abs(target - before)
        allowed = {f"{sign}0:{seconds:02}" for seconds in range(int(way) - 2, int(way) + 3)}
        check(len(seen) == 1 and seen <= allowed, f"it shows {sign}{way:.1f} s all the time", seen)
    media.stop()


def suite():
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_scene("idle")
    began = time.monotonic()
    time.sleep(5)
    idle(page, began)
    cast = connect()
    media = cast.media_controller
    cast.start_app("CC1AD845")
    page.wait_for_scene("ready")
    undecodable(page, media)
    pictures(page, media)
    seeks(page, media)
    page.close()
    cast.disconnect(5)
    device.end()


run_suite(suite)
