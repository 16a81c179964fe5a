# SPDX-License-Identifier: Apache-2.0
"""Many tabs of one browser at one device. A browser opens at most six HTTP/1.1 connections to a server, and a film that
is longer than its buffer holds one of them: tabs that are not visible must not fetch media.
"""

import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from harness import CAST, HOST, NAME, Device, Process, check, folder, run_suite, say, wait_for

Browser.scale = 1

TABS = 8
# The time limit for a change in every tab, in seconds.
LIMIT = 1
# The time after which a hidden tab has released its media, in seconds.
RELEASE = 3
# Records what a tab shows, because a tab that is looked at is visible.
RECORD = """
window.shown = [];
window.whileHidden = null;
const video = document.querySelector('video');
const note = () => {
  const scene = document.body.dataset.scene;
  if (shown.at(-1)?.[1] !== scene) shown.push([Date.now() / 1000, scene]);
};
new MutationObserver(note).observe(document.body, {attributes: true, attributeFilter: ['data-scene']});
note();
setInterval(() => { if (document.hidden) whileHidden = {muted: video.muted, fetches: video.hasAttribute('src')}; }, 200);
"""


def film():
    """A film with a bit rate that no browser buffers completely: 25 Mbit/s for two minutes."""
    place = folder()
    path, part = os.path.join(place, "large.mp4"), os.path.join(place, "part.mp4")
    noise = "nullsrc=s=640x360:r=25,geq=random(1)*255:128:128"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", noise, "-f", "lavfi", "-i", "sine=frequency=330", "-t", "10", "-c:v", "libx264",
         "-preset", "ultrafast", "-b:v", "25M", "-g", "25", "-pix_fmt", "yuv420p", "-c:a", "aac", part],
        check=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-stream_loop", "11", "-i", part, "-c", "copy", "-movflags", "+faststart", path],
        check=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    say(f"the film has {os.path.getsize(path) / 1e6:.0f} MB")
    return path


def cast(*arguments):
    done = subprocess.run([CAST, *arguments, "--host", HOST, "--json"], capture_output=True, text=True, timeout=30)
    check(done.returncode == 0, f"cast {arguments[0]}", (done.stdout + done.stderr)[-200:] if done.returncode else None)
    return json.loads(done.stdout.splitlines()[-1])


class Tabs:
    def __init__(self, page):
        self.page = page
        page.run(RECORD)
        for _ in range(TABS - 1):
            page.driver.switch_to.new_window("tab")
            page.driver.get(page.url)
            page.wait_for_text("#idle .device", NAME)
            page.run(RECORD)
        self.handles = page.driver.window_handles

    def show(self, index):
        """Makes a tab visible, and hides the others."""
        self.page.driver.switch_to.window(self.handles[index])

    def each(self, expression):
        """The value of an expression in every tab. Leaves the last tab visible."""
        seen = []
        for index in range(TABS):
            self.show(index)
            seen.append(self.page.run(f"return {expression}"))
        return seen

    def showed(self, scene, since):
        """Checks that every tab has shown a scene within the time limit."""
        time.sleep(max(0, since + LIMIT + 0.1 - time.time()))
        # The last scene in time: a tab may load when it is looked at.
        last = [[each for each in log if each[0] <= since + LIMIT][-1] for log in self.each("shown")]
        check(all(name == scene for _, name in last), f"all {TABS} tabs show {scene} within {LIMIT} s", [round(when - since, 2) for when, _ in last])
        # Tabs that were looked at release their media.
        time.sleep(RELEASE)


def advances(page, what):
    """Checks that the visible tab plays in real time."""
    wait_for(f"{what}: the film plays", lambda: (page.element() or {}).get("time", 0) > 0 and page.element()["frames"] > 0, 10, 0.1)
    # A tab without sound corrects its position with the next message from the device, within two seconds.
    time.sleep(2.2)
    before, start = page.element(), time.monotonic()
    time.sleep(2)
    after, passed = page.element(), time.monotonic() - start
    advanced = after["time"] - before["time"]
    check(abs(advanced - passed) < 0.3 and after["frames"] > before["frames"] + 20, f"{what}: it advances in real time", (round(advanced, 2), round(passed, 2)))
    return after["time"]


def suite():
    path = film()
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    tabs = Tabs(page)
    playing = Process("play", [CAST, "play", path, "--host", HOST, "--json"])
    # The first tab plays the sound, and is hidden; the last one is visible.
    advances(page, "the visible tab")
    check(page.element()["muted"], "another tab has the sound")
    titles = tabs.each("[document.body.dataset.scene, document.querySelector('#overlay h1').textContent]")
    check(all(title == "large" for _, title in titles), "all tabs show the title")
    for index in (3, 6):
        tabs.show(index)
        advances(page, f"tab {index}, which is shown later")
    hidden = tabs.each("whileHidden")
    fetching = [index for index, state in enumerate(hidden) if state["fetches"]]
    check(fetching in ([0], [0, 6]), "of the hidden tabs, only the one with sound requests the film", fetching)
    time.sleep(RELEASE)
    cast("pause")
    tabs.showed("paused", time.time())
    cast("resume")
    tabs.showed("playing", time.time())
    cast("seek", "60")
    check(60 <= advances(page, "after a seek") < 68, "it plays at the position sought")
    cast("stop")
    tabs.showed("idle", time.time())
    playing.stop()
    page.close()
    device.end()


run_suite(suite)
