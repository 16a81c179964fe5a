# SPDX-License-Identifier: Apache-2.0
"""Live streams: in Chromium's own player, which keeps no window, a seek is rejected; in the page's player, seeks within
and beyond the window, and the labels on the screen.
"""

import http.server
import json
import os
import re
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import Server
from harness import HOST, NAME, OUT, Device, at_end, check, run_suite, say, wait_for
from sender import ask, connect
from television import agrees

Browser.scale = 1

SECONDS = 220
WINDOW = 60
# The distance to the live edge, in seconds, from which on a stream is not labeled live (see view.js).
EDGE = 20
# The distance from the end of the playlist at which playback starts, three target durations, in seconds.
HOLD_BACK = 6


# Leaves HLS to the browser's own player.
WITHOUT_MEDIA_SOURCE = "delete window.MediaSource"


class LiveServer:
    """A playlist of the last sixty seconds of a recorded stream, in real time. Segments that left the window are
    missing.
    """

    def __init__(self):
        self.gone = 0
        place = os.path.join(OUT, "live")
        os.makedirs(place, exist_ok=True)
        picture = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-f", "lavfi", "-i", "sine=frequency=330", "-t", str(SECONDS)]
        code = ["-c:v", "libx264", "-profile:v", "main", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25", "-keyint_min", "25", "-sc_threshold", "0", "-c:a", "aac"]
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", *picture, *code, "-f", "hls", "-hls_time", "1", "-hls_list_size", "0", "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4", "-hls_segment_filename", os.path.join(place, "%d.m4s"), os.path.join(place, "all.m3u8")],
            check=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        with open(os.path.join(place, "all.m3u8")) as file:
            lengths = re.findall(r"#EXTINF:([\d.]+)", file.read())
        began = time.monotonic()
        live = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                first = min(int(time.monotonic() - began), len(lengths) - WINDOW)
                name = self.path.strip("/")
                if name == "live.m3u8":
                    lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", f"#EXT-X-MEDIA-SEQUENCE:{first}", '#EXT-X-MAP:URI="init.mp4"']
                    for number in range(first, first + WINDOW):
                        lines += [f"#EXTINF:{lengths[number]},", f"{number}.m4s"]
                    self.answer(200, "\n".join(lines).encode() + b"\n", "application/vnd.apple.mpegurl")
                elif name == "init.mp4" or (re.fullmatch(r"\d+\.m4s", name) and first - 2 <= int(name[:-4]) < first + WINDOW):
                    with open(os.path.join(place, name), "rb") as file:
                        self.answer(200, file.read(), "video/mp4")
                else:
                    live.gone += 1
                    self.answer(404, b"", "text/plain")

            def answer(self, status, body, kind):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Cache-Control", "no-store")
                self.send_header("Access-Control-Allow-Origin", "*")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = Server((HOST, 0), Handler)
        self.url = f"http://{HOST}:{server.server_address[1]}/live.m3u8"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        at_end(lambda failed: server.shutdown())


def window(device, media):
    """The seekable range that the device reports."""
    ask(media)
    for frame in reversed(device.frames()):
        if frame["direction"] == "out" and '"MEDIA_STATUS"' in frame.get("text", ""):
            status = json.loads(frame["text"])["status"]
            return status[0].get("liveSeekableRange") if status else None
    return None


SEEKABLE = "const v = document.querySelector('video'); return v.seekable.length ? [v.seekable.start(0), v.seekable.end(v.seekable.length - 1), v.currentTime] : null"


def sought(page, media, target, what, holds):
    media.send_message({"type": "SEEK", "currentTime": target, "mediaSessionId": media.status.media_session_id})
    seen = {}

    def landed():
        seen["at"] = page.run(SEEKABLE)
        return holds(*seen["at"]) and page.scene == "playing"

    try:
        wait_for(what, landed, 12, 0.1)
    finally:
        say(f"requested {target:.1f}; start, end and position are {seen.get('at')}")


def without_a_window(page, device, media, live):
    """Seeking, which the browser does not support, is reported as unsupported, and is rejected."""
    play(page, media, live)
    check(page.run(SEEKABLE) is None, "Chromium's own player keeps no window of a live stream")
    check(window(device, media) is None, "the device reports no seekable range")
    check(not media.status.supports_seek, "the device reports no support for seeking", media.status.supported_media_commands)
    before = page.element()["time"]
    count = len(device.frames())
    media.send_message({"type": "SEEK", "currentTime": 1, "mediaSessionId": media.status.media_session_id})
    refused = lambda: [frame["text"] for frame in device.frames()[count:] if frame["direction"] == "out" and "INVALID_REQUEST" in frame.get("text", "")]
    wait_for("a seek is rejected", refused, 5, 0.1)
    wait_for("the stream plays on", lambda: page.element()["time"] > before + 1, 5)
    agrees(page, media, "live, during playback", 20)
    page.wait_for_text("#overlay .live", "LIVE")
    check(page.run("return getComputedStyle(document.querySelector('#overlay .bar')).display") == "none", "no seek bar is shown")
    media.stop()
    page.wait_for_scene("ready")


def play(page, media, live):
    media.play_media(live.url, "application/x-mpegURL", title="The Evening News", stream_type="LIVE")
    page.wait_for_scene("playing", 20)
    wait_for("frames are displayed", lambda: page.element()["frames"] > 20, 10)


def with_a_window(page, device, media, live):
    play(page, media, live)
    # The window has moved when its start has.
    moving = lambda: (told := window(device, media)) and told["isMovingWindow"] and told
    told = wait_for("the device reports a moving window", moving, 15, 0.2)
    check(not told["isLiveDone"], "the stream has not ended", told)
    check(WINDOW - 15 < told["end"] - told["start"] < WINDOW + 5, "the window is about a minute long", round(told["end"] - told["start"], 1))
    start, end, at = page.run(SEEKABLE)
    told = window(device, media)
    # The element can play to the end of the playlist.
    check(abs(told["start"] - start) < 2.5 and -2.5 < end - told["end"] < HOLD_BACK + 2.5, "the reported range is the element's", (told, start, end))
    behind = "return document.body.classList.contains('behind')"
    check(end - at < EDGE and not page.run(behind) and page.run("return document.body.classList.contains('alive')"), "playback starts at the live edge, labeled Live only", f"{end - at:.1f} s from it")
    page.picture("live-edge")

    sought(page, media, told["end"] - 35, "a seek within the window reaches its target", lambda start, end, at: 30 < end - at < 42 + HOLD_BACK and at >= start)
    lag = "return document.querySelector('#overlay .at').textContent"
    wait_for("the screen shows the distance to the edge", lambda: re.fullmatch("−0:(3|4)\\d", page.run(lag)) and page.run(behind), 5)
    page.wait_for_text("#overlay .live", "LIVE")
    time.sleep(0.5)
    page.picture("live-behind")
    agrees(page, media, "behind the edge, during playback", 20)

    told = window(device, media)
    sought(page, media, max(0, told["start"] - 50), "a seek before the window goes to its start", lambda start, end, at: start - 1 <= at < start + 8)
    agrees(page, media, "at the start of the window, during playback", 10)
    told = window(device, media)
    sought(page, media, told["end"] + 500, "a seek beyond the edge goes to the edge", lambda start, end, at: end - at < EDGE)
    wait_for("the screen shows Live again", lambda: not page.run(behind), 5)
    agrees(page, media, "at the edge, during playback", 10)

    media.pause()
    page.wait_for_scene("paused")
    wait_for("while paused it falls behind", lambda: page.run(behind), EDGE + 10, 0.2)
    time.sleep(4)
    start, end, at = page.run(SEEKABLE)
    media.play()
    page.wait_for_scene("playing")
    wait_for("it resumes at its position", lambda: at + 0.5 < page.element()["time"] < at + 6, 8)
    check(page.run(behind), "it is behind the edge", page.run(lag))
    media.stop()


def suite():
    device = Device()
    page = Browser(device.ready["page"], script=WITHOUT_MEDIA_SOURCE)
    page.wait_for_text("#idle .device", NAME)
    cast = connect()
    media = cast.media_controller
    live = LiveServer()
    without_a_window(page, device, media, live)
    page.close()
    page = Browser(device.ready["page"], name="rewinds")
    page.wait_for_scene("ready")
    time.sleep(0.5)
    with_a_window(page, device, media, live)
    cast.quit_app()
    cast.disconnect(5)
    page.close()
    device.end()


run_suite(suite)
