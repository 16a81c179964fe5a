# SPDX-License-Identifier: Apache-2.0
"""`cast remote`, and Chromium on its page."""

import json
import os
import time

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    NoSuchElementException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from harness import CAST, OUT, Failed, Process, at_end, check, say, wait_for

PHONE, DESKTOP = (390, 844), (1280, 860)


class Remote(Process):
    """The tool, ready for connections when this returns."""

    def __init__(self, *options, name="remote", port=8060, environment=None):
        arguments = [CAST, "remote", "--json", "--interface", "lo", "--port", str(port), *options]
        say(" ".join(arguments))
        super().__init__(name, arguments, env={**os.environ, **(environment or {})})
        self.ready = self.wait_for_event("ready")
        self.url = self.ready["url"]
        self.port = self.ready["port"]

    def wait_for_event(self, kind, seconds=20):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            line = self.next_line(0.2)
            if line is None:
                if not self.is_running:
                    raise Failed(f"cast remote ended with code {self.process.returncode}, waiting for {kind}")
                continue
            try:
                event = json.loads(line)
            except ValueError:
                raise Failed(f"with --json, every line must be an object; saw {line!r}")
            if event.get("event") == kind:
                return event
        raise Failed(f"cast remote did not report {kind} within {seconds} s")

    def end(self):
        check(self.stop() == 0, "cast remote ends when terminated", self.process.returncode)


class RemoteBrowser:
    """A window with the remote's page."""

    def __init__(self, url, name="remote-page", size=DESKTOP, dark=False, reduced=True, introduces=False):
        options = webdriver.ChromeOptions()
        options.binary_location = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        for argument in (
            "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --lang=en "
            "--disable-background-networking --disable-component-update --hide-scrollbars"
        ).split():
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.name = name
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self._is_open = True
        at_end(self._end)
        self.resize(*size)
        self.media(dark=dark, reduced=reduced)
        if not introduces:
            self.driver.execute_cdp_cmd(
                "Page.addScriptToEvaluateOnNewDocument",
                {"source": "try { localStorage.setItem('introduced', 'yes') } catch {}"},
            )
        self.driver.get(url)

    # Appearance

    def resize(self, width, height, scale=1):
        screen = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        self.size = (width, height)

    def media(self, dark=False, reduced=False):
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def picture(self, name):
        path = os.path.join(OUT, f"{name}.png")
        self.driver.save_screenshot(path)
        return path

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    # Contents

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        try:
            return next((element for element in self.all(selector) if element.is_displayed()), None)
        except StaleElementReferenceException:
            # The page replaced the element meanwhile.
            return None

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? null", selector)

    def value(self, selector):
        return self.run("const n = document.querySelector(arguments[0]); return n ? Number(n.value) : null", selector)

    def value_of(self, selector):
        """The text of a field."""
        return self.run("return document.querySelector(arguments[0])?.value ?? null", selector)

    def attribute(self, selector, name):
        return self.run("return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? null", selector, name)

    def is_linked(self):
        return self.run(
            "return document.readyState === 'complete' && !document.body.classList.contains('offline')"
            " && document.getElementById('link')?.hidden === true"
        )

    def wait_for_text(self, selector, part, seconds=15):
        wait_for(f"{self.name} shows {part!r}", lambda: part in (self.text(selector) or ""), seconds, 0.1)

    # User actions

    def press(self, selector, seconds=15):
        """Clicks an element as soon as it exists. The page may be replacing it."""
        deadline = time.monotonic() + seconds
        reason = None
        while time.monotonic() < deadline:
            try:
                element = self.one(selector)
                if element and element.get_attribute("aria-disabled") != "true" and element.is_enabled():
                    element.click()
                    return
            except (StaleElementReferenceException, ElementClickInterceptedException, NoSuchElementException) as error:
                reason = type(error).__name__
            time.sleep(0.1)
        raise Failed(f"{self.name}: {selector} cannot be clicked ({reason})")

    def intent(self, name):
        self.press(f'[data-intent="{name}"]')

    def keys(self, selector, *keys):
        self.one(selector).send_keys(*keys)

    def drag_slider(self, selector, share):
        """Drags a slider's thumb to a share of its length."""
        slider = self.one(selector)
        box = slider.rect
        low, high = float(slider.get_attribute("min")), float(slider.get_attribute("max"))
        now = (float(slider.get_attribute("value")) - low) / (high - low)
        thumb = self.run("return parseFloat(getComputedStyle(arguments[0]).height)", slider)
        length = box["width"] - min(thumb, 24)

        def place(part):
            return int((part - 0.5) * length)

        live = self.run("return Number(arguments[0].value)", slider)
        now = (live - low) / (high - low)
        chain = ActionChains(self.driver, duration=60)
        chain.move_to_element_with_offset(slider, place(now), 0).click_and_hold()
        for step in range(1, 6):
            chain.move_to_element_with_offset(slider, place(now + (share - now) * step / 5), 0)
        chain.release().perform()

    def drag(self, source, target, below=True):
        """Drags one element over another by mouse."""
        box = target.rect
        chain = ActionChains(self.driver, duration=60)
        chain.move_to_element(source).click_and_hold()
        chain.move_to_element_with_offset(target, 0, 0)
        chain.move_to_element_with_offset(target, 0, int(box["height"] * (0.4 if below else -0.4)))
        chain.release().perform()

    # Errors

    def errors(self):
        return [
            entry["message"]
            for entry in self.driver.get_log("browser")
            if entry["level"] == "SEVERE"
            and ("Content Security Policy" in entry["message"] or entry["source"] == "javascript")
        ]

    def close(self):
        check(self.errors() == [], f"no errors on {self.name}")
        self._is_open = False
        self.driver.quit()

    def _end(self, failed):
        if not self._is_open:
            return
        if failed:
            try:
                self.picture(f"{self.name}-failed")
                with open(os.path.join(OUT, f"{self.name}-failed.html"), "w") as file:
                    file.write(self.driver.page_source)
                for entry in self.driver.get_log("browser"):
                    print("browser:", entry["message"])
            except Exception as error:
                print("no picture:", error)
        self.driver.quit()


__all__ = ["DESKTOP", "PHONE", "ActionChains", "By", "Keys", "Remote", "RemoteBrowser"]
