# SPDX-License-Identifier: Apache-2.0
"""Measures playback on the device's page: its accuracy, the supported kinds of media and tracks, and the errors for
media that cannot be played.

The numbers are those of statements of the design checklist (DC) and its items (R, AQ) that a check covers.
"""

import http.server
import os
import random
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer, FolderServer, Server
from harness import FILM, FILM_SECONDS, HOST, OUT, Device, at_end, check, folder, run_suite, say, wait_for
from sender import connect
from television import AGREEMENT, PARTS, agrees, gap

Browser.scale = 1

FRAME = 1 / 25
TITLE = "Interop film"

# Records when a command arrives and when the first frame is drawn that shows it. Runs before the page's own scripts.
WATCH = """
window.seen = {orders: [], frames: []};
const listen = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (type, listener, ...rest) {
  if (type !== 'message') return listen.call(this, type, listener, ...rest);
  return listen.call(this, type, (event) => {
    const orders = JSON.parse(event.data).state?.orders;
    const last = seen.orders.at(-1);
    if (orders && orders.wantsPlaying !== last?.wantsPlaying) {
      const order = {wantsPlaying: orders.wantsPlaying, at: performance.now(), frames: 0};
      seen.orders.push(order);
      const look = () => {
        order.frames += 1;
        const sign = document.querySelector('#state .pause');
        if (sign.checkVisibility() === !order.wantsPlaying) order.shown = performance.now();
        else if (order.frames < 600) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }
    listener(event);
  }, ...rest);
};
"""
# Samples the element's time and the page's clock.
SAMPLES = """
const [count, done] = arguments;
const video = document.querySelector('video');
const samples = [];
const timer = setInterval(() => {
  samples.push([performance.now() / 1000, video.currentTime]);
  if (samples.length === count) { clearInterval(timer); done(samples); }
}, 50);
"""


def load(media, url, kind="video/mp4", **more):
    more.setdefault("stream_type", "BUFFERED")
    more.setdefault("title", TITLE)
    media.play_media(url, kind, **more)


def exactness(page, media, films):
    load(media, films.url)
    page.wait_until_playing(films.url)
    samples = page.driver.execute_async_script(SAMPLES, 80)
    passed, advanced = samples[-1][0] - samples[0][0], samples[-1][1] - samples[0][1]
    check(abs(advanced / passed - 1) < 0.03, f"in {passed:.2f} s the position advances as much", f"{advanced:.3f} s")
    agrees(page, media, "while it plays", 40)

    chance = random.Random(5)
    errors = []
    for _ in range(8):
        target = round(chance.uniform(2, FILM_SECONDS - 8), 3)
        media.seek(target)
        wait_for(f"seek to {target}", lambda: 0 <= page.element()["time"] - target < 2 and not page.run("return document.querySelector('video').seeking"))
        errors.append(gap(page, media))
    check(max(errors) < AGREEMENT, "after seeks during playback they agree", f"largest {max(errors) * 1000:.0f} ms of {len(errors)}")
    media.pause()
    page.wait_for_scene("paused")
    wait_for("PAUSED", lambda: media.status.player_state == "PAUSED")
    agrees(page, media, "paused", 15)
    misses, told = [], []
    for _ in range(10):
        target = round(chance.uniform(1, FILM_SECONDS - 2), 3)
        # pychromecast resumes playback after a seek; here it stays paused.
        media.send_message({"type": "SEEK", "currentTime": target, "resumeState": "PLAYBACK_PAUSE", "mediaSessionId": media.status.media_session_id})
        wait_for(f"seek to {target}", lambda: abs(page.element()["time"] - target) < 0.5 and not page.run("return document.querySelector('video').seeking"))
        misses.append(abs(page.element()["time"] - target))
        told.append(gap(page, media))
    check(max(misses) <= 2 * FRAME, "a seek lands within two frames", f"largest miss {max(misses) * 1000:.1f} ms of {len(misses)}")
    check(max(told) < AGREEMENT, "the status has the position", f"largest {max(told) * 1000:.0f} ms")
    media.play()
    page.wait_for_scene("playing")


def signs(page, media):
    """DC 45, R1: the pause symbol appears in the first frame after the command, and disappears likewise."""
    time.sleep(0.5)
    page.run("seen.orders = seen.orders.slice(-1)")
    for number in range(6):
        (media.pause if number % 2 == 0 else media.play)()
        state = "PAUSED" if number % 2 == 0 else "PLAYING"
        wait_for(state, lambda: media.status.player_state == state)
        time.sleep(0.3)
    orders = page.run("return seen.orders.slice(1)")
    check(len(orders) >= 6 and all(order.get("shown") for order in orders), "each command was shown", len(orders))
    frames = [order["frames"] for order in orders]
    delays = [round(order["shown"] - order["at"], 1) for order in orders]
    check(max(frames) == 1, "DC 45, R1: each was shown in the first frame after the command", f"frames {frames}, ms {delays}")
    media.stop()
    page.wait_for_scene("ready")


class BadSubtitles:
    """A server of subtitles that never end or never arrive, which counts requests and disconnections."""

    def __init__(self):
        self.asked = {"endless": 0, "silent": 0}
        self.left = {"endless": 0, "silent": 0}
        self.sent = 0
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                kind = self.path[1:].removesuffix(".vtt")
                outer.asked[kind] += 1
                self.send_response(200)
                self.send_header("Content-Type", "text/vtt")
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                self.wfile.write(b"WEBVTT\n\n")
                piece = b"NOTE\nnothing\n\n" * (4_000 if kind == "endless" else 1)
                try:
                    while True:
                        self.wfile.write(piece)
                        outer.sent += len(piece) if kind == "endless" else 0
                        if kind == "silent":
                            time.sleep(0.3)
                except OSError:
                    outer.left[kind] += 1

            def log_message(self, *_):
                pass

        self.server = Server((HOST, 0), Handler)
        self.address = f"http://{HOST}:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        at_end(lambda failed: self.server.shutdown())


def text_tracks(page, media, films):
    place = folder()
    for language, words in (("en", "The words of the film"), ("de", "Die Worte des Films"), ("ar", "كلمات الفيلم")):
        with open(os.path.join(place, f"{language}.vtt"), "w", encoding="utf-8") as file:
            file.write(f"WEBVTT\n\n00:00.000 --> 00:59.000\n{words}\n")
    server = FolderServer(place)
    bad = BadSubtitles()
    tracks = [
        {"trackId": number, "type": "TEXT", "subtype": "SUBTITLES", "language": language, "name": language,
         "trackContentId": f"{server.address}/{language}.vtt", "trackContentType": "text/vtt"}
        for number, language in enumerate(("en", "de", "ar", "gone"), 1)
    ] + [
        {"trackId": number, "type": "TEXT", "subtype": "SUBTITLES", "language": "en", "name": kind,
         "trackContentId": f"{bad.address}/{kind}.vtt", "trackContentType": "text/vtt"}
        for number, kind in ((5, "endless"), (6, "silent"))
    ]  # fmt: skip
    load(media, films.url, media_info={"tracks": tracks})
    page.wait_until_playing(films.url)

    def choose(ids, style=None):
        message = {"type": "EDIT_TRACKS_INFO", "activeTrackIds": ids, "mediaSessionId": media.status.media_session_id}
        if style:
            message["textTrackStyle"] = style
        media.send_message(message)

    choose([1])
    page.wait_for_text("#captions", "The words of the film")
    choose([2])
    page.wait_for_text("#captions", "Die Worte des Films")
    choose([3])
    page.wait_for_text("#captions", "كلمات")
    choose([])
    wait_for("without a track there are no subtitles", lambda: not page.text("#captions"))
    choose([1], {
        "fontScale": 1.5, "foregroundColor": "#FFE600FF", "backgroundColor": "#00000000", "edgeType": "OUTLINE", "edgeColor": "#101010FF",
        "fontFamily": "DejaVu Serif", "fontGenericFamily": "SERIF", "fontStyle": "BOLD_ITALIC",
        "windowType": "ROUNDED_CORNERS", "windowColor": "#203060C0", "windowRoundedCornerRadius": 12,
    })  # fmt: skip
    page.wait_for_text("#captions", "The words of the film")
    style = lambda: page.run("""
        const text = getComputedStyle(document.querySelector('#captions .text')), cue = getComputedStyle(document.querySelector('#captions .cue'));
        return {color: text.color, back: text.backgroundColor, size: parseFloat(text.fontSize) / innerHeight, family: text.fontFamily, weight: text.fontWeight,
                slant: text.fontStyle, edge: text.textShadow.split('rgb').length - 1, window: cue.backgroundColor, corner: cue.borderRadius};
    """)
    wait_for("the subtitles have the style's color", lambda: style()["color"] == "rgb(255, 230, 0)")
    seen = style()
    holds = (
        seen["back"] == "rgba(0, 0, 0, 0)" and abs(seen["size"] - 0.049 * 1.5) < 0.002 and seen["family"].startswith('"DejaVu Serif"')
        and seen["weight"] == "700" and seen["slant"] == "italic" and seen["edge"] == 8
        and seen["window"].startswith("rgba(32, 48, 96, 0.75") and seen["corner"] == "12px"
    )  # fmt: skip
    check(holds, "they have its size, colors, edge, family, weight and window", seen)
    time.sleep(5.5)
    page.picture("subtitles-styled")
    choose([1], {"foregroundColor": "red; } body { display: none", "fontFamily": "x\"; } * {", "edgeType": "constructor", "fontScale": 1e9, "windowType": []})
    wait_for("an invalid style changes nothing", lambda: style()["color"] == "rgb(255, 255, 255)")
    check(page.text("#captions") is not None and style()["size"] < 0.2, "the subtitles are still shown", style())
    choose([4])
    page.wait_for_text("#note", "subtitles could not be loaded: not found")
    check(page.scene == "playing", "missing subtitles are reported, and playback continues")
    choose([5])
    page.wait_for_text("#note", "subtitles could not be loaded: too large", 20)
    wait_for("endless subtitles are aborted", lambda: bad.left["endless"] == 1)
    check(10e6 < bad.sent < 30e6, "they are aborted soon after the size limit", bad.sent)
    choose([6])
    wait_for("subtitles that do not arrive are requested", lambda: bad.asked["silent"] == 1)
    choose([1])
    page.wait_for_text("#captions", "The words of the film")
    wait_for("the request is aborted when another track is selected", lambda: bad.left["silent"] == 1, 5)
    choose([6])
    page.wait_for_text("#note", "subtitles could not be loaded: timed out", 30)
    wait_for("the request is aborted after its timeout", lambda: bad.left["silent"] == 2, 5)
    check(page.scene == "playing", "playback continues")
    media.stop()


def sound_tracks(device, media):
    """Media with two languages. Chromium distinguishes audio tracks if the feature is enabled."""
    path = os.path.join(OUT, "two.mp4")
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-i", FILM, "-f", "lavfi", "-i", "sine=frequency=880", "-t", "30", "-map", "0:v", "-map", "0:a", "-map", "1:a"]
        + ["-c:v", "copy", "-c:a", "aac", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu", "-movflags", "+faststart", path],
        check=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    films = FilmServer(path)
    tracks = [{"trackId": 1, "type": "AUDIO", "language": "en"}, {"trackId": 2, "type": "AUDIO", "language": "de"}]
    enabled = "return [...document.querySelector('video').audioTracks].map((track) => track.enabled)"
    page = Browser(device.ready["page"], name="sound", features="AudioVideoTracks")
    load(media, films.url, media_info={"tracks": tracks})
    page.wait_until_playing(films.url)
    choose = lambda ids: media.send_message({"type": "EDIT_TRACKS_INFO", "activeTrackIds": ids, "mediaSessionId": media.status.media_session_id})
    choose([2])
    wait_for("the second audio track is enabled", lambda: page.run(enabled) == [False, True])
    began = page.element()["time"]
    wait_for("playback continues", lambda: page.element()["time"] > began + 0.5)
    choose([1])
    wait_for("the first audio track is enabled again", lambda: page.run(enabled) == [True, False])
    media.stop()
    page.close()
    page = Browser(device.ready["page"], name="plain", script=WATCH)
    load(media, films.url, media_info={"tracks": tracks})
    page.wait_until_playing(films.url)
    choose([2])
    page.wait_for_text("#note", "cannot change the audio track")
    say("a browser that cannot change the audio track reports it")
    media.stop()
    return page


def playlists(page, media):
    """HLS with MPEG-TS and with fragmented MP4 segments."""
    place = folder()
    encode = ["-c:v", "libx264", "-profile:v", "main", "-pix_fmt", "yuv420p", "-preset", "ultrafast", "-g", "25", "-c:a", "aac", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"]
    for name, more in (("ts", []), ("fmp4", ["-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4"])):
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", FILM, "-t", "20", *encode, *more, os.path.join(place, f"{name}.m3u8")], check=True, stdin=subprocess.DEVNULL, cwd=place)
    server = FolderServer(place)
    for name in ("ts", "fmp4"):
        load(media, f"{server.address}/{name}.m3u8", "application/vnd.apple.mpegurl", title=f"HLS {name}")
        page.wait_until_playing(f"{server.address}/{name}.m3u8")
        check(abs(media.status.duration - 20) < 0.5, f"HLS {name} has a duration", media.status.duration)
        samples = page.driver.execute_async_script(SAMPLES, 30)
        passed, advanced = samples[-1][0] - samples[0][0], samples[-1][1] - samples[0][1]
        check(abs(advanced / passed - 1) < 0.06, f"HLS {name} advances in real time", f"{advanced:.3f} s in {passed:.3f} s")
        agrees(page, media, f"HLS {name}: during playback", 30)
        media.send_message({"type": "SEEK", "currentTime": 13.2, "resumeState": "PLAYBACK_PAUSE", "mediaSessionId": media.status.media_session_id})
        wait_for("a seek reaches its target", lambda: abs(page.element()["time"] - 13.2) <= 2 * FRAME and page.scene == "paused")
        check(gap(page, media) < AGREEMENT, f"HLS {name}: the status agrees", round(gap(page, media), 3))
        media.play()
        wait_for("playback continues from there", lambda: 13.4 < page.element()["time"] < 18)
        for target in (4.3, 9.1):
            media.seek(target)
            wait_for(f"a seek to {target} during playback", lambda: target + 0.2 < page.element()["time"] < target + 4)
            agrees(page, media, f"HLS {name}: after that seek, during playback", 10)
        media.stop()


class Answers:
    """A server whose response status depends on the path."""

    def __init__(self):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                name = self.path.split("?")[0].strip("/")
                status, body = (int(name[:3]), b"") if name[:3].isdigit() else (200, b"<!doctype html><p>Not a film")
                self.send_response(status)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                if not name.startswith("closed"):
                    self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = Server((HOST, 0), Handler)
        self.address = f"http://{HOST}:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        at_end(lambda failed: server.shutdown())


def errors(device, page, media):
    """For media that cannot be played the screen gives a reason and advice, without the secrets in its URL."""
    answers = Answers()
    host = answers.address.removeprefix("http://")
    cases = [
        (f"{answers.address}/404.mp4", "video/mp4", "Media not found"),
        (f"{answers.address}/403.mp4", "video/mp4", "Access denied"),
        (f"{answers.address}/500.mp4", "video/mp4", "Server error"),
        (f"http://{HOST}:9/film.mp4", "video/mp4", "Server not responding"),
        (f"http://someone:GEHEIM@{host}/page.mp4?token=GEHEIM", "video/mp4", "This cannot be played here"),
        (f"http://someone:a GEHEIM@{host}/My page.mp4?token=a GEHEIM", "video/mp4", "This cannot be played here"),
        (f"{answers.address}/closed.mp4", "video/mp4", "This cannot be played here"),
        (f"{answers.address}/film.mpd", "application/dash+xml", "This cannot be played here"),
        ("film-4711", "video/mp4", "Media not found"),
        (f"{answers.address}/404.png", "image/png", "Media not found"),
    ]
    for url, kind, title in cases:
        load(media, url, kind)
        # The previous error may have the same text until it disappears.
        time.sleep(0.3)
        wait_for(
            f"the screen shows {title!r}, with advice",
            lambda: title in (page.text("#error h1") or "") and page.text("#error .advice"),
        )
        words = page.run("return document.body.innerText")
        check("GEHEIM" not in words and page.text("#error .advice"), f"{url.split('/')[-1][:12]}: with advice, without secrets", page.text("#error .advice"))
        wait_for("the sender is notified", lambda: media.status.player_state == "IDLE" and media.status.idle_reason == "ERROR")
    page.close()
    refuses = "delete window.MediaSource; const can = HTMLMediaElement.prototype.canPlayType; HTMLMediaElement.prototype.canPlayType = function (type) { return /mpegurl/i.test(type) ? '' : can.call(this, type); };"
    other = Browser(device.ready["page"], name="without-hls", script=refuses)
    # The page plays media only after it has connected; before that, the device plays by itself.
    wait_for("the page is connected", lambda: other.scene != "connecting")
    time.sleep(0.5)
    load(media, f"{answers.address}/film.m3u8", "application/x-mpegurl")
    other.wait_for_text("#error h1", "cannot play HLS")
    other.wait_for_text("#error .advice", "Open this page in")
    other.picture("error-hls")
    other.close()


def queue(page, media, films):
    """AQ1, AQ2: the next item is announced 30 s before the end, with a countdown; it follows edits of the queue, and
    plays.
    """
    film = {"contentId": films.url, "contentType": "video/mp4", "streamType": "BUFFERED"}
    items = [dict(media=dict(film, metadata={"title": title}), startTime=start) for title, start in (("First", 14), ("Second", 40), ("Third", 0))]
    media.send_message({"type": "QUEUE_LOAD", "items": items}, inc_session_id=True)
    page.wait_until_playing(films.url)
    check(page.text("#upnext h2") is None, "nothing is announced 33 s before the end")
    page.wait_for_text("#upnext h2", "Second")
    rest = FILM_SECONDS - page.element()["time"]
    check(rest > 28.5, "AQ2: it is announced 30 s before the end", f"{rest:.2f} s")
    counts = []
    for _ in range(3):
        shown, rest = page.run("return [document.querySelector('#upnext .when').textContent, (v => v.duration - v.currentTime)(document.querySelector('video'))]")
        counts.append(abs(int(shown.split()[-2]) - rest))
        time.sleep(0.9)
    check(max(counts) <= 1.3, "the seconds are counted down", [round(count, 2) for count in counts])
    second = 2
    media.send_message({"type": "QUEUE_REMOVE", "itemIds": [second], "mediaSessionId": media.status.media_session_id})
    page.wait_for_text("#upnext h2", "Third")
    media.seek(FILM_SECONDS - 2)
    page.wait_for_text("#overlay h1", "Third", 10)
    check(page.text("#upnext h2") is None, "the announcement disappears when it plays")
    media.stop()


def advertisements(page, media, films):
    path = os.path.join(OUT, "clip.mp4")
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", FILM, "-t", "6", "-c", "copy", "-movflags", "+faststart", path], check=True, stdin=subprocess.DEVNULL)
    clips = FilmServer(path)
    load(media, films.url, media_info={
        "breaks": [{"id": "break", "breakClipIds": ["a", "b"], "position": 0}, {"id": "inside", "breakClipIds": ["c"], "position": 10, "isEmbedded": True}],
        "breakClips": [
            {"id": "a", "contentId": clips.url, "contentType": "video/mp4", "duration": 6, "whenSkippable": 2},
            {"id": "b", "contentId": clips.url, "contentType": "video/mp4", "duration": 6},
            {"id": "c", "duration": 5},
        ],
    })  # fmt: skip
    page.wait_for_text("#advertisement", "Advertisement 1 of 2", 15)
    page.wait_for_text("#advertisement", "Can be skipped in")
    page.wait_for_text("#advertisement", "Skip it in the app")
    media.send_message({"type": "SKIP_AD", "mediaSessionId": media.status.media_session_id})
    page.wait_for_text("#advertisement", "Advertisement 2 of 2")
    counts = page.run("return [document.querySelector('#advertisement b').textContent, (v => v.duration - v.currentTime)(document.querySelector('video'))]")
    check(abs(int(counts[0].split(":")[-1]) - counts[1]) <= 1.3, "the seconds are counted down", counts)
    wait_for("the media follows the ads", lambda: (page.element() or {}).get("source") == films.url and page.text("#advertisement") is None, 12)
    wait_for("it plays", lambda: not page.element()["paused"] and page.scene == "playing")
    media.seek(10.5)
    page.wait_for_text("#advertisement", "Advertisement · 0:0")
    say("an ad embedded in the stream is shown, too")
    wait_for("it disappears at its end", lambda: page.text("#advertisement") is None and page.element()["time"] > 14.9, 12)
    media.stop()


def forms(media, films):
    """T3, T4, DC 51: what a touch display and a speaker do not show."""
    for form in ("display", "speaker"):
        device = Device("--form", form, name=form)
        page = Browser(device.ready["page"], name=form)
        cast = connect()
        media = cast.media_controller
        load(media, films.url)
        page.wait_until_playing(films.url)
        page.wait_for_scene("playing")
        time.sleep(0.8)
        if form == "display":
            for moment in ("playing", "paused"):
                if moment == "paused":
                    media.pause()
                    page.wait_for_scene("paused")
                    time.sleep(0.6)
                parts = page.run(PARTS)["parts"]
                check(parts == [], f"DC 51, T4: {moment}, nothing covers the video", parts or None)
            cast.set_volume(0.4)
            time.sleep(0.5)
            check(page.text("#volume") is None, "T2: no volume is shown")
        else:
            page.wait_for_text("#card h1", TITLE)
            seen = page.run("return [...document.querySelectorAll('.bar')].filter((bar) => bar.checkVisibility({visibilityProperty: true})).length")
            check(seen == 0, "T3: a speaker shows no progress", seen)
            check(page.run("return getComputedStyle(document.querySelector('#video')).display") == "none", "a speaker shows no video")
        page.picture(form)
        cast.quit_app()
        cast.disconnect(5)
        page.close()
        device.end()


def suite():
    device = Device()
    films = FilmServer()
    cast = connect()
    media = cast.media_controller
    page = Browser(device.ready["page"], script=WATCH)
    exactness(page, media, films)
    signs(page, media)
    text_tracks(page, media, films)
    playlists(page, media)
    queue(page, media, films)
    advertisements(page, media, films)
    page.close()
    page = sound_tracks(device, media)
    errors(device, page, media)
    cast.quit_app()
    cast.disconnect(5)
    device.end()
    forms(media, films)


run_suite(suite)
