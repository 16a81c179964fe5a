#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares this package with other programs in one run on one machine, and prints medians and ratios.

    compare.py [--rounds N] [--quick] [--only PART ...] [--python PYTHON] [--json FILE]

Parts: status, connect, pipeline, hold, discovery, playing. `Benchmarks/run compare` builds the programs and calls this
script. The other programs are castpeer.c (plain C and OpenSSL, the reference for the best possible results),
pychromecast, python-zeroconf and catt. Discovery and playing run in network namespaces and need root. Otherwise they
are skipped, and the table says so.

For the control connection, the receiver runs on one core and the senders on the others. Without this, the system
sometimes runs both on one core, which halves the times of C at random. --unpinned disables it.

Each round runs every program once, so that changes in the load of the machine affect all programs alike.
"""

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import wave

from hosts import Missing, two_hosts, within

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent
BUILT = PACKAGE / ".build" / "release"
PARTS = ["status", "connect", "pipeline", "hold", "discovery", "playing"]


class Bench:
    def __init__(self, options):
        self.options = options
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="cast-compare-"))
        self.rows = []
        self.raw = {}

    # --- Running ---

    def run(self, *command, namespace=None, timeout=180):
        """Runs a program and returns the JSON that it printed."""
        done = subprocess.run(
            within(namespace, command), capture_output=True, text=True, timeout=timeout, check=False
        )
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        if done.returncode != 0 or not lines:
            raise RuntimeError(f"{' '.join(map(str, command))} failed: {done.stdout}{done.stderr}")
        return json.loads(lines[-1])

    @contextlib.contextmanager
    def running(self, *command, namespace=None, ready=None, log=None):
        """Runs a program in the background. Waits for a line that contains `ready`, and ends the program on exit."""
        errors = open(log or os.devnull, "w")
        process = subprocess.Popen(
            within(namespace, command),
            stdout=subprocess.PIPE if ready else errors,
            stderr=errors,
            text=True,
        )
        try:
            if ready and not any(ready in line for line in process.stdout):
                raise RuntimeError(f"{' '.join(map(str, command))} ended before it was ready")
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(3)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            errors.close()

    def rounds(self, programs):
        """Runs each program once per round. Returns name -> list of results."""
        results = {name: [] for name in programs}
        for _ in range(self.options.rounds):
            for name, program in programs.items():
                results[name].append(program())
        return results

    # --- Reporting ---

    def row(self, what, ours, theirs=None, target=None, unit="µs", met=None):
        """Prints a row. theirs: name -> median of another program."""
        ratios = {name: ours / value for name, value in (theirs or {}).items() if value}
        self.rows.append((what, ours, unit, theirs or {}, ratios, target, met))
        text = f"{what:<46} {ours:>10.2f} {unit}"
        for name, value in (theirs or {}).items():
            text += f"   {name} {value:.2f}"
            if value:
                text += f" (×{ours / value:.2f})"
        if target:
            text += f"   target {target}: {'met' if met else 'MISSED'}"
        print(text, flush=True)

    def left_out(self, what, why):
        self.rows.append((what, None, why, {}, {}, None, None))
        print(f"{what:<46} skipped: {why}", flush=True)

    # --- Parts ---

    def castpeer(self):
        program = self.directory / "castpeer"
        if not program.exists():
            compiler = shutil.which("cc") or shutil.which("clang")
            if not compiler:
                raise Missing("no C compiler")
            try:
                subprocess.run(
                    [compiler, "-O2", "-o", program, HERE / "castpeer.c", "-lssl", "-lcrypto", "-lpthread"],
                    check=True, capture_output=True,
                )
            except subprocess.CalledProcessError as error:
                raise Missing(f"castpeer.c does not compile: {error.stderr.decode()[:300]}") from error
        return program

    @contextlib.contextmanager
    def receiver(self):
        """Runs the C receiver on a free port of the loopback interface and yields the port."""
        program = self.castpeer()
        certificate, key = self.directory / "certificate.pem", self.directory / "key.pem"
        if not key.exists():
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-sha256", "-nodes", "-days", "2", "-subj",
                 "/CN=bench", "-keyout", key, "-out", certificate],
                check=True, capture_output=True,
            )
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        with self.running(*self.on_core("0", program), "serve", certificate, key, port):
            for _ in range(200):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.01)
            yield port

    def on_core(self, cores, *command):
        """Returns the command with its CPU affinity set to these cores."""
        is_pinned = not self.options.unpinned and shutil.which("taskset") and os.cpu_count() > 1
        return ["taskset", "-c", cores, *command] if is_pinned else list(command)

    def senders(self, part, *numbers):
        """Returns functions that run the three senders of a part against one receiver."""

        programs = {
            "ours": [BUILT / "cast-bench"],
            "C": [self.castpeer()],
            "pychromecast": [self.options.python, HERE / "peers" / "pychromecast_peer.py"],
        }

        def sender(program):
            command = self.on_core(f"1-{os.cpu_count() - 1}", *program)
            return lambda: self.run(*command, part, "127.0.0.1", self.port, *numbers)

        return {name: sender(program) for name, program in programs.items()}

    def status(self):
        with self.receiver() as self.port:
            results = self.rounds(self.senders("status", 500 if self.options.quick else 3000))
        self.raw["status"] = results
        for rank, limit in (("p50", 1.4), ("p99", 2.5)):
            c = median(result["status"][rank] for result in results["C"])
            python = median(result["status"][rank] for result in results["pychromecast"])
            for key, what in (("on_loop", "a task on the event loop"), ("any_task", "any other task")):
                ours = median(result[key][rank] for result in results["ours"])
                is_judged = key == "on_loop"
                self.row(
                    f"GET_STATUS {rank}, {what}", ours, {"C": c, "pychromecast": python},
                    f"≤ {limit} × C" if is_judged else None, met=ours <= limit * c,
                )
        longest = max(result["on_loop"]["max"] for result in results["ours"])
        self.row("GET_STATUS maximum", longest / 1000, None, "no 40 ms step", "ms", met=longest < 40_000)

    def connect(self):
        with self.receiver() as self.port:
            results = self.rounds(self.senders("connect", 30 if self.options.quick else 100))
        self.raw["connect"] = results
        medians = {name: median(result["connect"]["p50"] for result in all) for name, all in results.items()}
        ours = medians.pop("ours")
        self.row("connect to first status p50", ours, medians, "≤ 1.5 × C", met=ours <= 1.5 * medians["C"])

    def pipeline(self):
        with self.receiver() as self.port:
            results = self.rounds(self.senders("pipeline", 5000 if self.options.quick else 30_000, 64))
        self.raw["pipeline"] = results
        medians = {name: median(result["per_second"] for result in all) for name, all in results.items()}
        ours = medians.pop("ours")
        self.row("pipelined requests, 64 at once", ours, medians, "≥ 40 % of C", "/s", met=ours >= 0.4 * medians["C"])

    def hold(self):
        with self.receiver() as self.port:
            senders = self.senders("hold", 100)
            senders.pop("C")
            results = self.rounds(senders)
        self.raw["hold"] = results
        ours = median(result["kilobytes_each"] for result in results["ours"])
        python = median(result["kilobytes_each"] for result in results["pychromecast"])
        self.row("memory of each of 100 connections", ours, {"pychromecast": python}, "≤ 60 kB", "kB", met=ours <= 60)
        more = max(result["threads_after"] - result["threads_before"] for result in results["ours"])
        python = max(result["threads_after"] - result["threads_before"] for result in results["pychromecast"])
        self.row("additional threads for 100 connections", more, {"pychromecast": python}, "none", "", met=more == 0)

    def discovery(self):
        script = HERE / "peers" / "zeroconf_peer.py"
        python = self.options.python
        limits = {1: 1, 100: 3, 500: 10}
        for count in (1, 100) if self.options.quick else (1, 100, 500):
            for responder, announce in {
                "ours": [BUILT / "cast-bench", "announce", "cast0", count],
                "zeroconf": [python, script, "announce", "10.77.0.1", count],
            }.items():
                with two_hosts() as (device, sender):
                    with self.running(*announce, namespace=device, ready="ready"):
                        # The last announcement is sent after three seconds.
                        time.sleep(4)

                        def ours(kind):
                            # Responders multicast a record at most once per second.
                            time.sleep(1.5)
                            return self.run(BUILT / "cast-bench", kind, "cast0", count, 10, namespace=sender)

                        def zeroconf():
                            time.sleep(1.5)
                            return self.run(python, script, "browse", "10.77.0.2", count, 10, namespace=sender)

                        results = self.rounds({
                            "one-shot": lambda: ours("discover"),
                            "from start": lambda: ours("discover-from-start"),
                            "zeroconf": zeroconf,
                        })
                self.raw[f"discovery of {count} announced by {responder}"] = results
                self.report_discovery(f"{count} devices of {responder}", results, limits[count])

    def report_discovery(self, what, results, limit):
        medians = {}
        for name, all in results.items():
            times = [result["milliseconds"] for result in all]
            if None in times:
                self.left_out(f"{what}, {name}", f"not all seen in time, but {[result['seen'] for result in all]}")
            else:
                medians[name] = median(times)
        if "one-shot" in medians:
            ours = medians["one-shot"]
            self.row(f"{what}, all known by one-shot", ours, None, f"≤ {limit} ms", "ms", met=ours <= limit)
        if "from start" in medians:
            ours = medians["from start"]
            others = {"zeroconf": medians["zeroconf"]} if "zeroconf" in medians else None
            is_met = not others or ours <= others["zeroconf"]
            self.row(
                f"{what}, opening sockets included", ours, others, "no later than zeroconf sees them", "ms", met=is_met
            )

    def playing(self):
        film = self.directory / "minute.wav"
        with wave.open(str(film), "wb") as sound:
            sound.setparams((1, 2, 8000, 0, "NONE", ""))
            sound.writeframes(bytes(2 * 8000 * 60))
        catt = pathlib.Path(self.options.python).parent / "catt"
        senders = {"ours": [BUILT / "cast", "play", film, "--device", "Bench"]}
        if catt.exists():
            senders["catt"] = [catt, "-d", "Bench", "cast", film]
        times = {name: [] for name in senders}
        for _ in range(self.options.rounds):
            for name, command in senders.items():
                times[name].append(self.time_to_playing(command))
        self.raw["playing"] = times
        ours = median(times["ours"])
        others = {name: median(all) for name, all in times.items() if name != "ours"}
        is_met = ours <= 400 and all(ours <= value / 3 for value in others.values())
        self.row("process start to PLAYING", ours, others, "≤ 400 ms and ≤ ⅓ of catt", "ms", met=is_met)

    def time_to_playing(self, command):
        """Returns the milliseconds from the start of a sender's process to the first PLAYING status of the device."""
        log = self.directory / f"frames-{time.monotonic_ns()}.jsonl"
        with two_hosts() as (device, sender):
            receiver = self.running(
                BUILT / "cast", "receiver", "--name", "Bench", "--headless", "--json", "--log-frames", log,
                "--state-dir", self.directory / "device",
                namespace=device, ready="ready", log=self.directory / "receiver.log",
            )
            with receiver:
                # The measurement starts when the device is fully announced, which takes three seconds.
                time.sleep(4)
                start = time.monotonic()
                with self.running(*command, namespace=sender, log=self.directory / "sender.log"):
                    while time.monotonic() < start + 60:
                        if log.exists() and b"PLAYING" in log.read_bytes():
                            return (time.monotonic() - start) * 1000
                        time.sleep(0.002)
        raise RuntimeError(f"no PLAYING status: {' '.join(map(str, command))}; see {self.directory}")


def median(values):
    return statistics.median(list(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="run fewer measurements")
    parser.add_argument("--unpinned", action="store_true", help="let the system choose the cores")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--python", default=os.environ.get("CAST_BENCH_PYTHON", sys.executable),
                        help="a Python with pychromecast, zeroconf and catt")
    parser.add_argument("--json", help="the file to which all results are written")
    options = parser.parse_args()
    bench = Bench(options)
    print(f"{os.uname().sysname} {os.uname().release}, {os.cpu_count()} cores, {options.rounds} rounds; medians")
    for part in options.only:
        try:
            getattr(bench, part)()
        except Missing as missing:
            bench.left_out(part, str(missing))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(bench.raw, indent=1))
    missed = [row[0] for row in bench.rows if row[6] is False and row[5]]
    print(f"\n{'all targets met' if not missed else 'missed: ' + '; '.join(missed)}")
    shutil.rmtree(bench.directory, ignore_errors=True)


if __name__ == "__main__":
    main()
