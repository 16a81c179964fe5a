"""Two hosts on one network, over IPv4 and IPv6: a cable that is pulled, packets that get lost, no network at all."""

import json
import os
import queue
import shutil
import socket
import subprocess
import sys
import threading
import time
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

import zeroconf

from harness import CAST, NAME, Failed, Process, Skipped, check, folder, run_lane, say, wait_for
from other_host import HERE, HERE6, THERE, THERE6, OtherHost, run

TYPE = "_googlecast._tcp.local."
LOOK_INTERVAL = 5


class Watch(Process):
    """`cast devices --watch`, as a stream of events."""

    def __init__(self):
        super().__init__("watch", [CAST, "devices", "--watch", "--json"])

    def wait(self, what, kind, identity, seconds=10):
        deadline = time.monotonic() + seconds
        while True:
            line = self.next_line(max(0.0, deadline - time.monotonic()))
            if line is None:
                raise Failed(f"{what}: not within {seconds} s")
            event = json.loads(line)
            if event.get("event") == kind and event["device"]["id"] == identity:
                say(f"ok: {what}")
                return event["device"]


def ready(device):
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        line = device.next_line(0.2)
        if line and json.loads(line).get("event") == "ready":
            return json.loads(line)
        if not device.is_running:
            raise Failed(f"cast receiver ended with code {device.process.returncode} before it was ready")
    raise Failed("cast receiver did not say that it is ready within 20 s")


def once(*options):
    """`cast devices` once: exit code and what it printed."""
    result = subprocess.run([CAST, "devices", "--json", *options], capture_output=True, text=True, timeout=60)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return result.returncode, lines[-1] if lines else {}


def seen_by_zeroconf(identity):
    """Whether a browser that listens on both families gets the device's text."""
    found = queue.Queue()

    class Listener:
        def add_service(self, zc, kind, name):
            found.put(name)

        def update_service(self, zc, kind, name):
            pass

        def remove_service(self, zc, kind, name):
            pass

    zc = zeroconf.Zeroconf(interfaces=[HERE, HERE6], ip_version=zeroconf.IPVersion.All)
    try:
        zeroconf.ServiceBrowser(zc, TYPE, Listener())
        name = found.get(timeout=10)
        info = zeroconf.ServiceInfo(TYPE, name)
        check(info.request(zc, 5000), "python-zeroconf resolves the device over both families", name)
        check(info.properties.get(b"id") == identity.encode(), "with its identity")
        check(THERE in info.parsed_addresses(), "and its address", info.parsed_addresses())
    except queue.Empty:
        raise Failed("python-zeroconf did not see the device within 10 s")
    finally:
        zc.close()


def lane():
    code, report = once()
    check(code == 9 and report.get("error", {}).get("code") == "noNetwork", "without a network it says so", (code, report))

    if not shutil.which("nsenter"):
        raise Skipped("nsenter (package util-linux) is missing")
    other = OtherHost()
    # Link-local addresses are usable once nobody objected to them.
    wait_for(
        "the cable is up",
        lambda: "tentative" not in subprocess.run(["ip", "addr"], capture_output=True, text=True).stdout,
    )
    device = other.process(
        "device", CAST, "receiver", "--name", NAME, "--port", "8009", "--http-port", "8008", "--https-port", "8443",
        "--state-dir", folder(), "--json", "--headless",
    )
    identity = ready(device)["id"]
    say(f"the virtual device is ready on the other host ({identity})")

    watch = Watch()
    found = watch.wait("our browser sees the device on the other host", "found", identity)
    check(found["host"] == THERE, "at its IPv4 address first", found["addresses"])
    code, listing = once("--timeout", "3")
    check(code == 0 and [d["id"] for d in listing["devices"]] == [identity], "so does a single look")
    seen_by_zeroconf(identity)

    # A device that is to be had over IPv6 alone.
    silent = uuid.uuid4().hex
    six = other.process("six", sys.executable, os.path.abspath(__file__), "announce", silent, THERE6)
    found = watch.wait("our browser sees a device with nothing but an IPv6 address", "found", silent)
    check(any(address.startswith("fd77::1") for address in found["addresses"]), "at that address", found["addresses"])
    six.process.kill()
    watch.wait("and sees it gone when its records run out", "lost", silent, 25)

    run("ip", "link", "set", "here", "down")
    watch.wait("the cable is pulled: the device is gone", "lost", identity, LOOK_INTERVAL + 5)
    run("ip", "link", "set", "here", "up")
    watch.wait("the cable is back: so is the device", "found", identity, LOOK_INTERVAL + 10)

    other.run("ip", "link", "set", "there", "down")
    watch.wait("the other end is pulled: the device is gone", "lost", identity, LOOK_INTERVAL + 5)
    other.run("ip", "link", "set", "there", "up")
    watch.wait("and back: so is the device", "found", identity, LOOK_INTERVAL + 10)

    if shutil.which("nft"):
        run("nft", "add table inet lossy")
        run("nft", "add chain inet lossy in { type filter hook input priority 0; }")
        run("nft", "add rule inet lossy in udp sport 5353 numgen random mod 100 < 40 drop")
        code, listing = once("--timeout", "10")
        check(code == 0 and [d["id"] for d in listing["devices"]] == [identity], "with 40 % of the answers lost it is found")
        run("nft", "delete table inet lossy")
    else:
        say("SKIPPED: lost packets (nft, package nftables, is missing)")

    check(device.is_running and watch.is_running, "both ends went on through all of it")
    check(device.stop() == 0, "the device ends when asked to")
    watch.wait("with a goodbye", "lost", identity, 5)
    check(watch.stop() in (0, 130), "our browser ends when asked to", watch.process.returncode)


def announce(identity, address):
    own = zeroconf.Zeroconf(interfaces=[address], ip_version=zeroconf.IPVersion.V6Only)
    own.register_service(
        zeroconf.ServiceInfo(
            TYPE,
            f"Chromecast-{identity}.{TYPE}",
            addresses=[socket.inet_pton(socket.AF_INET6, address)],
            port=8009,
            properties={"id": identity, "fn": "Six", "md": "Chromecast", "ca": "4101", "ve": "05", "st": "0", "rs": ""},
            server=f"{identity}.local.",
            host_ttl=6,
            other_ttl=6,
        )
    )
    threading.Event().wait()


if sys.argv[1:2] == ["announce"]:
    announce(*sys.argv[2:4])
run_lane(lane)
