# SPDX-License-Identifier: Apache-2.0
"""The device's page shows any title and any artwork safely and within the layout."""

import os
import struct
import subprocess
import sys
import time
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer, Redirects
from harness import NAME, OUT, Device, check, run_suite, say, wait_for
from sender import connect
from television import PARTS, problems
from television_media import TITLE, Stage, load, music

Browser.scale = 1

EVIL = "<img src=x onerror=\"window.broken=1\"><script>window.broken=2</script>&amp;'\"`${7*7}"
NAMES = {
    "markup": EVIL,
    "long": "Wörter " * 1500,
    "unbroken": "x" * 10_000,
    "right-to-left": "שלום עולם — مرحبا بالعالم (1984)",
    "override": "good\u202egnp.exe\u202c and \u2066isolated",
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈👍🏽" * 60,
    "marks": "Z̷̢̛͎̠̱̝͔̙̱̗̹͂̅̀a̴l̸̡̛̘̜̟͖͎̪̀͊g̵o" * 40,
    "control": "line one\nline two\u0000\u0007\ttab\u2028end",
}


def bad_names(page, media, stage):
    """Any title is shown as text within the layout, and has no other effect."""
    page.run("window.broken = 0")
    for kind, name in NAMES.items():
        load(media, stage, metadata={"title": name, "subtitle": name, "images": []})
        wait_for(f"{kind} plays", lambda: (page.element() or {}).get("time", 0) > 0 and page.scene == "playing", 15)
        media.pause()
        wait_for(f"{kind} is shown", lambda: page.text("#overlay h1"))
        time.sleep(0.5)
        for width, height in [(1920, 1080), (1024, 600)]:
            page.resize(width, height)
            time.sleep(0.15)
            found = problems(page.run(PARTS))
            page.picture(f"title-{kind}-{width}")
            check(not found, f"a title with {kind} stays in place at {width}x{height}", found or None)
        page.resize(1920, 1080)
    music(media, stage, title=EVIL, artist="x" * 5000)
    wait_for("markup is shown as text", lambda: page.scene == "playing" and page.text("#card h1") == EVIL)
    time.sleep(0.6)
    found = problems(page.run(PARTS))
    page.picture("music-markup")
    check(not found, "it stays in place beside a cover, too", found or None)
    check(page.run("return window.broken") == 0, "no script of a title has run")
    check(page.run("return document.querySelectorAll('#card h1 *, #overlay h1 *, #overlay .subtitle *').length") == 0, "no title has become an element of the page")


def bad_artwork(page, media, stage):
    """Artwork that is too large, never loads, is not an image, or redirects to a forbidden host."""
    # More pixels than a cover may have, and more bytes than any response may have, both in files that are small to
    # create.
    many = FilmServer(coloured("huge.png", "red", 12000, 9000), "image/png")
    shown = "return document.querySelector('#card .cover.painted img')?.naturalWidth"
    bad = {
        "no picture": stage.film.url,
        "not there": stage.film.address + "/none.png",
        "a script": "javascript:window.broken=1",
        "too many points": many.url,
        "too many bytes": FilmServer(padded("heavy.png", 11_000_000), "image/png").url,
        "a drawing with a script": FilmServer(drawing(), "image/svg+xml").url,
    }
    for what, url in bad.items():
        music(media, stage, title=what, images=[url, stage.cover.url])
        page.wait_for_text("#card h1", what)
        wait_for(f"artwork that is {what}: the next one is shown", lambda: page.run(shown) == 600, 10)
        music(media, stage, title=f"only {what}", images=[url])
        page.wait_for_text("#card h1", f"only {what}")
        page.wait_for_scene("playing")
        only_icon(page, f"artwork that is {what}, alone")
    music(media, stage, title="slow", images=[stage.silent.address + "/slow.png", stage.cover.url])
    page.wait_for_text("#card h1", "slow")
    page.wait_for_scene("playing")
    only_icon(page, "artwork that never loads delays nothing, and")
    wait_for("after fifteen seconds the next artwork is tried", lambda: page.run(shown) == 600, 20)
    check(page.run("return window.broken") == 0, "no image has run a script")
    redirects(page, media, stage, shown)
    cast_pictures(page, media, stage, many)


def coloured(name, color, width, height):
    path = os.path.join(OUT, name)
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"color={color}:s={width}x{height}", "-frames:v", "1", path], check=True, stdin=subprocess.DEVNULL)
    return path


def padded(name, count):
    """A valid image with many unused bytes."""
    with open(coloured(name, "blue", 64, 64), "rb") as file:
        png = file.read()
    rest = struct.pack(">I", count) + b"teSt" + bytes(count)
    rest += struct.pack(">I", zlib.crc32(rest[4:]))
    path = os.path.join(OUT, name)
    with open(path, "wb") as file:
        file.write(png[:33] + rest + png[33:])
    return path


def drawing():
    path = os.path.join(OUT, "drawing.svg")
    with open(path, "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><script>parent.broken=3</script><rect width="600" height="600"/></svg>')
    return path


def only_icon(page, what):
    icon = """const cover = document.querySelector('#card .cover'), icon = cover.querySelector('i');
    return !cover.classList.contains('painted') && icon.checkVisibility({opacityProperty: true}) && !cover.querySelector('img').getAttribute('src')"""
    wait_for(f"{what}: the icon is shown instead", lambda: page.run(icon), 5)


def redirects(page, media, stage, shown):
    """A server of artwork can redirect the device, but not to hosts that the server could not reach itself."""
    # An address as in private networks, and a public one, both on this machine.
    home, world = "10.77.0.7", "93.184.215.14"
    for address in (home, world):
        subprocess.run(["ip", "address", "add", f"{address}/32", "dev", "lo"], check=True)
    visited = FilmServer(os.path.join(OUT, "cover.png"), "image/png")
    at_home = FilmServer(os.path.join(OUT, "cover.png"), "image/png", host=home)
    port = visited.server.server_address[1]
    cases = [
        (home, visited.url, "this machine"),
        (home, f"http://localhost:{port}/cover.png", "this machine by its name"),
        (home, f"http://2130706433:{port}/cover.png", "this machine by a number"),
        (home, f"http://[::ffff:127.0.0.1]:{port}/cover.png", "this machine in another form"),
        (world, visited.url, "this machine from outside"),
        (world, at_home.url, "a private network from outside"),
    ]
    for number, (host, target, where) in enumerate(cases):
        sender = Redirects(target, host)
        title = f"leads to {number}"
        music(media, stage, title=title, images=[sender.url])
        page.wait_for_text("#card h1", title)
        wait_for(f"the server that redirects to {where} was asked", lambda: sender.asked, 10)
        page.wait_for_scene("playing")
        time.sleep(0.7)
        only_icon(page, f"artwork that redirects to {where}")
        media.play_media(sender.url, "image/png", title=title, stream_type="NONE")
        page.wait_for_text("#error h1", "This cannot be shown here")
    visits = len(visited.requests) + len(at_home.requests)
    check(visits == 0, "the target of the redirect was not requested", visits)
    page.picture("picture-astray")
    music(media, stage, title="from home", images=[at_home.url])
    wait_for("artwork of the private network itself is shown", lambda: page.run(shown) == 600, 10)
    music(media, stage, title="from here on", images=[Redirects(stage.cover.url, "127.0.0.1").url])
    page.wait_for_text("#card h1", "from here on")
    wait_for("a server may redirect to its own network", lambda: page.run(shown) == 600, 10)
    policy = page.run("return fetch('/').then((answer) => answer.headers.get('Content-Security-Policy'))")
    check("img-src 'self' data: blob:;" in policy, "the page's policy allows no images of other hosts", policy)
    names = page.run("return performance.getEntriesByType('resource').filter((each) => ['img', 'css'].includes(each.initiatorType)).map((each) => each.name)")
    strangers = [name for name in names if not name.startswith((page.run("return location.origin"), "data:", "blob:"))]
    check(names and not strangers, "the page has loaded none", strangers or len(names))


def cast_pictures(page, media, stage, many):
    """Images as media: a large photograph is shown, a larger one is rejected before it is decoded."""
    media.play_media(many.url, "image/png", title="huge", stream_type="NONE")
    size = "const image = document.querySelector('#image'); return image.complete && image.naturalWidth"
    wait_for("an image of 108 million pixels is shown", lambda: page.scene == "paused" and page.run(size) == 12000, 40)

    def is_red():
        # It fades in, slowly if it takes long to draw.
        page.picture("picture-huge")
        red = average(os.path.join(OUT, "picture-huge.png"))
        return red[0] > 200 and red[1] < 40 and red[2] < 40

    wait_for("all of it is shown", is_red, 10)
    larger = FilmServer(coloured("larger.png", "green", 14000, 9000), "image/png")
    media.play_media(larger.url, "image/png", title="larger", stream_type="NONE")
    page.wait_for_text("#error h1", "This picture is too large", 20)
    check(page.run("return document.querySelector('#image').getAttribute('src')") is None, "one of 126 million pixels is rejected without reaching the browser")
    # The length is known from the header; the body is not awaited.
    began = time.monotonic()
    heavy = FilmServer(padded("heavier.png", 61_000_000), "image/png")
    media.play_media(heavy.url, "image/png", title="heavy", stream_type="NONE")
    page.wait_for_text("#error h1", "This picture is too large", 20)
    say(f"one of 61 MB is rejected, after {time.monotonic() - began:.2f} s")
    half = FilmServer(truncated(), "image/png")
    for url, title in ((half.url, "This could not be decoded"), (stage.film.url, "This cannot be played here"), (stage.cover.address + "/none.png", "Media not found")):
        media.play_media(url, "image/png", title="bad", stream_type="NONE")
        page.wait_for_text("#error h1", title)
    media.play_media(stage.cover.url, "image/png", title="good", stream_type="NONE")
    wait_for("a valid image after these is shown", lambda: page.scene == "paused" and page.run(size) == 600, 10)
    media.stop()


def truncated():
    path = os.path.join(OUT, "half.png")
    with open(os.path.join(OUT, "cover.png"), "rb") as file:
        content = file.read()
    with open(path, "wb") as file:
        file.write(content[: len(content) // 2])
    return path


def average(path):
    """Red, green and blue in the middle of a picture."""
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-vf", "crop=iw/4:ih/4,scale=1:1:flags=area", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        check=True, stdin=subprocess.DEVNULL, capture_output=True,
    ).stdout  # fmt: skip
    return list(raw)


def still(device, stage, cast):
    """X14, DC 59: with reduced motion nothing is animated in any scene, and waiting states are shown as text."""
    page = Browser(device.ready["page"], name="still")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    media = cast.media_controller
    page.wait_for_text("#idle .device", NAME)
    rests(page, "idle")
    cast.start_app("CC1AD845")
    page.wait_for_scene("ready")
    rests(page, "ready")
    media.play_media(stage.silent.address + "/slow.mp4", "video/mp4", title=TITLE, stream_type="BUFFERED")
    page.wait_for_text("#card .status", "Loading…")
    rests(page, "loading")
    # A video whose data ends in the middle.
    slow = FilmServer(stage.film_path)
    slow.goes_on.clear()
    media.play_media(slow.url, "video/mp4", title=TITLE, stream_type="BUFFERED")
    page.wait_for_scene("playing", 20)
    media.seek(100)
    page.wait_for_text("#waiting", "Buffering", 15)
    rests(page, "buffering")
    slow.goes_on.set()
    wait_for("playback continues, and the text disappears", lambda: page.scene == "playing" and page.text("#waiting") is None, 20)
    media.pause()
    page.wait_for_text("#overlay h1", TITLE)
    rests(page, "paused")
    music(media, stage)
    page.wait_for_scene("playing")
    media.pause()
    page.wait_for_text("#card .status", "Paused")
    rests(page, "music, paused")
    media.play_media(stage.film.address + "/missing.mp4", "video/mp4", title=TITLE, stream_type="BUFFERED")
    page.wait_for_text("#error h1", "cannot be played here")
    rests(page, "error")
    page.close()


def rests(page, scene):
    """Checks that nothing is animated, and that two pictures one second apart are equal, except for a clock.

    The last pictures of a video can still appear after the position has stopped, and texts disappear after a few seconds.
    """
    time.sleep(0.5)
    page.run("document.querySelector('#idle .clock').style.visibility = 'hidden'")
    running = "return document.getAnimations().filter((one) => one.playState === 'running').map((one) => one.effect.target.id || one.effect.target.className)"
    moving = page.run(running)
    shots = [page.driver.get_screenshot_as_png()]
    equal = False
    for _ in range(6):
        time.sleep(1)
        shots.append(page.driver.get_screenshot_as_png())
        equal = shots[-2] == shots[-1]
        if equal:
            break
    page.run("document.querySelector('#idle .clock').style.visibility = ''")
    check(not moving and equal, f"DC 59: no animation in scene {scene}", moving or None)


def suite():
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    stage = Stage()
    cast = connect()
    media = cast.media_controller
    bad_names(page, media, stage)
    bad_artwork(page, media, stage)
    cast.quit_app()
    page.wait_for_scene("idle")
    page.close()
    still(device, stage, cast)
    cast.quit_app()
    cast.disconnect(5)
    device.end()


run_suite(suite)
