# SPDX-License-Identifier: Apache-2.0
"""The appearance of the device's page: every scene on every screen size.

The numbers are those of statements of the design checklist (DC) and its items (R, T, X) that a check covers.
"""

import itertools
import os
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FolderServer
from harness import NAME, OUT, Device, Process, check, folder, run_suite, say, wait_for
from landmarks import compare
from sender import connect
from television import PARTS, SIZES, landmarks, shoot
from television_media import SUBTITLE, TITLE, Stage, load, music, paused

Browser.scale = 1

# Every picture shows the same moment, so that positions can be compared.
ONE_EVENING = """
Date.prototype.toLocaleTimeString = () => '8:15 PM';
Date.prototype.toLocaleDateString = () => 'Wednesday, September 30';
// The text of the idle screen moves every forty seconds.
const every = window.setInterval;
window.setInterval = (body, time, ...rest) => time === 40000 ? 0 : every(body, time, ...rest);
"""


def waiting_scenes(device, page, cast, stage):
    shoot(page, "idle", ["#idle .clock", "#idle .date", ("#idle .device", NAME), "#idle .hint"])
    threading.Thread(target=lambda: attempt(lambda: cast.start_app("ABCD1234", timeout=30)), daemon=True).start()
    page.wait_for_scene("launching")
    shoot(page, "launch", ["#app h1", ("#app .status", "Starting"), "#app .mark"])
    check(turns(page, "#app .ring"), "DC 47, R5, R7: below the app's icon and name an indicator turns while the app starts")
    cast.quit_app()
    page.wait_for_scene("idle")
    cast.start_app("CC1AD845")
    page.wait_for_scene("ready")
    shoot(page, "ready", ["#app h1", ("#app .status", "Ready to cast"), "#app .mark"])
    shoot(page, "loading", [("#card h1", TITLE), ("#card .status", "Loading")], again=lambda: loading(page, cast.media_controller, stage))
    loading(page, cast.media_controller, stage)
    check(turns(page, "#card .status", "::before"), "DC 47, R8: beside the loading media an indicator turns")


def loading(page, media, stage):
    """The device ends a load that takes longer than half a minute."""
    media.play_media(stage.silent.address + "/slow.mp4", "video/mp4", title=TITLE, stream_type="BUFFERED", thumb=stage.cover.url)
    page.wait_for_scene("loading")
    wait_for("its artwork is shown", lambda: page.run("return document.body.classList.contains('illustrated')"))


def turns(page, selector, pseudo=None):
    """Whether an indicator is visible, large enough for a television, and turns endlessly."""
    return page.run(
        """const [selector, pseudo] = arguments;
        const node = document.querySelector(selector);
        if (!node?.checkVisibility({visibilityProperty: true, opacityProperty: true})) return false;
        const style = getComputedStyle(node, pseudo);
        const animation = document.getAnimations().find(({effect, animationName}) =>
          animationName === 'turn' && effect.target === node && effect.pseudoElement === pseudo);
        return animation?.playState === 'running' && animation.effect.getComputedTiming().iterations === Infinity
          && parseFloat(style.width) >= 0.02 * innerHeight && parseFloat(style.borderTopWidth) > 0;""",
        selector,
        pseudo,
    )


def attempt(body):
    try:
        body()
    except Exception:
        pass


def playing_scenes(page, cast, media, stage):
    load(media, stage)
    page.wait_for_scene("playing")
    page.wait_for_text("#overlay h1", TITLE)
    shoot(page, "playing", ["#overlay h1", "#overlay .at", "#overlay .end"], sizes=[(1920, 1080)], deep=False)
    wait_for("R9: the title disappears", lambda: page.text("#overlay h1") is None, 8)
    wait_for("R4: nothing covers the video then", lambda: page.run(PARTS)["parts"] == [], 2)
    place = {"at": 20}

    def seek():
        place["at"] += 13 if place["at"] < 80 else -55
        media.seek(place["at"])
        wait_for("the seek badge is shown", lambda: page.run("return document.body.classList.contains('leaping')"), 3)

    shoot(page, "seek", ["#overlay h1", "#overlay .leap b", "#overlay .leap span", "#overlay .at"], again=seek)
    shoot(page, "paused", ["#overlay h1", "#overlay .subtitle", "#overlay .end"], again=lambda: paused(page, media))
    pauses = "return document.querySelector('#state .pause').checkVisibility()"
    wait_for("R4: the title disappears while paused, too", lambda: page.text("#overlay h1") is None, 12)
    check(page.run(pauses), "DC 45, R10: the pause symbol stays")
    page.picture("paused-quiet")
    media.play()
    page.wait_for_scene("playing")
    check(not page.run(pauses), "R1: it disappears on playback")
    time.sleep(5.2)
    levels = itertools.cycle([0.2, 0.5, 0.8, 0.35])
    shoot(page, "volume", [("#volume", "Volume")], again=lambda: cast.set_volume(next(levels)))
    cast.set_volume_muted(True)
    page.wait_for_text("#volume", "Muted")
    cast.set_volume_muted(False)
    say("DC 46, R2, R3: everything is in the lower quarter, and nothing looks like a control")


def subtitles_scene(page, media, stage):
    place = folder()
    with open(os.path.join(place, "words.vtt"), "w", encoding="utf-8") as file:
        file.write("WEBVTT\n\n00:00.000 --> 02:00.000\nEvery road that leaves the house\nis also one that <i>leads back</i>.\n")
    server = FolderServer(place)
    track = {"trackId": 1, "type": "TEXT", "trackContentId": f"{server.address}/words.vtt", "trackContentType": "text/vtt", "language": "en", "subtype": "SUBTITLES"}
    load(media, stage, media_info={"tracks": [track]})
    page.wait_for_scene("playing")
    media.enable_subtitle(1)
    page.wait_for_text("#captions", "leads back")
    time.sleep(6)
    shoot(page, "subtitles", [("#captions", "leads back")])
    shoot(page, "subtitles-paused", [("#captions", "leads back"), "#overlay h1"], sizes=[(1920, 1080), (1024, 600)], again=lambda: paused(page, media))
    media.stop()


def queue_scene(page, media, stage):
    items = [
        {"media": {"contentId": stage.film.url, "contentType": "video/mp4", "streamType": "BUFFERED", "metadata": {"title": TITLE, "subtitle": SUBTITLE}}, "startTime": 91},
        {"media": {"contentId": stage.song.url, "contentType": "audio/mpeg", "metadata": {"metadataType": 3, "title": "A quiet tone", "artist": "The Oscillators", "images": [{"url": stage.cover.url}]}}},
    ]
    media.send_message({"type": "QUEUE_LOAD", "items": items}, inc_session_id=True)
    page.wait_for_text("#upnext .when", "Up next in")
    shoot(page, "upnext", [("#upnext .when", "Up next"), ("#upnext h2", "A quiet tone")])
    say("AQ2: the next item is announced from 30 s before the end, with a countdown")
    shoot(page, "upnext-paused", [("#upnext .when", "Up next"), "#overlay h1", "#overlay .at"], sizes=[(1920, 1080), (1024, 600)], again=lambda: paused(page, media))
    media.stop()


def advertisement_scene(page, media, stage):
    breaks = {
        "breaks": [{"id": "break", "breakClipIds": ["one", "two"], "position": 0}, {"id": "later", "breakClipIds": ["one"], "position": 60}],
        "breakClips": [
            {"id": name, "contentId": stage.film.url, "contentType": "video/mp4", "duration": 120, "whenSkippable": 55, "title": "Buy now"}
            for name in ("one", "two")
        ],
    }
    load(media, stage, media_info=breaks)
    page.wait_for_text("#advertisement", "Advertisement 1 of 2", 15)
    shoot(page, "advertisement", [("#advertisement", "Can be skipped in"), ("#advertisement", "1:")])
    shoot(page, "advertisement-paused", [("#advertisement", "Advertisement 1 of 2")], sizes=[(1920, 1080)], again=lambda: paused(page, media))
    media.stop()


def live_scene(page, media, stage):
    place = folder()
    live = Process(
        "live",
        ["ffmpeg", "-v", "error", "-re", "-stream_loop", "-1", "-i", os.path.join(OUT, "clip.mp4"), "-c", "copy", "-f", "hls"]
        + ["-hls_time", "1", "-hls_list_size", "6", "-hls_flags", "delete_segments", os.path.join(place, "live.m3u8")],
    )
    wait_for("the live stream is available", lambda: os.path.exists(os.path.join(place, "live4.ts")), 20)
    server = FolderServer(place)

    def begin():
        media.play_media(f"{server.address}/live.m3u8", "application/x-mpegURL", title="The Evening News", stream_type="LIVE")
        page.wait_for_scene("loading", 5)
        page.wait_for_scene("playing", 20)

    def paused_anew():
        # A longer pause would lose the frames of that time.
        begin()
        paused(page, media)

    begin()
    shoot(page, "live", ["#overlay h1", "#overlay .live"], sizes=[(1920, 1080)], deep=False)
    shoot(page, "live-paused", ["#overlay h1", "#overlay .live"], sizes=[(1920, 1080), (1024, 600)], again=paused_anew)
    say("X9: live is shown as a word, not only by a color")
    media.stop()
    live.stop()


def music_scenes(page, media, stage):
    music(media, stage)
    page.wait_for_scene("playing")
    wait_for("its cover is shown", lambda: page.run("return document.body.classList.contains('illustrated')"))
    shoot(page, "music", [("#card h1", "A quiet tone"), ("#card .subtitle", "The Oscillators"), ("#card .album", "Sine"), "#card .at", "#card .end"])
    media.pause()
    page.wait_for_scene("paused")
    page.wait_for_text("#card .status", "Paused")
    page.picture("music-paused")
    music(media, stage, images=[])
    page.wait_for_scene("playing")
    shoot(page, "music-without-cover", [("#card h1", "A quiet tone")], sizes=[(1920, 1080), (1024, 600)])


def error_scene(page, media, stage):
    media.play_media(f"{stage.film.address}/missing.mp4?token=GEHEIM", "video/mp4", title=TITLE, stream_type="BUFFERED")
    page.wait_for_text("#error h1", "cannot be played here")
    shoot(page, "error", ["#error h1", "#error .reason", "#error .advice", ("#error .detail", "missing.mp4")])
    check("GEHEIM" not in page.run("return document.body.innerText"), "the secret in the URL is not shown")


def suite():
    device = Device("--web-app", "ABCD1234=http://localhost:9/")
    page = Browser(device.ready["page"], script=ONE_EVENING)
    page.wait_for_text("#idle .device", NAME)
    stage = Stage()
    cast = connect()
    media = cast.media_controller
    waiting_scenes(device, page, cast, stage)
    playing_scenes(page, cast, media, stage)
    subtitles_scene(page, media, stage)
    queue_scene(page, media, stage)
    advertisement_scene(page, media, stage)
    live_scene(page, media, stage)
    music_scenes(page, media, stage)
    error_scene(page, media, stage)
    compare("television", landmarks)
    say(f"DC 49, 50, R11, T1, T7: {len(SIZES)} sizes, nothing in the outer tenth, no text below 2.2 % of the height")
    cast.quit_app()
    cast.disconnect(5)
    page.close()
    device.end()


run_suite(suite)
