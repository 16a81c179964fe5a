# SPDX-License-Identifier: Apache-2.0
"""python-zeroconf and avahi see the virtual device appear, change and leave; our browser sees the devices that they
announce.
"""

import json
import os
import queue
import socket
import subprocess
import sys
import threading
import time
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

import one_at_a_time  # noqa: F401
import pychromecast
import zeroconf
from pychromecast.models import CastInfo, HostServiceInfo

from harness import CAST, HOST, NAME, OUT, Device, Failed, Process, at_end, check, folder, run_suite, say, wait_for

TYPE = "_googlecast._tcp.local."
PROBE = os.environ.get("CAST_SYSTEM_PROBE", "")
TXT_KEYS = {"id", "cd", "rm", "ve", "md", "ic", "fn", "ca", "st", "bs", "nf", "rs"}


class Listener:
    """Records what python-zeroconf reports."""

    def __init__(self, zc):
        self.events = queue.Queue()
        zeroconf.ServiceBrowser(zc, TYPE, self)

    def add_service(self, zc, kind, name):
        self.events.put(("added", name))

    def update_service(self, zc, kind, name):
        self.events.put(("updated", name))

    def remove_service(self, zc, kind, name):
        self.events.put(("removed", name))

    def wait(self, what, kind, condition=lambda name: True, seconds=10):
        deadline = time.monotonic() + seconds
        while True:
            try:
                event, name = self.events.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise Failed(f"{what}: not within {seconds} s")
            if event == kind and condition(name):
                say(f"ok: {what} ({name})")
                return name


def text(zc, name):
    info = zeroconf.ServiceInfo(TYPE, name)
    if not info.request(zc, 3000):
        return {}
    return {key.decode(): (value or b"").decode() for key, value in info.properties.items()}


class OurBrowser(Process):
    """`cast devices --watch`, as a stream of events."""

    def __init__(self):
        super().__init__("watch", [CAST, "devices", "--watch", "--json", "--interface", "lo"])
        self.seen = []

    def wait(self, what, kind, condition, seconds=10):
        deadline = time.monotonic() + seconds
        while True:
            line = self.next_line(max(0.0, deadline - time.monotonic()))
            if line is None:
                raise Failed(f"{what}: not within {seconds} s; seen: {self.seen[-5:]}")
            event = json.loads(line)
            self.seen.append(event)
            if event.get("event") == kind and condition(event["device"]):
                say(f"ok: {what}")
                return event["device"]


class SystemBrowser(Process):
    """What our backend for dns_sd.h sees through avahi."""

    quiet = ("one of many",)

    def __init__(self, name, subtype=""):
        # The library warns on standard error that Apple's interface is not avahi's native one.
        environment = dict(os.environ, AVAHI_COMPAT_NOWARN="1")
        super().__init__(name, [PROBE, "_googlecast._tcp", subtype, "lo"], env=environment)

    def wait(self, what, kind, condition=lambda fields: True, seconds=10):
        deadline = time.monotonic() + seconds
        while True:
            line = self.next_line(max(0.0, deadline - time.monotonic()))
            if line is None:
                raise Failed(f"{what}: not within {seconds} s; seen: {self.lines[-5:]}")
            word, name, *fields = line.split("\t")
            if word == kind and condition([name] + fields):
                if what not in self.quiet:
                    say(f"ok: {what}")
                return [name] + fields


def start_avahi():
    """Starts a bus and a daemon for this suite. /run is replaced in this suite's mounts only."""
    work = folder()
    os.chmod(work, 0o777)
    run = os.path.join(work, "run")
    os.makedirs(os.path.join(run, "dbus"))
    os.makedirs(os.path.join(run, "avahi-daemon"))
    subprocess.run(["mount", "--bind", run, "/run"], check=True)
    configuration = os.path.join(work, "avahi.conf")
    with open(configuration, "w") as file:
        file.write(
            "[server]\nhost-name=avahi-host\nuse-ipv4=yes\nuse-ipv6=yes\nallow-interfaces=lo\n"
            "[wide-area]\nenable-wide-area=no\n[publish]\npublish-hinfo=no\npublish-workstation=no\n"
        )
    Process("dbus", ["dbus-daemon", "--system", "--nofork", "--nopidfile"])
    wait_for("the bus answers", bus_answers)
    daemon = Process("avahi", ["avahi-daemon", "-f", configuration, "--no-drop-root", "--no-chroot"])
    wait_for("avahi runs", lambda: "startup complete" in open(daemon.log).read(), 15)


def bus_answers():
    """The socket's file exists before a process listens on it."""
    try:
        with socket.socket(socket.AF_UNIX) as bus:
            bus.connect("/run/dbus/system_bus_socket")
        return True
    except OSError:
        return False


def avahi_sees(what, condition, seconds=10):
    def look():
        listing = subprocess.run(
            ["avahi-browse", "-rpt", "_googlecast._tcp"], capture_output=True, text=True, timeout=20
        ).stdout
        return condition([line for line in listing.splitlines() if line.startswith("=")])

    return wait_for(what, look, seconds, every=0.2)


def announcement(name, identity, status_text="", **lifetimes):
    properties = {
        "id": identity, "cd": identity.upper(), "rm": "", "ve": "05", "md": "Chromecast", "ic": "/setup/icon.png",
        "fn": name, "ca": "4101", "st": "1" if status_text else "0", "bs": "FA8FCA000000", "nf": "1",
        "rs": status_text,
    }
    return zeroconf.ServiceInfo(
        TYPE,
        f"Chromecast-{identity}.{TYPE}",
        addresses=[bytes(int(part) for part in HOST.split("."))],
        port=8019,
        properties=properties,
        server=f"{identity}.local.",
        **lifetimes,
    )


def they_see_ours(zc):
    device = Device("--headless")
    identity = device.ready["id"].replace("-", "").lower()
    listener = Listener(zc)
    name = listener.wait("python-zeroconf sees the device", "added", lambda name: identity in name.lower())
    seen = text(zc, name)
    check(TXT_KEYS <= set(seen), "its TXT record has every key", sorted(seen))
    check(seen["fn"] == NAME and seen["id"] == identity, "it has its name and identity", (seen["fn"], seen["id"]))
    check(seen["st"] == "0" and int(seen["ca"]) & 5 == 5, "it is idle, with video and audio output", (seen["st"], seen["ca"]))
    lines = avahi_sees("avahi sees the device", lambda lines: [line for line in lines if identity in line.lower()])
    check(all(f'"{key}=' in lines[0] for key in TXT_KEYS), "avahi has every key, too", lines[0][:160])
    check(f";{HOST};8009;" in lines[0] or any(f";{HOST};8009;" in line for line in lines), "avahi has its address")

    info = CastInfo({HostServiceInfo(HOST, 8009)}, uuid.UUID(identity), "Chromecast", NAME, HOST, 8009, "cast", "Google")
    cast = pychromecast.get_chromecast_from_cast_info(info, None)
    cast.wait(10)
    cast.start_app("CC1AD845")
    listener.wait("python-zeroconf receives the changed record", "updated", lambda changed: changed == name)
    seen = wait_for("the record is busy, with a status text", lambda: (lambda t: t if t.get("st") == "1" and t.get("rs") else None)(text(zc, name)))
    say(f"rs is {seen['rs']!r}")
    avahi_sees("avahi has the change", lambda lines: [line for line in lines if identity in line and '"st=1"' in line])
    cast.quit_app()
    wait_for("the record is idle again", lambda: text(zc, name).get("st") == "0")
    cast.disconnect(5)

    device.end()
    listener.wait("python-zeroconf receives the goodbye packet", "removed", lambda gone: gone == name, 5)
    avahi_sees("avahi receives the goodbye packet", lambda lines: not [line for line in lines if identity in line])


def we_see_theirs(zc):
    watch = OurBrowser()
    identity = uuid.uuid4().hex
    theirs = announcement("Other TV", identity)
    zc.register_service(theirs)
    found = watch.wait("our browser sees what zeroconf announces", "found", lambda d: d["id"] == identity)
    check((found["name"], found["port"]) == ("Other TV", 8019), "it has name and port", (found["name"], found["port"]))
    zc.update_service(announcement("Other TV", identity, status_text="Casting: a film"))
    changed = watch.wait("our browser sees the changed text", "changed", lambda d: d["id"] == identity)
    check("Casting: a film" in json.dumps(changed), "the changed text is the announced one")
    zc.unregister_service(announcement("Other TV", identity, status_text="Casting: a film"))
    watch.wait("our browser sees the goodbye packet", "lost", lambda d: d["id"] == identity, 5)

    # A device that loses power sends no goodbye packet: its records expire.
    silent = uuid.uuid4().hex
    power = Process("powered", [sys.executable, os.path.abspath(__file__), "announce", silent])
    watch.wait("our browser sees a device of another process", "found", lambda d: d["id"] == silent)
    power.process.kill()
    killed = time.monotonic()
    watch.wait("it is removed when its records expire", "lost", lambda d: d["id"] == silent, 25)
    check(time.monotonic() - killed > 1, "it is not removed earlier", f"{time.monotonic() - killed:.1f} s")

    published = uuid.uuid4().hex
    avahi = Process(
        "avahi-publish",
        ["avahi-publish", "-s", f"Chromecast-{published}", "_googlecast._tcp", "8009"]
        + [f"id={published}", "fn=Avahi Room", "md=Chromecast", "ca=4101", "ve=05", "st=0", "rs="],
    )
    watch.wait("our browser sees what avahi publishes", "found", lambda d: d["id"] == published and d["name"] == "Avahi Room")
    avahi.stop()
    watch.wait("our browser sees avahi's goodbye packet", "lost", lambda d: d["id"] == published, 5)
    check(watch.is_running, "our browser still runs")


def avahi_shows_ours_and_theirs():
    """The system browser, built with `swift build --traits SystemDiscovery`, through avahi."""
    if not os.access(PROBE, os.X_OK):
        say("!!! SKIPPED: our backend for dns_sd.h; CAST_SYSTEM_PROBE does not name a program")
        return
    browser = SystemBrowser("system")
    device = Device("--headless")
    identity = device.ready["id"].replace("-", "").lower()
    ours = lambda fields: identity in fields[0].lower()
    found = browser.wait("our backend sees the device through avahi", "found", ours)
    check(found[2] == "8009" and HOST in found[3].split(), "it has its address and port", found[1:4])
    check(TXT_KEYS <= {pair.split("=")[0] for pair in found[4:]}, "its text has every key", len(found) - 4)

    # Phones search this subtype for devices with a media session.
    playing = SystemBrowser("playing", "_%9E5E7C8F47989526C9BCD95D24084F6F0B27C5ED")
    info = CastInfo({HostServiceInfo(HOST, 8009)}, uuid.UUID(identity), "Chromecast", NAME, HOST, 8009, "cast", "Google")
    cast = pychromecast.get_chromecast_from_cast_info(info, None)
    cast.wait(10)
    check(not playing.lines, "no device has media yet")
    cast.start_app("CC1AD845")
    browser.wait("it sees that an application runs", "changed", lambda fields: ours(fields) and "st=1" in fields)
    playing.wait("it finds the device by the subtype for media", "found", ours)
    cast.quit_app()
    browser.wait("it sees the idle device", "changed", lambda fields: ours(fields) and "st=0" in fields)
    playing.wait("it sees that the device has no media any more", "lost", ours)
    cast.disconnect(5)
    device.end()
    browser.wait("it sees the goodbye packet", "lost", ours)

    many = []
    for number in range(20):
        published = uuid.uuid4().hex
        many.append(published)
        Process(
            f"many-{number}",
            ["avahi-publish", "-s", f"Chromecast-{published}", "_googlecast._tcp", "8009"]
            + [f"id={published}", f"fn=Room {number}", "md=Chromecast", "ca=4101", "ve=05", "st=0", "rs="],
        )
    start = time.monotonic()
    seen = set()
    while len(seen) < len(many):
        fields = browser.wait("the first of many devices", "found", lambda f: any(identity in f[0] for identity in many), 20)
        seen.add(fields[0])
    check(browser.is_running, "all of 20 devices were resolved", f"{time.monotonic() - start:.1f} s")


def suite():
    start_avahi()
    zc = zeroconf.Zeroconf(interfaces=[HOST])
    at_end(lambda failed: zc.close())
    they_see_ours(zc)
    we_see_theirs(zc)
    avahi_shows_ours_and_theirs()


if sys.argv[1:2] == ["announce"]:
    own = zeroconf.Zeroconf(interfaces=[HOST])
    own.register_service(announcement("Silent TV", sys.argv[2], host_ttl=6, other_ttl=6))
    threading.Event().wait()
run_suite(suite)
