# SPDX-License-Identifier: Apache-2.0
"""Chromium renders the widgets, which are drawn as SVG without UIKit. Each part with an ID must lie within the picture,
not be empty, cover no other part, and be at its recorded position.

The tests make the drawings. The pictures are kept in the output folder of this suite.
"""

import base64
import glob
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from selenium import webdriver

from harness import CAST, OUT, Skipped, at_end, check, run_suite
from landmarks import compare

TESTS = os.environ.get("CAST_TESTS", os.path.join(os.path.dirname(CAST), "swift-castPackageTests.xctest"))
# Test suites that write drawings to CAST_PICTURES, and the drawings that must exist.
SUITES = "GalleryTests|WidgetPictures"
LOOKS = ("light", "dark", "rtl", "large")
SCREENS = (
    "dialog-devices", "dialog-connected", "dialog-searching", "dialog-help", "dialog-connecting", "dialog-failed",
    "dialog-group", "introduction", "network-explanation", "mini", "expanded", "expanded-live", "expanded-drag",
    "expanded-ad", "track-selector",
)  # fmt: skip
EXPECTED = {"controls-light", "controls-dark", "button-inactive", "button-connecting", "button-connected"} | {
    f"{screen}-{look}" for screen in SCREENS for look in LOOKS
} | {
    f"poster-{fit}-{look}" for fit in ("fit", "fill") for look in ("light", "dark")
}
# The background of a screen.
GROUNDS = {"expanded-controller-artwork", "introduction-spotlight"}
# Controls that accept touches but are not visible.
UNSEEN = {"introduction-cast-button"}
# How far the boxes of two texts may overlap, in points: a box is larger than its text.
TOUCH = 4

LOOK = """
const [text, done] = arguments;
document.body.style.margin = 0;
document.body.innerHTML = text;
const svg = document.querySelector('svg');
const width = svg.width.baseVal.value, height = svg.height.baseVal.value;
const image = new Image();
image.onerror = () => done({error: 'Chromium cannot draw it'});
image.onload = () => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.drawImage(image, 0, 0);
  const inked = (x, y, w, h) => {
    const left = Math.max(0, Math.floor(x)), top = Math.max(0, Math.floor(y));
    const right = Math.min(width, Math.ceil(x + w)), bottom = Math.min(height, Math.ceil(y + h));
    if (right <= left || bottom <= top) return {share: 0, colours: 0};
    const data = context.getImageData(left, top, right - left, bottom - top).data;
    const counts = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const key = (data[i] << 24) ^ (data[i + 1] << 16) ^ (data[i + 2] << 8) ^ data[i + 3];
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return {share: 1 - Math.max(...counts.values()) / (data.length / 4), colours: counts.size};
  };
  // The screen that was presented last covers the others.
  const root = svg.querySelector('[data-view]');
  const screens = [...root.querySelectorAll('[data-view]')].filter(node => node.parentElement.closest('[data-view]') === root);
  const screen = screens.filter(node => node.querySelector('[data-id]') || node.dataset.id).pop() ?? root;
  const nodes = [...svg.querySelectorAll('[data-id]')].filter(node => root.dataset.id || screen.contains(node));
  const counts = {};
  const landmarks = nodes.map(node => {
    const box = node.getBoundingClientRect();
    const count = counts[node.dataset.id] = (counts[node.dataset.id] ?? 0) + 1;
    return {name: node.dataset.id + (count > 1 ? ` ${count}` : ''), x: box.x, y: box.y, width: box.width, height: box.height,
            scrolls: [...svg.querySelectorAll('[data-view$=ScrollView], [data-view$=TableView]')].some(
              other => other.contains(node) || node.contains(other)),
            within: nodes.flatMap((other, index) => other !== node && other.contains(node) ? [index] : []),
            ...inked(box.x, box.y, box.width, box.height)};
  });
  const texts = [...svg.querySelectorAll('text')].map(node => node.textContent);
  done({width, height, whole: inked(0, 0, width, height), landmarks, texts,
        scripts: svg.querySelectorAll('script, foreignObject').length});
};
image.src = 'data:image/svg+xml;base64,' + btoa(String.fromCharCode(...new TextEncoder().encode(text)));
"""


def drawings():
    if not os.path.exists(TESTS):
        raise Skipped(f"no tests at {TESTS}; build them first (swift build --build-tests)")
    done = subprocess.run(
        [TESTS, "--testing-library", "swift-testing", "--no-parallel", "--filter", SUITES],
        env={**os.environ, "CAST_PICTURES": OUT},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=180,
    )
    with open(os.path.join(OUT, "tests.log"), "w", encoding="utf-8") as log:
        log.write(done.stdout)
    check(done.returncode == 0, "the tests wrote the drawings", done.returncode)
    found = {os.path.basename(path)[:-4]: path for path in sorted(glob.glob(os.path.join(OUT, "*.svg")))}
    check(EXPECTED <= found.keys(), "all drawings are there", len(found))
    return found


def chromium():
    options = webdriver.ChromeOptions()
    options.binary_location = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    arguments = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --hide-scrollbars"
    for argument in arguments.split():
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    at_end(lambda failed: driver.quit())
    driver.set_script_timeout(30)
    return driver


def widgets():
    found = drawings()
    driver = chromium()
    told = {}
    for name, path in found.items():
        with open(path, encoding="utf-8") as file:
            text = file.read()
        driver.get("about:blank")
        seen = driver.execute_async_script(LOOK, text)
        check("error" not in seen, f"{name} is rendered", seen.get("error"))
        width, height = int(seen["width"]), int(seen["height"])
        screen = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "clip": clip})
        picture = base64.b64decode(shot["data"])
        with open(os.path.join(OUT, f"{name}.png"), "wb") as file:
            file.write(picture)
        size = int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")
        check(size == (2 * width, 2 * height), f"{name} has its size", size)
        check(seen["whole"]["colours"] > 2, f"{name} is not empty", seen["whole"])
        check(seen["scripts"] == 0, f"{name} contains no scripts")
        for mark in seen["landmarks"]:
            place = {side: round(mark[side]) for side in ("x", "y", "width", "height")}
            inside = mark["x"] >= -1 and mark["y"] >= -1 and mark["x"] + mark["width"] <= width + 1
            # Scrolling content may continue below.
            inside = inside or name.startswith("poster-fill") and mark["name"] in ("expanded-controller", "expanded-controller-artwork")
            inside = inside and (mark["scrolls"] or mark["y"] + mark["height"] <= height + 1)
            check(inside, f"{name}: {mark['name']} is within the picture", place)
            if mark["y"] + mark["height"] <= height + 1 and mark["name"] not in UNSEEN:
                check(mark["share"] > 0.005, f"{name}: {mark['name']} is not empty", round(mark["share"], 3))
        covered = overlaps(seen["landmarks"])
        check(not covered, f"{name}: nothing overlaps", covered or None)
        told[name] = seen
    with open(os.path.join(OUT, "seen.json"), "w", encoding="utf-8") as file:
        json.dump(told, file, indent=1)
    compare(
        "widgets",
        {
            name: {mark["name"]: [mark["x"], mark["y"], mark["width"], mark["height"]] for mark in seen["landmarks"]}
            for name, seen in told.items()
        },
    )


def overlaps(marks):
    """The pairs of marks that overlap although neither contains the other."""
    found = []
    for index, mark in enumerate(marks):
        for place, other in enumerate(marks[:index]):
            if place in mark["within"] or index in other["within"] or GROUNDS & {mark["name"], other["name"]}:
                continue
            across = min(mark["x"] + mark["width"], other["x"] + other["width"]) - max(mark["x"], other["x"])
            down = min(mark["y"] + mark["height"], other["y"] + other["height"]) - max(mark["y"], other["y"])
            if across > TOUCH and down > TOUCH:
                found.append(f"{mark['name']} over {other['name']}")
    return found


run_suite(widgets)
