"""The television shows whatever people call their media, and whatever their artwork is, safely and in its place."""

import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer
from harness import NAME, OUT, Device, check, run_lane, say, wait_for
from sender import connect
from television import PARTS, problems
from television_media import Stage, load, music

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
    """Whatever a title is, it is shown as text, in its place, and harms nothing else."""
    page.run("window.broken = 0")
    for kind, name in NAMES.items():
        load(media, stage, metadata={"title": name, "subtitle": name, "images": []})
        wait_for(f"{kind} plays", lambda: (page.element() or {}).get("time", 0) > 0 and page.scene == "playing", 15)
        media.pause()
        wait_for(f"{kind} is on the screen", lambda: page.text("#overlay h1"))
        time.sleep(0.5)
        for width, height in [(1920, 1080), (1024, 600)]:
            page.resize(width, height)
            time.sleep(0.15)
            found = problems(page.run(PARTS))
            page.picture(f"title-{kind}-{width}")
            check(not found, f"a title with {kind} has its place at {width}x{height}", found or None)
        page.resize(1920, 1080)
    music(media, stage, title=EVIL, artist="x" * 5000)
    wait_for("markup is text", lambda: page.scene == "playing" and page.text("#card h1") == EVIL)
    time.sleep(0.6)
    found = problems(page.run(PARTS))
    page.picture("music-markup")
    check(not found, "also beside a cover", found or None)
    check(page.run("return window.broken") == 0, "no script of a title has run")
    check(page.run("return document.querySelectorAll('#card h1 *, #overlay h1 *, #overlay .subtitle *').length") == 0, "nor become a part of the page")


def bad_artwork(page, media, stage):
    """Pictures that are too large, never come, or are none."""
    from_film = f"{stage.film.url}"
    huge = os.path.join(OUT, "huge.png")
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "color=red:s=12000x9000", "-frames:v", "1", huge], check=True)
    huge = FilmServer(huge, "image/png")
    for what, url in [("no picture", from_film), ("not there", stage.film.address + "/none.png"), ("script", "javascript:window.broken=1"), ("too large", huge.url)]:
        music(media, stage, title=what, images=[url, stage.cover.url])
        page.wait_for_text("#card h1", what)
        shown = "return document.querySelector('#card .cover.painted img')?.src"
        wait_for(f"artwork that is {what}: the next one is shown", lambda: page.run(shown) == stage.cover.url, 10)
    music(media, stage, title="slow", images=[stage.silent.address + "/slow.png"])
    page.wait_for_text("#card h1", "slow")
    page.wait_for_scene("playing")
    check(page.run("return !document.querySelector('#card .cover.painted')"), "artwork that never comes keeps nothing waiting")
    media.stop()
    media.play_media(FilmServer(os.path.join(OUT, "huge.png"), "image/png").url, "image/png", title="huge", stream_type="NONE")
    wait_for("a picture of 108 million points is shown or refused", lambda: page.scene in ("paused", "error"), 20)
    say(f"it is {page.scene}")


def still(device, stage):
    """X14, DC 59: where people want no motion, nothing moves, and what waits says so."""
    page = Browser(device.ready["page"], name="still")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    page.wait_for_text("#idle .device", NAME)
    check(page.run("return document.getAnimations().filter((one) => one.playState === 'running').length") == 0, "DC 59: nothing moves")
    page.close()


def lane():
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    stage = Stage()
    cast = connect()
    media = cast.media_controller
    bad_names(page, media, stage)
    bad_artwork(page, media, stage)
    cast.quit_app()
    still(device, stage)
    cast.disconnect(5)
    page.close()
    device.end()


run_lane(lane)
