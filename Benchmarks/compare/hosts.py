# SPDX-License-Identifier: Apache-2.0
"""Two hosts on this machine: network namespaces with a link between them. Used by compare.py and fleet.py."""

import contextlib
import os
import shutil
import subprocess
import time


class Missing(Exception):
    """A program or permission that a measurement needs is missing."""


@contextlib.contextmanager
def two_hosts():
    """Creates the hosts of a device (10.77.0.1) and a sender (10.77.0.2), and yields the names of their namespaces. In both, the
    link is `cast0`."""
    if os.geteuid() != 0 or not shutil.which("ip"):
        raise Missing("network namespaces need root and iproute2")
    device, sender = (f"castcompare{os.getpid()}{side}" for side in "ds")
    commands = [
        f"netns add {device}", f"netns add {sender}",
        f"-n {device} link set lo up", f"-n {sender} link set lo up",
        f"-n {device} link add cast0 type veth peer name cast0 netns {sender}",
        f"-n {device} addr add 10.77.0.1/24 dev cast0", f"-n {sender} addr add 10.77.0.2/24 dev cast0",
        f"-n {device} link set cast0 up", f"-n {sender} link set cast0 up",
    ]
    try:
        for command in commands:
            subprocess.run(["ip", *command.split()], check=True, capture_output=True)
        # Duplicate address detection of IPv6 takes about two seconds.
        time.sleep(2.5)
        yield device, sender
    finally:
        for name in (device, sender):
            subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)


def within(namespace, command):
    """The command in a namespace; None is that of this process."""
    prefix = ["ip", "netns", "exec", namespace] if namespace else []
    return prefix + [str(word) for word in command]
