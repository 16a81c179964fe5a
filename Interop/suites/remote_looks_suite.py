# SPDX-License-Identifier: Apache-2.0
"""The appearance and accessibility of the web remote: first paint and size, light and dark, phone and desktop, zoom,
keyboard, screen reader names (axe-core), reduced motion, right to left, hostile names, and no script. Pictures are
left in Interop/out; if INTEROP_PICTURES names a folder, those of the README are written there.
"""

import os
import shutil
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

import landmarks
from axe import check_axe
from browser import Browser
from film_server import FilmServer, FolderServer
from harness import FILM, OUT, Device, check, folder, run_suite, say, wait_for
from remote import DESKTOP, PHONE, ActionChains, Keys, Remote, RemoteBrowser
from sender import connect

Browser.scale = 1

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "..", "lib", "accessibility.js")) as file:
    OWN_CHECKS = file.read()

with open(os.path.join(HERE, "..", "lib", "contrast.js")) as file:
    CONTRAST = file.read()
# The marks of all pictures, by picture name.
MARKS = {}

# The positions of the parts in a picture. A missing part is null.
LANDMARKS = """
const box = selector => {
  const node = [...document.querySelectorAll(selector)].find(n => n.getClientRects().length);
  if (!node) return null;
  const r = node.getBoundingClientRect();
  return [r.left, r.top + (node.closest('dialog') ? 0 : scrollY), r.width, r.height].map(Math.round);
};
return Object.fromEntries(Object.entries(arguments[0]).map(([mark, selector]) => [mark, box(selector)]));
"""
PAGE = {
    "cast": "#cast", "main": "main", "player": ".player", "idle": ".idle", "title": "#player-title", "seek": "#seek", "play": ".player .center",
    "previous": '.player [data-intent="tap:previous"]', "next": '.player [data-intent="tap:next"]', "tracks": "#tracks-button", "rate": "#rate",
    "volume": "#volume-slider", "mute": '[data-intent="toggleMute"]', "queue": "#queue section", "item": "#queue li", "address": "#address",
    "files": "#cast-file section", "log": "#log summary", "mini": ".mini", "notice": "#notice .notice",
}
DIALOG = {
    "dialog": "dialog", "title": "dialog h2", "row": "dialog .row", "now": "dialog .now", "volume": "dialog input[type=range]",
    "first choice": "dialog .track", "choices": "dialog fieldset", "close": "dialog .buttons button", "main": "dialog .buttons .main",
}
OPTIONS = {
    "dialog": "dialog", "title": "dialog h2", "subtitles": "label:has(#option-subtitles-0)", "audio": "label:has(#option-audio-none)",
    "quality": "label:has(#option-quality-480)", "start": "#option-start", "details": "#option-details", "close": "dialog .buttons button",
    "main": "dialog .buttons .main",
}
INTRODUCTION = {"cast": "#cast", "introduction": ".introduction", "ring": ".introduction .ring", "words": ".introduction p", "button": "#introduced"}


def size(path):
    with open(path, "rb") as file:
        return struct.unpack(">II", file.read(24)[16:])


def brightness(path):
    """The average brightness of a picture, from 0 to 1."""
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-vf", "scale=32:32:flags=area", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
        check=True, stdin=subprocess.DEVNULL, capture_output=True,
    ).stdout  # fmt: skip
    return sum(raw) / len(raw) / 255


def accessible(page, where):
    """Checks the page against axe-core's rules and our own."""
    check_axe(page.driver, where)
    contrast(page, where)
    own = page.run(OWN_CHECKS)
    check(not own["small"], f"{where}: all targets are large enough", own["small"] or None)
    check(own["wide"] <= 0 and not own["cut"], f"{where}: nothing is wider than the window", (own["wide"], own["cut"]) if own["cut"] else None)


def contrast(page, where):
    """DC57: at least 4.5:1 for text, 3:1 for large text, icons, borders of fields and bars of sliders."""
    seen = page.run(CONTRAST)
    for wrong in seen["wrong"]:
        say(f"contrast: {wrong}")
    check(not seen["wrong"] and seen["count"] > 3, f"{where}: contrast is sufficient", f"{seen['count']} looked at, the least {seen['least']}:1")


# The first paint may take this many times as long as that of an empty page.
PAINT_RATIO = 3


def first_paint(page):
    """Returns the time to the first paint of the current page in milliseconds."""
    return page.run("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 1e9")


def weight(page, url):
    """Measures the time to the first paint and the size of all resources."""
    empty, paints, sizes = [], [], []
    for _ in range(7):
        page.driver.get("data:text/html,<title>empty</title><p>empty")
        wait_for("the empty page is painted", lambda: first_paint(page) < 1e9, 20, 0.05)
        empty.append(first_paint(page))
        page.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        page.driver.get(url)
        wait_for("the page is connected", page.is_linked, 20, 0.05)
        paints.append(first_paint(page))
        sizes.append(
            page.run(
                "return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
                ".filter(e => !e.name.endsWith('/events') && !e.name.endsWith('/intent')).map(e => [e.name, e.transferSize])"
            )
        )
    # The smallest value shows the time that the page needs; the others include other work on this machine.
    measured = [round(min(empty)), round(min(paints))]
    check(min(paints) < PAINT_RATIO * min(empty), f"the first paint takes less than {PAINT_RATIO} times that of an empty page", measured)
    total = sum(size for _, size in sizes[0])
    check(total < 150_000, "all resources together are smaller than 150 kB", total)
    hosts = {name.split("/")[2] for name, _ in sizes[0]}
    check(len(hosts) == 1, "all resources come from one host", hosts)


def photograph(page, name):
    """Takes the page's picture in four variants. Returns the marks."""
    found = {}
    for area, kind in ((DESKTOP, "desktop"), (PHONE, "phone")):
        page.resize(*area)
        for dark in (False, True):
            page.media(dark=dark, reduced=True)
            time.sleep(0.4)
            label = f"{name}-{kind}-{'dark' if dark else 'light'}"
            path = page.picture(label)
            found[label] = page.run(LANDMARKS, PAGE)
            check(size(path) == area, f"{label} has its size", size(path))
            bright = brightness(path)
            check(bright < 0.35 if dark else bright > 0.65, f"{label} is {'dark' if dark else 'light'}", round(bright, 2))
            wide = page.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            check(wide <= 0, f"{label} fits into the window", wide)
        light, dark = found[f"{name}-{kind}-light"], found[f"{name}-{kind}-dark"]
        check(light == dark, f"{name} on a {kind}: colors do not change the layout")
        MARKS[f"{name}-{kind}"] = light
    page.resize(*DESKTOP)
    page.media(reduced=True)
    return found


class CastButton:
    """DC8: the cast button keeps its position on desktop and phone, in every state and at every scroll position."""

    def __init__(self):
        self.places = {}

    def look(self, page, where):
        for area, kind in ((DESKTOP, "desktop"), (PHONE, "phone")):
            page.resize(*area)
            time.sleep(0.3)
            extent = page.run("return document.documentElement.scrollHeight - innerHeight")
            for share in (0, 1) if extent > 8 else (0,):
                page.run("scrollTo({top: arguments[0], behavior: 'instant'})", share * extent)
                time.sleep(0.2)
                box = page.run(
                    """const box = document.querySelector('#cast').getBoundingClientRect();
                    const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
                    return [box.left, box.top, box.right, box.bottom, Boolean(seen?.closest('#cast')), Boolean(document.querySelector('dialog[open]'))];"""
                )
                what = f"{where} on a {kind}{' scrolled' * share}"
                check(box[4] or box[5], f"DC8: {what}, the cast button is visible", box)
                first = self.places.setdefault(kind, box)
                check(abs(box[2] - first[2]) <= 2 and abs(box[1] - first[1]) <= 2, "it is in its place", (first[:4], box[:4]))
            page.run("scrollTo({top: 0, behavior: 'instant'})")
        page.resize(*DESKTOP)


def portrait(page, name, marks):
    """Checks a dialog or the like: large and small, light and dark, its marks and its contrast."""
    for area, kind in ((DESKTOP, "desktop"), (PHONE, "phone")):
        page.resize(*area)
        for dark in (False, True):
            page.media(dark=dark, reduced=True)
            time.sleep(0.4)
            page.picture(f"{name}-{kind}-{'dark' if dark else 'light'}")
            contrast(page, f"{name} on a {kind}, {'dark' if dark else 'light'}")
            own = page.run(OWN_CHECKS)
            check(own["wide"] <= 0 and not own["cut"], f"{name} on a {kind}: nothing is wider than the window", own["cut"] or None)
        MARKS[f"{name}-{kind}"] = page.run(LANDMARKS, marks)
    page.resize(*DESKTOP)
    page.media(reduced=True)


def keyboard(page):
    """Tab reaches every control in reading order; each has a label and a visible focus."""
    page.run("window.scrollTo(0, 0); document.querySelector('.skip').focus()")
    skip = page.run("const r = document.activeElement.getBoundingClientRect(); return [document.activeElement.className, r.top]")
    check(skip[0] == "skip" and skip[1] >= 0, "the first control is a skip link, visible when focused", skip)
    seen, faint = [], []
    for _ in range(80):
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
        state = page.run(
            """const n = document.activeElement;
            if (!n || n === document.body) return null;
            const s = getComputedStyle(n), r = n.getBoundingClientRect();
            return [n.id || n.dataset.intent || n.textContent.trim().slice(0, 30), parseFloat(s.outlineWidth) || 0, s.outlineStyle,
                    Math.round(r.left + r.width / 2), Math.round(r.top + r.height / 2), n.tagName, innerWidth, innerHeight,
                    n.closest('.column') ? [...document.querySelectorAll('.column')].indexOf(n.closest('.column')) : -1];"""
        )
        if state is None or state[5] == "A" or (seen and state[0] == seen[0][0]):
            break
        seen.append(state)
        faint += page.run(CONTRAST, "focus")["wrong"]
    check(not faint, "the focus outline has a contrast of 3:1", faint or len(seen))
    check(len(seen) > 12, "the keyboard reaches everything", [each[0] for each in seen])
    unseen = [each[0] for each in seen if each[1] < 2 or each[2] == "none"]
    check(not unseen, "the focus is visible on each of them", unseen or None)
    outside = [each[0] for each in seen if not (0 <= each[3] <= each[6] and -2 <= each[4] <= each[7] + 2)]
    check(not outside, "the focused control is on the screen", outside or None)
    columns = [each[8] for each in seen if each[8] >= 0]
    check(columns == sorted(columns), "columns are visited one after the other")
    wanted = ["cast", "play-pause", "seek", "volume-slider"]
    names = [each[0] for each in seen]
    check(all(each in names for each in wanted), "cast button, play, seek and volume are reached", names)


def names(page):
    """The names of controls for screen readers, as the browser computes them."""
    unnamed = []
    for element in page.all(":is(button, input, select, summary, a):not(noscript *)"):
        if element.is_displayed() and not element.accessible_name.strip():
            unnamed.append(element.get_attribute("outerHTML")[:120])
    check(not unnamed, "every control has a label", unnamed or None)
    slider = page.one("#seek")
    check(slider.aria_role == "slider" and slider.get_attribute("aria-valuetext"), "the seek bar is a slider with a description", slider.get_attribute("aria-valuetext"))


# Finds clipped texts and overlapping controls.
CROWDED = """
const seen = n => n.checkVisibility({visibilityProperty: true}) && !n.closest('.unseen, .skip') && n.getBoundingClientRect().width > 1;
const name = n => (n.id || n.dataset.intent || n.className || n.nodeName) + ' ' + n.textContent.trim().slice(0, 30);
const cut = [...document.querySelectorAll('h1, h2, h3, p, .name, .value, .percent, .times *, .wide, summary span, label, .device')]
    // The mini player and the cast button may truncate names that the player shows in full.
    .filter(n => seen(n) && !n.closest('.mini, .cast') && getComputedStyle(n).overflow !== 'visible'
        && (n.scrollWidth > n.clientWidth + 1 || n.scrollHeight > n.clientHeight + 3)).map(name);
for (const n of document.querySelectorAll('button *, .card *')) {
  if (!seen(n) || n.closest('svg, .files, .log, .markers, .mini, .cast')) continue;
  const [inner, outer] = [n.getBoundingClientRect(), n.closest('button, .card').getBoundingClientRect()];
  if (inner.right > outer.right + 2 || inner.left < outer.left - 2 || inner.bottom > outer.bottom + 2) cut.push('out of its place: ' + name(n));
}
const all = [...document.querySelectorAll('main :is(button, select, input:not([type=hidden])), #cast')].filter(seen);
const over = [];
for (const [i, one] of all.entries()) for (const other of all.slice(i + 1)) {
  if (one.closest('.files, .log') || other.closest('.files, .log')) continue;
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3) over.push([name(one), name(other)]);
}
const text = document.querySelector('#player-title');
return {cut, over, size: parseFloat(getComputedStyle(text).fontSize), body: parseFloat(getComputedStyle(document.body).fontSize),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth, ratio: devicePixelRatio, width: innerWidth};
"""


def roomy(page, what):
    """Checks that nothing is clipped, overlaps or scrolls sideways, and that everything is present."""
    # The bar with the cast button is fixed while the rest scrolls below it.
    page.run("scrollTo({top: 0, behavior: 'instant'})")
    time.sleep(0.4)
    state, own = page.run(CROWDED), page.run(OWN_CHECKS)
    check(state["wide"] <= 0 and not own["cut"], f"{what}: no sideways scrolling", (state["wide"], own["cut"][:3]))
    check(not state["cut"], f"{what}: no text is clipped", state["cut"] or None)
    check(not state["over"], f"{what}: no controls overlap", state["over"][:3] or None)
    check(all(page.one(each) for each in (".player .center", "#seek", "#volume-slider", "#cast", "#queue li")), f"{what}: everything is present")
    return state


def zoom(page):
    """DC60: 200 % by browser zoom (fewer, larger points) and by text size, and a narrow window."""
    normal = roomy(page, "at 100 % zoom")
    page.resize(640, 430, scale=2)
    state = roomy(page, "200 % zoom")
    check(state["ratio"] == 2 and state["width"] == 640, "each point is twice as large", (state["ratio"], state["width"]))
    MARKS["zoom-200"] = page.run(LANDMARKS, PAGE)
    path = page.picture("zoom-200")
    check(size(path) == (1280, 860), "the window has the same size as before", size(path))
    page.resize(320, 700)
    roomy(page, "400 % zoom, or a narrow phone")
    page.picture("zoom-400")
    for area, kind in ((DESKTOP, "desktop"), (PHONE, "phone")):
        page.resize(*area)
        page.driver.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        time.sleep(0.4)
        page.picture(f"text-200-{kind}")
        state = roomy(page, f"200 % text on a {kind}")
        check(abs(state["size"] - 2 * normal["size"]) < 0.1 and state["body"] == 32, "the text is twice as large", (normal["size"], state["size"]))
        MARKS[f"text-200-{kind}"] = page.run(LANDMARKS, PAGE)
        page.driver.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    page.resize(*DESKTOP)
    time.sleep(0.4)


def without_script(url):
    """The page works in a browser without scripts, by forms."""
    page = RemoteBrowser("about:blank", name="no-script")
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    page.driver.get(url)
    control = '.mini .center, .player [data-intent="tap:playPause"]'

    def refreshed():
        """Follows the link that reloads the page, as a user without scripts does."""
        found = page.one(control)
        if not found:
            page.press('noscript a[href^="/?page="]')
        return found

    wait_for("without scripts the page shows the current media", refreshed, 15, 0.3)
    page.press(control)
    wait_for("the button changes", lambda: refreshed() and "Play" in page.one(control).accessible_name or page.press('noscript a[href^="/?page="]'), 10, 0.3)
    button = page.one('.mini .center, .player [data-intent="tap:playPause"]')
    check("Play" in button.accessible_name, "without scripts, play and pause work by forms", button.accessible_name)
    page.press('.mini .center, .player [data-intent="tap:playPause"]')
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    page.driver.quit()
    page._is_open = False


def hostile(page, cast):
    """A third-party sender casts media with hostile titles."""
    titles = [
        "<script>document.title='hurt'</script><img src=x onerror=document.title='hurt'>",
        "x" * 10_000,
        "\u202eedis thgir eht morf \u2066 never closed",
        "👩‍👩‍👧‍👦🏳️‍🌈" * 40,
        "'\"><svg/onload=document.title='hurt'>",
    ]
    server = FilmServer()
    for index, title in enumerate(titles):
        cast.media_controller.play_media(
            server.url, "video/mp4", title=title, stream_type="BUFFERED", thumb="javascript:document.title='hurt'"
        )
        wait_for("the title is shown", lambda: (page.text("#player-title") or "")[:5] == title[:5] or index == 2 and "edis" in (page.text("#player-title") or ""), 15, 0.1)
        own = page.run(OWN_CHECKS)
        check(page.driver.title != "hurt" and own["wide"] <= 0, f"title {index} is shown as text and does not change the layout", own["wide"])
        height = page.run("return document.querySelector('#player-title').getBoundingClientRect().height")
        check(height < 300, "its height is limited", height)
        page.picture(f"hostile-{index}")


def pictures_for_readme(page, television):
    """Takes small pictures of both pages."""
    target = os.environ.get("INTEROP_PICTURES") or os.path.join(OUT, "pictures")
    os.makedirs(target, exist_ok=True)
    page.resize(1180, 900)
    time.sleep(0.5)
    shots = {"remote": page.picture("readme-remote"), "television": os.path.join(OUT, "readme-television.png")}
    # A paused page shows the title and the position.
    page.press('.player [data-intent="tap:playPause"]')
    wait_for("paused", lambda: television.element()["paused"], 10)
    time.sleep(1)
    television.driver.save_screenshot(shots["television"])
    page.press('.player [data-intent="tap:playPause"]')
    for name, source in shots.items():
        path = os.path.join(target, f"{name}.png")
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-i", source, "-filter_complex",
             "scale=960:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=200:stats_mode=full[p];[b][p]paletteuse=dither=none", path],
            check=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        bytes_ = os.path.getsize(path)
        check(bytes_ < 200_000, f"{name}.png is small", bytes_)
    page.resize(*DESKTOP)


EVENING = """<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 960 540">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#22305f"/><stop offset=".55" stop-color="#c56b62"/>
<stop offset="1" stop-color="#f6c177"/></linearGradient><linearGradient id="lake" x2="0" y2="1"><stop stop-color="#d98c66"/>
<stop offset="1" stop-color="#1b2448"/></linearGradient></defs><rect width="960" height="340" fill="url(#sky)"/>
<circle cx="385" cy="238" r="54" fill="#ffe3ad"/><path d="M0 340V250Q120 180 240 250T470 262Q560 200 690 270T960 230V340Z" fill="#3b3560"/>
<path d="M0 340V300Q180 250 380 312T760 300T960 288V340Z" fill="#26264d"/><rect y="340" width="960" height="200" fill="url(#lake)"/>
<g fill="#ffe3ad" opacity=".75"><rect x="325" y="352" width="120" height="5" rx="2"/><rect x="348" y="376" width="84" height="4" rx="2"/>
<rect x="334" y="404" width="96" height="4" rx="2"/><rect x="360" y="440" width="60" height="4" rx="2"/></g></svg></body>"""


def evening():
    """Creates a video and a cover for the pictures."""
    place = folder()
    artist = RemoteBrowser("about:blank", name="artist", size=(960, 540))
    artist.run("document.write(arguments[0]); document.close()", EVENING)
    cover = os.path.join(place, "cover.png")
    artist.driver.save_screenshot(cover)
    artist.close()
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-loop", "1", "-framerate", "10", "-i", cover, "-f", "lavfi", "-i", "sine=frequency=220",
         "-t", "90", "-s", "640x360", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", "-movflags", "+faststart",
         os.path.join(place, "evening.mp4")],
        check=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return place


def tracks(page):
    """Checks the track dialog. The page has no explanation of local network access, because the browser asks for no
    permission.
    """
    page.press("#tracks-button")
    wait_for("the track dialog is shown", lambda: page.one("#tracks .track"), 10, 0.1)
    accessible(page, "the track dialog")
    portrait(page, "tracks", DIALOG)
    page.intent("cancelTracks")
    wait_for("the track dialog closes", lambda: not page.all("#tracks dialog"), 10, 0.1)
    check(not page.all("#network-title"), "no explanation of local network access is shown")


def options(page):
    """Checks the dialog with the choices for a film."""
    page.press('#cast-file [data-intent^="openOptions"][title*="Evening"]')
    wait_for("the dialog has the choices", lambda: page.one("#option-start"), 20, 0.1)
    accessible(page, "the choices for a film")
    portrait(page, "options", OPTIONS)
    page.press("#option-details summary")
    plan = "const n = document.querySelector('#option-details'); n.scrollIntoView(); return n.open && n.innerText"
    check("For Living Room: " in page.run(plan), "the details have the plan for the device")
    page.media(dark=True, reduced=True)
    accessible(page, "the choices with their details, in dark mode")
    page.picture("options-details")
    page.media(reduced=True)
    ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
    wait_for("Escape closes the dialog", lambda: not page.all("#options dialog"), 10, 0.1)


def introduction(url):
    page = RemoteBrowser(url, name="newcomer", introduces=True)
    wait_for("the introduction is shown", lambda: page.one("#introduced"), 20, 0.1)
    accessible(page, "the introduction")
    portrait(page, "introduction", INTRODUCTION)
    page.close()


def suite():
    place = folder()
    for name in ("Morning in the hills", "Noon by the sea"):
        shutil.copy(FILM, os.path.join(place, f"{name}.mp4"))
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=25", "-f", "lavfi", "-i", "sine", "-t", "5",
         "-map", "0:v", "-map", "1:a", "-map", "1:a", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fra",
         "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", os.path.join(place, "Evening at the lake.mp4")],
        check=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    for language in ("de", "en"):
        with open(os.path.join(place, f"Evening at the lake.{language}.srt"), "w") as file:
            file.write("1\n00:00:00,000 --> 00:00:04,000\nThe evening\n")
    device = Device("--name", "Living Room")
    television = Browser(device.ready["page"], name="television")
    remote = Remote(place)
    page = RemoteBrowser(remote.url)
    wait_for("a device is found", lambda: page.attribute("#cast", "data-phase") == "ready", 20, 0.1)
    introduction(remote.url)
    accessible(page, "before casting")
    photograph(page, "idle")
    button = CastButton()
    button.look(page, "idle")
    page.press("#cast")
    wait_for("devices are shown", lambda: page.one("#dialog .row"), 10, 0.1)
    time.sleep(0.3)
    accessible(page, "the dialog")
    button.look(page, "with the dialog")
    portrait(page, "dialog", DIALOG)
    page.media(dark=True, reduced=True)
    accessible(page, "the dialog in dark mode")
    page.media(reduced=True)
    page.press("#dialog .row")
    wait_for("connected", lambda: page.attribute("#cast", "data-phase") == "connected", 20, 0.1)

    place_of_evening = evening()
    for language in ("en", "de"):
        with open(os.path.join(place_of_evening, f"{language}.vtt"), "w") as file:
            file.write("WEBVTT\\n\\n00:00.000 --> 01:30.000\\nThe evening\\n")
    lovely = FolderServer(place_of_evening)
    cast = connect()
    cast.media_controller.play_media(
        f"{lovely.address}/evening.mp4", "video/mp4", title="Evening at the lake", stream_type="BUFFERED",
        thumb=f"{lovely.address}/cover.png",
        media_info={"tracks": [
            {"trackId": number, "type": "TEXT", "subtype": "SUBTITLES", "trackContentId": f"{lovely.address}/{language}.vtt",
             "trackContentType": "text/vtt", "language": language, "name": name}
            for number, language, name in ((1, "en", "English"), (2, "de", "Deutsch"))
        ]},
        metadata={"metadataType": 0, "subtitle": "A film of an hour before the night", "images": [{"url": f"{lovely.address}/cover.png"}]},
    )  # fmt: skip
    page.wait_for_text("#player-title, .mini", "Evening at the lake", 20)
    if page.one("#mini-open"):
        page.press("#mini-open")
    page.wait_for_text("#player-title", "Evening at the lake", 20)
    television.wait_until_playing(lovely.address, 25)
    wait_for("the cover is loaded through the remote", lambda: page.run("const i = document.querySelector('.player img'); return i && i.complete && i.naturalWidth === 960 && i.src.startsWith(location.origin)"), 15, 0.1)
    for name in ("Morning in the hills", "Noon by the sea"):
        page.press(f'#cast-file [data-intent^="addFile"][title*="{name}"]')
        wait_for(f"{name} is in the queue", lambda: name in (page.text("#queue") or ""), 15, 0.1)
    accessible(page, "playing")
    names(page)
    wait_for("the notice has disappeared", lambda: not page.one("#notice .notice"), 30, 0.1)
    found = photograph(page, "playing")
    button.look(page, "playing, with a queue")
    desktop, phone = found["playing-desktop-light"], found["playing-phone-light"]
    check(desktop["queue"][0] > desktop["player"][0] + desktop["player"][2] - 1, "on a desktop the queue is beside the player", (desktop["player"], desktop["queue"]))
    check(phone["queue"][1] > phone["player"][1] + phone["player"][3] - 1, "on a phone it is below the player", (phone["player"], phone["queue"]))
    check(phone["play"][1] + phone["play"][3] < PHONE[1], "the play button is on the first screen", phone["play"])
    page.media(dark=True, reduced=True)
    accessible(page, "playing, in dark mode")
    page.media(reduced=True)
    page.resize(*PHONE)
    accessible(page, "playing on a phone")
    page.resize(*DESKTOP)
    keyboard(page)
    zoom(page)
    pictures_for_readme(page, television)

    page.press("#cast")
    wait_for("the dialog shows the session", lambda: page.one('#dialog [data-intent="stopCasting"]'), 10, 0.1)
    accessible(page, "the dialog while casting")
    portrait(page, "dialog-connected", DIALOG)
    check(page.run(OWN_CHECKS)["moving"] == 0, "with reduced motion no animation is endless")
    ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
    wait_for("Escape closes the dialog", lambda: not page.all("#dialog dialog"), 10, 0.1)

    page.run("document.documentElement.dir = 'rtl'")
    time.sleep(0.3)
    page.picture("right-to-left")
    own = page.run(OWN_CHECKS)
    mirrored = MARKS["right-to-left"] = page.run(LANDMARKS, PAGE)
    check(own["wide"] <= 0 and mirrored["cast"][0] < 640 < desktop["cast"][0] + desktop["cast"][2], "in right-to-left layout the page is mirrored", mirrored["cast"])
    check(mirrored["queue"][0] < mirrored["player"][0], "the queue is on the other side", mirrored["queue"])
    page.run("document.documentElement.dir = 'ltr'")

    tracks(page)
    options(page)
    hostile(page, cast)
    without_script(remote.url)
    cast.quit_app()
    wait_for("casting has ended", lambda: page.attribute("#cast", "data-phase") == "ready", 20, 0.1)
    fresh = RemoteBrowser(remote.url, name="fresh")
    weight(fresh, remote.url)
    fresh.close()
    landmarks.compare("remote", MARKS)
    cast.disconnect()
    page.close()
    refused = television.errors()
    check(all("javascript:document.title" in each for each in refused), "the device's page blocked the script image, and nothing else", len(refused))
    television.close()
    remote.end()
    device.end()


run_suite(suite)
