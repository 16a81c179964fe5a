"""Many tabs of one browser at one device: a browser opens at most six HTTP connections to a host, and an event stream
holds one of them.
"""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer
from harness import NAME, Device, check, run_suite, say, wait_for
from sender import connect

TABS = 8
# The time limit for an update in every tab, in seconds.
LIMIT = 2
STATE = "return [document.body.dataset.scene, document.querySelector('video').muted, document.querySelector('video').readyState, document.querySelector('#overlay h1').textContent]"


def states(page, tabs):
    seen = []
    for tab in tabs:
        page.driver.switch_to.window(tab)
        seen.append(page.run(STATE))
    return seen


def suite():
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    for _ in range(TABS - 1):
        page.driver.switch_to.new_window("tab")
        page.driver.get(device.ready["page"])
    tabs = page.driver.window_handles
    count = lambda: sum(scene == "idle" for scene, *_ in states(page, tabs))
    wait_for(f"{TABS} tabs are connected", lambda: count() == TABS, 10)

    films = FilmServer()
    cast = connect()
    media = cast.media_controller
    media.play_media(films.url, "video/mp4", title="Film", stream_type="BUFFERED")
    wait_for("the app has started", lambda: media.status.player_state == "PLAYING")
    for number in range(2):
        media.play_media(films.url, "video/mp4", title=f"Film {number}", stream_type="BUFFERED")
        began = time.monotonic()
        title = lambda: all(words == f"Film {number}" for *_, words in states(page, tabs))
        wait_for("all tabs show the title", title, LIMIT, 0.05)
        say(f"after {time.monotonic() - began:.2f} s")
        ready = lambda: all(readiness >= 2 for _, _, readiness, _ in states(page, tabs))
        wait_for("the media loads in all tabs", ready, 10)
    check(sum(not muted for _, muted, _, _ in states(page, tabs)) == 1, "one tab has sound")
    wait_for("it plays", lambda: media.status.player_state == "PLAYING")
    media.pause()
    began = time.monotonic()
    paused = "return document.querySelector('video').paused"

    def all_paused():
        for tab in tabs:
            page.driver.switch_to.window(tab)
            if not page.run(paused):
                return False
        return True

    wait_for("all tabs pause", all_paused, LIMIT, 0.05)
    say(f"after {time.monotonic() - began:.2f} s")
    cast.quit_app()
    wait_for("all tabs are idle again", lambda: count() == TABS, LIMIT + 3)
    cast.disconnect(5)
    page.close()
    device.end()


run_suite(suite)
