# SPDX-License-Identifier: Apache-2.0
"""The web remote as a user uses it: finds a device, casts a file, pauses, seeks, changes volume, tracks and queue,
loses the network, shares the device with another sender, and stops. Uses `cast remote` and `cast receiver`, the
device's page in one browser and the remote in two others.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer, FolderServer
from harness import CAST, FILM, NAME, OUT, Device, Failed, check, folder, run_suite, say, wait_for
from remote import PHONE, Keys, Remote, RemoteBrowser
from sender import connect

HOSTILE = '<img src=x onerror="document.title=1">'
EMOJI = "\u202eعربي 🎬 \u202dend"


def offered():
    """A folder of videos, some of them with hostile names."""
    place = folder()
    for name in ("Evening at the lake", "Morning in the hills", "Noon by the sea", HOSTILE, EMOJI, "long " + "x" * 200):
        shutil.copy(FILM, os.path.join(place, f"{name}.mp4"))
    with open(os.path.join(place, ".secret.mp4"), "w") as file:
        file.write("no film")
    return place


def cut(port):
    """Blocks this port; connections to it are reset at once."""
    rules = f"""table inet cut {{
        chain in {{
            type filter hook input priority 0;
            tcp dport {port} reject with tcp reset
        }}
    }}"""
    subprocess.run(["nft", "-f", "-"], input=rules, text=True, check=True)


def mend():
    subprocess.run(["nft", "delete", "table", "inet", "cut"], check=True)


def finds_and_connects(page, television):
    wait_for("the page is connected", page.is_linked, 20, 0.1)
    wait_for("a device is found", lambda: page.attribute("#cast", "data-phase") == "ready", 20, 0.1)
    first = page.text("#player .idle p")
    check(first == "Choose a device with the cast button, then something to play.", "it says what to do first", first)
    check(television.scene == "idle", "the device's page is idle", television.scene)
    button = page.one("#cast")
    check(button.aria_role == "button" and "Cast" in button.accessible_name, "the cast button has a label", button.accessible_name)
    page.press("#cast")
    page.wait_for_text("#dialog", NAME)
    row = page.one("#dialog .row")
    check(row.accessible_name.startswith(NAME), "the device is in the dialog", row.accessible_name)
    check(page.run("return document.querySelector('#dialog').contains(document.activeElement)"), "the dialog has the focus")
    page.picture("chooser")
    page.press("#dialog .row")
    wait_for("the device is connected", lambda: page.attribute("#cast", "data-phase") == "connected", 20, 0.1)
    if page.one("#dialog dialog"):
        page.intent("dismissDialog")
    wait_for("the dialog closes", lambda: not page.all("#dialog dialog"), 10, 0.1)
    check(page.run("return document.activeElement?.id") == "cast", "the focus is on the cast button again")
    wait_for("the device launched the player", lambda: television.scene != "idle", 15, 0.1)
    page.wait_for_text("#player .idle p", "Ready. Choose something to play.")


def casts_a_file(page, television):
    names = [element.text for element in page.all("#cast-file .files .name")]
    check(HOSTILE in "".join(names) and len(names) == 6, "the shared files are listed, hidden ones are not", names)
    check(page.driver.title != "1" and not page.all("#cast-file :not(.thumb) > img"), "a name with HTML is shown as text")
    page.press('#cast-file .files [aria-label*="Evening at the lake"]')
    page.wait_for_text("#player-title", "Evening at the lake", 20)
    television.wait_until_playing("http://", 25)
    wait_for("the page shows the player", lambda: page.one("[data-player]") is not None, 10, 0.1)


def position(page):
    return page.value("#seek")


def pauses(page, television, media):
    button = page.one('.player [data-intent="tap:playPause"]')
    check("Pause" in button.accessible_name, "the button is labeled Pause", button.accessible_name)
    page.press('.player [data-intent="tap:playPause"]')
    wait_for("the device's page pauses", lambda: television.element()["paused"], 10)
    wait_for("the button is labeled Play", lambda: "Play" in page.one('.player [data-intent="tap:playPause"]').accessible_name, 5)
    check(abs(position(page) - television.element()["time"]) < 0.75, "page and device have the same position", (position(page), television.element()["time"]))
    stood = position(page)
    time.sleep(1)
    check(position(page) == stood, "the slider stands still", stood)
    page.press('.player [data-intent="tap:playPause"]')
    wait_for("playback resumes", lambda: not television.element()["paused"], 10)


def seeks(page, television):
    page.drag_slider("#seek", 0.7)
    wait_for("a drag seeks", lambda: abs(television.element()["time"] - 0.7 * 47) < 4, 10)
    wait_for("the slider follows the device", lambda: abs(position(page) - television.element()["time"]) < 1.5, 5)
    before = television.element()["time"]
    page.keys("#seek", Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    wait_for("two arrow keys seek back by 20 s", lambda: abs(television.element()["time"] - (before - 20)) < 5, 10)
    spoken = page.attribute("#seek", "aria-valuetext") or ""
    check(re.fullmatch(r"\d+ seconds? of 47 seconds", spoken), "the slider describes its value", spoken)
    page.keys("#seek", Keys.HOME)
    wait_for("Home seeks to the start", lambda: television.element()["time"] < 4, 10)


def moves(page, television):
    """Between statuses the slider advances evenly."""
    first, clock = position(page), time.monotonic()
    time.sleep(2)
    moved, passed = position(page) - first, time.monotonic() - clock
    check(abs(moved - passed) < 0.6, "the slider moves in real time", (round(moved, 2), round(passed, 2)))
    check(abs(position(page) - television.element()["time"]) < 0.75, "its position is the device's", (position(page), television.element()["time"]))


# Drags a slider in many small steps and releases it.
PULL = """
const [id, values, pause, done] = arguments;
const slider = document.getElementById(id);
let index = 0;
const timer = setInterval(() => {
  slider.value = values[index++];
  slider.dispatchEvent(new Event('input', {bubbles: true}));
  if (index < values.length) return;
  clearInterval(timer);
  slider.dispatchEvent(new Event('change', {bubbles: true}));
  done(true);
}, pause);
"""


def pull(page, slider, values, pause=20):
    page.driver.execute_async_script(PULL, slider, values, pause)


def count(device, kind):
    """The number of messages of this type that the device received."""
    return sum(1 for frame in device.frames() if frame["direction"] == "in" and f'"{kind}"' in (frame.get("text") or ""))


def sends_little(page, television, device, control):
    """A drag of many steps sends few messages: each waits for the response to the one before, and only the last of
    the steps in between is sent. A seek is sent once, when the slider is released.
    """
    delay, pause = 0.25, 0.02
    order(control, "fault", f"rule=delay={round(delay * 1000)}ms,direction=in,type=SET_VOLUME")
    steps = [0.2 + 0.005 * step for step in range(100)]
    before, start = count(device, "SET_VOLUME"), time.monotonic()
    pull(page, "volume-slider", steps, pause * 1000)
    wait_for("the device has the volume of the last step", lambda: abs(device_volume(device)["level"] - steps[-1]) < 0.006, 10)
    took = time.monotonic() - start
    time.sleep(2 * delay)
    sent = count(device, "SET_VOLUME") - before
    most = took / delay + 2
    check(3 <= sent <= most, f"a drag of {len(steps)} steps in {took:.1f} s sends one message for each response", (sent, round(most, 1)))
    order(control, "unfault")
    before = count(device, "SEEK")
    pull(page, "seek", [5 + 0.3 * step for step in range(100)], pause * 1000)
    wait_for("a drag seeks to its end position", lambda: abs(television.element()["time"] - 34.7) < 3, 10)
    time.sleep(0.7)
    sent = count(device, "SEEK") - before
    check(sent == 1, "100 steps on the seek bar send one seek", sent)
    pull(page, "seek", [34 - 0.3 * step for step in range(100)], pause * 1000)


def order(path, *words):
    subprocess.run([CAST, "control", path, *words], check=True, stdin=subprocess.DEVNULL, capture_output=True)


def changes_volume(page, device):
    page.drag_slider("#volume-slider", 0.3)
    wait_for("the device has the volume of the drag", lambda: abs(device_volume(device)["level"] - 0.3) < 0.06, 10)
    page.keys("#volume-slider", Keys.ARROW_UP)
    wait_for("a key raises the volume by one step", lambda: 0.3 < device_volume(device)["level"] < 0.45, 10)
    wait_for("the slider describes the level", lambda: "%" in (page.attribute("#volume-slider", "aria-valuetext") or ""), 5)
    page.intent("toggleMute")
    wait_for("muted", lambda: device_volume(device)["muted"], 10)
    wait_for("the button is labeled Unmute", lambda: "nmute" in page.one('[data-intent="toggleMute"]').accessible_name, 5)
    page.intent("toggleMute")
    wait_for("not muted", lambda: not device_volume(device)["muted"], 10)


def receiver(device):
    """The last receiver status of the device."""
    return [
        json.loads(frame["text"])["status"]
        for frame in device.frames()
        if frame["direction"] == "out" and '"RECEIVER_STATUS"' in (frame.get("text") or "")
    ][-1]


def device_volume(device):
    return receiver(device)["volume"]


def queue_of(page):
    return page.run(
        "return [...document.querySelectorAll('#queue [data-item]')].map(r => r.querySelector('.name').innerText)"
    )


def orders_the_queue(page, television):
    for name in ("Morning in the hills", "Noon by the sea"):
        page.press(f'#cast-file [data-intent^="addFile"][title*="{name}"]')
        wait_for(f"{name} is in the queue", lambda: any(name in each for each in queue_of(page)), 15, 0.1)
    first = queue_of(page)
    check(len(first) == 3 and "Evening" in first[0], "the queue has three items, the playing one first", first)
    rows = page.all("#queue [data-item]")
    page.drag(rows[1].find_element("css selector", "[data-handle]"), rows[2])
    wait_for("a drag moves the second item behind the third", lambda: [each[:4] for each in queue_of(page)] == ["Even", "Noon", "Morn"], 10, 0.1)
    time.sleep(1)
    check([each[:4] for each in queue_of(page)] == ["Even", "Noon", "Morn"], "the new order is kept")
    third = page.all("#queue [data-item]")[2]
    up = third.find_element("css selector", '[data-intent^="moveItem"]')
    check("Morning in the hills" in up.accessible_name, "the button names the item that it moves", up.accessible_name)
    up.click()
    wait_for("a button moves the item back", lambda: [each[:4] for each in queue_of(page)] == ["Even", "Morn", "Noon"], 10, 0.1)
    second = page.all("#queue [data-item]")[1]
    former = television.element()["source"]
    second.find_element("css selector", ".row").click()
    page.wait_for_text("#player-title", "Morning in the hills", 20)

    def plays_another():
        element = television.element()
        return element and element["source"] not in ("", former) and not element["paused"] and element["frames"] > 5

    wait_for("the device plays the selected item", plays_another, 15)


def changes_tracks(page, television, cast):
    """Another sender casts a video with subtitles, which this page selects."""
    place = folder()
    shutil.copy(FILM, os.path.join(place, "film.mp4"))
    with open(os.path.join(place, "words.vtt"), "w") as file:
        file.write("WEBVTT\n\n00:00.000 --> 00:46.000\nA line that is read\n")
    server = FolderServer(place)
    cast.media_controller.update_status()
    cast.media_controller.play_media(
        f"{server.address}/film.mp4", "video/mp4", title="With words", stream_type="BUFFERED",
        subtitles=f"{server.address}/words.vtt", subtitles_lang="en", subtitles_mime="text/vtt",
    )  # fmt: skip
    page.wait_for_text("#player-title", "With words", 20)
    television.wait_until_playing(server.address, 25)
    page.press("#tracks-button")
    wait_for("tracks can be selected", lambda: page.all("#tracks input[type=radio]"), 10, 0.1)
    page.picture("tracks")

    def showing():
        return television.run_tracks()

    wished = page.run("return [...document.querySelectorAll('#tracks input[type=radio]')].map(i => [i.value, i.checked])")
    was_on = any(value != "none" and is_checked for value, is_checked in wished if value)
    target = "none" if was_on else next(value for value, _ in wished if value != "none")
    page.press(f'#tracks input[value="{target}"]')
    page.intent("applyTracks")
    wait_for("the dialog closes", lambda: not page.all("#tracks dialog"), 10, 0.1)
    wait_for("the device shows the subtitles" if target != "none" else "the device hides the subtitles", lambda: (showing() > 0) == (target != "none"), 10)
    page.press("#tracks-button")
    wait_for("the dialog shows the selection", lambda: page.run("return document.querySelector('#tracks input:checked')?.value") == target, 10, 0.1)
    page.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))")
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
    wait_for("Escape closes the dialog", lambda: not page.all("#tracks dialog"), 10, 0.1)
    check(page.run("return document.activeElement?.id") == "tracks-button", "HU32: the focus is on the button again")


SAME = """
const texts = selector => [...document.querySelectorAll(selector)].map(node => node.textContent);
return [texts('#player-title, .player .device, .player .state, #queue .name, #cast .device'),
        texts('.player [data-intent="tap:playPause"] .unseen, [data-intent="toggleMute"] .unseen'),
        texts('#volume output'), Number(document.getElementById('volume-slider')?.value)];
"""


def shares(page, other):
    """Two browsers show the same state, whichever of them changed it."""
    wait_for("the second page is connected", other.is_linked, 20, 0.1)
    if other.one("#mini-open"):
        other.press("#mini-open")
    wait_for("the second page shows the player", lambda: other.one(".player #seek"), 10, 0.1)
    try:
        wait_for("both pages show the same", lambda: page.run(SAME) == other.run(SAME), 10, 0.1)
    except Failed:
        say(f"one: {page.run(SAME)}\nother: {other.run(SAME)}")
        raise
    other.press('.player [data-intent="tap:playPause"]')
    wait_for("a change in one page is shown in the other", lambda: "Play" in page.one('.player [data-intent="tap:playPause"]').accessible_name, 10, 0.1)
    page.press('.player [data-intent="tap:playPause"]')
    wait_for("the reverse change is shown, too", lambda: "Pause" in other.one('.player [data-intent="tap:playPause"]').accessible_name, 10, 0.1)


def fight(page, other, device):
    """Two users drag the same slider; in the end both pages and the device agree."""
    values = {page: [0.2 + 0.01 * (n % 30) for n in range(60)] + [0.25], other: [0.9 - 0.01 * (n % 30) for n in range(80)] + [0.75]}
    hands = [
        threading.Thread(target=lambda each=each: pull(each, "volume-slider", values[each], 25))
        for each in (page, other)
    ]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    wait_for(
        "both pages and the device agree",
        lambda: page.value("#volume-slider") == other.value("#volume-slider")
        and abs(page.value("#volume-slider") - device_volume(device)["level"]) < 0.006,
        15,
    )
    # On a busy machine all three may agree on an earlier value before the last one arrives.
    wait_for("the device has the last value", lambda: abs(device_volume(device)["level"] - 0.75) < 0.006, 5)
    time.sleep(1.5)
    check(abs(page.value("#volume-slider") - 0.75) < 0.006, "the slider keeps the last value", page.value("#volume-slider"))


def loses_its_server(page, remote):
    cut(remote.port)
    try:
        wait_for("the page reports that it is disconnected", lambda: page.one("#link") is not None, 15, 0.1)
        say(page.text("#link"))
        page.picture("lost")
        time.sleep(2)
    finally:
        mend()
    wait_for("it reconnects", page.is_linked, 20, 0.1)


def orders(device):
    """The numbers of LAUNCH and LOAD messages that the device received."""
    heard = [frame.get("text") or "" for frame in device.frames() if frame["direction"] == "in"]
    return [sum(f'"type":"{kind}"' in text.replace(" ", "") for text in heard) for kind in ("LAUNCH", "LOAD")]


def loses_the_device(page, television, device):
    """DC41: after a reconnection the current media is shown, and nothing is launched or loaded."""
    before = orders(device)
    check(before[0] >= 1 and before[1] >= 1, "the device received LAUNCH and LOAD", before)
    cut(8009)
    try:
        wait_for(
            "the page reports that it reconnects to the device",
            lambda: page.attribute("#cast", "data-phase") == "connecting", 30, 0.1,
        )  # fmt: skip
        check(not television.element()["paused"], "playback continues without the remote")
        time.sleep(1)
    finally:
        mend()
    wait_for("the device is connected again", lambda: page.attribute("#cast", "data-phase") == "connected", 40, 0.1)
    wait_for("the page shows the current media", lambda: page.one(".player #seek"), 15, 0.1)
    wait_for("the page shows the current position", lambda: abs(position(page) - television.element()["time"]) < 1, 10)
    page.driver.refresh()
    wait_for("the restarted remote's page is connected", page.is_linked, 20, 0.1)
    wait_for("it shows the current media", lambda: page.one(".player #seek"), 15, 0.1)
    wait_for("it shows the current position", lambda: abs(position(page) - television.element()["time"]) < 1, 10)
    check(orders(device) == before, "DC41: nothing was launched or loaded", (before, orders(device)))
    page.press('.player [data-intent="tap:playPause"]')
    wait_for("it controls the media", lambda: television.element()["paused"], 10)


def stops(page, television, device):
    page.press("#cast")
    page.intent("stopCasting")
    wait_for("casting ends", lambda: page.attribute("#cast", "data-phase") == "ready", 20, 0.1)
    wait_for("the media ends on the device's page", lambda: (television.element() or {"paused": True})["paused"], 15)
    wait_for("the device shows its idle screen", lambda: receiver(device)["applications"][0]["isIdleScreen"], 15)


def restarts(page, remote, options):
    """The tool ends and starts again while a page is open."""
    old = page.run("return document.body.dataset.page")
    remote.end()
    wait_for("the page reports that it is disconnected", lambda: page.one("#link") is not None, 15, 0.1)
    again = Remote(*options, name="remote-again")
    wait_for("the page reloads", lambda: page.run("return document.body.dataset.page") not in (old, None), 30, 0.1)
    wait_for("the page is connected", page.is_linked, 20, 0.1)
    wait_for("the device is found again", lambda: page.attribute("#cast", "data-phase") == "ready", 20, 0.1)
    return again


def suite():
    place = offered()
    control = os.path.join(folder(), "control")
    device = Device("--control", control)
    television = Browser(device.ready["page"], name="television")
    television.run_tracks = lambda: television.driver.execute_script(
        "return [...document.querySelectorAll('video')].reduce((n, v) => n + [...v.textTracks].filter(t => t.mode === 'showing').length, 0)"
        " + [...document.querySelectorAll('.cue, #subtitles > *, #captions > *')].filter(n => n.innerText.trim()).length"
    )
    remote = Remote(place)
    page = RemoteBrowser(remote.url)
    finds_and_connects(page, television)
    casts_a_file(page, television)
    moves(page, television)
    pauses(page, television, None)
    seeks(page, television)
    changes_volume(page, device)
    sends_little(page, television, device, control)
    page.picture("playing")
    orders_the_queue(page, television)
    loses_its_server(page, remote)
    cast = connect()
    changes_tracks(page, television, cast)
    other = RemoteBrowser(remote.url, name="second-page", size=PHONE)
    shares(page, other)
    fight(page, other, device)
    other.close()
    loses_the_device(page, television, device)
    cast.disconnect()
    stops(page, television, device)
    again = restarts(page, remote, [place])
    page.close()
    television.close()
    again.end()
    device.end()


run_suite(suite)
