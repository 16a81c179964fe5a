# SPDX-License-Identifier: Apache-2.0
"""Regressions of the device's page: touches that enable sound, a device that hangs or restarts, a connection that is
lost for a moment, held keys, invalid subtitles and servers, live streams.
"""

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
from harness import FILM, HOST, NAME, OUT, Device, Process, at_end, check, folder, run_suite, say, wait_for
from sender import ask, connect

# Collects the page's sockets, and directs new ones to a missing path while the page sleeps. Runs before the
# page's own scripts.
LINES = """
window.lines = [];
window.asleep = false;
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(url) { super(window.asleep ? '/screen/nowhere' : url); lines.push(this); }
};
"""
CUT = "lines.at(-1).close()"
WATCH_FILM = "window.lost = 0; window.sought = 0; const v = document.querySelector('video'); v.addEventListener('emptied', () => lost++); v.addEventListener('seeking', () => sought++)"


def load(media, url, kind="video/mp4", **more):
    more.setdefault("stream_type", "BUFFERED")
    media.play_media(url, kind, title="Interop film", **more)


def out_messages(device):
    return [json.loads(frame["text"]) for frame in device.frames() if frame["direction"] == "out" and (frame.get("text") or "").startswith("{")]


def told(device, state):
    """The number of times this state was sent to senders."""
    return sum(status.get("playerState") == state for message in out_messages(device) if message.get("type") == "MEDIA_STATUS" for status in message["status"])


def press(page, key, code, times=1, repeats=False):
    key_event = {"key": key, "code": code, "windowsVirtualKeyCode": {"Escape": 27, "k": 75, "ArrowUp": 38}[key]}
    for number in range(times):
        page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "rawKeyDown", "autoRepeat": repeats and number > 0, **key_event})
    page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **key_event})


def touch_for_sound(device, films, media):
    """A touch that enables sound, and a key that is no user activation for the browser, must not pause the media."""
    page = Browser(device.ready["page"], plays_sound=False, name="touched")
    pauses = told(device, "PAUSED")
    load(media, films.url)
    page.wait_for_text("#sound", "click for sound", 15)
    wait_for("it plays muted", lambda: (page.element() or {}).get("time", 0) > 0.5)
    plays = lambda: not page.element()["paused"] and page.element()["time"]
    for what, act in (
        ("Esc", lambda: press(page, "Escape", "Escape")),
        ("a finger that comes down", lambda: page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 600, "y": 400}]})),
    ):
        act()
        time.sleep(0.6)
        check(plays() and page.element()["muted"] and page.text("#sound"), f"{what} does not change playback", page.element())
    page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wait_for("a lifted finger unmutes it", lambda: not page.element()["muted"] and page.text("#sound") is None)
    before = page.element()["time"]
    wait_for("playback continues", lambda: plays() and page.element()["time"] > before + 0.5)
    check(told(device, "PAUSED") == pauses, "no pause was reported to senders")
    media.stop()
    page.close()


def held_keys(page, films, media):
    load(media, films.url)
    page.wait_until_playing(films.url)
    sent = lambda: page.run("return performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/screen/key')).length")
    press(page, "k", "KeyK", times=6, repeats=True)
    wait_for("a held key pauses", lambda: media.status.player_state == "PAUSED")
    time.sleep(0.3)
    check(sent() == 1, "it pauses once", sent())
    press(page, "ArrowUp", "ArrowUp", times=4, repeats=True)
    wait_for("the volume changes while its key is held", lambda: sent() == 5)
    press(page, "k", "KeyK")
    page.wait_for_scene("playing")


def short_cut(page, media):
    """A connection that is lost for a moment must not reload the media."""
    page.run(WATCH_FILM)
    lines = page.run("return lines.length")
    page.run(CUT)
    wait_for("the page reconnects to its device", lambda: page.run("return lines.length") > lines and page.text("#link") is None)
    page.wait_for_scene("playing")
    wait_for("it has the sound again", lambda: not page.element()["muted"], 12)
    time.sleep(1)
    seen = page.run("return [lost, sought, document.querySelector('video').muted, document.querySelector('video').paused]")
    check(seen == [0, 0, False, False], "the media was neither reloaded nor sought", seen)
    gap = abs(ask(media).adjusted_current_time - page.element()["time"])
    check(gap < 0.5, "the device's position is the page's", round(gap, 3))


def silence(device, page, media):
    """When the device hangs, the page must pause the media."""
    page.run("window.lost = 0")
    began = time.monotonic()
    os.kill(device.process.pid, signal.SIGSTOP)
    try:
        page.wait_for_text("#link", "not responding", 10)
        said = time.monotonic() - began
        wait_for("a device that sends nothing any more pauses the media", lambda: page.element()["paused"], 10)
        held = time.monotonic() - began
    finally:
        os.kill(device.process.pid, signal.SIGCONT)
    say(f"reported after {said:.1f} s, paused after {held:.1f} s")
    wait_for("when the device responds again, playback resumes", lambda: page.text("#link") is None and not page.element()["paused"], 15)
    before = page.element()["time"]
    wait_for("it resumes at its position", lambda: page.element()["time"] > before + 0.5)
    check(page.run("return lost") == 0, "the media was not reloaded")
    wait_for("the sender is notified", lambda: media.status.player_state == "PLAYING", 20)


def restart(device, page, films, cast):
    """A page that sleeps while its device restarts must show the new media."""
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
    say("the new device plays other media on another page")
    page.run("window.asleep = false")
    wait_for("the first page shows the new media, too", lambda: (page.element() or {}).get("source") == other.url and page.element()["frames"], 20)
    awake.close()
    media.stop()
    return again, cast


class Strange:
    """A server of subtitles that never end or are invalid, and of media whose request fails after a delay."""

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
    wait_for("endless subtitles are aborted", strange.was_left.is_set, 16)
    check(strange.sent < 40e6, "they are aborted after a few megabytes", f"{strange.sent / 1e6:.1f} MB")
    page.wait_for_text("#note", "subtitles could not be loaded")
    choose([])
    wait_for("the message disappears", lambda: page.text("#note") is None)
    choose([2])
    page.wait_for_text("#note", "subtitles could not be loaded")
    say("invalid subtitles are reported, too")
    time.sleep(2.5)
    check(strange.asked.count("page.vtt") == 1, "they are not requested repeatedly", strange.asked)
    choose([2])
    wait_for("they are requested again when they are selected again", lambda: strange.asked.count("page.vtt") == 2)
    check(page.scene == "playing", "playback continues")
    media.stop()


def slow_server(page, media, strange):
    """A slow server must not be reported as missing."""
    load(media, f"{strange.address}/slow.mp4")
    page.wait_for_text("#error h1", "This cannot be played here", 20)
    say("a slow server whose responses pages cannot read is not reported as missing")


def live_without_range(device, page, media):
    """Chromium's own player keeps no window of a live playlist, so seeks must be rejected."""
    page.run("delete window.MediaSource")
    place = folder()
    encode = ["-c:v", "libx264", "-profile:v", "main", "-pix_fmt", "yuv420p", "-preset", "ultrafast", "-g", "25", "-c:a", "aac"]
    live = Process(
        "live",
        ["ffmpeg", "-v", "error", "-re", "-stream_loop", "-1", "-i", FILM, *encode, "-f", "hls", "-hls_time", "1"]
        + ["-hls_list_size", "6", "-hls_flags", "delete_segments", os.path.join(place, "live.m3u8")],
    )
    wait_for("the live stream is available", lambda: os.path.exists(os.path.join(place, "live4.ts")), 20)
    server = FolderServer(place)
    load(media, f"{server.address}/live.m3u8", "application/x-mpegURL")
    page.wait_until_playing(f"{server.address}/live.m3u8")
    has_range = page.run("const { seekable, duration } = document.querySelector('video'); return seekable.length > 0 || duration !== Infinity")
    check(not has_range, "this browser keeps no window of a live stream")
    wait_for("senders receive the stream type LIVE", lambda: media.status.stream_type == "LIVE")
    wait_for("senders receive no support for seeking", lambda: not media.status.supports_seek)
    check("liveSeekableRange" not in media.status.__dict__ or not media.status.liveSeekableRange, "senders receive no seekable range")
    place_before = page.element()["time"]
    media.send_message({"type": "SEEK", "currentTime": 1, "mediaSessionId": media.status.media_session_id})
    refused = lambda: [message for message in out_messages(device) if message.get("type") == "INVALID_REQUEST" and message.get("reason") == "NOT_SUPPORTED"]
    wait_for("a seek is rejected", refused)
    check(page.element()["time"] >= place_before and page.scene == "playing", "the stream plays on")
    media.stop()
    live.stop()


def suite():
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


run_suite(suite)
