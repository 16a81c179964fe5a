"""Chromium shows the virtual device's page: a film that a sender loads really plays there, and is what the device says."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

import pychromecast
from pychromecast.models import CastInfo, HostServiceInfo
from selenium import webdriver

from film_server import FilmServer
from harness import FILM_SECONDS, HOST, NAME, OUT, Device, at_end, check, run_lane, wait_for

VIDEO = """
const v = document.querySelector('video');
if (!v || !v.currentSrc) return null;
const q = v.getVideoPlaybackQuality();
return {time: v.currentTime, duration: v.duration, paused: v.paused, volume: v.volume, muted: v.muted,
        width: v.videoWidth, frames: q.totalVideoFrames, source: v.currentSrc};
"""


def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    for argument in (
        "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --window-size=1280,720 "
        "--autoplay-policy=no-user-gesture-required --disable-background-networking --disable-component-update"
    ).split():
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))

    def end(failed):
        if failed:
            driver.save_screenshot(os.path.join(OUT, "failed.png"))
            for entry in driver.get_log("browser"):
                print("browser:", entry["message"])
        driver.quit()

    at_end(end)
    return driver


def sender():
    info = CastInfo({HostServiceInfo(HOST, 8009)}, None, "Chromecast", NAME, HOST, 8009, "cast", "Google Inc.")
    cast = pychromecast.get_chromecast_from_cast_info(info, None)
    cast.wait(10)
    return cast


def lane():
    device = Device()
    films = FilmServer()
    page = browser()
    page.get(device.ready["page"])
    wait_for("the page shows the device's name", lambda: NAME in page.find_element("tag name", "body").text)
    page.save_screenshot(os.path.join(OUT, "idle.png"))

    cast = sender()
    media = cast.media_controller
    media.play_media(films.url, "video/mp4", title="Interop film", stream_type="BUFFERED")
    wait_for("PLAYING", lambda: media.status.player_state == "PLAYING", 20)
    first = wait_for("a film is in the page", lambda: page.execute_script(VIDEO))
    check(first["source"] == films.url, "it is the one that was loaded", first["source"])
    check(abs(media.status.duration - FILM_SECONDS) < 0.5, "the device has the page's duration", media.status.duration)
    time.sleep(1.5)
    second = page.execute_script(VIDEO)
    check(second["frames"] > first["frames"] + 10, "pictures are shown", second["frames"] - first["frames"])
    check(second["width"] == 320, "of the film's size", second["width"])
    check(second["time"] > first["time"] + 1, "its time advances", second["time"] - first["time"])
    media.update_status()
    time.sleep(0.2)
    shown, told = page.execute_script(VIDEO)["time"], media.status.adjusted_current_time
    check(abs(shown - told) < 0.5, "the device tells the position that the page shows", (shown, told))
    page.save_screenshot(os.path.join(OUT, "playing.png"))

    media.pause()
    wait_for("pause stops the page", lambda: page.execute_script(VIDEO)["paused"])
    check(media.status.player_state == "PAUSED", "and the device says so")
    page.save_screenshot(os.path.join(OUT, "paused.png"))
    media.seek(30)
    wait_for("seek moves the page", lambda: 30 <= page.execute_script(VIDEO)["time"] < 34)
    wait_for("and it plays on", lambda: not page.execute_script(VIDEO)["paused"])
    cast.set_volume(0.3)
    wait_for("volume 0.3 on the page", lambda: abs(page.execute_script(VIDEO)["volume"] - 0.3) < 0.01)
    cast.set_volume_muted(True)
    wait_for("muted on the page", lambda: page.execute_script(VIDEO)["muted"])

    media.seek(FILM_SECONDS - 1.5)
    wait_for(
        "the film ends on the page, and so on the device",
        lambda: media.status.player_state == "IDLE" and media.status.idle_reason == "FINISHED",
        15,
    )
    media.play_media(f"{films.address}/missing.mp4", "video/mp4", stream_type="BUFFERED")
    wait_for(
        "what the page cannot play is an error of the device",
        lambda: media.status.player_state == "IDLE" and media.status.idle_reason == "ERROR",
        15,
    )
    cast.quit_app()
    wait_for("the page is idle again", lambda: NAME in page.find_element("tag name", "body").text)
    cast.disconnect(5)
    check(device.is_running, "the device goes on")


run_lane(lane)
