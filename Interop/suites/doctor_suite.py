# SPDX-License-Identifier: Apache-2.0
"""`cast doctor` on a machine whose firewall drops incoming connections, and on a healthy one."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
import wave

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from harness import CAST, NAME, Failed, Skipped, check, folder, run_suite, say, wait_for
from other_host import OtherHost, run

RULES = """
table inet filter {
  chain input {
    type filter hook input priority 0; policy drop;
    ct state established,related accept
    iifname "lo" accept
    udp dport 5353 accept
    icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } accept
  }
}
"""


def doctor(*options):
    """Runs `cast doctor`. Returns its exit code and its checks by name."""
    result = subprocess.run([CAST, "doctor", "--json", *options], capture_output=True, text=True, timeout=60)
    try:
        report = json.loads(result.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        raise Failed(f"cast doctor: {result.stdout} {result.stderr}")
    return result.returncode, {item["check"]: item for item in report["checks"]}, report


def ready(device):
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        line = device.next_line(0.2)
        if line and json.loads(line).get("event") == "ready":
            return
    raise Failed("cast receiver was not ready within 20 s")


def play(*options):
    path = os.path.join(folder(), "silence.wav")
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(bytes([128]) * 8000)
    return subprocess.run(
        [CAST, "play", path, "--json", "--timeout", "3", *options], capture_output=True, text=True, timeout=90
    )


def suite():
    os.environ["XDG_CONFIG_HOME"] = folder()
    for command, package in [("nsenter", "util-linux"), ("nft", "nftables")]:
        if not shutil.which(command):
            raise Skipped(f"{command} (package {package}) is missing")
    other = OtherHost()
    wait_for(
        "the cable is up",
        lambda: "tentative" not in subprocess.run(["ip", "addr"], capture_output=True, text=True).stdout,
    )
    device = other.process(
        "device", CAST, "receiver", "--name", NAME, "--port", "8009", "--http-port", "8008", "--https-port", "8443",
        "--state-dir", folder(), "--json", "--headless",
    )
    ready(device)

    failures = [report for code, _, report in (doctor("--timeout", "1") for _ in range(20)) if code != 0]
    check(not failures, "twenty runs on a healthy network report it as healthy", failures)
    code, checks, report = doctor("--play")
    check(code == 0 and checks["fetch"]["verdict"] == "ok", "a device fetches a file from this machine", report)

    rules = os.path.join(folder(), "rules.nft")
    with open(rules, "w") as file:
        file.write(RULES)
    run("nft", "-f", rules)
    code, checks, report = doctor()
    check(code == 1 and checks["firewall"]["verdict"] == "fail", "a firewall that drops connections is found", report)
    advice = checks["firewall"]["advice"]
    check(advice.startswith("sudo nft insert rule inet filter input tcp dport 8010-8019 accept"), "the advice is the command that opens the ports", advice)
    check(checks["device"]["verdict"] == "ok", "the device itself is reported as healthy", report)
    code, checks, report = doctor("--play")
    check(code == 1 and checks["fetch"]["verdict"] == "fail", "a device that is asked to fetch a file fails", report)
    result = play("--host", other.there_address)
    check(result.returncode != 0, "casting a file fails", result.stdout)

    commands = checks["firewall"]["commands"]
    check(advice == " && ".join(commands), "the advice is the list of commands", commands)
    for command in commands:
        words = shlex.split(command.removeprefix("sudo "))
        run(*([CAST] + words[1:] if words[0] == "cast" else words))
    # The last command made the tool use the open ports.
    code, checks, report = doctor("--play")
    verdicts = (checks["firewall"]["verdict"], checks["fetch"]["verdict"])
    check(code == 0 and verdicts == ("ok", "ok"), "after the printed commands the network is healthy", report)
    result = play("--host", other.there_address)
    check(result.returncode == 0, "a file is cast through the open ports", result.stdout + result.stderr)
    names = {json.loads(line).get("device", {}).get("name") for line in result.stdout.splitlines()}
    check(NAME in names, "a device given by its address is reported with its name", names)
    code, checks, report = doctor("--media-port", "9000")
    check(code == 1, "other ports are still closed", report)


run_suite(suite)
