"""The web remote as a person uses it: finds a device, casts a file, pauses, seeks, changes volume, tracks and queue, loses
the network, shares the device with somebody else, and stops. A real `cast remote`, a real `cast receiver`, the device's
page in one browser and the remote in two others."""

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
from harness import CAST, FILM, NAME, OUT, Device, Failed, check, folder, run_lane, say, wait_for
from remote import PHONE, Keys, Remote, RemoteBrowser
from sender import connect

HOSTILE = '<img src=x onerror="document.title=1">'
EMOJI = "\u202eعربي 🎬 \u202dend"


def offered():
    """A folder of films as somebody has one, with names that somebody else has thought of."""
    place = folder()
    for name in ("Evening at the lake", "Morning in the hills", "Noon by the sea", HOSTILE, EMOJI, "long " + "x" * 200):
        shutil.copy(FILM, os.path.join(place, f"{name}.mp4"))
    with open(os.path.join(place, ".secret.mp4"), "w") as file:
        file.write("no film")
    return place


def cut(port):
    """Nobody reaches this port of this machine any more, and hears so as soon as something is sent."""
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
    wait_for("the page is linked", page.is_linked, 20, 0.1)
    wait_for("a device is found", lambda: page.attribute("#cast", "data-phase") == "ready", 20, 0.1)
    first = page.text("#player .idle p")
    check(first == "Choose a device with the cast button, then something to play.", "it says what to do first", first)
    check(television.scene == "idle", "the television is idle", television.scene)
    button = page.one("#cast")
    check(button.aria_role == "button" and "Cast" in button.accessible_name, "the cast button has a name", button.accessible_name)
    page.press("#cast")
    page.wait_for_text("#dialog", NAME)
    row = page.one("#dialog .row")
    check(row.accessible_name.startswith(NAME), "the device is in the dialog", row.accessible_name)
    check(page.run("return document.querySelector('#dialog').contains(document.activeElement)"), "and the focus is there")
    page.picture("chooser")
    page.press("#dialog .row")
    wait_for("it connects", lambda: page.attribute("#cast", "data-phase") == "connected", 20, 0.1)
    if page.one("#dialog dialog"):
        page.intent("dismissDialog")
    wait_for("the dialog goes", lambda: not page.all("#dialog dialog"), 10, 0.1)
    check(page.run("return document.activeElement?.id") == "cast", "focus is back on the cast button")
    wait_for("the television launched the player", lambda: television.scene != "idle", 15, 0.1)
    page.wait_for_text("#player .idle p", "Ready. Choose something to play.")


def casts_a_file(page, television):
    names = [element.text for element in page.all("#cast-file .files .name")]
    check(HOSTILE in "".join(names) and len(names) == 6, "the offered files are there, hidden ones are not", names)
    check(page.driver.title != "1" and not page.all("#cast-file img"), "a name that is HTML is a text")
    page.press('#cast-file .files [aria-label*="Evening at the lake"]')
    page.wait_for_text("#player-title", "Evening at the lake", 20)
    television.wait_until_playing("http://", 25)
    wait_for("the page says that it plays", lambda: page.one("[data-player]") is not None, 10, 0.1)


def position(page):
    return page.value("#seek")


def pauses(page, television, media):
    button = page.one('.player [data-intent="tap:playPause"]')
    check("Pause" in button.accessible_name, "the button says what it does", button.accessible_name)
    page.press('.player [data-intent="tap:playPause"]')
    wait_for("the television pauses", lambda: television.element()["paused"], 10)
    wait_for("the button says Play", lambda: "Play" in page.one('.player [data-intent="tap:playPause"]').accessible_name, 5)
    check(abs(position(page) - television.element()["time"]) < 0.75, "both are at the same place", (position(page), television.element()["time"]))
    stood = position(page)
    time.sleep(1)
    check(position(page) == stood, "and the slider stands", stood)
    page.press('.player [data-intent="tap:playPause"]')
    wait_for("it plays on", lambda: not television.element()["paused"], 10)


def seeks(page, television):
    page.drag_slider("#seek", 0.7)
    wait_for("a drag seeks", lambda: abs(television.element()["time"] - 0.7 * 47) < 4, 10)
    wait_for("the slider stays there", lambda: abs(position(page) - television.element()["time"]) < 1.5, 5)
    before = television.element()["time"]
    page.keys("#seek", Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    wait_for("two keys seek back by 20 s", lambda: abs(television.element()["time"] - (before - 20)) < 5, 10)
    spoken = page.attribute("#seek", "aria-valuetext") or ""
    check(re.fullmatch(r"\d+ seconds? of 47 seconds", spoken), "the slider says where it is", spoken)
    page.keys("#seek", Keys.HOME)
    wait_for("Home goes to the beginning", lambda: television.element()["time"] < 4, 10)


def moves(page, television):
    """Between statuses the slider moves by itself, evenly."""
    first, clock = position(page), time.monotonic()
    time.sleep(2)
    moved, passed = position(page) - first, time.monotonic() - clock
    check(abs(moved - passed) < 0.6, "the slider moves in real time", (round(moved, 2), round(passed, 2)))
    check(abs(position(page) - television.element()["time"]) < 0.75, "where the film is", (position(page), television.element()["time"]))


# Pulls a slider in many small steps, as a hand does, and lets go.
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
    """How many messages of this type the device was sent."""
    return sum(1 for frame in device.frames() if frame["direction"] == "in" and f'"{kind}"' in (frame.get("text") or ""))


def sends_little(page, television, device, control):
    """A drag of many steps is few messages: each waits for the answer to the one before, and only the last of those that
    came meanwhile goes out. A seek is asked for once, where the slider is let go."""
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
    check(3 <= sent <= most, f"a drag of {len(steps)} steps in {took:.1f} s is one message for each answer", (sent, round(most, 1)))
    order(control, "unfault")
    before = count(device, "SEEK")
    pull(page, "seek", [5 + 0.3 * step for step in range(100)], pause * 1000)
    wait_for("a drag seeks to where it ends", lambda: abs(television.element()["time"] - 34.7) < 3, 10)
    time.sleep(0.7)
    sent = count(device, "SEEK") - before
    check(sent == 1, "100 steps on the seek bar are one seek", sent)
    pull(page, "seek", [34 - 0.3 * step for step in range(100)], pause * 1000)


def order(path, *words):
    subprocess.run([CAST, "control", path, *words], check=True, stdin=subprocess.DEVNULL, capture_output=True)


def changes_volume(page, device):
    page.drag_slider("#volume-slider", 0.3)
    wait_for("the device has the volume of the drag", lambda: abs(device_volume(device)["level"] - 0.3) < 0.06, 10)
    page.keys("#volume-slider", Keys.ARROW_UP)
    wait_for("a key is one step louder", lambda: 0.3 < device_volume(device)["level"] < 0.45, 10)
    wait_for("the slider says the level", lambda: "%" in (page.attribute("#volume-slider", "aria-valuetext") or ""), 5)
    page.intent("toggleMute")
    wait_for("muted", lambda: device_volume(device)["muted"], 10)
    check("nmute" in page.one('[data-intent="toggleMute"]').accessible_name, "the button says what it does then")
    page.intent("toggleMute")
    wait_for("not muted", lambda: not device_volume(device)["muted"], 10)


def receiver(device):
    """What the device said last of itself."""
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
    check(len(first) == 3 and "Evening" in first[0], "three films, the playing one first", first)
    rows = page.all("#queue [data-item]")
    page.drag(rows[1].find_element("css selector", "[data-handle]"), rows[2])
    wait_for("a drag moves the second behind the third", lambda: [each[:4] for each in queue_of(page)] == ["Even", "Noon", "Morn"], 10, 0.1)
    time.sleep(1)
    check([each[:4] for each in queue_of(page)] == ["Even", "Noon", "Morn"], "and it stays there")
    third = page.all("#queue [data-item]")[2]
    up = third.find_element("css selector", '[data-intent^="moveItem"]')
    check("Morning in the hills" in up.accessible_name, "the button names what it moves", up.accessible_name)
    up.click()
    wait_for("a button moves it back", lambda: [each[:4] for each in queue_of(page)] == ["Even", "Morn", "Noon"], 10, 0.1)
    second = page.all("#queue [data-item]")[1]
    former = television.element()["source"]
    second.find_element("css selector", ".row").click()
    page.wait_for_text("#player-title", "Morning in the hills", 20)

    def plays_another():
        element = television.element()
        return element and element["source"] not in ("", former) and not element["paused"] and element["frames"] > 5

    wait_for("the television plays the one that was chosen", plays_another, 15)


def changes_tracks(page, television, cast):
    """Somebody else casts a film with subtitles; this page chooses them."""
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
    wait_for("tracks can be chosen", lambda: page.all("#tracks input[type=radio]"), 10, 0.1)
    page.picture("tracks")

    def showing():
        return television.run_tracks()

    wished = page.run("return [...document.querySelectorAll('#tracks input[type=radio]')].map(i => [i.value, i.checked])")
    was_on = any(value != "none" and is_checked for value, is_checked in wished if value)
    target = "none" if was_on else next(value for value, _ in wished if value != "none")
    page.press(f'#tracks input[value="{target}"]')
    page.intent("applyTracks")
    wait_for("the dialog goes", lambda: not page.all("#tracks dialog"), 10, 0.1)
    wait_for("the television shows the words" if target != "none" else "the words go", lambda: (showing() > 0) == (target != "none"), 10)
    page.press("#tracks-button")
    wait_for("the dialog shows the choice", lambda: page.run("return document.querySelector('#tracks input:checked')?.value") == target, 10, 0.1)
    page.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))")
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
    wait_for("Escape closes it", lambda: not page.all("#tracks dialog"), 10, 0.1)
    check(page.run("return document.activeElement?.id") == "tracks-button", "HU32: focus is back on the button")


SAME = """
const texts = selector => [...document.querySelectorAll(selector)].map(node => node.textContent);
return [texts('#player-title, .player .device, .player .state, #queue .name, #cast .device'),
        texts('.player [data-intent="tap:playPause"] .unseen, [data-intent="toggleMute"] .unseen'),
        texts('#volume output'), Number(document.getElementById('volume-slider')?.value)];
"""


def shares(page, other):
    """Two browsers show the same, whoever did it."""
    wait_for("the second page is linked", other.is_linked, 20, 0.1)
    if other.one("#mini-open"):
        other.press("#mini-open")
    wait_for("the second page shows the player", lambda: other.one(".player #seek"), 10, 0.1)
    try:
        wait_for("both show the same", lambda: page.run(SAME) == other.run(SAME), 10, 0.1)
    except Failed:
        say(f"one: {page.run(SAME)}\nother: {other.run(SAME)}")
        raise
    other.press('.player [data-intent="tap:playPause"]')
    wait_for("what one does the other shows", lambda: "Play" in page.one('.player [data-intent="tap:playPause"]').accessible_name, 10, 0.1)
    page.press('.player [data-intent="tap:playPause"]')
    wait_for("and back", lambda: "Pause" in other.one('.player [data-intent="tap:playPause"]').accessible_name, 10, 0.1)


def fight(page, other, device):
    """Two people pull at one slider; in the end both pages and the device agree."""
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
    wait_for("the last value is the device's", lambda: abs(device_volume(device)["level"] - 0.75) < 0.006, 5)
    time.sleep(1.5)
    check(abs(page.value("#volume-slider") - 0.75) < 0.006, "and goes on standing", page.value("#volume-slider"))


def loses_its_server(page, remote):
    cut(remote.port)
    try:
        wait_for("the page says that its line is lost", lambda: page.one("#link") is not None, 15, 0.1)
        say(page.text("#link"))
        page.picture("lost")
        time.sleep(2)
    finally:
        mend()
    wait_for("it comes back by itself", page.is_linked, 20, 0.1)


def orders(device):
    """How often the device was asked to launch, and to load."""
    heard = [frame.get("text") or "" for frame in device.frames() if frame["direction"] == "in"]
    return [sum(f'"type":"{kind}"' in text.replace(" ", "") for text in heard) for kind in ("LAUNCH", "LOAD")]


def loses_the_device(page, television, device):
    """DC41: what comes back shows what plays, and asks for nothing."""
    before = orders(device)
    check(before[0] >= 1 and before[1] >= 1, "the device was asked to launch and to load", before)
    cut(8009)
    try:
        wait_for(
            "the page says that the device is looked for",
            lambda: page.attribute("#cast", "data-phase") == "connecting", 30, 0.1,
        )  # fmt: skip
        check(not television.element()["paused"], "the film goes on without the remote")
        time.sleep(1)
    finally:
        mend()
    wait_for("it is connected again by itself", lambda: page.attribute("#cast", "data-phase") == "connected", 40, 0.1)
    wait_for("and shows what plays", lambda: page.one(".player #seek"), 15, 0.1)
    wait_for("where it is", lambda: abs(position(page) - television.element()["time"]) < 1, 10)
    page.driver.refresh()
    wait_for("the page is linked anew", page.is_linked, 20, 0.1)
    wait_for("it shows what plays", lambda: page.one(".player #seek"), 15, 0.1)
    wait_for("where it is now", lambda: abs(position(page) - television.element()["time"]) < 1, 10)
    check(orders(device) == before, "DC41: nothing is launched or loaded for it", (before, orders(device)))
    page.press('.player [data-intent="tap:playPause"]')
    wait_for("and controls it", lambda: television.element()["paused"], 10)


def stops(page, television, device):
    page.press("#cast")
    page.intent("stopCasting")
    wait_for("casting ends", lambda: page.attribute("#cast", "data-phase") == "ready", 20, 0.1)
    wait_for("the film ends on the television", lambda: (television.element() or {"paused": True})["paused"], 15)
    wait_for("the device shows its idle screen", lambda: receiver(device)["applications"][0]["isIdleScreen"], 15)


def restarts(page, remote, options):
    """A page is left open, and the tool ends and begins again."""
    old = page.run("return document.body.dataset.page")
    remote.end()
    wait_for("the page says that its line is lost", lambda: page.one("#link") is not None, 15, 0.1)
    again = Remote(*options, name="remote-again")
    wait_for("the page loads itself again", lambda: page.run("return document.body.dataset.page") not in (old, None), 30, 0.1)
    wait_for("and is linked", page.is_linked, 20, 0.1)
    wait_for("the device is found again", lambda: page.attribute("#cast", "data-phase") == "ready", 20, 0.1)
    return again


def lane():
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


run_lane(lane)
