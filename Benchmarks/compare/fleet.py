#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures one process with thousands of sessions, and prints a table.

    fleet.py [--sessions N] [--idle SECONDS] [--outage SECONDS] [--bench PROGRAM] [--json FILE] [--picture FILE]

The devices are another process (`cast-bench devices`) in a network namespace of its own, so that the link between the two can be
cut. Measured are: memory, threads and rate of connecting at each power of ten; the processor time of the heartbeats; the time
of single commands among them; the time to change all volumes; the time until every session has a connection again after the
link was down, and after the devices were killed and started again. --picture draws the growth as SVG. Needs root, for the
namespaces.
"""
import argparse
import json
import math
import pathlib
import signal
import subprocess
import sys
import time

from hosts import Missing, two_hosts, within

BUILT = pathlib.Path(__file__).resolve().parent.parent / ".build" / "release"
HOST, PORT = "10.77.0.1", "8009"


def link(namespace, state):
    subprocess.run(["ip", "-n", namespace, "link", "set", "cast0", state], check=True)


class Measurement:
    def __init__(self, options):
        self.options = options
        self.values = {"sizes": []}

    def start_devices(self, namespace):
        command = within(namespace, [self.options.bench, "devices", HOST, PORT])
        self.devices = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        if "ready" not in self.devices.stdout.readline():
            sys.exit("fleet: the devices did not start")

    def run(self):
        count = self.options.sessions
        with two_hosts() as (devices, sender):
            self.start_devices(devices)
            command = within(sender, [self.options.bench, "sessions", HOST, PORT, count, self.options.idle])
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                try:
                    for line in process.stdout:
                        state = json.loads(line)
                        if "seconds" in state:
                            break
                        print(line, end="", flush=True)
                        if "sessions" in state:
                            self.values["sizes"].append(state)
                        else:
                            self.values |= state
                    else:
                        sys.exit("fleet: the sessions ended")
                    link(sender, "down")
                    _, last = next(pair for pair in self.states(process) if pair[0] > self.options.outage)
                    print(f"link down for {self.options.outage} s: {last['running']} of {count} are connected", flush=True)
                    link(sender, "up")
                    self.values["after_outage"] = self.recovered(process)
                    self.devices.kill()
                    self.devices.wait()
                    time.sleep(2)
                    self.start_devices(devices)
                    self.values["after_restart"] = self.recovered(process)
                finally:
                    process.send_signal(signal.SIGKILL)
                    self.devices.kill()

    @staticmethod
    def states(process):
        """The states that the sessions print twice a second, with the time since the first one."""
        began = time.monotonic()
        for line in process.stdout:
            yield time.monotonic() - began, json.loads(line)
        sys.exit("fleet: the sessions ended")

    def recovered(self, process):
        """Waits until all sessions have a connection again."""
        first = None
        for elapsed, state in self.states(process):
            first = first or state
            print(json.dumps(state), flush=True)
            # Sessions notice after a while that they are lost.
            if (state["running"] == self.options.sessions and elapsed > 3) or elapsed > 120:
                used = state["cpu_seconds"] - first["cpu_seconds"]
                return {"seconds": elapsed, "running": state["running"], "ended": state["idle"], "cpu_seconds": used}

    def report(self):
        values = self.values
        last = values["sizes"][-1]
        rows = [
            ("memory of a session", f"{last['kilobytes_each']:.1f} kB", "25 kB", last["kilobytes_each"] <= 25),
            ("threads, first and last size", f"{values['sizes'][0]['threads']}, {last['threads']}", "equal",
             values["sizes"][0]["threads"] == last["threads"]),
            ("heartbeats of all", f"{values['idle_percent_of_a_core']:.1f} % of a core", "5 %",
             values["idle_percent_of_a_core"] <= 5),
            ("a command, p99", f"{values['commands']['p99'] / 1000:.2f} ms", "5 ms", values["commands"]["p99"] <= 5000),
            ("all volumes changed", f"{values['broadcast_milliseconds']:.0f} ms", "1000 ms",
             values["broadcast_milliseconds"] <= 1000),
        ]
        for key, name in (("after_outage", "link down"), ("after_restart", "devices restarted")):
            value = values[key]
            rows.append((f"{name}: all connected again", f"{value['seconds']:.0f} s, {value['cpu_seconds']:.1f} s of CPU",
                         "every session", value["running"] == self.options.sessions))
        for name, value, target, met in rows:
            print(f"{name:<40} {value:>28}   target {target}: {'met' if met else 'MISSED'}")
        if self.options.picture:
            pathlib.Path(self.options.picture).write_text(growth(values["sizes"]))
        if self.options.json:
            pathlib.Path(self.options.json).write_text(json.dumps(values, indent=1) + "\n")
        return all(row[3] for row in rows)


def growth(sizes):
    """The memory of the process for each number of sessions, as SVG with logarithmic axes. The dashed line grows in proportion to the
    sessions from the last size down."""
    width, height, left, top, right, bottom = 640, 360, 80, 20, 20, 50
    points = [(size["sessions"], size["kilobytes"] / 1000) for size in sizes]
    low, high = math.floor(math.log10(points[0][0])), math.ceil(math.log10(points[-1][0]))
    megabytes = [math.floor(math.log10(min(each for _, each in points))), math.ceil(math.log10(max(each for _, each in points)))]

    def x(sessions):
        return left + (math.log10(sessions) - low) / max(1, high - low) * (width - left - right)

    def y(size):
        return top + (megabytes[1] - math.log10(size)) / max(1, megabytes[1] - megabytes[0]) * (height - top - bottom)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for power in range(low, high + 1):
        at = x(10**power)
        lines.append(f'<path d="M{at:.0f} {top}V{height - bottom}" stroke="#dddddd"/>')
        lines.append(f'<text x="{at:.0f}" y="{height - bottom + 18}" text-anchor="middle">{10**power:,}</text>')
    for power in range(megabytes[0], megabytes[1] + 1):
        at = y(10**power)
        lines.append(f'<path d="M{left} {at:.0f}H{width - right}" stroke="#dddddd"/>')
        lines.append(f'<text x="{left - 8}" y="{at + 4:.0f}" text-anchor="end">{10**power:,} MB</text>')
    lines.append(f'<text x="{(left + width - right) / 2}" y="{height - 12}" text-anchor="middle">sessions in one process</text>')
    last = points[-1]
    start = max(10**low, last[0] * 10 ** megabytes[0] / last[1])
    lines.append(f'<path d="M{x(start):.0f} {y(last[1] * start / last[0]):.0f}L{x(last[0]):.0f} {y(last[1]):.0f}" stroke="#888888" stroke-dasharray="5 4"/>')
    lines.append(f'<path d="M{" L".join(f"{x(n):.0f} {y(size):.0f}" for n, size in points)}" fill="none" stroke="#2f55c8" stroke-width="2.5"/>')
    for sessions, size in points:
        lines.append(f'<circle cx="{x(sessions):.0f}" cy="{y(size):.0f}" r="4" fill="#2f55c8"/>')
        lines.append(f'<text x="{x(sessions) - 8:.0f}" y="{y(size) - 10:.0f}" text-anchor="end">{size:.0f} MB</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--idle", type=int, default=30)
    parser.add_argument("--outage", type=int, default=30)
    parser.add_argument("--bench", default=BUILT / "cast-bench")
    parser.add_argument("--json")
    parser.add_argument("--picture")
    measurement = Measurement(parser.parse_args())
    try:
        measurement.run()
    except Missing as reason:
        sys.exit(f"fleet: {reason}")
    sys.exit(0 if measurement.report() else 1)


if __name__ == "__main__":
    main()
