"""Chromium shows the virtual device's page: a film that a sender loads really plays there, and is what the device says."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer
from harness import FILM_SECONDS, NAME, Device, check, run_lane, wait_for
from sender import ask, connect

# How far the wire and the element may be apart.
AGREEMENT = 0.25


def agree(page, media, moment):
    """The position on the wire is the element's, as nearly as both can be asked at once."""
    gaps = []
    for _ in range(5):
        told = ask(media)
        before = told.adjusted_current_time
        shown = page.element()["time"]
        after = told.adjusted_current_time
        gaps.append(max(before - shown, shown - after, 0))
        time.sleep(0.2)
    check(max(gaps) < AGREEMENT, f"{moment}, wire and element agree within {AGREEMENT} s", round(max(gaps), 3))


def at_double_speed(page, media):
    def set_rate(rate):
        media.send_message({"type": "SET_PLAYBACK_RATE", "playbackRate": rate, "mediaSessionId": media.status.media_session_id})

    set_rate(2)
    wait_for("the page plays at double speed", lambda: page.element()["rate"] == 2)
    began, clock = page.element()["time"], time.monotonic()
    time.sleep(1)
    advanced, passed = page.element()["time"] - began, time.monotonic() - clock
    check(abs(advanced - 2 * passed) < 0.4, f"in {passed:.2f} s it advances twice as much", round(advanced, 2))
    agree(page, media, "at double speed")
    set_rate(1)
    wait_for("and at its own again", lambda: page.element()["rate"] == 1)


def lane():
    device = Device()
    films = FilmServer()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    page.picture("idle")

    cast = connect()
    media = cast.media_controller
    media.play_media(films.url, "video/mp4", title="Interop film", stream_type="BUFFERED")
    wait_for("PLAYING", lambda: media.status.player_state == "PLAYING", 20)
    first = wait_for("a film is in the page", page.element)
    check(first["source"] == films.url, "it is the one that was loaded", first["source"])
    check(abs(media.status.duration - FILM_SECONDS) < 0.5, "the device has the page's duration", media.status.duration)
    page.wait_for_text("#overlay h1", "Interop film")
    began, clock = page.element()["time"], time.monotonic()
    time.sleep(1.5)
    second = page.element()
    passed = time.monotonic() - clock
    check(second["frames"] > first["frames"] + 10, "pictures are shown", second["frames"] - first["frames"])
    check(second["width"] == 320, "of the film's size", second["width"])
    advanced = second["time"] - began
    check(abs(advanced - passed) < 0.3, f"in {passed:.2f} s its time advances as much", round(advanced, 2))
    agree(page, media, "while it plays")
    page.picture("playing")
    wait_for("the title goes away while it plays", lambda: page.text("#overlay h1") is None, 8)

    media.pause()
    wait_for("pause stops the page", lambda: page.element()["paused"])
    wait_for("and the device says so", lambda: media.status.player_state == "PAUSED")
    page.wait_for_text("#overlay h1", "Interop film")
    agree(page, media, "paused")
    page.picture("paused")
    media.seek(30)
    wait_for("seek moves the page", lambda: 30 <= page.element()["time"] < 34)
    wait_for("and it plays on", lambda: not page.element()["paused"])
    page.wait_for_text("#overlay h1", "Interop film")
    agree(page, media, "after the seek")

    cast.set_volume(0.3)
    wait_for("volume 0.3 on the page", lambda: abs(page.element()["volume"] - 0.3) < 0.01)
    page.wait_for_text("#volume", "Volume 30")
    page.picture("volume")
    cast.set_volume_muted(True)
    wait_for("muted on the page", lambda: page.element()["muted"])
    page.wait_for_text("#volume", "Muted")
    cast.set_volume_muted(False)
    wait_for("and audible again", lambda: not page.element()["muted"])

    at_double_speed(page, media)

    media.seek(FILM_SECONDS - 1.5)
    wait_for(
        "the film ends on the page, and so on the device",
        lambda: media.status.player_state == "IDLE" and media.status.idle_reason == "FINISHED",
        15,
    )
    page.wait_for_scene("ready")
    page.picture("ready")

    media.play_media(f"{films.address}/missing.mp4", "video/mp4", stream_type="BUFFERED")
    wait_for(
        "what the page cannot play is an error of the device",
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
    check(device.is_running, "the device goes on")


run_lane(lane)
