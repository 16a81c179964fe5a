# SPDX-License-Identifier: Apache-2.0
"""The web remote on a group of speakers: the members in page and dialog, each with its slider, in two browsers and
compared with each speaker's own status; by mouse, by keyboard, by changes at the speaker, and while one leaves and
returns.
"""

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
from harness import CAST, FILM, HOST, NAME, OUT, Device, check, folder, run_suite, wait_for
from pychromecast.models import CastInfo, HostServiceInfo
from remote import DESKTOP, PHONE, ActionChains, Keys, Remote, RemoteBrowser

GROUP, OTHER, OTHER_HOST = "Downstairs", "Kitchen", "127.0.0.2"
# For each member in the page: its name, the level of the slider and of the text, and whether it is muted.
MEMBERS = """
return [...document.querySelectorAll(arguments[0] + ' .members > li')].map(row => [
    row.querySelector('.name').innerText, Number(row.querySelector('input[type=range]').value),
    row.querySelector('output').innerText, row.querySelector('[data-intent^="toggleMemberMute"]').getAttribute('title')]);
"""
FOCUS = "const n = document.activeElement; return [n.dataset.intent ?? n.id, n.closest('li')?.querySelector('.name')?.innerText ?? null]"


class Speaker:
    """A member, asked at its own address, bypassing group and remote."""

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
    wait_for("the page is connected", page.is_linked, 20, 0.1)
    page.press("#cast")
    for name in (NAME, OTHER, GROUP):
        page.wait_for_text("#dialog", name, 20)
    row = next(each for each in page.all("#dialog .row") if each.accessible_name.startswith(GROUP))
    row.click()
    wait_for("the group is connected", lambda: page.attribute("#cast", "data-phase") == "connected", 20, 0.1)
    wait_for("the dialog closes", lambda: not page.all("#dialog dialog"), 10, 0.1)


def shows_members(page, speakers):
    wait_for("both members are in the page", lambda: [each[0] for each in members(page)] == [NAME, OTHER], 15, 0.1)
    for name, level, text, _ in members(page):
        check(abs(level - speakers[name].level) < 0.006 and text == f"{round(level * 100)}%", f"{name}'s slider shows its volume", (level, text, speakers[name].level))
        element = page.one(slider(page, name))
        check(element.aria_role == "slider" and name in element.accessible_name, "the slider has the member's name", element.accessible_name)
    page.press("#cast")
    wait_for("both members are in the dialog", lambda: [each[0] for each in members(page, "#dialog")] == [NAME, OTHER], 10, 0.1)
    check(GROUP in page.text("#dialog-title"), "the dialog has the group's name", page.text("#dialog-title"))


def same(pages, speakers):
    """Checks that all pages, and the dialog if it is open, show the state that each member reports."""
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
    wait_for("a drag in the dialog changes that speaker", lambda: abs(speakers[OTHER].level - 0.25) < 0.06, 10)
    check(speakers[NAME].level == before, "it changes no other speaker", (before, speakers[NAME].level))
    agree((page, other), speakers, "both pages and the dialog show it")
    page.keys("body", Keys.ESCAPE)
    wait_for("the dialog is closed", lambda: not page.all("#dialog dialog"), 10, 0.1)
    kitchen = speakers[OTHER].level
    other.drag_slider(slider(other, NAME), 0.6)
    wait_for("a drag in the other browser changes the other speaker", lambda: abs(speakers[NAME].level - 0.6) < 0.06, 10)
    check(speakers[OTHER].level == kitchen, "it does not change the first", (kitchen, speakers[OTHER].level))
    agree((page, other), speakers, "both pages show it")
    wait_for("the group's volume is that of its loudest member", lambda: abs(page.value("#volume-slider") - speakers[NAME].level) < 0.006, 10, 0.1)


def by_key(page, other, speakers):
    """Tab reaches each member's mute button and slider in order; arrow keys change that member only."""
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
    check(seen == wanted, "Tab visits the members in order", seen)
    before = {name: each.level for name, each in speakers.items()}
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
    wait_for("an arrow key changes the focused speaker", lambda: speakers[OTHER].level > before[OTHER] + 0.01, 10)
    page.driver.switch_to.active_element.send_keys(Keys.HOME)
    wait_for("Home sets it to 0", lambda: speakers[OTHER].level == 0, 10)
    check(speakers[NAME].level == before[NAME], "the other speaker is unchanged", speakers[NAME].level)
    check(page.run(FOCUS)[1] == OTHER, "the focus is unchanged", page.run(FOCUS))
    text = page.attribute(slider(page, OTHER), "aria-valuetext")
    check(text == "0%", "screen readers get the level", text)
    for _ in range(4):
        page.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
    wait_for("arrow keys raise it again", lambda: speakers[OTHER].level > 0.1, 10)
    ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
    page.driver.switch_to.active_element.send_keys(Keys.SPACE)
    wait_for("Space on the mute button mutes it", lambda: speakers[OTHER].is_muted, 10)
    check(not speakers[NAME].is_muted, "the other speaker is not muted")
    agree((page, other), speakers, "both pages show which one is muted")
    page.driver.switch_to.active_element.send_keys(Keys.SPACE)
    wait_for("Space unmutes it", lambda: not speakers[OTHER].is_muted, 10)


def by_hand(pages, speakers):
    """A user changes the volume at one speaker, another one that of the whole group."""
    speakers[OTHER].cast.set_volume(0.3)
    wait_for("the speaker's volume is changed at the speaker", lambda: abs(speakers[OTHER].level - 0.3) < 0.006, 10)
    agree(pages, speakers, "both pages show it")
    before = {name: each.level for name, each in speakers.items()}
    pages[0].drag_slider("#volume-slider", before[NAME] / 2)
    wait_for("the group's slider sets the loudest member to its level", lambda: abs(speakers[NAME].level - before[NAME] / 2) < 0.06, 10)
    agree(pages, speakers, "both pages show it")
    ratio = {name: each.level / before[name] for name, each in speakers.items()}
    check(abs(ratio[NAME] - ratio[OTHER]) < 0.03, "all members change in proportion", {name: round(each, 3) for name, each in ratio.items()})


def comes_and_goes(pages, speakers, control):
    order(control, "leave", f"device={OTHER}", f"group={GROUP}")
    for page in pages:
        wait_for(f"a speaker that leaves is removed from {page.name}", lambda page=page: OTHER not in [each[0] for each in members(page)], 15, 0.1)
    order(control, "join", f"device={OTHER}", f"group={GROUP}")
    for page in pages:
        wait_for(f"it is shown again on {page.name}", lambda page=page: [each[0] for each in members(page)] == [NAME, OTHER], 15, 0.1)
    agree(pages, speakers, "both pages show its volume")


def suite():
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
    wait_for("the second page is connected", other.is_linked, 20, 0.1)
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


run_suite(suite)
