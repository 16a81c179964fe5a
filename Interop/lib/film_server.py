"""Serves one file with ranges, and remembers what was asked."""

import http.server
import os
import re
import threading

from harness import FILM, HOST, at_end


class FilmServer:
    def __init__(self, path=FILM, content_type="video/mp4"):
        self.requests = []
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
                try:
                    if with_body:
                        self.wfile.write(content[first : last + 1])
                except OSError:
                    # Players ask for more than they read, and hang up.
                    self.close_connection = True

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer((HOST, 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://{HOST}:{self.server.server_address[1]}"
        self.url = f"{self.address}/{os.path.basename(path)}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        at_end(lambda failed: self.server.shutdown())
