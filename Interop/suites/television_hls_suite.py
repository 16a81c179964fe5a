# SPDX-License-Identifier: Apache-2.0
"""HLS on the device's page without a player of the browser: transport streams, fragmented MP4, encrypted segments, MP3,
audio renditions, discontinuities, subtitles, a live window, and servers that fail or that pages may not read.
"""

import http.server
import json
import os
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

SECONDS = 100
# The length of a segment, and of the live window, in seconds.
SEGMENT = 2
WINDOW = 20
TYPE = "application/x-mpegURL"
# The frequencies of the audio renditions, in hertz.
ENGLISH, GERMAN = 330, 880

# The page plays HLS only by its own code.
WITHOUT_PLAYER = """
const can = HTMLMediaElement.prototype.canPlayType;
HTMLMediaElement.prototype.canPlayType = function (type) { return /mpegurl/i.test(type) ? '' : can.call(this, type); };
"""
# The strongest frequency of the sound, in hertz.
LISTEN = """
const done = arguments[0], video = document.querySelector('video');
window.ear ??= (() => {
  const context = new AudioContext(), analyser = context.createAnalyser();
  analyser.fftSize = 4096;
  context.createMediaStreamSource(video.captureStream()).connect(analyser);
  return {context, analyser};
})();
setTimeout(() => {
  const bins = new Float32Array(ear.analyser.frequencyBinCount);
  ear.analyser.getFloatFrequencyData(bins);
  const loudest = bins.indexOf(Math.max(...bins));
  done(loudest * ear.context.sampleRate / ear.analyser.fftSize);
}, 300);
"""


def encode(place):
    """Makes all streams from one encoding."""

    def run(*arguments):
        subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments], check=True, stdin=subprocess.DEVNULL, cwd=place)

    picture = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25"]
    tones = [part for tone in (ENGLISH, GERMAN) for part in ("-f", "lavfi", "-i", f"sine=frequency={tone}:sample_rate=48000")]
    code = ["-c:v", "libx264", "-profile:v", "main", "-preset", "ultrafast", "-bf", "2", "-pix_fmt", "yuv420p", "-g", str(25 * SEGMENT), "-sc_threshold", "0", "-c:a", "aac"]
    run(*picture, *tones, "-t", str(SECONDS), "-map", "0", "-map", "1", "-map", "2", *code, "base.mp4")
    with open(os.path.join(place, "key.bin"), "wb") as file:
        file.write(os.urandom(16))
    with open(os.path.join(place, "key.info"), "w") as file:
        file.write("key.bin\nkey.bin\n")
    hls = ["-f", "hls", "-hls_time", str(SEGMENT), "-hls_playlist_type", "vod"]
    plain = ["-i", "base.mp4", "-map", "0:0", "-map", "0:1", "-c", "copy"]
    run(*plain, *hls, "ts.m3u8")
    run(*plain, *hls, "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4", "fmp4.m3u8")
    run(*plain, *hls, "-hls_segment_type", "fmp4", "-hls_flags", "single_file", "ranges.m3u8")
    run(*plain, *hls, "-hls_key_info_file", "key.info", "aes.m3u8")
    run(*plain, "-c:a", "libmp3lame", "-t", "20", *hls, "mp3.m3u8")
    streams = "v:0,agroup:sound a:0,agroup:sound,language:en,name:en,default:yes a:1,agroup:sound,language:de,name:de"
    run("-i", "base.mp4", "-map", "0:0", "-map", "0:1", "-map", "0:2", "-c", "copy", *hls, "-hls_segment_filename", "two_%v_%d.ts", "-master_pl_name", "two.m3u8", "-var_stream_map", streams, "two_%v.m3u8")
    with open(os.path.join(place, "ts.m3u8")) as file:
        lines = file.read().splitlines()
    with open(os.path.join(place, "fmp4.m3u8")) as file:
        other = file.read().splitlines()
    first = next(index for index, line in enumerate(other) if line.startswith("#EXT-X-MAP"))
    # The clocks of both parts begin anew.
    with open(os.path.join(place, "joined.m3u8"), "w") as file:
        file.write("\n".join([*lines[:25], "#EXT-X-DISCONTINUITY", *other[first : first + 21], "#EXT-X-ENDLIST", ""]))
    # Without pictures and sound from 4 to 84 s.
    gap = ["#EXT-X-GAP", f"#EXTINF:{SEGMENT},", "nothing.ts"] * 40
    with open(os.path.join(place, "gap.m3u8"), "w") as file:
        file.write("\n".join(["#EXTM3U", f"#EXT-X-TARGETDURATION:{SEGMENT}", "#EXT-X-PLAYLIST-TYPE:VOD", f"#EXTINF:{SEGMENT},", "ts0.ts", f"#EXTINF:{SEGMENT},", "ts1.ts", *gap, f"#EXTINF:{SEGMENT},", "ts42.ts", f"#EXTINF:{SEGMENT},", "ts43.ts", "#EXT-X-ENDLIST", ""]))
    with open(os.path.join(place, "missing.m3u8"), "w") as file:
        file.write("\n".join([*lines[:9], "#EXTINF:2,", "nothing.ts", "#EXTINF:2,", "nothing2.ts", "#EXT-X-ENDLIST", ""]))
    with open(os.path.join(place, "said.m3u8"), "w") as file:
        file.write('#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="English",LANGUAGE="en",URI="text.m3u8"\n')
        file.write('#EXT-X-STREAM-INF:BANDWIDTH=500000,SUBTITLES="text"\nfmp4.m3u8\n')
    with open(os.path.join(place, "text.m3u8"), "w") as file:
        file.write(f"#EXTM3U\n#EXT-X-TARGETDURATION:{SECONDS}\n#EXTINF:{SECONDS},\ntext.vtt\n#EXT-X-ENDLIST\n")
    with open(os.path.join(place, "text.vtt"), "w") as file:
        file.write("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n00:00.500 --> 01:00.000\nThe words of the stream\n")


class Streams:
    """Serves the streams, and `live.m3u8`: a window that slides over a stream in real time. Paths below `closed` have no
    CORS headers.
    """

    def __init__(self, place):
        began = time.monotonic()
        streams = self
        self.missing = 0

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                is_closed = self.path.startswith("/closed/")
                name = self.path.removeprefix("/closed").strip("/")
                path = os.path.join(place, name)
                first = int(time.monotonic() - began) // SEGMENT
                if name == "live.m3u8":
                    lines = ["#EXTM3U", f"#EXT-X-TARGETDURATION:{SEGMENT}", f"#EXT-X-MEDIA-SEQUENCE:{first}"]
                    for number in range(first, min(first + WINDOW // SEGMENT, SECONDS // SEGMENT)):
                        lines += [f"#EXTINF:{SEGMENT},", f"ts{number}.ts"]
                    self.answer(200, "\n".join(lines).encode() + b"\n", is_closed)
                elif os.path.exists(path):
                    with open(path, "rb") as file:
                        content = file.read()
                    part = self.headers.get("Range", "").removeprefix("bytes=").split("-")
                    if len(part) == 2 and part[0]:
                        last = int(part[1] or len(content) - 1)
                        self.answer(206, content[int(part[0]) : last + 1], is_closed, f"bytes {part[0]}-{last}/{len(content)}")
                    else:
                        self.answer(200, content, is_closed)
                else:
                    streams.missing += 1
                    self.answer(404, b"", is_closed)

            def answer(self, status, body, is_closed, content_range=None):
                self.send_response(status)
                self.send_header("Content-Type", "application/octet-stream" if not self.path.endswith("m3u8") else TYPE)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                if content_range:
                    self.send_header("Content-Range", content_range)
                if not is_closed:
                    self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = Server((HOST, 0), Handler)
        self.address = f"http://{HOST}:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        at_end(lambda failed: server.shutdown())


def play(page, media, url, **more):
    more.setdefault("stream_type", "BUFFERED")
    began = time.monotonic()
    media.play_media(url, TYPE, title=url.split("/")[-1], **more)
    page.wait_until_playing(url)
    say(f"{url.split('/')[-1]} plays after {time.monotonic() - began:.1f} s")


def sought(page, media, target):
    """Seeks, and checks that playback continues at the target."""
    media.send_message({"type": "SEEK", "currentTime": target, "mediaSessionId": media.status.media_session_id})
    began = time.monotonic()
    at = lambda: page.run("const v = document.querySelector('video'); return v.seeking || v.readyState < 3 ? null : v.currentTime")
    wait_for(f"a seek reaches {target}", lambda: (seen := at()) is not None and target <= seen < target + 1.5, 5)
    say(f"after {time.monotonic() - began:.2f} s")


def on_demand(page, media, streams):
    for name in ("ts", "fmp4", "ranges", "aes"):
        url = f"{streams.address}/{name}.m3u8"
        play(page, media, url)
        check(page.run("return document.querySelector('video').src").startswith("blob:"), f"{name} is played by the page")
        check(abs(media.status.duration - SECONDS) < 0.2, f"{name} has its duration", media.status.duration)
        # Beyond what is buffered, before it, and within it.
        for target in (81.3, 13.2, 20):
            sought(page, media, target)
        agrees(page, media, f"{name}: after the seeks", 5)
    play(page, media, f"{streams.address}/mp3.m3u8")
    sounds = "return document.querySelector('video').webkitAudioDecodedByteCount"
    wait_for("MP3 in a transport stream is decoded", lambda: page.run(sounds) > 0, 5)
    play(page, media, f"{streams.address}/joined.m3u8", current_time=17)
    wait_for("playback continues after a discontinuity", lambda: page.element()["time"] > 21 and page.scene == "playing", 8)
    sought(page, media, 30)
    sought(page, media, 39.2)
    wait_for("it ends", lambda: media.status.player_state == "IDLE" and media.status.idle_reason == "FINISHED", 5)

    play(page, media, f"{streams.address}/gap.m3u8")
    wait_for("playback continues after a gap that is longer than the buffer", lambda: page.element()["time"] > 84.5, 12)
    wait_for("and ends", lambda: media.status.player_state == "IDLE" and media.status.idle_reason == "FINISHED", 8)


def audio_and_subtitles(page, media, streams):
    tracks = [{"trackId": 1, "type": "AUDIO", "language": "en"}, {"trackId": 2, "type": "AUDIO", "language": "de"}]
    play(page, media, f"{streams.address}/two.m3u8", media_info={"tracks": tracks})
    heard = lambda: page.driver.execute_async_script(LISTEN)
    is_near = lambda tone: abs(heard() - tone) < 30
    choose = lambda ids: media.send_message({"type": "EDIT_TRACKS_INFO", "activeTrackIds": ids, "mediaSessionId": media.status.media_session_id})
    wait_for("the first audio rendition is heard", lambda: is_near(ENGLISH), 5)
    choose([2])
    wait_for("the second one is heard when it is selected", lambda: is_near(GERMAN), 3)
    sought(page, media, 60)
    wait_for("also after a seek", lambda: is_near(GERMAN), 3)
    choose([1])
    wait_for("and the first one again", lambda: is_near(ENGLISH), 3)
    page.run("ear.context.close(); delete window.ear")

    text = [{"trackId": 5, "type": "TEXT", "language": "en", "name": "English"}]
    play(page, media, f"{streams.address}/said.m3u8", media_info={"tracks": text})
    choose([5])
    wait_for("the subtitles of the stream are on the screen", lambda: page.text("#captions") == "The words of the stream", 5)
    choose([])
    wait_for("they disappear", lambda: page.text("#captions") in ("", None), 5)


def window(device, media):
    ask(media)
    for frame in reversed(device.frames()):
        if frame["direction"] == "out" and '"MEDIA_STATUS"' in frame.get("text", ""):
            status = json.loads(frame["text"])["status"]
            return status[0].get("liveSeekableRange") if status else None
    return None


def live(device, page, media, streams):
    play(page, media, f"{streams.address}/live.m3u8", stream_type="LIVE")
    first = wait_for("the device reports the live window", lambda: window(device, media), 5)
    position = page.element()["time"]
    check(first["end"] - 5 < position < first["end"] + 3, "playback starts at the live edge", (position, first))
    later = lambda: (seen := window(device, media)) and seen["isMovingWindow"] and seen["start"] > first["start"] and seen
    seen = wait_for("the window moves", later, 15, 0.2)
    sought(page, media, round(seen["start"] + 5, 1))
    agrees(page, media, "live, within the window", 5)
    wait_for("it plays there", lambda: page.element()["time"] > seen["start"] + 5.5 and page.scene == "playing", 4)
    page.run("document.querySelector('video').currentTime = 0")
    start = window(device, media)["start"]
    wait_for("playback that fell out of the window continues in it", lambda: page.element()["time"] > start and page.scene == "playing", 5)
    media.stop()
    wait_for("stopped", lambda: media.status.player_state == "IDLE")


def failures(page, media, streams):
    media.play_media(f"{streams.address}/nowhere.m3u8", TYPE, title="Nowhere", stream_type="BUFFERED")
    page.wait_for_text("#error h1", "Media not found")
    wait_for("the sender is notified of a missing playlist", lambda: media.status.idle_reason == "ERROR")
    play(page, media, f"{streams.address}/missing.m3u8")
    wait_for("missing segments are reported to the sender", lambda: media.status.player_state == "IDLE" and media.status.idle_reason == "ERROR", 12)
    page.wait_for_text("#error h1", "Connection lost")
    check(streams.missing >= 4, "requests are repeated before that", streams.missing)


def declared(page, media, streams):
    """The container that the sender declares must be that of the segments. Otherwise nothing plays, without an error."""
    fragmented = {"hlsSegmentFormat": "fmp4", "hlsVideoSegmentFormat": "fmp4"}
    transport = {"hlsSegmentFormat": "ts", "hlsVideoSegmentFormat": "mpeg2_ts"}
    for name, right, wrong in (("fmp4", fragmented, transport), ("ts", transport, fragmented)):
        url = f"{streams.address}/{name}.m3u8"
        play(page, media, url, media_info=right)
        media.play_media(url, TYPE, title="Wrong", stream_type="BUFFERED", media_info=wrong)
        wait_for("the stream is loaded again", lambda: media.status.title == "Wrong", 10)
        time.sleep(3)
        element = page.element()
        check(element["time"] == 0 and media.status.player_state != "PLAYING", f"{name} does not play", element)
        check(media.status.idle_reason is None, "no error is reported", media.status.idle_reason)
    media.stop()
    wait_for("stopped", lambda: media.status.player_state == "IDLE")


def suite():
    place = os.path.join(OUT, "streams")
    os.makedirs(place, exist_ok=True)
    encode(place)
    say("encoded")
    streams = Streams(place)
    device = Device()
    page = Browser(device.ready["page"], script=WITHOUT_PLAYER)
    page.wait_for_text("#idle .device", NAME)
    cast = connect()
    media = cast.media_controller
    on_demand(page, media, streams)
    audio_and_subtitles(page, media, streams)
    declared(page, media, streams)
    live(device, page, media, streams)
    failures(page, media, streams)
    page.close()

    page = Browser(device.ready["page"], name="closed")
    page.wait_for_text("#idle .device", NAME)
    time.sleep(0.5)
    play(page, media, f"{streams.address}/closed/ts.m3u8")
    check(not page.run("return document.querySelector('video').src").startswith("blob:"), "the browser plays what pages may not read")
    media.stop()
    cast.disconnect(5)
    page.close()
    device.end()


run_suite(suite)
