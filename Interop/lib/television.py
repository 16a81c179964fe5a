# SPDX-License-Identifier: Apache-2.0
"""Checks of the pictures of the device's page on every screen size."""

import os
import re
import statistics
import struct
import subprocess
import time

from axe import check_axe
from harness import OUT, check, wait_for
from sender import ask

# The largest difference between the position in statuses and on the screen, in seconds.
AGREEMENT = 0.25
SIZES = [(1280, 800), (1920, 1080), (3840, 2160), (1024, 600)]

# All visible parts with their positions: text as it is clipped, and graphics.
PARTS = """
const seen = (node) => {
  if (!node.checkVisibility({visibilityProperty: true})) return false;
  for (let part = node; part; part = part.parentElement) if (getComputedStyle(part).opacity < 0.5) return false;
  return true;
};
const cut = (box, node) => {
  let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
  for (let part = node; part && part !== document.body; part = part.parentElement) {
    if (getComputedStyle(part).overflow === 'visible') continue;
    const around = part.getBoundingClientRect();
    left = Math.max(left, around.left); top = Math.max(top, around.top);
    right = Math.min(right, around.right); bottom = Math.min(bottom, around.bottom);
  }
  return right - left > 1 && bottom - top > 1 ? {left, top, right, bottom} : null;
};
const name = (node) => {
  const owner = node.closest('[id]');
  return `#${owner?.id} ${node === owner ? '' : node.className || node.localName}`.trim();
};
const parts = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let text = walker.nextNode(); text; text = walker.nextNode()) {
  const node = text.parentElement;
  if (!text.data.trim() || node.closest('script, noscript') || !seen(node)) continue;
  const range = document.createRange();
  range.selectNodeContents(text);
  const boxes = [...range.getClientRects()].map((box) => cut(box, node)).filter(Boolean);
  if (!boxes.length) continue;
  const style = getComputedStyle(node);
  let opacity = 1;
  for (let part = node; part; part = part.parentElement) opacity *= Number(getComputedStyle(part).opacity);
  const place = node.closest('h1, h2, p, .cue') ?? node;
  const room = place.getBoundingClientRect();
  // A clipped line exceeds the tolerance for glyphs that extend beyond their line.
  const little = 0.3 * parseFloat(style.fontSize);
  const isCut = getComputedStyle(place).overflow !== 'visible' && [...range.getClientRects()].some((box) =>
    box.bottom > room.bottom + little || box.top < room.top - little || box.right > room.right + 2 || box.left < room.left - 2);
  parts.push({
    color: style.color, opacity, isCut, words: text.data.trim().slice(0, 40),
    boxes: boxes.map((box) => [box.left, box.top, box.right, box.bottom]),
    name: name(node), isText: true, size: parseFloat(getComputedStyle(node).fontSize), isCaption: Boolean(node.closest('#captions')),
    left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)),
  });
}
for (const node of document.querySelectorAll('.bar, .mark, .cover, .ring, #state .pause i, #volume')) {
  const box = seen(node) && cut(node.getBoundingClientRect(), node);
  if (box) parts.push({name: name(node), isText: false, ...box});
}
const controls = 'button, a[href], input, select, textarea, [role=button], [role=slider], [tabindex], [contenteditable]';
return {
  parts, width: innerWidth, height: innerHeight, scene: document.body.dataset.scene, kind: document.body.dataset.kind,
  controls: document.querySelectorAll(controls).length, cursor: getComputedStyle(document.body).cursor,
  scrolls: document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth + 1,
};
"""


def problems(seen):
    """The faults on the screen."""
    width, height = seen["width"], seen["height"]
    found = []
    texts = [part for part in seen["parts"] if part["isText"]]
    plays = seen["kind"] == "video" and seen["scene"] in ("playing", "paused", "buffering")
    for part in seen["parts"]:
        box = tuple(round(part[side]) for side in ("left", "top", "right", "bottom"))
        if part["left"] < 0.1 * width - 1 or part["right"] > 0.9 * width + 1:
            found.append(f"{part['name']} is in the outer tenth: {box} of {width}")
        if part["top"] < 0.1 * height - 1 or part["bottom"] > 0.9 * height + 1:
            found.append(f"{part['name']} is in the outer tenth: {box} of {height}")
        if part["isText"] and part["size"] < 0.022 * min(height, width * 9 / 16):
            found.append(f"{part['name']} is too small to read from a distance: {part['size']}")
        if plays and not part.get("isCaption") and part["top"] < 0.75 * height - 1:
            found.append(f"{part['name']} covers more than the lower quarter: {box} of {height}")
    for index, one in enumerate(texts):
        for other in texts[index + 1 :]:
            # The words of a subtitle are written one after the other.
            if one["isCaption"] and other["isCaption"]:
                continue
            across = min(one["right"], other["right"]) - max(one["left"], other["left"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            # The boxes of adjacent lines touch.
            if across > 2 and down > 0.25 * min(one["size"], other["size"]):
                found.append(f"{one['name']} lies over {other['name']}")
    if seen["controls"] or seen["cursor"] != "none":
        found.append(f"something looks clickable: {seen['controls']}, {seen['cursor']}")
    if seen["scrolls"]:
        found.append("the content is larger than the screen")
    return found


def cut(seen):
    """X15, DC 60: texts that do not fit into their places."""
    return [f"{part['name']} is cut: {part['words']!r}" for part in seen["parts"] if part["isText"] and part["isCut"]]


# The share of the screen's height from which on text counts as large.
LARGE = 0.044
GRAIN = 8
NO_WORDS = """
window.noWords ??= new CSSStyleSheet();
noWords.replaceSync('*, *::before, *::after { color: transparent !important; text-shadow: none !important; transition: none !important; }');
document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((sheet) => sheet !== noWords), ...(arguments[0] ? [noWords] : [])];
"""


def luminance(color):
    """The relative luminance of WCAG 2.2, for red, green and blue from 0 to 1."""
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def colour(text):
    """Red, green and blue, and the opacity of a computed color, from 0 to 1."""
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", text.replace("color(srgb", ""))]
    scale = 1 if text.startswith("color(") else 255
    return [each / scale for each in numbers[:3]], numbers[3] if len(numbers) > 3 else 1


def contrasts(page, seen):
    """The smallest contrast of each text with its background, and the required one: {part: (ratio, wanted)}.

    The background is a picture of the same screen without text, reduced by a factor of eight; text shadows do not
    count.
    """
    page.run(NO_WORDS, True)
    shot = page.driver.get_screenshot_as_png()
    page.run(NO_WORDS, False)
    width, height = seen["width"] // GRAIN, seen["height"] // GRAIN
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "png_pipe", "-i", "-", "-vf", f"scale={width}:{height}:flags=area", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        check=True, input=shot, capture_output=True,
    ).stdout  # fmt: skip
    known, found = {}, {}
    for part in seen["parts"]:
        # The letter in the app's icon is its logo.
        if not part["isText"] or part["name"] == "#app mark":
            continue
        ink, alpha = colour(part["color"])
        alpha *= part["opacity"]
        least = 21.0
        for left, top, right, bottom in part["boxes"]:
            for y in range(int(top / GRAIN), min(height, int(bottom / GRAIN) + 1)):
                for x in range(int(left / GRAIN), min(width, int(right / GRAIN) + 1)):
                    at = 3 * (y * width + x)
                    key = (raw[at : at + 3], part["color"], alpha)
                    if key not in known:
                        ground = [each / 255 for each in key[0]]
                        shown = [alpha * one + (1 - alpha) * other for one, other in zip(ink, ground)]
                        light, dark = sorted((luminance(shown), luminance(ground)), reverse=True)
                        known[key] = (light + 0.05) / (dark + 0.05)
                    least = min(least, known[key])
        wanted = 3 if part["size"] >= LARGE * seen["height"] else 4.5
        if part["name"] not in found or least / wanted < found[part["name"]][0] / found[part["name"]][1]:
            found[part["name"]] = (round(least, 2), wanted)
    return found


def check_contrast(page, name):
    """X10, DC 57: the contrast of every text with its background is sufficient."""
    found = contrasts(page, page.run(PARTS))
    low = {part: ratio for part, ratio in found.items() if ratio[0] < ratio[1]}
    check(found, f"{name}: there is text")
    worst = min(found, key=lambda part: found[part][0] / found[part][1])
    check(not low, f"DC 57: {name}: {len(found)} texts have sufficient contrast", low or f"least {worst} {found[worst][0]}:1 of {found[worst][1]}:1")


def marks(seen):
    """The positions of all parts by name. A turning indicator has no fixed extent."""
    found = {}
    for part in seen["parts"]:
        name, number = part["name"], 1
        if name.endswith("ring"):
            continue
        while name in found:
            number += 1
            name = f"{part['name']} {number}"
        found[name] = [part["left"], part["top"], part["right"] - part["left"], part["bottom"] - part["top"]]
    return found


# The marks of every picture that `shoot` took.
landmarks = {}


def picture_size(path):
    with open(path, "rb") as file:
        return struct.unpack(">II", file.read(24)[16:])


def shoot(page, name, shows, sizes=SIZES, again=None, deep=True):
    """Takes pictures on every screen size, and checks for each that it has its size, its landmarks and no faults.

    `shows` are parts of the screen that must be present; `again` shows parts again that disappear by themselves. `deep`
    also checks contrast, axe-core's rules, and 200 % zoom.
    """
    faults, count = [], 0
    for width, height in sizes:
        page.resize(width, height)
        if again:
            again()
        wait_for(f"{name} at {width}x{height}", lambda: not missing(page, shows), 6)
        time.sleep(0.55)
        seen = page.run(PARTS)
        faults += [f"{width}x{height}: {fault}" for fault in problems(seen) + cut(seen)]
        landmarks[f"{name}-{width}x{height}"] = marks(seen)
        faults += [f"{width}x{height}: {part} is missing" for part in missing(page, shows)]
        file = f"{name}-{width}x{height}"
        page.picture(file)
        size = picture_size(os.path.join(OUT, f"{file}.png"))
        if size != (width, height):
            faults.append(f"{file} is {size}")
        count += len(seen["parts"])
    check(not faults, f"{name}: legible, complete, within nine tenths, without overlaps ({count} parts on {len(sizes)} screens)", faults or None)
    page.resize(1920, 1080)
    if not deep:
        return
    if again:
        again()
    wait_for(f"{name} again", lambda: not missing(page, shows), 6)
    time.sleep(0.55)
    check_contrast(page, name)
    check_axe(page.driver, name)
    # A browser shows a page this way at 200 % zoom.
    page.resize(960, 540, scale=2)
    if again:
        again()
    wait_for(f"{name} at 200 %", lambda: not missing(page, shows), 6)
    time.sleep(0.55)
    seen = page.run(PARTS)
    faults = problems(seen) + cut(seen)
    check(not faults, f"DC 60: {name}: nothing is clipped at 200 %", faults or None)
    page.resize(1920, 1080)


def missing(page, shows):
    return [part for part in shows if not (page.text(part) if isinstance(part, str) else part[1] in (page.text(part[0]) or ""))]


def gap(page, media):
    """The difference between the position in statuses and the element's, read as simultaneously as possible.

    Repeats a measurement that took long, because a busy machine would distort it.
    """
    for _ in range(20):
        began = time.monotonic()
        told = ask(media)
        before = told.adjusted_current_time
        shown = page.element()["time"]
        after = told.adjusted_current_time
        if time.monotonic() - began < 0.1:
            break
    return max(before - shown, shown - after, 0)


def agrees(page, media, moment, count):
    gaps = []
    for _ in range(count):
        gaps.append(gap(page, media))
        time.sleep(0.05)
    seen = f"largest {max(gaps) * 1000:.0f} ms, median {statistics.median(gaps) * 1000:.0f} ms of {count}"
    check(max(gaps) < AGREEMENT, f"{moment}, status and element agree within {AGREEMENT} s", seen)
