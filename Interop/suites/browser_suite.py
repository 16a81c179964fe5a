# SPDX-License-Identifier: Apache-2.0
"""Chromium shows the virtual device's page: media that a sender loads plays there, and its state is the device's."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer
from harness import FILM_SECONDS, NAME, Device, check, run_suite, wait_for
from sender import ask, connect

# The largest difference between the position in statuses and the element's, in seconds.
AGREEMENT = 0.25


def agree(page, media, moment):
    """Compares the position in statuses with the element's, reading both as simultaneously as possible."""
    gaps = []
    for _ in range(5):
        told = ask(media)
        before = told.adjusted_current_time
        shown = page.element()["time"]
        after = told.adjusted_current_time
        gaps.append(max(before - shown, shown - after, 0))
        time.sleep(0.2)
    check(max(gaps) < AGREEMENT, f"{moment}, status and element agree within {AGREEMENT} s", round(max(gaps), 3))


def at_double_speed(page, media):
    def set_rate(rate):
        media.send_message({"type": "SET_PLAYBACK_RATE", "playbackRate": rate, "mediaSessionId": media.status.media_session_id})

    set_rate(2)
    wait_for("the page plays at double rate", lambda: page.element()["rate"] == 2)
    began, clock = page.element()["time"], time.monotonic()
    time.sleep(1)
    advanced, passed = page.element()["time"] - began, time.monotonic() - clock
    check(abs(advanced - 2 * passed) < 0.4, f"in {passed:.2f} s it advances twice as much", round(advanced, 2))
    agree(page, media, "at double rate")
    set_rate(1)
    wait_for("the page plays at rate 1 again", lambda: page.element()["rate"] == 1)


def suite():
    device = Device()
    films = FilmServer()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    page.picture("idle")

    cast = connect()
    media = cast.media_controller
    media.play_media(films.url, "video/mp4", title="Interop film", stream_type="BUFFERED")
    wait_for("PLAYING", lambda: media.status.player_state == "PLAYING", 20)
    first = wait_for("the page has a media element", page.element)
    check(first["source"] == films.url, "it plays the loaded media", first["source"])
    check(abs(media.status.duration - FILM_SECONDS) < 0.5, "the device has the page's duration", media.status.duration)
    page.wait_for_text("#overlay h1", "Interop film")
    began, clock = page.element()["time"], time.monotonic()
    time.sleep(1.5)
    second = page.element()
    passed = time.monotonic() - clock
    check(second["frames"] > first["frames"] + 10, "frames are displayed", second["frames"] - first["frames"])
    check(second["width"] == 320, "they have the video's size", second["width"])
    advanced = second["time"] - began
    check(abs(advanced - passed) < 0.3, f"in {passed:.2f} s the element's time advances as much", round(advanced, 2))
    agree(page, media, "during playback")
    page.picture("playing")
    wait_for("the title disappears during playback", lambda: page.text("#overlay h1") is None, 8)

    media.pause()
    wait_for("pause pauses the page", lambda: page.element()["paused"])
    wait_for("the device reports PAUSED", lambda: media.status.player_state == "PAUSED")
    page.wait_for_text("#overlay h1", "Interop film")
    agree(page, media, "paused")
    page.picture("paused")
    media.seek(30)
    wait_for("seek moves the page's position", lambda: 30 <= page.element()["time"] < 34)
    wait_for("playback continues", lambda: not page.element()["paused"])
    page.wait_for_text("#overlay h1", "Interop film")
    agree(page, media, "after the seek")

    cast.set_volume(0.3)
    wait_for("the page has volume 0.3", lambda: abs(page.element()["volume"] - 0.3) < 0.01)
    page.wait_for_text("#volume", "Volume 30")
    page.picture("volume")
    cast.set_volume_muted(True)
    wait_for("the page is muted", lambda: page.element()["muted"])
    page.wait_for_text("#volume", "Muted")
    cast.set_volume_muted(False)
    wait_for("the page is unmuted", lambda: not page.element()["muted"])

    at_double_speed(page, media)

    media.seek(FILM_SECONDS - 1.5)
    wait_for(
        "the media ends on the page and on the device",
        lambda: media.status.player_state == "IDLE" and media.status.idle_reason == "FINISHED",
        15,
    )
    page.wait_for_scene("ready")
    page.picture("ready")

    media.play_media(f"{films.address}/missing.mp4", "video/mp4", stream_type="BUFFERED")
    wait_for(
        "media that the page cannot play is reported as an error",
        lambda: media.status.player_state == "IDLE" and media.status.idle_reason == "ERROR",
        15,
    )
    page.wait_for_text("#error h1", "cannot be played")
    page.wait_for_text("#error .detail", "missing.mp4")
    page.picture("error")

    cast.quit_app()
    page.wait_for_text("#idle .device", NAME)
    cast.disconnect(5)
    page.close()
    check(device.is_running, "the device still runs")


run_suite(suite)
