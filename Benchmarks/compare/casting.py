# SPDX-License-Identifier: Apache-2.0
"""A virtual device and `cast play`, from which a client fetches media as a player does. Used by remux.py and serving.py."""

import contextlib
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import time
import urllib.parse

CAST = os.environ["CAST"]


def film(folder, gibibytes=1.0, audio="ac3"):
    """Makes an H.264 film in Matroska, of about 9 Mbit/s with a key frame every 10 seconds. Returns its path."""
    base, path = folder / "base.mkv", folder / "film.mkv"
    # Noise, because pictures that compress well have a low bit rate.
    picture = ["-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=24:duration=60"]
    sound = ["-f", "lavfi", "-i", "anoisesrc=d=60:c=pink"]
    video = ["-vf", "noise=alls=12:allf=t", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
    rate = ["-b:v", "9M", "-maxrate", "10M", "-bufsize", "10M"]
    ffmpeg(*picture, *sound, *video, *rate, "-c:a", audio, "-ac", "2", base)
    loops = int(gibibytes * 2**30 / base.stat().st_size)
    ffmpeg("-stream_loop", str(loops), "-i", base, "-c", "copy", path)
    base.unlink()
    return path


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments], check=True, stdin=subprocess.DEVNULL)


@contextlib.contextmanager
def process(*command, **options):
    running = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, **options)
    try:
        yield running
    finally:
        running.terminate()
        try:
            running.wait(10)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


@contextlib.contextmanager
def folder():
    with tempfile.TemporaryDirectory(prefix="cast-bench-") as path:
        yield pathlib.Path(path)


@contextlib.contextmanager
def casting(film, scratch, *options, prefix=()):
    """Casts a film. Yields the process, the URL that the device got, and the seconds from the start of the process."""
    frames = scratch / "frames.jsonl"
    frames.unlink(missing_ok=True)
    environment = dict(os.environ, HOME=str(scratch), XDG_STATE_HOME=str(scratch), XDG_CONFIG_HOME=str(scratch))
    receiver = [CAST, "receiver", "--headless", "--interface", "lo", "--port", "0", "--http-port", "0"]
    receiver += ["--https-port", "0", "--log-frames", frames, "--state-dir", scratch, "--json"]
    with process(*receiver, stdout=subprocess.PIPE, env=environment, text=True) as device:
        endpoint = next(event for event in map(json.loads, device.stdout) if event.get("event") == "ready")["endpoint"]
        port = endpoint.rpartition(":")[2]
        log = open(scratch / "play.log", "w")
        begin = time.monotonic()
        command = [*prefix, CAST, "play", film, "--host", f"127.0.0.1:{port}", "--json", *options]
        with log, process(*command, stdout=log, stderr=log, env=environment) as player:
            url = None
            while url is None:
                if player.poll() is not None or time.monotonic() - begin > 30:
                    raise RuntimeError(f"the film was not loaded: {(scratch / 'play.log').read_text()}")
                time.sleep(0.002)
                url = loaded(frames)
            yield player, url, time.monotonic() - begin


def loaded(frames):
    """The URL of the media in the first LOAD request that the device logged."""
    if not frames.exists():
        return None
    for line in frames.read_text().splitlines():
        if '"LOAD"' not in line.replace("\\", ""):
            continue
        with contextlib.suppress(ValueError):
            found = find(json.loads(line), "contentId") or find(json.loads(line), "contentUrl")
            if found:
                return found
    return None


def find(value, key):
    """The first value of a key in nested JSON, which may be in strings."""
    if isinstance(value, str) and value.startswith("{"):
        with contextlib.suppress(ValueError):
            value = json.loads(value)
    if isinstance(value, dict):
        if isinstance(value.get(key), str):
            return value[key]
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            found = find(part, key)
            if found:
                return found
    return None


class Client:
    """A connection of a player."""

    def __init__(self, url, discards=False):
        self.base = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((self.base.hostname, self.base.port))
        self.buffer = memoryview(bytearray(1 << 20))
        # Linux drops the bytes instead of copying them.
        self.flags = socket.MSG_TRUNC if discards else 0

    def get(self, name=None):
        """Requests the URL, or a name next to it. Returns the body (its size only, if bytes are discarded) and the seconds
        to its first byte."""
        path = self.base.path if name is None else self.base.path.rpartition("/")[0] + "/" + name
        begin = time.monotonic()
        head = f"GET {path} HTTP/1.1\r\nHost: {self.base.netloc}\r\n\r\n"
        self.socket.sendall(head.encode())
        received = b""
        while b"\r\n\r\n" not in received:
            part = self.socket.recv(1024 if not self.flags else 1)
            if not part:
                raise RuntimeError(f"{path}: the connection was closed")
            received += part
        first = time.monotonic() - begin
        head, _, body = received.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        if " 200 " not in lines[0]:
            raise RuntimeError(f"{path}: {lines[0]}")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        if "content-length" not in fields:
            return self._chunked(body), first
        size, count, parts = int(fields["content-length"]), len(body), [body]
        while count < size:
            number = self.socket.recv_into(self.buffer, min(size - count, len(self.buffer)), self.flags)
            if number == 0:
                raise RuntimeError(f"{path}: the connection was closed after {count} of {size} bytes")
            if not self.flags:
                parts.append(bytes(self.buffer[:number]))
            count += number
        return (count if self.flags else b"".join(parts)), first

    def _chunked(self, received):
        """Reads the rest of a body whose length is not known in advance."""
        received, parts = bytearray(received), []

        def fill(length):
            while len(received) < length:
                number = self.socket.recv_into(self.buffer)
                if number == 0:
                    raise RuntimeError("the connection was closed in the middle of a body")
                received.extend(self.buffer[:number])

        while True:
            while b"\r\n" not in received:
                fill(len(received) + 1)
            line, _, rest = received.partition(b"\r\n")
            size, received[:] = int(line, 16), rest
            fill(size + 2)
            if size == 0:
                return b"".join(parts)
            parts.append(bytes(received[:size]))
            del received[: size + 2]


def memory(pid):
    """The resident memory of a process in MB: now, its peak, and the part of now that is not pages of files (the program)."""
    fields = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
    return tuple(int(fields[name].split()[0]) * 1024 / 1e6 for name in ("VmRSS", "VmHWM", "RssAnon"))
