# SPDX-License-Identifier: Apache-2.0
"""`cast remote --mqtt` in Chromium: two sites with three devices, behind Mosquitto. Sites, search, a film on several devices,
controls of one, a device that is lost, a broker that is lost, narrow screens, accessibility, a page without scripts, the token.
"""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from axe import check_axe
from bridge import URL, Bridge, require_mqtt
from harness import FILM, HOST, Device, Process, check, run_suite, wait_for
from remote import DESKTOP, PHONE, Remote, RemoteBrowser

FILM_URL = f"http://{HOST}:8700/{os.path.basename(FILM)}"


def device(name, number):
    return Device(
        "--headless", "--name", name, "--port", str(8009 + 100 * number), "--http-port", str(8008 + 100 * number),
        "--https-port", str(8443 + 100 * number), name=name.lower(),
    )  # fmt: skip


def names(page):
    return page.run("return [...document.querySelectorAll('.fleet .name')].map(node => node.textContent)")


def states(page):
    """The state of each device that the page shows."""
    return page.run(
        "return Object.fromEntries([...document.querySelectorAll('.fleet > li[data-state]')]"
        ".map(row => [row.querySelector('.name').textContent, row.dataset.state]))"
    )


def selector(page, name, kind):
    """The selector of a control of a device."""
    key = page.run(
        "return [...document.querySelectorAll('.fleet > li[data-key]')]"
        ".find(row => row.querySelector('.name')?.textContent === arguments[0])?.dataset.key ?? null",
        name,
    )
    return f'[data-intent="{kind}:{key}"]'


def suite():
    require_mqtt()
    from broker import Broker

    broker = Broker()
    devices = [device("Lobby", 0), device("Bar", 1), device("Desk", 2)]
    hotel = Bridge("hotel", site="hotel")
    wait_for("the bridge controls all devices", lambda: len(hotel.controls) == 3, 15)
    server = Process("films", [sys.executable, "-m", "http.server", "8700", "--bind", HOST, "--directory", os.path.dirname(FILM)])
    wait_for("the film can be fetched", lambda: subprocess.run(["curl", "-sfI", FILM_URL], capture_output=True).returncode == 0)

    remote = Remote("--mqtt", URL)
    page = RemoteBrowser(remote.url, name="fleet-page")
    wait_for("the page lists the devices", lambda: names(page) == ["Bar", "Desk", "Lobby"])
    check("Devices: 3, playing: 0, offline: 0" in page.text("#sites"), "the site counts its devices", page.text("#sites"))
    plays_on_several(page)
    controls_one(page, devices)
    second_site(page)
    looks(page)
    lost_device(page, devices)
    lost_broker(page, broker)
    page.close()
    without_scripts(remote)
    remote.end()
    with_token()
    hotel.stop()
    server.stop()


def plays_on_several(page):
    page.keys("#search", "ar")
    wait_for("the search finds one device", lambda: names(page) == ["Bar"], 5, 0.05)
    page.run("document.getElementById('search').value = ''; document.getElementById('search').dispatchEvent(new Event('input'))")
    wait_for("all devices are shown again", lambda: len(names(page)) == 3, 5, 0.05)
    page.keys("#address", "ftp://example.org/film.mp4")
    page.intent("playShown")
    page.wait_for_text("#notice", "http")
    page.one("#address").clear()
    page.keys("#address", FILM_URL)
    page.intent("playShown")
    page.wait_for_text("#notice", "Done on devices: 3")
    wait_for("all devices play", lambda: set(states(page).values()) == {"playing"}, 15, 0.1)
    check("playing: 3" in page.text("#sites"), "the site counts the devices that play")


def controls_one(page, devices):
    page.press(selector(page, "Bar", "togglePlayback"))
    wait_for("one device is paused", lambda: sorted(states(page).values()) == ["paused", "playing", "playing"], 10, 0.1)
    check(states(page)["Bar"] == "paused", "it is the one whose button was pressed")
    page.press(selector(page, "Bar", "togglePlayback"))
    wait_for("it plays again", lambda: states(page)["Bar"] == "playing", 10, 0.1)
    slider = selector(page, "Lobby", "setVolume")
    page.drag_slider(slider, 0.25)
    lobby = devices[0]

    def level():
        volumes = [json.loads(frame.get("text") or "{}").get("volume", {}).get("level") for frame in lobby.frames() if "SET_VOLUME" in json.dumps(frame)]
        return next((volume for volume in reversed(volumes) if volume is not None), None)

    wait_for("the device gets the volume of the slider", lambda: level() is not None and abs(level() - 0.25) < 0.03, 10, 0.1)
    wait_for("the page shows what the device reports", lambda: abs((page.value(slider) or 1) - level()) < 0.01, 10, 0.1)
    page.press(selector(page, "Lobby", "toggleMute"))
    wait_for("the button unmutes", lambda: page.attribute(selector(page, "Lobby", "toggleMute"), "title") == "Unmute Lobby", 10, 0.1)
    page.press(selector(page, "Desk", "stop"))
    wait_for("one device is idle", lambda: states(page)["Desk"] == "idle", 10, 0.1)
    check(states(page)["Lobby"] == states(page)["Bar"] == "playing", "the others play on", states(page))


def second_site(page):
    # It sees the same devices, because there is one network.
    office = Bridge("office", site="office")
    wait_for("the page lists a second site", lambda: "office" in (page.text("#sites") or ""), 20, 0.1)
    wait_for("its devices are online", lambda: len(names(page)) == 6 and "offline" not in states(page).values(), 20, 0.1)
    page.intent("showSite:office")
    wait_for("only devices of that site are shown", lambda: len(names(page)) == 3, 5, 0.05)
    check(page.attribute('[data-intent="showSite:office"]', "aria-current") == "true", "the site is marked as chosen")
    office.stop()
    wait_for("devices of a site without a bridge are offline", lambda: set(states(page).values()) == {"offline"}, 10, 0.1)
    check(page.one("#actions button") is None, "no command can be sent to them")
    page.picture("offline")
    page.intent("showAllSites")
    wait_for("all devices are shown again", lambda: len(names(page)) == 6, 5, 0.05)


def looks(page):
    for name, size in (("desktop", DESKTOP), ("phone", PHONE)):
        for dark in (False, True):
            page.resize(*size)
            page.media(dark=dark, reduced=True)
            time.sleep(0.2)
            where = f"fleet-{name}-{'dark' if dark else 'light'}"
            page.picture(where)
            check_axe(page.driver, where)
            wide = page.run("return document.documentElement.scrollWidth - innerWidth")
            check(wide <= 0, f"{where} is not wider than the window", wide)
    page.resize(*DESKTOP)
    page.media(reduced=True)


def lost_device(page, devices):
    page.intent("showSite:hotel")
    devices[1].end()
    wait_for("a device that has ended is offline", lambda: states(page).get("Bar") == "offline", 30, 0.2)


def lost_broker(page, broker):
    broker.stop()
    page.wait_for_text("#connection", "cannot be reached")
    check(len(names(page)) == 3, "the devices stay on the page", names(page))
    broker.start()
    wait_for("the page is connected again", lambda: page.text("#connection") == "", 20, 0.1)
    wait_for("the devices are online again", lambda: states(page).get("Lobby") in ("playing", "idle"), 20, 0.1)
    page.intent("stopShown")
    wait_for("commands work again", lambda: states(page).get("Lobby") == "idle", 15, 0.1)


def without_scripts(remote):
    with urllib.request.urlopen(remote.url) as response:
        text = response.read().decode()
    value = lambda name: text.split(f'name="{name}" value="', 1)[1].split('"', 1)[0]
    body = f"page={value('page')}&secret={value('secret')}&intent=search&search=lob".encode()
    request = urllib.request.Request(remote.url + "intent", data=body)
    with urllib.request.urlopen(request) as response:
        text = response.read().decode()
    check(">Lobby<" in text and ">Desk<" not in text, "a form searches without scripts")
    forged = urllib.request.Request(remote.url + "intent", data=b"page=1&secret=2&intent=stopShown", headers={"Origin": "http://example.org"})
    try:
        urllib.request.urlopen(forged)
        check(False, "a form of another site is refused")
    except urllib.error.HTTPError as error:
        check(error.code == 403, "a form of another site is refused", error.code)


def with_token():
    remote = Remote("--mqtt", URL, "--lan", name="remote-lan")
    url = f"http://127.0.0.1:{remote.port}/"
    with urllib.request.urlopen(url) as response:
        text = response.read().decode()
    check("Lobby" not in text and 'name="token"' in text, "without the code, the page shows nothing of the fleet")
    page = RemoteBrowser(f"{url}#{remote.ready['token']}", name="fleet-lan")
    wait_for("with the code, the page lists the devices", lambda: "Lobby" in names(page), 10, 0.1)
    page.close()
    remote.end()


run_suite(suite)
