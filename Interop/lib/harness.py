# SPDX-License-Identifier: Apache-2.0
"""The foundation of all suites: the virtual device, checks that report what they saw, and processes that end with
the suite.
"""

import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback

CAST = os.environ["CAST"]
FILM = os.environ["INTEROP_FILM"]
OUT = os.environ["INTEROP_OUT"]
PYTHON = os.environ["INTEROP_PYTHON"]
HOST = "127.0.0.1"
NAME = "Interop TV"
FILM_SECONDS = 47

_started = time.monotonic()
_closing = []


class Failed(Exception):
    """A failed check. The message describes it completely."""


class Skipped(Exception):
    """A requirement of this suite is missing on this machine."""


def say(text):
    print(f"{time.monotonic() - _started:7.2f} s  {text}", flush=True)


def check(holds, what, seen=None):
    """Reports a check that holds, or fails the suite."""
    if not holds:
        raise Failed(f"{what}; saw {seen!r}")
    say(f"ok: {what}" + ("" if seen is None else f" ({seen})"))


def wait_for(what, condition, seconds=10.0, every=0.02):
    """Waits until the condition is true. Returns its value."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            say(f"ok: {what}")
            return value
        if time.monotonic() > deadline:
            raise Failed(f"{what}: not within {seconds} s")
        time.sleep(every)


def run_suite(suite):
    """Runs a suite's function, ends its processes, and exits with the result."""
    code = 1
    try:
        suite()
        code = 0
    except Skipped as reason:
        print(f"SKIPPED: {reason}", flush=True)
        code = 77
    except Failed as failure:
        print(f"\nFAILED: {failure}\n", flush=True)
    except Exception:
        traceback.print_exc()
    for close in reversed(_closing):
        try:
            close(code not in (0, 77))
        except Exception:
            traceback.print_exc()
            code = code or 1
    sys.exit(code)


def at_end(close):
    """Registers a function that is called at the end of the suite with whether it failed."""
    _closing.append(close)


def folder():
    path = tempfile.mkdtemp(prefix="cast-interop-")
    at_end(lambda failed: shutil.rmtree(path, ignore_errors=True))
    return path


class Process:
    """A process that ends with the suite, and whose output is recorded line by line."""

    def __init__(self, name, arguments, stdin=None, **options):
        self.name = name
        self.log = os.path.join(OUT, f"{name}.log")
        self.lines = []
        self._news = queue.Queue()
        self.process = subprocess.Popen(
            arguments,
            stdin=stdin or subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            bufsize=1,
            **options,
        )
        self._file = open(self.log, "w")
        self._lock = threading.Lock()
        self._readers = [
            threading.Thread(target=self._read, args=(self.process.stdout, True), daemon=True),
            threading.Thread(target=self._read, args=(self.process.stderr, False), daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        at_end(self._close)

    def _read(self, stream, counts):
        for line in stream:
            with self._lock:
                self._file.write(line)
                self._file.flush()
            if counts:
                self.lines.append(line.rstrip("\n"))
                self._news.put(line.rstrip("\n"))

    def next_line(self, seconds):
        """The next line of standard output, or None after a timeout."""
        try:
            return self._news.get(timeout=seconds)
        except queue.Empty:
            return None

    @property
    def is_running(self):
        return self.process.poll() is None

    def stop(self, seconds=10):
        """Terminates the process. Returns its exit code."""
        if self.is_running:
            self.process.terminate()
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                say(f"{self.name} did not end when terminated; killed")
                self.process.kill()
                self.process.wait()
                return None
        return self.process.returncode

    def _close(self, failed):
        self.stop()
        for reader in self._readers:
            reader.join(2)
        self._file.close()
        if failed:
            with open(self.log) as log:
                tail = log.readlines()[-60:]
            print(f"--- last lines of {self.name} (code {self.process.returncode}):")
            print("".join(tail), flush=True)


class Device(Process):
    """The virtual device, ready for connections when this returns."""

    _was_ended = False

    def __init__(self, *options, name="device", interface="lo"):
        self.frames_path = os.path.join(OUT, f"{name}-frames.jsonl")
        arguments = [CAST, "receiver", "--interface", interface, "--name", NAME, "--port", "8009", "--http-port", "8008"]
        arguments += ["--https-port", "8443", "--log-frames", self.frames_path, "--state-dir", folder(), "--json"]
        arguments += list(options)
        say(" ".join(arguments))
        super().__init__(name, arguments)
        self.ready = self._wait_until_ready()
        port = options[options.index("--port") + 1] if "--port" in options else "8009"
        check(self.ready["endpoint"].endswith(f":{port}"), "the virtual device is ready", self.ready)

    def _wait_until_ready(self):
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            line = self.next_line(0.2)
            if line is None:
                if not self.is_running:
                    raise Failed(f"cast receiver ended with code {self.process.returncode} before it was ready")
                continue
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if event.get("event") == "ready":
                return event
        raise Failed("cast receiver was not ready within 20 s")

    def frames(self):
        """The messages so far, as the device logged them."""
        try:
            with open(self.frames_path) as log:
                return [json.loads(line) for line in log if line.endswith("\n")]
        except FileNotFoundError:
            return []

    def end(self):
        """Ends the device before the suite ends. The exit code must be 0."""
        check(self.is_running, "the virtual device still runs")
        self._was_ended = True
        check(self.stop() == 0, "it ends when terminated", self.process.returncode)

    def _close(self, failed):
        was_running = self.is_running or self._was_ended
        code = self.stop()
        super()._close(failed)
        if failed:
            print("--- last frames:")
            for frame in self.frames()[-40:]:
                print(json.dumps(frame)[:400])
        if not was_running:
            raise Failed(f"the virtual device ended by itself, with code {code}")
        if code != 0:
            raise Failed(f"the virtual device ended with code {code} when terminated")


class Observer(Process):
    """A second sender in another process, which sees the effects of the first one."""

    def __init__(self):
        watcher = os.path.join(os.path.dirname(os.path.abspath(__file__)), "observer.py")
        super().__init__("observer", [PYTHON, watcher, HOST, "8009"])
        self.receiver = {}
        self.media = {}
        self.wait("a second sender is connected", lambda seen: "volume" in seen.receiver)

    def wait(self, what, condition, seconds=10.0):
        """Reads the second sender's statuses until the condition holds."""
        deadline = time.monotonic() + seconds
        while not condition(self):
            line = self.next_line(max(0.0, deadline - time.monotonic()))
            if line is None:
                raise Failed(f"{what}: not within {seconds} s; last saw {self.receiver} and {self.media}")
            event = json.loads(line)
            setattr(self, event["kind"], event["status"])
        say(f"ok: {what}")
