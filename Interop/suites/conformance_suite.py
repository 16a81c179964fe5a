# SPDX-License-Identifier: Apache-2.0
"""`cast conformance` against the virtual device and against receivers that are not ours: what it reports, with which exit
status, and how it leaves the device.
"""

import concurrent.futures
import json
import os
import socket
import subprocess
import sys
import traceback
import urllib.request
from dataclasses import dataclass

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

import conformance
from castv2_client import CastV2Client
from conformance import Run
from device_under_test import NodeReceiver, PythonReceiver

from harness import CAST, HOST, NAME, Device, Failed, Skipped, check, folder, run_suite, say

IS_BRIEF = bool(os.environ.get("INTEROP_BRIEF"))
# Runs mostly wait for the time limits of cases.
PARALLEL_RUNS = 8
NAMELESS = "Python Nameless Device"
# The receiver around node-castv2's class sends neither LAUNCH_STATUS, CLOSE nor PING. The class waits for the end of a frame of
# any length, and throws at a message that it cannot read: the connection stays open.
NODE_DIFFERENCES = {"RC07", "RC12", "HB04", "TR06", "TR07", "TR08"}
UNREACHABLE, REFUSED, TIMED_OUT, USAGE = 5, 6, 8, 64
LONG = "needs --long"
BY_ADDRESS = "the device was named by its address"


@dataclass
class Deviation:
    """What cases report about a receiver with oddities."""

    oddities: tuple
    # The cases that report it.
    reported: set
    # The beginning of the numbers of further cases that may report it, because they rest on the same thing.
    related: tuple = ()
    # The cases of the run, and those of the brief form of this suite: the beginning of their numbers.
    only: str = ""
    brief: str = ""
    # Whether the run is left out of the brief form, because its cases wait for a minute.
    is_long: bool = False
    changes_volume: bool = True

    @property
    def pattern(self):
        """The cases of a run in this form of the suite; empty for all."""
        return (IS_BRIEF and self.brief) or self.only


# What the protocol's description lets senders expect is reported. What it asks them to tolerate is not.
DEVIATIONS = [
    # The longest runs first: their cases wait for the limits of answers.
    Deviation(("no-queue",), {"QU01", "QU02", "QU03"}, ("QU",), only="QU0", brief="QU01"),
    Deviation(("silent-ids",), {"QU02", "QU03"}, ("QU",), only="QU0", brief="QU02"),
    Deviation(("refused-ids",), {"QU02", "QU03", "QU07"}, ("QU",), only="QU0", brief="QU03"),
    Deviation(("silent-launch",), {"RC05"}, only="RC05", is_long=True),
    Deviation(("string-id",), {"LI06"}, brief="LI0"),
    Deviation(("no-id-in-information",), {"RC25", "MZ01", "MZ02"}, ("MZ", "SE1", "DI1"), brief="MZ0"),
    Deviation(("no-volume",), {"RC02", "RC03"}, only="RC0", changes_volume=False),
    Deviation(("sparse",), {"ME10"}, ("ME", "QU"), brief="ME10"),
    Deviation(("no-ping",), {"HB04"}, ("HB",), brief="HB0"),
    Deviation(("no-pong",), {"HB01", "HB02", "HB03"}, ("HB",), brief="HB0"),
    Deviation(("close-after-close",), {"CO05", "CO06"}, ("CO", "LI1"), brief="CO0"),
    Deviation(("numeric-stream",), {"ME04"}, ("ME",), brief="ME04"),
    Deviation(("ignores-pause",), {"ME08", "ME21"}, ("ME",), brief="ME08"),
    Deviation(("ignores-mute",), {"RC23"}, brief="RC23"),
    Deviation(("restarts",), set(), ("ME", "QU", "RC"), only="ME0"),
    Deviation((), set(), brief="RC0"),
    Deviation(("platform-media",), set(), brief="ME0"),
    Deviation(("idle-screen", "no-idle-flag"), set(), brief="RC0"),
    Deviation(("empty-between",), set(), brief="ME0"),
    Deviation(("unknown-fields", "reordered"), set(), brief="ME0"),
    Deviation(("floats",), set(), brief="ME0"),
    Deviation(("duplicates",), set(), brief="ME0"),
    Deviation(("split",), set(), brief="LI0"),
    Deviation(("joined",), set(), brief="RC0"),
    Deviation(("flood",), set(), brief="ME0"),
    Deviation(("pong-data",), set(), brief="HB0"),
    Deviation(("late",), set(), only="CO0", brief="CO06"),
]


def judge(receiver, run, deviation):
    """Compares what a run reports with what it should report."""
    ran = set(run.cases("passed", "failed", "finding", "other"))
    missing = deviation.reported & ran - run.reported
    others = {case for case in run.reported - deviation.reported if not case.startswith(deviation.related or "-")}
    if missing or others:
        raise Failed(
            f"{receiver.title}: reported besides {sorted(deviation.reported)}: {sorted(others)}; "
            f"not reported: {sorted(missing)}; {run.differences()}"
        )
    say(f"ok: {receiver.title}: of {len(ran)} cases, these report it: {sorted(run.reported)}")


def examine(deviation):
    """Runs cases against the Python receiver with an oddity."""
    receiver = PythonReceiver(*deviation.oddities)
    arguments = ["--host", receiver.address, "--http-port", str(receiver.http_port)]
    arguments += ["--volume"] if deviation.changes_volume else []
    only = deviation.pattern
    arguments += ["--only", only] if only else []
    run = Run("-".join(deviation.oddities) or "none", *arguments)
    run.check_output()
    judge(receiver, run, deviation)
    receiver.check_unchanged()
    receiver.stop()


def virtual_device(device):
    """All cases against the virtual device, which is found on the network."""
    options = ["--volume"] if IS_BRIEF else ["--volume", "--long"]
    run = Run("virtual", "--interface", "lo", "--device", NAME, *options)
    run.check_output()
    check(not run.reported, "the virtual device passes", run.differences() or run.summary)
    reasons = {each["reason"] for each in run.results if each["verdict"] == "skipped"}
    check(reasons <= ({LONG} if IS_BRIEF else set()), "no case is skipped but long ones", sorted(reasons))
    status = CastV2Client().ask({"type": "GET_STATUS"})["status"]
    apps = [app["displayName"] for app in status.get("applications", []) if not app["isIdleScreen"]]
    check(not apps, "the virtual device is left without an app", apps or None)
    volume = (status["volume"]["level"], status["volume"]["muted"])
    check(volume == (1, False), "the virtual device is left with its volume", volume)
    device.end()


def announced():
    """The Python receiver is found on the network, and the reports contain nothing that identifies it or this machine."""
    receiver = PythonReceiver("no-id-in-information", announced_as=NAMELESS)
    reports = folder()
    junit = os.path.join(folder(), "results.xml")
    arguments = ["--interface", "lo", "--device", NAMELESS, "--http-port", str(receiver.http_port)]
    arguments += ["--report", os.path.join(reports, "new"), "--junit", junit]
    # Cases whose differences quote messages with names, IDs and addresses.
    run = Run("announced", *arguments, *(["--only", "MZ0"] if IS_BRIEF else []))
    run.check_output()
    written = {
        name: open(os.path.join(reports, "new", name)).read() for name in os.listdir(os.path.join(reports, "new"))
    }
    expected = {"report.json", "report.html", "junit.xml"}
    check(set(written) == expected, "--report writes three files", sorted(written))
    check(open(junit).read() == written["junit.xml"], "--junit writes the same as --report")
    conformance.check_junit(written["junit.xml"], run.results)
    conformance.check_page(written["report.html"], run.results)
    conformance.check_report(written["report.json"], run.results)
    identifiers = [HOST, NAMELESS, socket.gethostname(), "FA8FCA123456", *receiver_ids(receiver)]
    for name, text in written.items():
        found = [secret for secret in identifiers if secret.lower() in text.lower()]
        check(not found, f"{name} contains no name, ID or address", found or None)
    named = os.path.join(folder(), "named")
    arguments = ["--interface", "lo", "--device", NAMELESS, "--only", "DI02", "--names", "--report", named]
    Run("names", *arguments).check_output()
    check(NAMELESS in open(os.path.join(named, "report.json")).read(), "--names adds the name")
    receiver.stop()


def receiver_ids(receiver):
    """The ID of the device, with and without hyphens, as its HTTP server states it."""
    with urllib.request.urlopen(f"http://{HOST}:{receiver.http_port}/setup/eureka_info", timeout=10) as response:
        identifier = json.load(response)["ssdp_udn"]
    return identifier, identifier.replace("-", "")


def statuses():
    """The exit statuses of runs that examine nothing."""
    receiver = PythonReceiver(plays_anything=True)
    where = ["--host", receiver.address]
    code, output = conformance_command(*where, "--only", "no such case")
    check(code == USAGE and "no such case" in output, "a pattern without cases is a usage error", (code, output))
    code, output = conformance_command("--host", f"{HOST}:9")
    check(code == UNREACHABLE, "nothing listens: unreachable", (code, output))
    subprocess.run([CAST, "play", "http://192.0.2.1/a.mp4", "--no-wait", *where], check=True, capture_output=True)
    before = len(receiver.events())
    code, output = conformance_command(*where)
    check(code == REFUSED and "--interrupt" in output, "a device in use is refused, with advice", (code, output))
    stopped = receiver.received("STOP") or receiver.received("LAUNCH")[1:]
    check(receiver.state["app"] is not None and not stopped, "the app was not disturbed", receiver.events()[before:])
    run = Run("interrupt", *where, "--interrupt", "--only", "RC13")
    run.check_output()
    receiver.stop()
    for oddity, code, says in (
        ("no-id", UNREACHABLE, "cannot be examined"),
        ("zero-id", UNREACHABLE, "cannot be examined"),
        ("silent", TIMED_OUT, "did not answer GET_STATUS"),
    ):
        receiver = PythonReceiver(oddity)
        found, output = conformance_command("--host", receiver.address)
        check(found == code and says in output, f"{oddity}: the run ends with {code} and says why", (found, output))
        receiver.stop()


def conformance_command(*arguments):
    """Runs `cast conformance` for people. Returns its exit code and what it prints."""
    command = [CAST, "conformance", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    return done.returncode, (done.stdout + done.stderr).strip()


def node_castv2():
    """node-castv2's server class with a small receiver around it."""
    receiver = NodeReceiver()
    reported = set()
    for only in ("RC0",) if IS_BRIEF else ("RC0", "RC1", "ME0", "HB0", "TR0"):
        run = Run(f"node-{only}", "--host", receiver.address, "--volume", "--only", only)
        run.check_output()
        check(bool(run.cases("passed")), f"node-castv2: cases of {only} pass", run.summary)
        reported |= run.reported
    expected = {"RC07"} if IS_BRIEF else NODE_DIFFERENCES
    check(reported == expected, "node-castv2: what it does not do is reported", sorted(reported))
    receiver.check_unchanged()
    receiver.stop()


def caught(function, *arguments):
    """Calls a function. Returns the text of its failure, and the reason for which it was skipped."""
    try:
        function(*arguments)
    except Failed as failure:
        return str(failure), None
    except Skipped as reason:
        return None, str(reason)
    except Exception:
        return traceback.format_exc(), None
    return None, None


def suite():
    runs = [deviation for deviation in DEVIATIONS if not (IS_BRIEF and deviation.is_long)]
    # Before all others, which keep the machine busy while they start.
    device = Device("--headless")
    with concurrent.futures.ThreadPoolExecutor(PARALLEL_RUNS) as pool:
        pending = [pool.submit(caught, virtual_device, device)]
        pending += [pool.submit(caught, each) for each in (announced, statuses, node_castv2)]
        pending += [pool.submit(caught, examine, deviation) for deviation in runs]
        results = [each.result() for each in pending]
    for reason in [reason for _, reason in results if reason]:
        print(f"\n!!! SKIPPED: {reason}\n", flush=True)
    failures = [failure for failure, _ in results if failure]
    if failures:
        raise Failed("\n\n".join(failures))


run_suite(suite)
