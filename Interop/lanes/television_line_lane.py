"""What went wrong with the television's page for people who used it: touches for sound, a device that falls silent or
starts anew, a line that is cut for a moment, keys that are held, subtitles and servers of every bad kind, live streams."""

import http.server
import json
import os
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer, FolderServer, Server
from harness import FILM, HOST, NAME, OUT, Device, Process, at_end, check, folder, run_lane, say, wait_for
from sender import ask, connect

# Keeps the page's lines to the device, and leads them astray while the page is asleep. Runs before the page's own scripts.
LINES = """
window.lines = [];
window.asleep = false;
const Plain = window.EventSource;
window.EventSource = class extends Plain {
  constructor(url) { super(window.asleep ? '/screen/nowhere' : url); lines.push(this); }
};
"""
CUT = "const line = lines.at(-1); line.close(); line.dispatchEvent(new Event('error'))"
WATCH_FILM = "window.lost = 0; window.sought = 0; const v = document.querySelector('video'); v.addEventListener('emptied', () => lost++); v.addEventListener('seeking', () => sought++)"


def load(media, url, kind="video/mp4", **more):
    more.setdefault("stream_type", "BUFFERED")
    media.play_media(url, kind, title="Interop film", **more)


def out_messages(device):
    return [json.loads(frame["text"]) for frame in device.frames() if frame["direction"] == "out" and (frame.get("text") or "").startswith("{")]


def told(device, state):
    """How often senders were told this state."""
    return sum(status.get("playerState") == state for message in out_messages(device) if message.get("type") == "MEDIA_STATUS" for status in message["status"])


def press(page, key, code, times=1, repeats=False):
    key_event = {"key": key, "code": code, "windowsVirtualKeyCode": {"Escape": 27, "k": 75, "ArrowUp": 38}[key]}
    for number in range(times):
        page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "rawKeyDown", "autoRepeat": repeats and number > 0, **key_event})
    page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **key_event})


def touch_for_sound(device, films, media):
    """A finger on the screen for sound, and a key that does not count for the browser, stopped the film."""
    page = Browser(device.ready["page"], plays_sound=False, name="touched")
    pauses = told(device, "PAUSED")
    load(media, films.url)
    page.wait_for_text("#sound", "click for sound", 15)
    wait_for("it plays without sound", lambda: (page.element() or {}).get("time", 0) > 0.5)
    plays = lambda: not page.element()["paused"] and page.element()["time"]
    for what, act in (
        ("Esc", lambda: press(page, "Escape", "Escape")),
        ("a finger that comes down", lambda: page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 600, "y": 400}]})),
    ):
        act()
        time.sleep(0.6)
        check(plays() and page.element()["muted"] and page.text("#sound"), f"{what} leaves the film as it is", page.element())
    page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wait_for("a finger that is lifted gives it its sound", lambda: not page.element()["muted"] and page.text("#sound") is None)
    before = page.element()["time"]
    wait_for("and the film plays on", lambda: plays() and page.element()["time"] > before + 0.5)
    check(told(device, "PAUSED") == pauses, "no sender was ever told of a pause")
    media.stop()
    page.close()


def held_keys(page, films, media):
    load(media, films.url)
    page.wait_until_playing(films.url)
    sent = lambda: page.run("return performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/screen/key')).length")
    press(page, "k", "KeyK", times=6, repeats=True)
    wait_for("a key that is held pauses", lambda: media.status.player_state == "PAUSED")
    time.sleep(0.3)
    check(sent() == 1, "once", sent())
    press(page, "ArrowUp", "ArrowUp", times=4, repeats=True)
    wait_for("the volume goes on as long as its key is held", lambda: sent() == 5)
    press(page, "k", "KeyK")
    page.wait_for_scene("playing")


def short_cut(page, media):
    """Each short cut of the line had the film loaded anew."""
    page.run(WATCH_FILM)
    lines = page.run("return lines.length")
    page.run(CUT)
    wait_for("the page finds its device again", lambda: page.run("return lines.length") > lines and page.text("#link") is None)
    page.wait_for_scene("playing")
    wait_for("and is the one with the sound again", lambda: not page.element()["muted"], 12)
    time.sleep(1)
    seen = page.run("return [lost, sought, document.querySelector('video').muted, document.querySelector('video').paused]")
    check(seen == [0, 0, False, False], "the film was not loaded anew and did not jump", seen)
    gap = abs(ask(media).adjusted_current_time - page.element()["time"])
    check(gap < 0.5, "and the device says what the page shows", round(gap, 3))


def silence(device, page, media):
    """A device that hung left the film on the screen, and nobody could stop it."""
    page.run("window.lost = 0")
    began = time.monotonic()
    os.kill(device.process.pid, signal.SIGSTOP)
    try:
        page.wait_for_text("#link", "does not answer", 10)
        said = time.monotonic() - began
        wait_for("a device that says nothing any more stops the film", lambda: page.element()["paused"], 10)
        held = time.monotonic() - began
    finally:
        os.kill(device.process.pid, signal.SIGCONT)
    say(f"said after {said:.1f} s, held after {held:.1f} s")
    wait_for("when it is back, the film plays on", lambda: page.text("#link") is None and not page.element()["paused"], 15)
    before = page.element()["time"]
    wait_for("from where it was", lambda: page.element()["time"] > before + 0.5)
    check(page.run("return lost") == 0, "and was not loaded anew")
    wait_for("the sender knows", lambda: media.status.player_state == "PLAYING", 20)


def restart(device, page, films, cast):
    """A page that slept over a restart of its device showed the old film as the new one."""
    other = os.path.join(OUT, "other.mp4")
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", FILM, "-t", "30", "-c", "copy", "-movflags", "+faststart", other], check=True, stdin=subprocess.DEVNULL)
    other = FilmServer(other)
    page.run("window.asleep = true;" + CUT)
    cast.disconnect(5)
    device.end()
    again = Device(name="device-again")
    cast = connect()
    media = cast.media_controller
    load(media, other.url)
    awake = Browser(again.ready["page"], name="awake")
    awake.wait_until_playing(other.url)
    say("the new device plays another film on another page")
    page.run("window.asleep = false")
    wait_for("which is what this page shows, too", lambda: (page.element() or {}).get("source") == other.url and page.element()["frames"], 20)
    awake.close()
    media.stop()
    return again, cast


class Strange:
    """A server of subtitles that never end and that are none, and of media that comes to nothing after a while."""

    def __init__(self):
        self.sent, self.was_left, self.asked = 0, threading.Event(), []
        strange = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                name = self.path.strip("/")
                strange.asked.append(name)
                if name == "slow.mp4":
                    time.sleep(2)
                    self.send_response(404)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                self.send_response(200)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                if name == "page.vtt":
                    self.wfile.write(b"<!doctype html><p>Sign in")
                    return
                try:
                    self.wfile.write(b"WEBVTT\n\n")
                    while True:
                        self.wfile.write(b"NOTE " + b"x" * 65530 + b"\n")
                        strange.sent += 65536
                except OSError:
                    strange.was_left.set()

            def log_message(self, *_):
                pass

        server = Server((HOST, 0), Handler)
        self.address = f"http://{HOST}:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        at_end(lambda failed: server.shutdown())


def bad_subtitles(page, films, media, strange):
    names = ["endless.vtt", "page.vtt"]
    tracks = [{"trackId": number, "type": "TEXT", "subtype": "SUBTITLES", "name": name, "trackContentId": f"{strange.address}/{name}"} for number, name in enumerate(names, 1)]
    load(media, films.url, media_info={"tracks": tracks})
    page.wait_until_playing(films.url)
    choose = lambda ids: media.send_message({"type": "EDIT_TRACKS_INFO", "activeTrackIds": ids, "mediaSessionId": media.status.media_session_id})
    choose([1])
    wait_for("subtitles without end are left", strange.was_left.is_set, 16)
    check(strange.sent < 40e6, "after a few megabytes", f"{strange.sent / 1e6:.1f} MB")
    page.wait_for_text("#note", "subtitles could not be loaded")
    choose([])
    wait_for("the words about it go", lambda: page.text("#note") is None)
    choose([2])
    page.wait_for_text("#note", "subtitles could not be loaded")
    say("what is no subtitles is told of, too")
    time.sleep(2.5)
    check(strange.asked.count("page.vtt") == 1, "and not asked for again and again", strange.asked)
    choose([2])
    wait_for("but again when it is chosen again", lambda: strange.asked.count("page.vtt") == 2)
    check(page.scene == "playing", "the film plays on")
    media.stop()


def slow_server(page, media, strange):
    """A server that is slow was called absent."""
    load(media, f"{strange.address}/slow.mp4")
    page.wait_for_text("#error h1", "This cannot be played here", 20)
    say("a server that is slow, and lets no page read its answers, is not called absent")


def live_without_range(device, page, media):
    """Chromium keeps nothing of a live playlist: a seek was accepted, and said to have worked."""
    place = folder()
    encode = ["-c:v", "libx264", "-profile:v", "main", "-pix_fmt", "yuv420p", "-preset", "ultrafast", "-g", "25", "-c:a", "aac"]
    live = Process(
        "live",
        ["ffmpeg", "-v", "error", "-re", "-stream_loop", "-1", "-i", FILM, *encode, "-f", "hls", "-hls_time", "1"]
        + ["-hls_list_size", "6", "-hls_flags", "delete_segments", os.path.join(place, "live.m3u8")],
    )
    wait_for("a live stream is there", lambda: os.path.exists(os.path.join(place, "live4.ts")), 20)
    server = FolderServer(place)
    load(media, f"{server.address}/live.m3u8", "application/x-mpegURL")
    page.wait_until_playing(f"{server.address}/live.m3u8")
    has_range = page.run("const { seekable, duration } = document.querySelector('video'); return seekable.length > 0 || duration !== Infinity")
    check(not has_range, "this browser keeps nothing of a live stream")
    wait_for("senders are told that it is live", lambda: media.status.stream_type == "LIVE")
    wait_for("and that there is no seeking", lambda: not media.status.supports_seek)
    check("liveSeekableRange" not in media.status.__dict__ or not media.status.liveSeekableRange, "nor a range")
    place_before = page.element()["time"]
    media.send_message({"type": "SEEK", "currentTime": 1, "mediaSessionId": media.status.media_session_id})
    refused = lambda: [message for message in out_messages(device) if message.get("type") == "INVALID_REQUEST" and message.get("reason") == "NOT_SUPPORTED"]
    wait_for("who seeks all the same is refused", refused)
    check(page.element()["time"] >= place_before and page.scene == "playing", "and the stream goes on")
    media.stop()
    live.stop()


def lane():
    device = Device()
    films = FilmServer()
    strange = Strange()
    cast = connect()
    page = Browser(device.ready["page"], script=LINES)
    page.wait_for_text("#idle .device", NAME)
    load(cast.media_controller, films.url)
    page.wait_until_playing(films.url)
    device, cast = restart(device, page, films, cast)
    media = cast.media_controller
    held_keys(page, films, media)
    short_cut(page, media)
    silence(device, page, media)
    bad_subtitles(page, films, media, strange)
    slow_server(page, media, strange)
    live_without_range(device, page, media)
    page.close()
    touch_for_sound(device, films, media)
    cast.quit_app()
    cast.disconnect(5)
    device.end()


run_lane(lane)
