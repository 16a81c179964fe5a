#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures a process with many virtual devices, and prints a table.

    virtual.py [--devices N] [--bench PROGRAM]

The devices (`cast-bench virtual`) are complete but for HTTP, and share a multicast DNS endpoint. Another process finds them by
multicast DNS and launches the Default Media Receiver on each (`cast-bench visit`). Both run in a network namespace that has only
loopback. Needs root, for the namespace.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

BUILT = pathlib.Path(__file__).resolve().parent.parent / ".build" / "release"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int, default=1000)
    parser.add_argument("--bench", default=BUILT / "cast-bench")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.inside:
        os.execvp("unshare", ["unshare", "--net", sys.executable, __file__, "--inside", "--devices", str(options.devices), "--bench", str(options.bench)])
    subprocess.run(["ip", "link", "set", "lo", "up", "multicast", "on"], check=True)
    sys.exit(0 if measure(str(options.bench), options.devices) else 1)


def lines(process):
    for line in process.stdout:
        print(line, end="", flush=True)
        yield json.loads(line)
    sys.exit("virtual: a process ended")


def measure(bench, count):
    with subprocess.Popen([bench, "virtual", "lo", str(count)], stdout=subprocess.PIPE, text=True) as devices:
        states = lines(devices)
        idle = next(state for state in states if state["devices"] == count)
        with subprocess.Popen([bench, "visit", "lo", str(count)], stdout=subprocess.PIPE, text=True) as visitor:
            visits = lines(visitor)
            found, launched = next(visits), next(visits)
            busy = next(state for state in states if state.get("running") == count)
            visitor.kill()
        devices.kill()
    rows = [
        ("memory of an idle device", f"{idle['kilobytes_each']:.0f} kB", "150 kB", idle["kilobytes_each"] <= 150),
        ("memory of a device with a session", f"{busy['kilobytes_each']:.0f} kB", "150 kB", busy["kilobytes_each"] <= 150),
        ("threads", str(busy["threads"]), "constant", busy["threads"] == idle["threads"]),
        ("all found", f"{found['found_milliseconds']:.0f} ms", "every device", found["found"] == count),
        ("all sessions", f"{launched['launched_milliseconds']:.0f} ms", "every device", launched["sessions"] == count),
    ]
    for name, value, target, met in rows:
        print(f"{name:<40} {value:>12}   target {target}: {'met' if met else 'MISSED'}")
    return all(row[3] for row in rows)


if __name__ == "__main__":
    main()
