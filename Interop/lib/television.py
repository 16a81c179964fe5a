"""What has to hold of every picture that the television shows, on every screen."""

import os
import struct
import time

from harness import OUT, check, wait_for

SIZES = [(1280, 800), (1920, 1080), (3840, 2160), (1024, 600)]

# Everything that a person sees, with its place: text as it is cut off, and what is drawn.
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
  parts.push({
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
    """What is wrong with what is on the screen."""
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
            found.append(f"{part['name']} is too small to read from afar: {part['size']}")
        if plays and not part.get("isCaption") and part["top"] < 0.75 * height - 1:
            found.append(f"{part['name']} covers more than the lower quarter: {box} of {height}")
    for index, one in enumerate(texts):
        for other in texts[index + 1 :]:
            # The words of one subtitle are written one after the other.
            if one["isCaption"] and other["isCaption"]:
                continue
            across = min(one["right"], other["right"]) - max(one["left"], other["left"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            # The boxes of two lines one above the other touch.
            if across > 2 and down > 0.25 * min(one["size"], other["size"]):
                found.append(f"{one['name']} lies over {other['name']}")
    if seen["controls"] or seen["cursor"] != "none":
        found.append(f"something looks as if it could be clicked: {seen['controls']}, {seen['cursor']}")
    if seen["scrolls"]:
        found.append("there is more than the screen holds")
    return found


def picture_size(path):
    with open(path, "rb") as file:
        return struct.unpack(">II", file.read(24)[16:])


def shoot(page, name, shows, sizes=SIZES, again=None):
    """Takes the picture on every screen, and checks each: it has its size, its landmarks, and nothing out of place.

    `shows` are parts of the screen that have to be there; `again` brings about what goes away by itself.
    """
    faults, count = [], 0
    for width, height in sizes:
        page.resize(width, height)
        if again:
            again()
        wait_for(f"{name} at {width}x{height}", lambda: not missing(page, shows), 6)
        time.sleep(0.55)
        seen = page.run(PARTS)
        faults += [f"{width}x{height}: {fault}" for fault in problems(seen)]
        faults += [f"{width}x{height}: {part} is not there" for part in missing(page, shows)]
        file = f"{name}-{width}x{height}"
        page.picture(file)
        size = picture_size(os.path.join(OUT, f"{file}.png"))
        if size != (width, height):
            faults.append(f"{file} is {size}")
        count += len(seen["parts"])
    page.resize(1920, 1080)
    check(not faults, f"{name}: legible, within nine tenths, nothing over another ({count} parts on {len(sizes)} screens)", faults or None)


def missing(page, shows):
    return [part for part in shows if not (page.text(part) if isinstance(part, str) else part[1] in (page.text(part[0]) or ""))]
