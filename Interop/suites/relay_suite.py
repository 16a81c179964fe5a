# SPDX-License-Identifier: Apache-2.0
"""Media behind a bearer token, relayed by `cast play --header @FILE` to the device's page in Chromium: MP4, and HLS with an
AES-128 key. The page seeks, the token is in no log, process list, status or page, and the relay is gone afterwards.
"""

import http.client
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.parse

LIB = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib")
sys.path.insert(0, LIB)

from browser import Browser
from film_server import Server
from harness import CAST, FILM, HOST, NAME, OUT, Device, Process, at_end, check, folder, run_suite, wait_for

TOKEN = "s3cret-of-the-relay-suite"
TYPES = {".mp4": "video/mp4", ".m3u8": "application/vnd.apple.mpegurl", ".ts": "video/mp2t", ".key": "application/octet-stream"}


class TokenServer:
    """Serves a folder in ranges to clients with the token, without permission for other origins (CORS)."""

    def __init__(self, path):
        self.refused = []
        self.served = []
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                name = os.path.basename(self.path)
                file = os.path.join(path, name)
                if self.headers.get("Authorization") != f"Bearer {TOKEN}":
                    server.refused.append(self.path)
                    return self.answer(401, b"<html>Log in</html>", {"Content-Type": "text/html"})
                if not os.path.isfile(file):
                    return self.answer(404, b"", {})
                server.served.append(name)
                with open(file, "rb") as content:
                    content = content.read()
                fields = {"Content-Type": TYPES[os.path.splitext(name)[1]], "Accept-Ranges": "bytes", "ETag": '"1"'}
                part = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
                if not part:
                    return self.answer(200, content, fields)
                first, last = int(part[1]), min(int(part[2] or len(content)), len(content) - 1)
                fields["Content-Range"] = f"bytes {first}-{last}/{len(content)}"
                self.answer(206, content[first : last + 1], fields)

            def answer(self, status, content, fields):
                self.send_response(status)
                for field in {**fields, "Content-Length": str(len(content))}.items():
                    self.send_header(*field)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        http_server = Server((HOST, 0), Handler)
        self.address = f"http://{HOST}:{http_server.server_address[1]}"
        threading.Thread(target=http_server.serve_forever, daemon=True).start()
        at_end(lambda failed: http_server.shutdown())


def made():
    """A folder with the film as MP4, and as HLS with a key."""
    media = folder()
    shutil.copy(FILM, os.path.join(media, "film.mp4"))
    with open(os.path.join(media, "film.key"), "wb") as key:
        key.write(bytes(range(16)))
    with open(os.path.join(media, "keyinfo"), "w") as information:
        information.write(f"film.key\n{os.path.join(media, 'film.key')}\n")
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-i", FILM, "-c", "copy", "-hls_time", "4", "-hls_list_size", "0"]
        + ["-hls_playlist_type", "vod", "-hls_key_info_file", os.path.join(media, "keyinfo"), os.path.join(media, "video.m3u8")],
        check=True,
        stdin=subprocess.DEVNULL,
    )
    with open(os.path.join(media, "main.m3u8"), "w") as playlist:
        playlist.write('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="avc1.4d400d,mp4a.40.2"\nvideo.m3u8\n')
    return media


def cast(*arguments):
    return subprocess.run([CAST, *arguments, "--host", HOST], capture_output=True, text=True, timeout=30, check=True).stdout


def position(page):
    element = page.element()
    return element["time"] if element else 0


def answers(url):
    """The status of a URL; None if nothing listens there."""
    parts = urllib.parse.urlsplit(url)
    try:
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=5)
        connection.request("GET", parts.path)
        return connection.getresponse().status
    except ConnectionRefusedError:
        return None


def loaded(device):
    """The URL of the media, as the device reported it."""
    events = [json.loads(line) for line in device.lines if line.startswith("{")]
    return [event["media"]["url"] for event in events if isinstance(event.get("media"), dict) and "url" in event["media"]][-1]


def play(device, page, server, header, name):
    playing = Process(
        f"play-{name}", [CAST, "play", f"{server.address}/private/{name}", "--header", header, "--host", HOST, "--json", "--verbose"]
    )
    wait_for(f"{name} plays", lambda: position(page) > 0.3, 30)
    cast("seek", "30")
    first = wait_for("it continues after a seek", lambda: (lambda time: time if 29 < time < 34 else None)(position(page)), 20)
    wait_for("it advances", lambda: position(page) > first + 0.2, 20)
    status = cast("status", "--json")
    url = loaded(device)
    check(answers(url) == 200, "the relay serves this machine", url)
    check(server.address not in url, "its URL does not name the server")
    processes = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    seen = {"ps": processes, "status": status, "page": page.driver.page_source, "url": url}
    found = [where for where, text in seen.items() if TOKEN in text]
    check(not found, "the token is not in the process list, the status and the page", found)
    cast("stop")
    wait_for("the command ended", lambda: not playing.is_running, 15)
    check(playing.process.returncode == 0, "its exit status is 0", playing.process.returncode)
    check(answers(url) is None, "the relay is gone")
    page.wait_for_text("#idle .device", NAME)


def suite():
    server = TokenServer(made())
    secret = os.path.join(folder(), "header.txt")
    with open(secret, "w") as file:
        file.write(f"Authorization: Bearer {TOKEN}\n")
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    for name in ("film.mp4", "main.m3u8"):
        play(device, page, server, "@" + secret, name)
    check({"film.key", "video.m3u8", "main.m3u8"} <= set(server.served), "the server sent the key and the playlists")
    check(not server.refused, "every request had the token", server.refused)

    refused = subprocess.run(
        [CAST, "play", f"{server.address}/private/film.mp4", "--header", "Authorization: Bearer old", "--host", HOST],
        capture_output=True,
        text=True,
        timeout=30,
    )
    check(refused.returncode == 1 and "401" in refused.stderr, "an old token is reported", refused.stderr.strip())
    page.close()
    device.end()
    logs = [name for name in os.listdir(OUT) if os.path.isfile(os.path.join(OUT, name))]
    found = [name for name in logs if TOKEN in open(os.path.join(OUT, name), errors="replace").read()]
    check(logs and not found, "the token is in no log", found)


run_suite(suite)
