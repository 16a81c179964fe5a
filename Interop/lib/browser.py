# SPDX-License-Identifier: Apache-2.0
"""Chromium on the virtual device's page, and the state of its media element."""

import os

from selenium import webdriver

from harness import OUT, at_end, check, wait_for

ELEMENT = """
const v = document.querySelector('video');
if (!v || !v.currentSrc) return null;
const q = v.getVideoPlaybackQuality();
return {time: v.currentTime, duration: v.duration, paused: v.paused, volume: v.volume, muted: v.muted, rate: v.playbackRate,
        width: v.videoWidth, frames: q.totalVideoFrames, source: v.dataset.source ?? v.currentSrc};
"""
# The visible text of a part of the page.
TEXT = """
const node = document.querySelector(arguments[0]);
if (!node?.checkVisibility({visibilityProperty: true})) return null;
for (let part = node; part; part = part.parentElement) if (getComputedStyle(part).opacity < 0.9) return null;
return node.innerText;
"""


class Browser:
    """A window with the page, in the size of a television screen."""

    # The pixels of the screen for each of the page. Without a graphics processor, a quarter of the pixels is drawn in a quarter
    # of the time. Suites that examine pictures set 1.
    scale = 0.5

    def __init__(self, url, plays_sound=True, name="page", features="", script=None, arguments=(), permissions=()):
        """Opens the page. `features` are Blink features to enable; `script` runs in the page before its own;
        `permissions` are granted to the page's origin before it is opened.
        """
        more = arguments
        options = webdriver.ChromeOptions()
        options.binary_location = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        arguments = (
            "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run "
            "--disable-background-networking --disable-component-update --hide-scrollbars "
            "--window-size=1920,1080"
        )
        if plays_sound:
            arguments += " --autoplay-policy=no-user-gesture-required"
        else:
            arguments += " --autoplay-policy=document-user-activation-required"
        if features:
            arguments += f" --enable-blink-features={features}"
        for argument in [*arguments.split(), *more]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.name = name
        self.url = url
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self._is_open = True
        at_end(self._end)
        if script:
            self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self.resize(1920, 1080)
        if permissions:
            grant = {"origin": "/".join(url.split("/")[:3]), "permissions": list(permissions)}
            self.driver.execute_cdp_cmd("Browser.grantPermissions", grant)
        self.driver.get(url)

    def resize(self, width, height, scale=None):
        screen = {"width": width, "height": height, "deviceScaleFactor": scale or self.scale, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def element(self):
        return self.driver.execute_script(ELEMENT)

    @property
    def scene(self):
        return self.driver.execute_script("return document.body.dataset.scene")

    def text(self, selector):
        return self.driver.execute_script(TEXT, selector)

    def wait_for_scene(self, scene, seconds=10):
        wait_for(f"the scene is {scene}", lambda: self.scene == scene, seconds)

    def wait_for_text(self, selector, part, seconds=10):
        wait_for(f"the screen shows {part!r}", lambda: part in (self.text(selector) or ""), seconds)

    def wait_until_playing(self, source, seconds=20):
        """Waits until media of this URL is in the page and its frames are displayed."""

        def playing():
            element = self.element()
            return element if element and element["source"].startswith(source) and not element["paused"] else None

        first = wait_for("the media is in the device's page", playing, seconds)

        def moves():
            element = playing()
            return element and element["frames"] > first["frames"] + 10 and element["time"] > first["time"] + 0.3

        wait_for("its frames are displayed", moves, seconds)

    def picture(self, name):
        self.driver.save_screenshot(os.path.join(OUT, f"{name}.png"))

    def click(self):
        self.driver.find_element("tag name", "body").click()

    def errors(self):
        """Errors of the page: exceptions and violations of its own policy. Servers whose responses pages may not
        read are not counted.
        """
        entries = self.driver.get_log("browser")
        return [
            entry["message"]
            for entry in entries
            if entry["level"] == "SEVERE"
            and "blocked by CORS policy" not in entry["message"]
            and ("Content Security Policy" in entry["message"] or entry["source"] == "javascript")
        ]

    def close(self):
        errors = self.errors()
        check(not errors, f"no errors on the {self.name}", errors or None)
        self._is_open = False
        self.driver.quit()

    def _end(self, failed):
        if not self._is_open:
            return
        if failed:
            self.picture(f"{self.name}-failed")
            for entry in self.driver.get_log("browser"):
                print("browser:", entry["message"])
        self.driver.quit()
