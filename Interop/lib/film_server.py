# SPDX-License-Identifier: Apache-2.0
"""HTTP servers of media: a file with ranges that records its requests, and a folder."""

import functools
import http.server
import os
import re
import sys
import threading

from harness import FILM, HOST, at_end


class Server(http.server.ThreadingHTTPServer):
    """Ignores connections that players close during a response."""

    daemon_threads = True

    def handle_error(self, request, client_address):
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class FilmServer:
    """Serves one file. While `goes_on` is cleared, it sends the first fifth of the requested range and waits."""

    def __init__(self, path=FILM, content_type="video/mp4", host=HOST):
        self.requests = []
        self.goes_on = threading.Event()
        self.goes_on.set()
        goes_on = self.goes_on
        with open(path, "rb") as film:
            content = film.read()
        requests = self.requests

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_HEAD(self):
                self.answer(False)

            def do_GET(self):
                self.answer(True)

            def answer(self, with_body):
                requests.append((self.command, self.path, dict(self.headers)))
                if self.path != "/" + os.path.basename(path):
                    self.send_response(404)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                part = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
                first = int(part[1]) if part else 0
                last = min(int(part[2]), len(content) - 1) if part and part[2] else len(content) - 1
                self.send_response(206 if part else 200)
                self.send_header("Content-Type", content_type)
                self.send_header("Accept-Ranges", "bytes")
                self.send_header("Access-Control-Allow-Origin", "*")
                if part:
                    self.send_header("Content-Range", f"bytes {first}-{last}/{len(content)}")
                self.send_header("Content-Length", str(last - first + 1))
                self.end_headers()
                pause = last + 1 if goes_on.is_set() else first + (last - first) // 5
                if with_body:
                    self.wfile.write(content[first:pause])
                    goes_on.wait()
                    self.wfile.write(content[pause : last + 1])

            def log_message(self, *_):
                pass

        self.server = Server((host, 0), Handler)
        self.address = f"http://{host}:{self.server.server_address[1]}"
        self.url = f"{self.address}/{os.path.basename(path)}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        at_end(lambda failed: self.server.shutdown())


class Redirects:
    """Redirects every request to another URL, and counts."""

    def __init__(self, target, host=HOST):
        self.asked = 0
        redirects = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                redirects.asked += 1
                self.send_response(302)
                self.send_header("Location", target)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        server = Server((host, 0), Handler)
        self.url = f"http://{host}:{server.server_address[1]}/cover.png"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        at_end(lambda failed: server.shutdown())


class FolderServer:
    """Serves a folder of playlists and segments."""

    def __init__(self, path):
        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {".m3u8": "application/vnd.apple.mpegurl", ".ts": "video/mp2t", "": "application/octet-stream"}

            def end_headers(self):
                self.send_header("Access-Control-Allow-Origin", "*")
                super().end_headers()

            def log_message(self, *_):
                pass

        self.server = Server((HOST, 0), functools.partial(Handler, directory=path))
        self.address = f"http://{HOST}:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        at_end(lambda failed: self.server.shutdown())
