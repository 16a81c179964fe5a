# SPDX-License-Identifier: Apache-2.0
"""The shared files on the web remote: a folder with many files, HLS playlists, still images, and files that cannot
be played; the choices for a film before it is cast. Uses `cast remote` and `cast receiver`, the device's page in one browser and the remote in another.
"""

import os
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from harness import FILM, Device, check, folder, run_suite, wait_for
from remote import DESKTOP, PHONE, Keys, Remote, RemoteBrowser

FILES = 90


def shared():
    place = folder()
    for number in range(FILES):
        shutil.copy(FILM, os.path.join(place, f"Film {number:02}.mp4"))
    hls = os.path.join(place, "lecture")
    os.mkdir(hls)
    subprocess.run(
        ["ffmpeg", "-v", "error", "-i", FILM, "-c", "copy", "-f", "hls", "-hls_time", "5", "-hls_playlist_type", "vod",
         os.path.join(hls, "Lecture.m3u8")],
        check=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=640x360", "-frames:v", "1", os.path.join(place, "Lake.png")],
        check=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    tour(os.path.join(place, "tour"))
    with open(os.path.join(place, "Broken.mp4"), "wb") as file:
        file.write(b"\x00" * 4096)
    return place


def tour(place):
    """A film of 720 lines with two audio tracks, subtitles inside it, and in two languages next to it."""
    os.mkdir(place)
    inside = os.path.join(folder(), "inside.srt")
    with open(inside, "w") as file:
        file.write("1\n00:00:00,000 --> 00:00:30,000\nBuenos días\n")
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=25", "-f", "lavfi", "-i", "sine", "-i", inside,
         "-t", "30", "-map", "0:v", "-map", "1:a", "-map", "1:a", "-map", "2:s", "-metadata:s:a:0", "language=eng",
         "-metadata:s:a:1", "language=fra", "-metadata:s:s:0", "language=spa", "-metadata:s:s:0", "title=Complete",
         "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", os.path.join(place, "Tour.mkv")],
        check=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    for language, words in (("de", "Guten Tag"), ("en", "Good day")):
        with open(os.path.join(place, f"Tour.{language}.srt"), "w") as file:
            file.write(f"1\n00:00:00,000 --> 00:00:30,000\n{words}\n")


def connects(page):
    wait_for("a device is found", lambda: page.attribute("#cast", "data-phase") == "ready", 20, 0.1)
    page.press("#cast")
    page.press("#dialog .row")
    wait_for("the device is connected", lambda: page.attribute("#cast", "data-phase") == "connected", 20, 0.1)
    if page.one("#dialog dialog"):
        page.intent("dismissDialog")
    wait_for("the dialog closes", lambda: not page.all("#dialog dialog"), 10, 0.1)


def stays_short(page):
    """The list scrolls; its length does not change the height of the page."""
    for size in (DESKTOP, PHONE):
        page.resize(*size)
        time.sleep(0.3)
        extent, end, listed = page.run(
            "return [document.documentElement.scrollHeight,"
            " Math.max(innerHeight, ...[...document.querySelectorAll('main .card')].map(n => n.getBoundingClientRect().bottom + scrollY)),"
            " document.querySelector('.files').scrollHeight]"
        )
        check(listed > 3000, "the list is long", listed)
        check(extent - end < 120, f"the page ends with its last card, at a width of {size[0]}", (extent, round(end)))
    page.resize(*DESKTOP)


def lists_playlists(page):
    names = [name for name in page.run("return [...document.querySelectorAll('#cast-file .files .name')].map(n => n.textContent)")]
    check("lecture/Lecture.m3u8" in names, "the playlist is listed")
    check(not [name for name in names if name.endswith(".ts")], "its segments are not listed")
    check(len(names) == FILES + 4, "all other files are listed", len(names))


def plays_a_playlist(page, television):
    page.press('#cast-file .files [aria-label*="Lecture"]')
    page.wait_for_text("#player-title", "Lecture", 20)
    wait_for("the device plays it", lambda: "Playing" in (page.text(".player .state") or ""), 30, 0.2)
    wait_for("the device's page shows the first frames", lambda: (television.element() or {}).get("time", 0) > 0.5, 30, 0.2)


def shows_a_still_image(page):
    page.press('#cast-file .files [aria-label*="Lake"]')
    page.wait_for_text("#player-title", "Lake", 20)
    wait_for("there is no seek bar", lambda: not page.one("#seek"), 10, 0.1)
    for selector, what in (("#rate", "speed"), (".player .times", "time"), ('[data-intent^="tap:forward"]', "button that seeks")):
        check(not page.one(selector), f"a still image has no {what}")
    page.picture("still-image")


def chooses(page, television):
    """Subtitles, quality and start position are chosen before a film is cast."""
    page.press('#cast-file [data-intent^="openOptions"][title*="Tour"]')
    wait_for("the dialog has the subtitles", lambda: page.one("#option-subtitles-1"), 20, 0.1)
    rows = page.run("return [...document.querySelectorAll('#options .track')].map(n => n.innerText.replace(/\\s+/g, ' ').trim())")
    check(
        rows == ["None", "Tour.de.srt German", "Tour.en.srt English", "Complete Spanish", "Default", "English", "French", "Original", "480p"],
        "the choices are those of the file", rows,
    )  # fmt: skip
    check(page.run("return document.querySelector('#option-subtitles-0').checked"), "the first subtitles are selected")
    page.press("#options .track:has(#option-subtitles-1)")
    page.press("#options .track:has(#option-quality-480)")
    plan = "return document.querySelector('#option-details').textContent"
    wait_for("the plan has 480 lines", lambda: "with 480 lines" in page.run(plan), 10, 0.1)
    page.keys("#option-start", "soon", Keys.ENTER)
    page.wait_for_text("#notice", "start position")
    page.run("document.querySelector('#option-start').value = ''")
    page.picture("options")
    page.keys("#option-start", "0:12", Keys.ENTER)
    wait_for("the dialog closes", lambda: not page.all("#options dialog"), 10, 0.1)
    page.wait_for_text("#player-title", "Tour", 20)
    television.wait_for_text("#captions", "Good day", 30)
    wait_for("it starts at the chosen position", lambda: 12 <= television.element()["time"] < 20, 10, 0.1)
    check(television.run("return document.querySelector('video').videoHeight") == 480, "the device's page shows 480 lines")
    time.sleep(1.5)
    page.press('#cast-file [data-intent^="openOptions"][title*="Tour"]')
    wait_for("the position is offered again", lambda: "0:1" in (page.value_of("#option-start") or ""), 20, 0.1)
    page.press("#options .track:has(#option-subtitles-2)")
    page.intent("castChosen")
    television.wait_for_text("#captions", "Buenos días", 30)
    page.press('#cast-file [data-intent^="openOptions"][title*="Tour"]')
    wait_for("the dialog opens again", lambda: page.one("#option-subtitles-2"), 20, 0.1)
    page.intent("cancelOptions")
    wait_for("the dialog closes", lambda: not page.all("#options dialog"), 10, 0.1)
    focused = page.run("return document.activeElement.dataset.intent ?? ''")
    check(focused.startswith("openOptions"), "the focus returns to the button", focused)


def explains_failures(page):
    page.press('#cast-file .files [aria-label*="Broken"]')
    page.wait_for_text("#notice", "Broken", 30)
    notice = page.text("#notice")
    check("incomplete or not media" in notice and "/tmp" not in notice, "the message gives the reason", notice)
    check("another format" in notice, "the message has advice")
    check("Broken" in page.run("return document.querySelector('#happenings .problem').textContent"), "the log has the failure")
    page.picture("failure")


def names_no_computer(page):
    text = page.run("return document.body.textContent + [...document.querySelectorAll('*')].map(n => [...n.attributes].map(a => a.value)).flat().join(' ')")
    check("this computer" not in text.lower(), "the page does not mention the machine it is displayed on")


def suite():
    place = shared()
    device = Device()
    television = Browser(device.ready["page"], name="television")
    remote = Remote(place)
    page = RemoteBrowser(remote.url)
    wait_for("the page is connected", page.is_linked, 20, 0.1)
    lists_playlists(page)
    names_no_computer(page)
    connects(page)
    shows_a_still_image(page)
    # With media, every file has a second button, whose label is for screen readers.
    stays_short(page)
    explains_failures(page)
    chooses(page, television)
    plays_a_playlist(page, television)
    page.close()
    television.close()
    remote.end()
    device.end()


run_suite(suite)
