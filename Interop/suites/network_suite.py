# SPDX-License-Identifier: Apache-2.0
"""Two hosts on one network, over IPv4 and IPv6: a disconnected cable, lost packets, and no network at all."""

import concurrent.futures
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
import wave

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

import zeroconf

from harness import CAST, NAME, Failed, Process, Skipped, check, folder, run_suite, say, wait_for
from other_host import HERE, HERE6, THERE, THERE6, OtherHost, run

TYPE = "_googlecast._tcp.local."
LOOK_INTERVAL = 5


class Film(Process):
    """`cast play` of five minutes of silence to a device at the other end of a cable, as a stream of events."""

    def __init__(self, number, reconnect=180, named=False, on_all_networks=False):
        self.other = OtherHost(number)
        if named:
            # The address that will change must be the only one.
            self.other.run("sysctl", "-qw", f"net.ipv6.conf.there{number}.disable_ipv6=1")
        self.device_name = f"{NAME} {number}"
        self.state = folder()
        self.begin_device()
        target = ["--device", self.device_name] if named else ["--host", self.other.there_address]
        arguments = ["play", silence(), "--json", "--reconnect", str(reconnect)]
        if not on_all_networks:
            arguments += ["--interface", self.other.cable]
        super().__init__(f"film{number}", [CAST, *arguments, *target])
        self.events = []
        self.wait("plays", lambda event: event.get("media", {}).get("state") == "PLAYING", 40)
        self.session = self.status()["application"]["sessionID"]

    def begin_device(self):
        name = f"film-device{self.other.number}"
        self.device = self.other.process(
            name, CAST, "receiver", "--name", self.device_name, "--port", "8009", "--http-port", "8008",
            "--https-port", "8443", "--state-dir", self.state, "--json", "--headless",
        )
        ready(self.device)

    def wait(self, what, condition, seconds):
        deadline = time.monotonic() + seconds
        while True:
            line = self.next_line(max(0.0, deadline - time.monotonic()))
            if line is None:
                raise Failed(f"{self.name} {what}: not within {seconds} s; events: {self.events}")
            event = json.loads(line)
            self.events.append(event)
            if condition(event):
                say(f"ok: {self.name} {what}")
                return event

    def wait_for(self, kind, seconds):
        return self.wait(kind, lambda event: event.get("event") == kind, seconds)

    def status(self):
        arguments = [CAST, "status", "--json", "--host", self.other.there_address, "--timeout", "20"]
        result = subprocess.run(arguments, capture_output=True, text=True, timeout=60)
        return json.loads(result.stdout.splitlines()[-1])

    def pull(self, seconds):
        """Disconnects the cable for this time."""
        run("ip", "link", "set", self.other.cable, "down")
        time.sleep(seconds)
        run("ip", "link", "set", self.other.cable, "up")

    def goes_on(self, losses, address=None):
        """Checks that the same session still plays, and that loss and return were reported this number of times."""
        if address:
            self.other.there_address = address
        report = self.status()
        running = report.get("application") or {}
        check(running.get("sessionID") == self.session, f"{self.name}: the session is the same", report)
        check(report["media"]["state"] == "PLAYING", f"{self.name}: it plays", report["media"])
        while (line := self.next_line(0.5)) is not None:
            self.events.append(json.loads(line))
        for kind in ["connectionLost", "reconnected"]:
            count = sum(event.get("event") == kind for event in self.events)
            check(count in losses, f"{self.name}: {kind} was reported {count} times")
        check(self.is_running, f"{self.name} still runs")
        check(self.stop() == 130, f"{self.name} ends on interrupt", self.process.returncode)


def silence(seconds=300):
    """An audio file of silence."""
    path = os.path.join(folder(), "silence.wav")
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(b"\x80" * 8000 * seconds)
    return path


def pulled(number, seconds, losses):
    film = Film(number)
    film.pull(seconds)
    if 1 in losses and 0 not in losses:
        film.wait_for("reconnected", 60)
    film.goes_on(losses)


def pulled_too_long():
    film = Film(4, reconnect=10)
    run("ip", "link", "set", film.other.cable, "down")
    event = film.wait("the search for the device ends", lambda event: "error" in event, 45)
    check(event["error"]["code"] == "sessionLost", "the error is sessionLost", event["error"])
    film.process.wait(10)
    check(film.process.returncode == 5, "the exit code is that of an unreachable device", film.process.returncode)
    check(sum(event.get("event") == "connectionLost" for event in film.events) == 1, "the loss was reported once")


def moved():
    film = Film(5, named=True)
    new = "10.77.5.9"
    film.other.run("ip", "addr", "del", f"{film.other.there_address}/24", "dev", "there5")
    film.other.run("ip", "addr", "add", f"{new}/24", "dev", "there5")
    film.wait_for("connectionLost", 30)
    back = film.wait_for("reconnected", 90)
    check(back["device"]["host"] == new, "film5: found by its ID at the new address", back["device"])
    film.goes_on([1], address=new)


def lossy():
    """For a minute, 30 % of the packets to the device and 30 % of those from it are lost."""
    film = Film(6)
    # Each end drops incoming packets: a host's own TCP notices packets that are dropped on the way out.
    ends = [(film.other.run, "there6"), (run, "here6")]
    for at, interface in ends:
        at("nft", "add table inet lossy6")
        at("nft", "add chain inet lossy6 in { type filter hook input priority 0; }")
        at("nft", f"add rule inet lossy6 in iifname {interface} numgen random mod 100 < 30 counter drop")
        at("nft", f"add rule inet lossy6 in iifname {interface} counter")
    time.sleep(60)
    for at, interface in ends:
        lost, passed = passed_through(film.other.inside if interface.startswith("there") else [])
        check(lost > 0, f"of {lost + passed} packets into {interface}, {lost} were lost")
        at("nft", "delete table inet lossy6")
    time.sleep(15)
    film.goes_on([0, 1, 2, 3])
    lost, back = (sum(e.get("event") == k for e in film.events) for k in ["connectionLost", "reconnected"])
    check(lost == back, "each loss with lost packets had a return", (lost, back))


def passed_through(prefix):
    """The numbers of packets that the network dropped and passed."""
    table = subprocess.run([*prefix, "nft", "-j", "list", "table", "inet", "lossy6"], capture_output=True, text=True)
    rules = [entry["rule"] for entry in json.loads(table.stdout)["nftables"] if "rule" in entry]
    return [part["counter"]["packets"] for rule in rules for part in rule["expr"] if "counter" in part]


def killed():
    film = Film(7)
    film.device.process.kill()
    film.wait_for("connectionLost", 15)
    film.begin_device()
    event = film.wait("the device returns without the session", lambda event: "error" in event, 45)
    check(event["error"]["code"] == "sessionLost", "the error is sessionLost", event["error"])
    film.process.wait(10)
    check(film.process.returncode == 5, "the exit code is that of an unreachable device", film.process.returncode)


def multi_homed():
    """The device is on one of the networks of this host, and gets a URL that only this network can use."""
    elsewhere = OtherHost(8)
    film = Film(9, named=True, on_all_networks=True)
    url = film.status()["media"]["contentID"]
    here = film.other.here_address
    check(url.startswith(f"http://{here}:"), "film9: the URL has this host's address on the device's network", url)
    fetch = ["curl", "-s", "-m", "5", "-o", "/dev/null", "-w", "%{http_code}"]

    def code(host, url):
        return subprocess.run([*host.inside, *fetch, url], capture_output=True, text=True).stdout

    check(code(film.other, url) == "200", "film9: the file is available on the device's network")
    check(code(elsewhere, url) == "000", "film9: there is no route to it from the other network")
    other_address = url.replace(here, elsewhere.here_address)
    check(code(elsewhere, other_address) == "000", "film9: nothing listens at this host's address on the other network")
    film.goes_on([0])


def sessions():
    """Playback during every kind of network failure, each on its own cable."""
    cases = [
        lambda: pulled(1, 5, [0, 1]),
        lambda: pulled(2, 30, [1]),
        lambda: pulled(3, 120, [1]),
        pulled_too_long,
        moved,
        lossy,
        killed,
        multi_homed,
    ]
    with concurrent.futures.ThreadPoolExecutor(len(cases)) as pool:
        running = [pool.submit(case) for case in cases]
        for case in concurrent.futures.as_completed(running):
            case.result()


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
    raise Failed("cast receiver was not ready within 20 s")


def once(*options):
    """Runs `cast devices` once. Returns its exit code and its output."""
    result = subprocess.run([CAST, "devices", "--json", *options], capture_output=True, text=True, timeout=60)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return result.returncode, lines[-1] if lines else {}


def seen_by_zeroconf(identity):
    """Checks that a browser that listens on both address families gets the device's record."""
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
        check(info.request(zc, 5000), "python-zeroconf resolves the device over both address families", name)
        check(info.properties.get(b"id") == identity.encode(), "the record has its identity")
        check(THERE in info.parsed_addresses(), "the record has its address", info.parsed_addresses())
    except queue.Empty:
        raise Failed("python-zeroconf did not see the device within 10 s")
    finally:
        zc.close()


def suite():
    code, report = once()
    check(code == 9 and report.get("error", {}).get("code") == "noNetwork", "without a network the error is noNetwork", (code, report))

    if not shutil.which("nsenter"):
        raise Skipped("nsenter (package util-linux) is missing")
    other = OtherHost()
    # Link-local addresses can be used after duplicate address detection.
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
    check(found["host"] == THERE, "its IPv4 address is first", found["addresses"])
    code, listing = once("--timeout", "3")
    check(code == 0 and [d["id"] for d in listing["devices"]] == [identity], "a single search finds it, too")
    seen_by_zeroconf(identity)

    # A device with IPv6 only.
    silent = uuid.uuid4().hex
    six = other.process("six", sys.executable, os.path.abspath(__file__), "announce", silent, THERE6)
    found = watch.wait("our browser sees a device that has only an IPv6 address", "found", silent)
    check(any(address.startswith("fd77::1") for address in found["addresses"]), "it has that address", found["addresses"])
    six.process.kill()
    watch.wait("the device is removed when its records expire", "lost", silent, 25)

    run("ip", "link", "set", "here", "down")
    watch.wait("the cable is disconnected: the device is removed", "lost", identity, LOOK_INTERVAL + 5)
    run("ip", "link", "set", "here", "up")
    watch.wait("the cable is connected: the device is found", "found", identity, LOOK_INTERVAL + 10)

    other.run("ip", "link", "set", "there", "down")
    watch.wait("the other end is disconnected: the device is removed", "lost", identity, LOOK_INTERVAL + 5)
    other.run("ip", "link", "set", "there", "up")
    watch.wait("the other end is connected: the device is found", "found", identity, LOOK_INTERVAL + 10)

    if shutil.which("nft"):
        run("nft", "add table inet lossy")
        run("nft", "add chain inet lossy in { type filter hook input priority 0; }")
        run("nft", "add rule inet lossy in udp sport 5353 numgen random mod 100 < 40 drop")
        code, listing = once("--timeout", "10")
        check(code == 0 and [d["id"] for d in listing["devices"]] == [identity], "with 40 % of the responses lost the device is found")
        run("nft", "delete table inet lossy")
    else:
        say("SKIPPED: lost packets (nft, package nftables, is missing)")

    check(device.is_running and watch.is_running, "device and browser still run")
    check(device.stop() == 0, "the device ends when terminated")
    watch.wait("our browser sees its goodbye packet", "lost", identity, 5)
    check(watch.stop() in (0, 130), "our browser ends when terminated", watch.process.returncode)
    sessions()


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
run_suite(suite)
