# SPDX-License-Identifier: Apache-2.0
"""Measures python-zeroconf for the comparison.

    zeroconf_peer.py announce ADDRESS COUNT            announces devices until it is terminated; prints "ready"
    zeroconf_peer.py browse   ADDRESS COUNT SECONDS    prints the time until COUNT devices were seen, as JSON
"""

import asyncio
import json
import os
import socket
import sys
import threading
import time

from zeroconf import IPVersion, ServiceBrowser, ServiceInfo, Zeroconf
from zeroconf.asyncio import AsyncZeroconf

TYPE = "_googlecast._tcp.local."


def info(address, number):
    name = f"{number:032x}"
    text = {
        "id": name, "cd": name, "rm": "", "ve": "05", "md": "Chromecast", "ic": "/setup/icon.png",
        "fn": f"Device {number}", "ca": "4101", "st": "0", "bs": "FA8FCA000000", "nf": "1", "rs": "",
    }
    return ServiceInfo(
        TYPE,
        f"Chromecast-{name}.{TYPE}",
        port=8009,
        properties=text,
        server=f"{name}.local.",
        addresses=[socket.inet_aton(address)],
    )


async def announce(address, count):
    zeroconf = AsyncZeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
    # Each call probes for half a second and then returns the task that announces the service.
    announcing = await asyncio.gather(
        *(zeroconf.async_register_service(info(address, number)) for number in range(count))
    )
    await asyncio.gather(*announcing)
    print("ready", flush=True)
    await asyncio.Event().wait()


class Seen:
    def __init__(self, wanted):
        self.names = set()
        self.wanted = wanted
        self.complete = threading.Event()

    def add_service(self, zeroconf, kind, name):
        self.names.add(name)
        if len(self.names) >= self.wanted:
            self.complete.set()

    def update_service(self, zeroconf, kind, name):
        pass

    def remove_service(self, zeroconf, kind, name):
        self.names.discard(name)


def browse(address, count, seconds):
    start = time.perf_counter()
    zeroconf = Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
    seen = Seen(count)
    ServiceBrowser(zeroconf, TYPE, listener=seen)
    complete = seen.complete.wait(seconds)
    elapsed = (time.perf_counter() - start) * 1000
    print(json.dumps({"milliseconds": elapsed if complete else None, "seen": len(seen.names)}), flush=True)
    os._exit(0)


if sys.argv[1] == "announce":
    asyncio.run(announce(sys.argv[2], int(sys.argv[3])))
else:
    browse(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
