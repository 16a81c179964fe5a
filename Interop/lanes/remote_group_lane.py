"""The web remote on a group of speakers: its members in the page and in the dialog, each with a slider of its own, seen by
two browsers and by somebody who asks each speaker itself; by mouse, by key, by hand at the speaker, and while one goes and
comes back."""

import os
import shutil
import subprocess
import sys
import time
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

import landmarks
import one_at_a_time  # noqa: F401
import pychromecast
from harness import CAST, FILM, HOST, NAME, OUT, Device, check, folder, run_lane, wait_for
from pychromecast.models import CastInfo, HostServiceInfo
from remote import DESKTOP, PHONE, ActionChains, Keys, Remote, RemoteBrowser

GROUP, OTHER, OTHER_HOST = "Downstairs", "Kitchen", "127.0.0.2"
# Of each member in the page: its name, its level as the slider and as the text say, and whether it is muted.
MEMBERS = """
return [...document.querySelectorAll(arguments[0] + ' .members > li')].map(row => [
    row.querySelector('.name').innerText, Number(row.querySelector('input[type=range]').value),
    row.querySelector('output').innerText, row.querySelector('[data-intent^="toggleMemberMute"]').getAttribute('title')]);
"""
FOCUS = "const n = document.activeElement; return [n.dataset.intent ?? n.id, n.closest('li')?.querySelector('.name')?.innerText ?? null]"


class Speaker:
    """A member, asked at its own address, past group and remote."""

    def __init__(self, host):
        info = CastInfo({HostServiceInfo(host, 8009)}, uuid.uuid4(), "Chromecast", host, host, 8009, "cast", "Google Inc.")
        self.cast = pychromecast.get_chromecast_from_cast_info(info, None)
        self.cast.wait(10)

    @property
    def level(self):
        return round(self.cast.status.volume_level, 3)

    @property
    def is_muted(self):
        return self.cast.status.volume_muted

    def close(self):
        self.cast.disconnect()


def order(path, *words):
    subprocess.run([CAST, "control", path, *words], check=True, stdin=subprocess.DEVNULL, capture_output=True)


def members(page, place="#volume"):
    return page.run(MEMBERS, place)


def slider(page, name, place="#volume"):
    """The selector of a member's slider."""
    found = page.run(
        "return [...document.querySelectorAll(arguments[0] + ' .members > li')]"
        ".find(row => row.querySelector('.name').innerText === arguments[1])?.querySelector('input[type=range]').id ?? null",
        place, name,
    )  # fmt: skip
    check(found, f"{name} has a slider in {place}", found)
    return f"#{found}"


def connects(page):
    wait_for("the page is linked", page.is_linked, 20, 0.1)
    page.press("#cast")
    for name in (NAME, OTHER, GROUP):
        page.wait_for_text("#dialog", name, 20)
    row = next(each for each in page.all("#dialog .row") if each.accessible_name.startswith(GROUP))
    row.click()
    wait_for("it connects to the group", lambda: page.attribute("#cast", "data-phase") == "connected", 20, 0.1)
    wait_for("the dialog goes", lambda: not page.all("#dialog dialog"), 10, 0.1)


def shows_members(page, speakers):
    wait_for("both members are in the page", lambda: [each[0] for each in members(page)] == [NAME, OTHER], 15, 0.1)
    for name, level, text, _ in members(page):
        check(abs(level - speakers[name].level) < 0.006 and text == f"{round(level * 100)}%", f"{name}'s slider is where its volume is", (level, text, speakers[name].level))
        element = page.one(slider(page, name))
        check(element.aria_role == "slider" and name in element.accessible_name, "and has its name", element.accessible_name)
    page.press("#cast")
    wait_for("they are in the dialog", lambda: [each[0] for each in members(page, "#dialog")] == [NAME, OTHER], 10, 0.1)
    check(GROUP in page.text("#dialog-title"), "which names the group", page.text("#dialog-title"))


def same(pages, speakers):
    """All pages, and the dialog where it is open, say of each member what the member says of itself."""
    for page in pages:
        for place in ("#volume", "#dialog"):
            rows = members(page, place)
            if not rows and place == "#dialog":
                continue
            if len(rows) != len(speakers):
                return False
            for name, level, text, mute in rows:
                speaker = speakers[name]
                if abs(level - speaker.level) > 0.006 or text != f"{round(speaker.level * 100)}%":
                    return False
                if ("nmute" in mute) != speaker.is_muted:
                    return False
    return True


def agree(pages, speakers, what):
    try:
        wait_for(what, lambda: same(pages, speakers), 10, 0.1)
    except Exception:
        for page in pages:
            print(page.name, members(page), members(page, "#dialog"))
        print({name: (each.level, each.is_muted) for name, each in speakers.items()})
        raise


def moves_one(page, other, speakers):
    before = speakers[NAME].level
    page.drag_slider(slider(page, OTHER, "#dialog"), 0.25)
    wait_for("a drag in the dialog turns that speaker", lambda: abs(speakers[OTHER].level - 0.25) < 0.06, 10)
    check(speakers[NAME].level == before, "and no other", (before, speakers[NAME].level))
    agree((page, other), speakers, "both pages and the dialog show it")
    page.keys("body", Keys.ESCAPE)
    wait_for("the dialog is closed", lambda: not page.all("#dialog dialog"), 10, 0.1)
    kitchen = speakers[OTHER].level
    other.drag_slider(slider(other, NAME), 0.6)
    wait_for("a drag in the other browser turns the other speaker", lambda: abs(speakers[NAME].level - 0.6) < 0.06, 10)
    check(speakers[OTHER].level == kitchen, "and not the first", (kitchen, speakers[OTHER].level))
    agree((page, other), speakers, "both pages show it")
    wait_for("the group is as loud as its loudest member", lambda: abs(page.value("#volume-slider") - speakers[NAME].level) < 0.006, 10, 0.1)


def by_key(page, other, speakers):
    """Tab reaches every member's mute button and slider, in the order in which they stand; arrows turn that one."""
    page.run("document.querySelector('#volume-slider').focus()")
    seen = []
    for _ in range(8):
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
        intent, name = page.run(FOCUS)
        if "Member" in intent:
            seen.append((intent.split(":")[0], name))
        if len(seen) == 4:
            break
    wanted = [(intent, name) for name in (NAME, OTHER) for intent in ("toggleMemberMute", "setMemberVolume")]
    check(seen == wanted, "Tab goes through the members", seen)
    before = {name: each.level for name, each in speakers.items()}
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
    wait_for("an arrow turns the speaker that has the focus", lambda: speakers[OTHER].level > before[OTHER] + 0.01, 10)
    page.driver.switch_to.active_element.send_keys(Keys.HOME)
    wait_for("Home turns it down", lambda: speakers[OTHER].level == 0, 10)
    check(speakers[NAME].level == before[NAME], "the other one stays", speakers[NAME].level)
    check(page.run(FOCUS)[1] == OTHER, "and so does the focus", page.run(FOCUS))
    text = page.attribute(slider(page, OTHER), "aria-valuetext")
    check(text == "0%", "a screen reader hears the level", text)
    for _ in range(4):
        page.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
    wait_for("and arrows up again", lambda: speakers[OTHER].level > 0.1, 10)
    ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
    page.driver.switch_to.active_element.send_keys(Keys.SPACE)
    wait_for("Space on its button mutes it", lambda: speakers[OTHER].is_muted, 10)
    check(not speakers[NAME].is_muted, "and no other")
    agree((page, other), speakers, "both pages show which one is muted")
    page.driver.switch_to.active_element.send_keys(Keys.SPACE)
    wait_for("and again not", lambda: not speakers[OTHER].is_muted, 10)


def by_hand(pages, speakers):
    """Somebody turns the knob of one speaker, another one turns the whole group."""
    speakers[OTHER].cast.set_volume(0.3)
    wait_for("the speaker is turned by hand", lambda: abs(speakers[OTHER].level - 0.3) < 0.006, 10)
    agree(pages, speakers, "both pages follow")
    before = {name: each.level for name, each in speakers.items()}
    pages[0].drag_slider("#volume-slider", before[NAME] / 2)
    wait_for("the group's slider turns the loudest to where it is", lambda: abs(speakers[NAME].level - before[NAME] / 2) < 0.06, 10)
    agree(pages, speakers, "both pages show it")
    ratio = {name: each.level / before[name] for name, each in speakers.items()}
    check(abs(ratio[NAME] - ratio[OTHER]) < 0.03, "all in proportion", {name: round(each, 3) for name, each in ratio.items()})


def comes_and_goes(pages, speakers, control):
    order(control, "leave", f"device={OTHER}", f"group={GROUP}")
    for page in pages:
        wait_for(f"a speaker that leaves goes from {page.name}", lambda page=page: OTHER not in [each[0] for each in members(page)], 15, 0.1)
    order(control, "join", f"device={OTHER}", f"group={GROUP}")
    for page in pages:
        wait_for(f"and comes back on {page.name}", lambda page=page: [each[0] for each in members(page)] == [NAME, OTHER], 15, 0.1)
    agree(pages, speakers, "with its volume")


def lane():
    place = folder()
    shutil.copy(FILM, os.path.join(place, "film.mp4"))
    control = os.path.join(folder(), "control")
    device = Device(
        "--headless", "--address", HOST, "--also", f"{OTHER}@{OTHER_HOST}", "--group", f"{GROUP}={NAME},{OTHER}", "--control", control,
        name="group",
    )  # fmt: skip
    speakers = {NAME: Speaker(HOST), OTHER: Speaker(OTHER_HOST)}
    speakers[NAME].cast.set_volume(0.5)
    speakers[OTHER].cast.set_volume(0.4)
    remote = Remote(place)
    page = RemoteBrowser(remote.url)
    connects(page)
    page.press('#cast-file .files [aria-label*="film"]')
    wait_for("the group plays", lambda: page.one(".player #seek"), 20, 0.1)
    shows_members(page, speakers)
    found = {}
    for area, name in ((DESKTOP, "desktop"), (PHONE, "phone")):
        page.resize(*area)
        time.sleep(0.4)
        page.picture(f"dialog-{name}")
        found[f"dialog-{name}"] = landmarks_of(page, "#dialog")
    page.resize(*DESKTOP)
    other = RemoteBrowser(remote.url, name="second-page", size=PHONE)
    wait_for("the second page is linked", other.is_linked, 20, 0.1)
    agree((page, other), speakers, "the second page shows the same")
    moves_one(page, other, speakers)
    by_key(page, other, speakers)
    by_hand((page, other), speakers)
    comes_and_goes((page, other), speakers, control)
    other.run("document.querySelector('#volume').scrollIntoView()")
    other.picture("members-phone")
    page.picture("members-desktop")
    found["members-desktop"] = landmarks_of(page, "#volume")
    found["members-phone"] = landmarks_of(other, "#volume")
    landmarks.compare("remote-group", found)
    for speaker in speakers.values():
        speaker.close()
    other.close()
    page.close()
    remote.end()
    device.end()


def landmarks_of(page, place):
    return page.run(
        """const box = node => { if (!node?.getClientRects().length) return null;
            const r = node.getBoundingClientRect(); return [r.left, r.top + scrollY, r.width, r.height]; };
        const place = document.querySelector(arguments[0]), rows = [...place.querySelectorAll('.members > li')];
        const marks = { whole: box(place.querySelector('dialog') ?? place.firstElementChild), master: box(place.querySelector('.volume input[type=range]')) };
        rows.forEach((row, index) => {
            marks[`member ${index + 1}`] = box(row);
            marks[`name ${index + 1}`] = box(row.querySelector('.name'));
            marks[`mute ${index + 1}`] = box(row.querySelector('button'));
            marks[`slider ${index + 1}`] = box(row.querySelector('input[type=range]'));
            marks[`level ${index + 1}`] = box(row.querySelector('output'));
        });
        marks['member 3'] = box(rows[2]);
        return marks;""",
        place,
    )


run_lane(lane)
