# SPDX-License-Identifier: Apache-2.0
"""A second host: a network namespace at the other end of a virtual cable."""

import os
import subprocess

from harness import Process, wait_for

HERE, THERE = "10.77.0.2", "10.77.0.1"
HERE6, THERE6 = "fd77::2", "fd77::1"


def run(*arguments):
    subprocess.run(arguments, check=True, capture_output=True, text=True)


class OtherHost:
    """A host with its own network, at the other end of a cable."""

    def __init__(self, number=0):
        suffix = str(number or "")
        here, there = "here" + suffix, "there" + suffix
        # Each cable has its own networks: 10.77.0 and fd77 for the first, 10.77.1 and fd78 for the next.
        self.here_address, self.there_address = f"10.77.{number}.2", f"10.77.{number}.1"
        self.cable, self.number = here, number
        self.keeper = Process(f"other-host{suffix}", ["unshare", "--net", "sleep", "infinity"])
        pid = str(self.keeper.process.pid)
        ours = os.readlink("/proc/self/ns/net")
        wait_for("the other host is running", lambda: os.readlink(f"/proc/{pid}/ns/net") != ours)
        self.inside = ["nsenter", "--target", pid, "--net"]
        run("ip", "link", "add", here, "type", "veth", "peer", "name", there, "netns", pid)
        for prefix, device, address, address6 in [
            ([], here, self.here_address, f"fd{77 + number}::2"),
            (self.inside, there, self.there_address, f"fd{77 + number}::1"),
        ]:
            run(*prefix, "ip", "link", "set", "lo", "up")
            run(*prefix, "ip", "addr", "add", f"{address}/24", "dev", device)
            # A router would advertise the address again after the cable was disconnected.
            run(*prefix, "sysctl", "-qw", f"net.ipv6.conf.{device}.keep_addr_on_down=1")
            run(*prefix, "ip", "addr", "add", f"{address6}/64", "dev", device, "nodad")
            run(*prefix, "ip", "link", "set", device, "up")
        # The kernel detects the carrier after a moment.
        wait_for("the cable has a carrier", lambda: self.is_up([], here) and self.is_up(self.inside, there))

    @staticmethod
    def is_up(prefix, device):
        show = subprocess.run([*prefix, "ip", "-o", "link", "show", device], capture_output=True, text=True)
        return " state UP " in show.stdout

    def run(self, *arguments):
        run(*self.inside, *arguments)

    def process(self, name, *arguments):
        return Process(name, self.inside + list(arguments))
