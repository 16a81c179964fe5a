"""How the television looks: every scene on every screen, whatever people call their media, on every kind of device.

The numbers are those of the statements of the design checklist (DC) and its items (R, T, X) that a check proves.
"""

import http.server
import os
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer, FolderServer, Server
from harness import HOST, NAME, OUT, Device, Process, check, at_end, folder, run_lane, say, wait_for
from sender import connect
from television import PARTS, SIZES, problems, shoot

TITLE, SUBTITLE = "The Long Way Home", "A film about light"
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


def made(name, *arguments):
    path = os.path.join(OUT, name)
    subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments, path], check=True, stdin=subprocess.DEVNULL)
    return path


class SilentServer:
    """Takes connections and never answers."""

    def __init__(self):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                threading.Event().wait(60)

            def log_message(self, *_):
                pass

        server = Server((HOST, 0), Handler)
        self.address = f"http://{HOST}:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        at_end(lambda failed: server.shutdown())


class Stage:
    """What the scenes are made of."""

    def __init__(self):
        colours = ["-f", "lavfi", "-i", "gradients=s=1280x720:r=25:speed=0.02:nb_colors=4:c0=0x10304a:c1=0xd98b4a:c2=0x3a1f4f:c3=0x7fb3c8:seed=7"]
        quick = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25"]
        tone = ["-f", "lavfi", "-i", "sine=frequency=220", "-c:a", "aac"]
        made("base.mp4", *colours, *tone, "-t", "4", *quick)
        again = ["-stream_loop", "-1", "-i", os.path.join(OUT, "base.mp4"), "-c", "copy", "-movflags", "+faststart"]
        self.film = FilmServer(made("scene.mp4", *again, "-t", "120"))
        self.clip = FilmServer(made("clip.mp4", *again, "-t", "20"))
        self.cover = FilmServer(made("cover.png", "-f", "lavfi", "-i", "gradients=s=600x600:c0=orange:c1=purple:x0=0:y0=0:x1=600:y1=600", "-frames:v", "1"), "image/png")
        self.song = FilmServer(made("song.mp3", "-f", "lavfi", "-i", "sine=frequency=330:duration=120", "-b:a", "64k"), "audio/mpeg")
        self.silent = SilentServer()


def load(media, stage, **more):
    metadata = {"metadataType": 0, "title": TITLE, "subtitle": SUBTITLE, "images": [{"url": stage.cover.url}]}
    metadata.update(more.pop("metadata", {}))
    media.play_media(stage.film.url, "video/mp4", stream_type="BUFFERED", metadata=metadata, **more)


def music(media, stage, title="A quiet tone", artist="The Oscillators", images=None):
    images = [{"url": url} for url in (images if images is not None else [stage.cover.url])]
    metadata = {"metadataType": 3, "title": title, "artist": artist, "albumName": "Sine of the Times", "images": images}
    media.play_media(stage.song.url, "audio/mpeg", stream_type="BUFFERED", metadata=metadata)


def waiting_scenes(device, page, cast, stage):
    shoot(page, "idle", ["#idle .clock", "#idle .date", ("#idle .device", NAME), "#idle .hint"])
    threading.Thread(target=lambda: attempt(lambda: cast.start_app("ABCD1234", timeout=30)), daemon=True).start()
    page.wait_for_scene("launching")
    shoot(page, "launch", ["#app h1", ("#app .status", "Starting"), "#app .mark"])
    say("DC 47, R5, R7: the mark and name of the app, and something that turns, while it starts")
    cast.quit_app()
    page.wait_for_scene("idle")
    cast.start_app("CC1AD845")
    page.wait_for_scene("ready")
    shoot(page, "ready", ["#app h1", ("#app .status", "Ready to cast"), "#app .mark"])
    cast.media_controller.play_media(
        stage.silent.address + "/slow.mp4", "video/mp4", title=TITLE, stream_type="BUFFERED", thumb=stage.cover.url
    )
    page.wait_for_scene("loading")
    wait_for("its artwork is there", lambda: page.run("return document.body.classList.contains('illustrated')"))
    shoot(page, "loading", [("#card h1", TITLE), ("#card .status", "Loading")])
    say("R8: what is loaded, and something that turns")


def attempt(body):
    try:
        body()
    except Exception:
        pass


def playing_scenes(page, cast, media, stage):
    load(media, stage)
    page.wait_for_scene("playing")
    page.wait_for_text("#overlay h1", TITLE)
    shoot(page, "playing", ["#overlay h1", "#overlay .at", "#overlay .end"], sizes=[(1920, 1080)])
    wait_for("R9: it goes away", lambda: page.text("#overlay h1") is None, 8)
    wait_for("R4: then nothing covers the film", lambda: page.run(PARTS)["parts"] == [], 2)
    place = {"at": 20}

    def seek():
        place["at"] += 13 if place["at"] < 80 else -55
        media.seek(place["at"])
        wait_for("leaping", lambda: page.run("return document.body.classList.contains('leaping')"), 3)

    shoot(page, "seek", ["#overlay h1", "#overlay .leap b", "#overlay .leap span", "#overlay .at"], again=seek)
    # The words of a pause go away by themselves, and a busy machine takes its time with large pictures.
    for sizes in (SIZES[:2], SIZES[2:]):
        media.play()
        page.wait_for_scene("playing")
        media.pause()
        page.wait_for_scene("paused")
        shoot(page, "paused", ["#overlay h1", "#overlay .subtitle", "#overlay .end"], sizes=sizes)
    pauses = "return document.querySelector('#state .pause').checkVisibility()"
    wait_for("R4: the words go away in a pause, too", lambda: page.text("#overlay h1") is None, 12)
    check(page.run(pauses), "DC 45, R10: the sign of the pause stays")
    page.picture("paused-quiet")
    media.play()
    page.wait_for_scene("playing")
    check(not page.run(pauses), "R1: and goes when it plays")
    time.sleep(5.2)
    levels = iter([0.2, 0.5, 0.8, 0.35])
    shoot(page, "volume", [("#volume", "Volume")], again=lambda: cast.set_volume(next(levels)))
    cast.set_volume_muted(True)
    page.wait_for_text("#volume", "Muted")
    cast.set_volume_muted(False)
    say("DC 46, R2, R3: all of it in the lower quarter, and nothing that looks like a control")


def subtitles_scene(page, media, stage):
    place = folder()
    with open(os.path.join(place, "words.vtt"), "w", encoding="utf-8") as file:
        file.write("WEBVTT\n\n00:00.000 --> 02:00.000\nEvery road that leaves the house\nis also one that <i>leads back</i>.\n")
    server = FolderServer(place)
    track = {"trackId": 1, "type": "TEXT", "trackContentId": f"{server.address}/words.vtt", "trackContentType": "text/vtt", "language": "en", "subtype": "SUBTITLES"}
    load(media, stage, media_info={"tracks": [track]})
    page.wait_for_scene("playing")
    media.enable_subtitle(1)
    page.wait_for_text("#captions", "leads back")
    time.sleep(6)
    shoot(page, "subtitles", [("#captions", "leads back")])
    media.pause()
    page.wait_for_text("#overlay h1", TITLE)
    shoot(page, "subtitles-paused", [("#captions", "leads back"), "#overlay h1"], sizes=[(1920, 1080), (1024, 600)])
    media.stop()


def queue_scene(page, media, stage):
    items = [
        {"media": {"contentId": stage.film.url, "contentType": "video/mp4", "streamType": "BUFFERED", "metadata": {"title": TITLE, "subtitle": SUBTITLE}}, "startTime": 95},
        {"media": {"contentId": stage.song.url, "contentType": "audio/mpeg", "metadata": {"metadataType": 3, "title": "A quiet tone", "artist": "The Oscillators", "images": [{"url": stage.cover.url}]}}},
    ]
    media.send_message({"type": "QUEUE_LOAD", "items": items}, inc_session_id=True)
    page.wait_for_text("#upnext .when", "Up next in")
    shoot(page, "upnext", [("#upnext .when", "Up next"), ("#upnext h2", "A quiet tone")])
    say("AQ2: what follows is told from 30 s before the end, with the seconds")
    media.pause()
    page.wait_for_text("#overlay h1", TITLE)
    shoot(page, "upnext-paused", [("#upnext .when", "Up next"), "#overlay h1", "#overlay .at"], sizes=[(1920, 1080), (1024, 600)])
    media.stop()


def advertisement_scene(page, media, stage):
    breaks = {
        "breaks": [{"id": "break", "breakClipIds": ["one", "two"], "position": 0}, {"id": "later", "breakClipIds": ["one"], "position": 60}],
        "breakClips": [
            {"id": name, "contentId": stage.clip.url, "contentType": "video/mp4", "duration": 20, "whenSkippable": 15, "title": "Buy now"}
            for name in ("one", "two")
        ],
    }
    load(media, stage, media_info=breaks)
    page.wait_for_text("#advertisement", "Advertisement 1 of 2", 15)
    shoot(page, "advertisement", [("#advertisement", "Can be skipped in"), ("#advertisement", "0:")])
    media.pause()
    page.wait_for_scene("paused")
    shoot(page, "advertisement-paused", [("#advertisement", "Advertisement 1 of 2")], sizes=[(1920, 1080)])
    media.stop()


def live_scene(page, media, stage):
    place = folder()
    live = Process(
        "live",
        ["ffmpeg", "-v", "error", "-re", "-stream_loop", "-1", "-i", os.path.join(OUT, "clip.mp4"), "-c", "copy", "-f", "hls"]
        + ["-hls_time", "1", "-hls_list_size", "6", "-hls_flags", "delete_segments", os.path.join(place, "live.m3u8")],
    )
    wait_for("a live stream is there", lambda: os.path.exists(os.path.join(place, "live4.ts")), 20)
    server = FolderServer(place)
    media.play_media(f"{server.address}/live.m3u8", "application/x-mpegURL", title="The Evening News", stream_type="LIVE")
    page.wait_for_scene("playing", 20)
    shoot(page, "live", ["#overlay h1", "#overlay .live"], sizes=[(1920, 1080)])
    media.pause()
    page.wait_for_scene("paused")
    shoot(page, "live-paused", ["#overlay h1", "#overlay .live"], sizes=[(1920, 1080), (1024, 600)])
    say("X9: live is a word, not a colour alone")
    media.stop()
    live.stop()


def music_scenes(page, media, stage):
    music(media, stage)
    page.wait_for_scene("playing")
    wait_for("its cover is there", lambda: page.run("return document.body.classList.contains('illustrated')"))
    shoot(page, "music", [("#card h1", "A quiet tone"), ("#card .subtitle", "The Oscillators"), ("#card .album", "Sine"), "#card .at", "#card .end"])
    media.pause()
    page.wait_for_scene("paused")
    page.wait_for_text("#card .status", "Paused")
    page.picture("music-paused")
    music(media, stage, images=[])
    page.wait_for_scene("playing")
    shoot(page, "music-without-cover", [("#card h1", "A quiet tone")], sizes=[(1920, 1080), (1024, 600)])


def error_scene(page, media, stage):
    media.play_media(f"{stage.film.address}/missing.mp4?token=GEHEIM", "video/mp4", title=TITLE, stream_type="BUFFERED")
    page.wait_for_text("#error h1", "cannot be played here")
    shoot(page, "error", ["#error h1", "#error .reason", "#error .advice", ("#error .detail", "missing.mp4")])
    check("GEHEIM" not in page.run("return document.body.innerText"), "and the address keeps its secret")


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


def readme_picture():
    """The picture of the page in README, docs/pictures/television.jpg, is a copy of what this makes."""
    scenes = [os.path.join(OUT, f"{name}-1920x1080.png") for name in ("idle", "seek", "music", "subtitles-paused")]
    inputs = [argument for scene in scenes for argument in ("-i", scene)]
    scaled = ";".join(f"[{number}]scale=640:-1[s{number}]" for number in range(4))
    made("television.jpg", *inputs, "-filter_complex", f"{scaled};[s0][s1]hstack[t];[s2][s3]hstack[b];[t][b]vstack", "-frames:v", "1", "-q:v", "4")


def still(device, stage):
    """X14, DC 59: where people want no motion, nothing moves, and what waits says so."""
    page = Browser(device.ready["page"], name="still")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    page.wait_for_text("#idle .device", NAME)
    check(page.run("return document.getAnimations().filter((one) => one.playState === 'running').length") == 0, "DC 59: nothing moves")
    page.close()


def lane():
    device = Device("--web-app", "ABCD1234=http://localhost:9/")
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    stage = Stage()
    cast = connect()
    media = cast.media_controller
    waiting_scenes(device, page, cast, stage)
    playing_scenes(page, cast, media, stage)
    subtitles_scene(page, media, stage)
    queue_scene(page, media, stage)
    advertisement_scene(page, media, stage)
    live_scene(page, media, stage)
    music_scenes(page, media, stage)
    error_scene(page, media, stage)
    say(f"DC 49, 50, R11, T1, T7: {len(SIZES)} sizes, nothing in the outer tenth, no text below 2.2 % of the height")
    bad_names(page, media, stage)
    bad_artwork(page, media, stage)
    readme_picture()
    cast.quit_app()
    still(device, stage)
    cast.disconnect(5)
    page.close()
    device.end()


run_lane(lane)
