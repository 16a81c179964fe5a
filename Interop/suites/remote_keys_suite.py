# SPDX-License-Identifier: Apache-2.0
"""The web remote without a mouse, and what the suite `remote` does not cover: the introduction, focus while devices
come and go, an address that the user types, the playback rate, announcements, the log, keyboard shortcuts of the
player, a page without images, and reduced motion.
"""

import json
import os
import shutil
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer
from harness import FILM, NAME, Device, check, folder, run_suite, say, wait_for
from remote import Keys, Remote, RemoteBrowser

# The number of endless animations.
MOVING = """
return document.getAnimations().filter(a => a.playState === 'running'
    && a.effect.getComputedTiming().iterations === Infinity).length;
"""
FOCUS = "return document.activeElement?.dataset.intent ?? document.activeElement?.id ?? ''"


def is_introduced(page):
    """DC5 to DC7, DC11: shown once, with a circle around the button, a text and a dismiss button."""
    wait_for("the introduction is shown", lambda: page.one("#introduced"), 20, 0.1)
    check("TV" in page.text(".introduction"), "it explains the button", page.text(".introduction"))
    page.picture("introduction")
    box, width = page.one("#cast").rect, page.run("return document.documentElement.clientWidth")
    check(box["x"] + box["width"] / 2 > width * 0.75, "the cast button is on the right", box)
    page.press("#introduced")
    wait_for("it is dismissed", lambda: not page.one("#introduced"), 10, 0.1)
    page.driver.refresh()
    wait_for("the page is connected", page.is_linked, 20, 0.1)
    time.sleep(0.5)
    check(not page.one("#introduced"), "it is not shown again")
    return box


def keeps_its_focus(page):
    """DC55: while other devices come and go, the focus stays on the same one; arrow keys move through the list (X6)."""
    wait_for("a device is found", lambda: page.attribute("#cast", "data-phase") == "ready", 20, 0.1)
    page.keys("#cast", Keys.ENTER)
    page.wait_for_text("#dialog", NAME)
    page.run("[...document.querySelectorAll('#dialog .row')].find(r => r.innerText.includes(arguments[0])).focus()", NAME)
    row = page.run(FOCUS)
    options = ("--port", "8109", "--http-port", "8108", "--https-port", "8143", "--headless", "--name", "Another TV")
    other = Device(*options, name="other-device")
    page.wait_for_text("#dialog", "Another TV")
    check(page.run(FOCUS) == row, "a new device does not take the focus", row)
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
    first = page.run(FOCUS)
    check(first != row, "an arrow key moves to the next device", first)
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    check(page.run(FOCUS) == row, "an arrow key moves back")
    other.end()
    wait_for("the other device is removed", lambda: "Another TV" not in page.text("#dialog"), 20, 0.1)
    check(page.run(FOCUS) == row, "a removed device does not take the focus")
    page.run("window.said = []; for (const id of ['polite', 'assertive']) new MutationObserver(() => {"
             " const text = document.getElementById(id).textContent; if (text) window.said.push(text) }"
             ").observe(document.getElementById(id), {childList: true, characterData: true, subtree: true})")  # fmt: skip
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    wait_for("the device is connected", lambda: page.attribute("#cast", "data-phase") == "connected", 20, 0.1)
    wait_for("the connection is announced", lambda: [t for t in page.run("return window.said") if NAME in t], 10, 0.1)
    time.sleep(1)
    said = [text for text in page.run("return window.said") if NAME in text]
    check(len(said) == 1, "it is announced once", said)
    wait_for("the dialog closes", lambda: not page.all("#dialog dialog"), 10, 0.1)


def casts_an_address(page, television, address):
    """An address that could not be cast stays in its field to be corrected; one that was cast is removed."""
    field = page.one('#cast-file input[name="address"]')
    wrong = f"htp{address.removeprefix('http')}"
    field.send_keys(wrong, Keys.ENTER)
    page.wait_for_text("#notice", "address")
    check(page.value_of("#address") == wrong, "an invalid address stays in its field", page.value_of("#address"))
    nowhere = f"{address.rsplit('/', 1)[0]}/nothing.mp4"
    field.send_keys(Keys.CONTROL, "a", Keys.NULL, nowhere, Keys.ENTER)
    page.wait_for_text("#notice", NAME)
    say(page.text("#notice"))
    check(page.value_of("#address") == nowhere, "an address that the device cannot play stays in its field", page.value_of("#address"))
    field.send_keys(Keys.CONTROL, "a", Keys.NULL, address, Keys.ENTER)
    wait_for("an address that was cast is removed", lambda: page.value_of("#address") == "", 15, 0.1)
    television.wait_until_playing(address.rsplit("/", 1)[0], 25)
    wait_for("the page shows the player", lambda: page.one(".player #seek"), 15, 0.1)


def changes_the_rate(page, television):
    from selenium.webdriver.support.ui import Select

    Select(page.one("#rate")).select_by_value("1.5")
    rate = "return document.querySelector('video')?.playbackRate"
    wait_for("the device plays faster", lambda: television.driver.execute_script(rate) == 1.5, 15)
    wait_for("the page shows the rate", lambda: page.one("#rate").get_attribute("value") == "1.5", 10, 0.1)
    Select(page.one("#rate")).select_by_value("1")
    wait_for("the device plays at rate 1 again", lambda: television.driver.execute_script(rate) == 1, 15)


def has_slider_keys(page, television, device):
    """DC56: both sliders support PageUp, PageDown, Home and End besides the arrow keys, and describe their values."""
    seen = page.run(
        """const slider = document.querySelector('#seek'), seen = [];
        slider.focus();
        slider.value = 10;
        for (const key of ['End', 'PageDown', 'Home', 'PageUp', 'PageDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft']) {
          const wasTaken = !slider.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
          seen.push([key, wasTaken, Number(slider.value), slider.getAttribute('aria-valuetext')]);
        }
        return [seen, Number(slider.min), Number(slider.max)];"""
    )
    steps, least, most = seen
    wanted = {"PageUp": 60, "PageDown": -60, "ArrowRight": 10, "ArrowUp": 10, "ArrowLeft": -10}
    at = 10
    for key, was_taken, value, words in steps:
        at = least if key == "Home" else most if key == "End" else min(max(at + wanted[key], least), most)
        check(was_taken and abs(value - at) < 0.1 and "of" in words, f"DC56: {key} moves the seek bar to {at:.0f} s", (value, words))
        at = value
    wait_for("the device seeks there", lambda: abs(television.element()["time"] - at) < 4, 10, 0.1)
    slider = page.one("#volume-slider")
    for keys, level in (
        (Keys.HOME, 0), (Keys.PAGE_UP, 0.3), (Keys.ARROW_UP, 0.35), (Keys.PAGE_UP, 0.65), (Keys.PAGE_DOWN, 0.35),
        (Keys.END, 1), (Keys.PAGE_DOWN, 0.7), (Keys.HOME, 0), (Keys.END, 1),
    ):  # fmt: skip
        page.keys("#volume-slider", keys)
        wait_for(f"DC56: the device's volume is {level}", lambda: abs(volume(device) - level) < 0.011, 10, 0.1)
        check(page.attribute("#volume-slider", "aria-valuetext") == f"{round(level * 100)}%", "the slider describes its value")
    check(slider.aria_role == "slider", "it is a slider")


def volume(device):
    """The last volume that the device reported."""
    said = [frame["text"] for frame in device.frames() if frame["direction"] == "out" and '"RECEIVER_STATUS"' in (frame.get("text") or "")]
    return json.loads(said[-1])["status"]["volume"]["level"]


def has_keys(page, television):
    """headless-ui 4.2, X16, DC61."""

    def element():
        return television.element() or {}

    def press(*keys):
        page.run("document.querySelector('[data-player]').focus()")
        page.driver.switch_to.active_element.send_keys(*keys)

    press(Keys.SPACE)
    wait_for("Space pauses", lambda: element()["paused"], 10)
    press("k")
    wait_for("K plays", lambda: not element()["paused"], 10)
    press(Keys.HOME)
    wait_for("Home seeks to the start", lambda: element()["time"] < 4, 10)
    press("l")
    wait_for("L seeks forward by 30 s", lambda: 29 < element()["time"] < 36, 10)
    press("j")
    wait_for("J seeks back by 30 s", lambda: element()["time"] < 8, 10)
    press(Keys.ARROW_RIGHT)
    wait_for("an arrow key seeks forward by 10 s", lambda: element()["time"] > 9.5, 10)
    muted = '[data-intent="toggleMute"]'
    press("m")
    wait_for("M mutes", lambda: "nmute" in page.one(muted).accessible_name, 10, 0.1)
    press("m")
    wait_for("M unmutes", lambda: "nmute" not in page.one(muted).accessible_name, 10, 0.1)
    before = element()["time"]
    page.run("document.querySelector('#cast').focus()")
    for key in ("k", "m", "l", Keys.HOME):
        page.driver.switch_to.active_element.send_keys(key)
    time.sleep(1)
    check(not element()["paused"] and "nmute" not in page.one(muted).accessible_name, "outside the player the keys have no effect")
    check(element()["time"] > before, "playback continues", (before, element()["time"]))
    press(Keys.ESCAPE)
    wait_for("Escape collapses the player", lambda: not page.one(".player #seek"), 10, 0.1)
    check(page.one(".mini") is not None, "the mini player is shown")
    page.press("#mini-open")
    wait_for("the mini player opens the player again", lambda: page.one(".player #seek"), 10, 0.1)


def says_what_happened(page):
    page.press("#log summary")
    lines = page.run("return [...document.querySelectorAll('#log li span')].map(l => l.innerText).reverse()")
    check(f"Casting to {NAME}" in lines, "the log has the connection", lines)
    named = [line for line in lines if line.startswith("Playing ")]
    check(named == ["Playing film.mp4"], "it has the media once, despite pauses and seeks", named)


def stays_without_pictures(remote):
    page = RemoteBrowser("about:blank", name="no-pictures")
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/artwork/*", "*.svg", "*.png"]})
    page.driver.get(remote.url)
    wait_for("a page without images is connected", page.is_linked, 20, 0.1)
    if page.one("#mini-open"):
        page.press("#mini-open")
    wait_for("it shows the player", lambda: page.one(".player #seek"), 15, 0.1)
    check(page.one('.player [data-intent="tap:playPause"]').accessible_name, "buttons have labels")
    page.picture("no-pictures")
    page.close()


def moves_only_where_wanted(remote):
    """DC59: the cast button of a page without a session is animated, unless reduced motion is requested."""
    page = RemoteBrowser(remote.url, name="motion", reduced=False)
    wait_for("the page is connected", page.is_linked, 20, 0.1)
    page.press("#cast")
    wait_for("the search is animated", lambda: page.run(MOVING) > 0, 20, 0.02)
    page.media(reduced=True)
    wait_for("with reduced motion there is no animation", lambda: page.run(MOVING) == 0, 5, 0.05)
    page.close()


def suite():
    place = folder()
    shutil.copy(FILM, os.path.join(place, "film.mp4"))
    server = FilmServer()
    empty = Remote(name="remote-before", port=8061)
    moves_only_where_wanted(empty)
    empty.end()
    device = Device()
    television = Browser(device.ready["page"], name="television")
    remote = Remote(place)
    page = RemoteBrowser(remote.url, introduces=True)
    idle = is_introduced(page)
    keeps_its_focus(page)
    casts_an_address(page, television, server.url)
    playing = page.one("#cast").rect
    right = [round(box["x"] + box["width"]) for box in (idle, playing)]
    check(abs(right[0] - right[1]) <= 2 and abs(idle["y"] - playing["y"]) <= 2, "DC8: the cast button stays in its place", (idle, playing))
    changes_the_rate(page, television)
    has_slider_keys(page, television, device)
    has_keys(page, television)
    says_what_happened(page)
    stays_without_pictures(remote)
    page.close()
    television.close()
    remote.end()
    device.end()


run_suite(suite)
