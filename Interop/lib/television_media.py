# SPDX-License-Identifier: Apache-2.0
"""The media of the suites for the device's page: a video, a clip, audio with a cover, and a server that never
responds.
"""

import http.server
import os
import subprocess
import threading

from film_server import FilmServer, Server
from harness import HOST, OUT, at_end

TITLE, SUBTITLE = "The Long Way Home", "A film about light"


def made(name, *arguments):
    path = os.path.join(OUT, name)
    subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments, path], check=True, stdin=subprocess.DEVNULL)
    return path


class SilentServer:
    """Accepts connections and never responds."""

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
    """The media of the scenes."""

    def __init__(self):
        colours = ["-f", "lavfi", "-i", "gradients=s=1280x720:r=25:speed=0.02:nb_colors=4:c0=0x10304a:c1=0xd98b4a:c2=0x3a1f4f:c3=0x7fb3c8:seed=7"]
        quick = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25"]
        tone = ["-f", "lavfi", "-i", "sine=frequency=220", "-c:a", "aac"]
        made("base.mp4", *colours, *tone, "-t", "4", *quick)
        again = ["-stream_loop", "-1", "-i", os.path.join(OUT, "base.mp4"), "-c", "copy", "-movflags", "+faststart"]
        self.film_path = made("scene.mp4", *again, "-t", "120")
        self.film = FilmServer(self.film_path)
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


def paused(page, media):
    """Pauses again: the labels of a pause disappear after a while."""
    if page.scene == "paused":
        media.play()
        page.wait_for_scene("playing")
    media.pause()
    page.wait_for_scene("paused")
