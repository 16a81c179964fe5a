#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the serving of a large file by `cast play` and by nginx, on one core each.

    serving.py [--film FILE] [--rounds N]

The servers take turns on core 0, the client is on core 1 and discards what it receives without copying it, so that the
server is the limit. The file is in the page cache. Prints the medians of the rounds: GB/s, and the seconds of processor
time of the server for each GB. Requires Linux, ffmpeg and nginx.
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import socket
import statistics
import sys
import time

from casting import Client, casting, ffmpeg, film, folder, process

PINNED = ("taskset", "-c", "0")
CONFIGURATION = """
daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
events {{}}
http {{
    access_log off;
    sendfile {sendfile};
    tcp_nopush on;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    server {{ listen 127.0.0.1:{port}; root {root}; }}
}}
"""


@contextlib.contextmanager
def nginx(path, scratch, sendfile):
    place = scratch / f"nginx-{sendfile}"
    place.mkdir(exist_ok=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    values = {"folder": place, "sendfile": sendfile, "port": port, "root": path.parent}
    values["user"] = "user root;" if os.getuid() == 0 else ""
    (place / "nginx.conf").write_text(CONFIGURATION.format(**values))
    with process(*PINNED, "nginx", "-p", place, "-c", place / "nginx.conf") as server:
        for _ in range(500):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            time.sleep(0.01)
        yield server, f"http://127.0.0.1:{port}/{path.name}"


@contextlib.contextmanager
def cast(path, scratch):
    with casting(path, scratch, prefix=PINNED) as (player, url, _):
        yield player, url


def processor_time(pid):
    """The processor time of a process and its children in seconds."""
    total = 0.0
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for number in [pid, *children]:
        fields = pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def measured(server, url, seconds=2.0):
    client = Client(url, discards=True)
    client.get()
    total, used, begin = 0, processor_time(server.pid), time.monotonic()
    while time.monotonic() - begin < seconds:
        total += client.get()[0]
    elapsed = time.monotonic() - begin
    return total / 1e9 / elapsed, (processor_time(server.pid) - used) / (total / 1e9)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--film", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if not shutil.which("nginx"):
        sys.exit("nginx is missing (package nginx-light)")
    os.sched_setaffinity(0, {1})
    with folder() as scratch:
        path = options.film.resolve() if options.film else None
        if path is None:
            source, path = film(scratch, 0.5), scratch / "film.mp4"
            ffmpeg("-i", source, "-an", "-c", "copy", path)
        servers = {
            "cast": lambda: cast(path, scratch),
            "nginx, sendfile on": lambda: nginx(path, scratch, "on"),
            "nginx, sendfile off": lambda: nginx(path, scratch, "off"),
        }
        results = {name: [] for name in servers}
        for _ in range(options.rounds):
            for name, start in servers.items():
                with start() as (server, url):
                    results[name].append(measured(server, url))
    print(f"{'':22} {'GB/s':>6} {'CPU s/GB':>9} {'of cast':>8}")
    own = statistics.median(rate for rate, _ in results["cast"])
    for name, values in results.items():
        rate = statistics.median(rate for rate, _ in values)
        used = statistics.median(used for _, used in values)
        print(f"{name:22} {rate:6.2f} {used:9.2f} {rate / own:7.2f}×")


main()
