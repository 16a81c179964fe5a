# SPDX-License-Identifier: Apache-2.0
"""Receivers that are not ours, as processes: the Python receiver with its oddities, and node-castv2's server class."""

import json
import os
import shutil
import subprocess
import threading
import time

from harness import HOST, PYTHON, Process, Skipped, check, folder

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON_RECEIVER = os.path.join(HERE, "python_receiver")
NODE_RECEIVER = os.path.join(HERE, "..", "NodeReceiver", "receiver.js")
# A folder with node_modules/castv2; see Interop/README.md.
NODE_PACKAGES = os.environ.get("INTEROP_CASTV2") or os.path.join(HERE, "..", ".cache", "castv2")
FIRST_PORT = 8100
UNCHANGED = {"app": None, "level": 0.5, "muted": False}

_ports = iter(range(FIRST_PORT, FIRST_PORT + 200))
_lock = threading.Lock()


def free_port():
    """A port that no other receiver of the suite has. Each suite has a network of its own."""
    with _lock:
        return next(_ports)


class ReceiverProcess(Process):
    """A receiver that prints what it receives, and its app and volume after each change."""

    @property
    def address(self):
        return f"{HOST}:{self.port}"

    def events(self):
        return [json.loads(line) for line in self.lines if line.startswith("{")]

    def received(self, kind):
        return [event for event in self.events() if event.get("type") == kind]

    @property
    def state(self):
        """Its app and volume now."""
        states = [event["state"] for event in self.events() if "state" in event]
        return states[-1] if states else UNCHANGED

    def check_unchanged(self):
        """The receiver runs no app, and has the volume with which it began. Its output may be read after a moment."""
        what = f"{self.title}: the receiver is left without an app and with its volume"
        deadline = time.monotonic() + 3
        while self.state != UNCHANGED and time.monotonic() < deadline:
            time.sleep(0.05)
        check(self.state == UNCHANGED, what, self.state)
        check(self.is_running, f"{self.title}: the receiver still runs")


class PythonReceiver(ReceiverProcess):
    """The receiver of lib/python_receiver with oddities, listening when this returns."""

    def __init__(self, *oddities, announced_as=None, plays_anything=False):
        self.port = free_port()
        self.oddities = oddities
        self.title = "+".join(oddities) or "no oddity"
        arguments = [PYTHON, PYTHON_RECEIVER, "--port", str(self.port)]
        for oddity in oddities:
            arguments += ["--oddity", oddity]
        arguments += ["--play-anything"] if plays_anything else []
        arguments += ["--announce", "--name", announced_as] if announced_as else []
        super().__init__(f"receiver-{self.port}-{'-'.join(oddities)}", arguments)
        ready = (self.next_line(60) or "nothing").split()
        check(ready[:2] == ["ready", str(self.port)], f"a receiver with {self.title} is ready", ready)
        self.http_port = int(ready[2])


class NodeReceiver(ReceiverProcess):
    """A receiver around node-castv2's server class."""

    oddities = ()
    title = "node-castv2"
    http_port = 9

    def __init__(self):
        if not shutil.which("node"):
            raise Skipped("node-castv2: there is no node")
        if not os.path.isdir(os.path.join(NODE_PACKAGES, "node_modules", "castv2")):
            raise Skipped(f"node-castv2: there is no package castv2 in {os.path.normpath(NODE_PACKAGES)}")
        self.port = free_port()
        key, certificate = (os.path.join(folder(), name) for name in ("key.pem", "certificate.pem"))
        create = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3", "-subj", "/CN=node"]
        subprocess.run([*create, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        packages = {**os.environ, "NODE_PATH": os.path.join(NODE_PACKAGES, "node_modules")}
        super().__init__("node", [shutil.which("node"), NODE_RECEIVER, key, certificate, str(self.port)], env=packages)
        check(self.next_line(30) == f"ready {self.port}", "a receiver with node-castv2's server class is ready")
