# SPDX-License-Identifier: Apache-2.0
"""Compares the positions of parts in a picture with recorded ones that a developer has reviewed.

Pixels differ between versions of a browser or a font; the parts of a screen and their approximate positions do not. The
records are in Interop/landmarks. INTEROP_KEEP_LANDMARKS=1 overwrites them: review the pictures before you commit the
change.
"""

import json
import os

from harness import check, say

KEPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "landmarks")
# Another version of a font makes a line a little longer and moves the parts below it.
LEAST, SHARE = 10, 0.02
SIDES = ("left", "top", "width", "height")


def differences(kept, found, least=LEAST, share=SHARE):
    """The differences between `found` and `kept`, one line each.

    Both are {picture: {mark: [left, top, width, height] or None}}, in points. A side may differ by `least`, or by
    `share` of the larger of its size and the picture's extent, which is that of its farthest mark.
    """
    wrong = []
    for picture in sorted(kept.keys() | found.keys()):
        if picture not in found or picture not in kept:
            wrong.append(f"{picture}: {'the picture no longer exists' if picture in kept else 'the picture is not recorded yet'}")
            continue
        boxes = [box for box in kept[picture].values() if box]
        extent = max((max(box[0] + box[2], box[1] + box[3]) for box in boxes), default=0)
        allowed = max(least, share * extent)
        for mark in sorted(kept[picture].keys() | found[picture].keys()):
            was, now = kept[picture].get(mark), found[picture].get(mark)
            if (was is None) != (now is None):
                wrong.append(f"{picture}: {mark} is {'gone' if now is None else 'new'}")
            elif was:
                moved = [f"{side} {then} -> {here}" for side, then, here in zip(SIDES, was, now) if abs(then - here) > allowed]
                if moved:
                    wrong.append(f"{picture}: {mark} {', '.join(moved)} (may differ by {allowed:.0f})")
    return wrong


def compare(name, found, least=LEAST, share=SHARE):
    """Checks that `found` has exactly the marks of Interop/landmarks/NAME.json, at their positions."""
    found = {
        picture: {mark: [round(side) for side in box] if box else None for mark, box in marks.items()}
        for picture, marks in found.items()
    }
    path = os.path.join(KEPT, f"{name}.json")
    count = sum(1 for marks in found.values() for box in marks.values() if box)
    check(count > 0, f"{name}: there are landmarks", count)
    if os.environ.get("INTEROP_KEEP_LANDMARKS"):
        os.makedirs(KEPT, exist_ok=True)
        lines = [
            f"  {json.dumps(picture)}: {{\n" + ",\n".join(f"    {json.dumps(mark)}: {json.dumps(found[picture][mark])}" for mark in sorted(found[picture])) + "\n  }"
            for picture in sorted(found)
        ]  # fmt: skip
        with open(path, "w", encoding="utf-8") as file:
            file.write("{\n" + ",\n".join(lines) + "\n}\n")
        say(f"recorded {count} landmarks of {len(found)} pictures in {path}")
        return
    check(os.path.exists(path), f"{name}: landmarks are recorded", path)
    with open(path, encoding="utf-8") as file:
        kept = json.load(file)
    wrong = differences(kept, found, least, share)
    for line in wrong:
        say(line)
    check(not wrong, f"{name}: {count} landmarks of {len(found)} pictures are at their positions", wrong[:3] or None)
