# SPDX-License-Identifier: Apache-2.0
"""bash, zsh and fish complete the names of devices, and evaluate no part of a name that a device chose."""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from harness import CAST, Device, Failed, at_end, check, folder, run_suite, say

PROMPT = "READY>"
HOME = folder()
MARK = os.path.join(HOME, "ran")
# Text that a shell might evaluate, as part of a device's name. Each name begins with "Hx" and its number.
HOSTILE = [
    f"$(touch {MARK})",
    f"${{x:=$(touch {MARK})}}",
    f" ${{x:=$(touch {MARK})}}",
    f"`touch {MARK}`",
    f" `touch {MARK}`",
    f"; touch {MARK} #",
    f" | touch {MARK}",
    f" && touch {MARK}",
    f"\ntouch {MARK}\n",
    f"' ; touch {MARK} ; '",
    f'" ; touch {MARK} ; "',
    f"\\$(touch {MARK})",
    f" <(touch {MARK})",
    f" (touch {MARK})",
    f":$(touch {MARK})",
    " !! !touch ~root * {a,b} $HOME",
    "\u202e\u2066 evil",
    "\x1b]0;title\x07\x1b[2J",
]
GOOD = ["Good Room 2", "Bob's TV", "Küche – oben", "Solo"]


class Shell:
    """An interactive shell on a pseudo terminal, with the tool's completion script loaded."""

    def __init__(self, name, arguments, environment, setup):
        self.name = name
        self.output = ""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe(arguments[0], arguments, environment)
        at_end(self.close)
        self.type(setup)
        self.wait_for(PROMPT, 20)

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read(self, seconds):
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if not ready:
            return
        try:
            self.output += os.read(self.terminal, 65536).decode(errors="replace")
        except OSError:
            raise Failed(f"{self.name} has ended: {self.output[-500:]!r}")

    def wait_for(self, text, seconds):
        """Reads until the text appears. Returns everything before it."""
        deadline = time.monotonic() + seconds
        while text not in self.visible():
            if time.monotonic() > deadline:
                raise Failed(f"{self.name}: no {text!r} within {seconds} s; saw {self.visible()[-1500:]!r}")
            self.read(0.1)
        seen = self.visible()
        self.output = ""
        return seen

    def settle(self, seconds):
        """Reads until there is no output for this time."""
        while True:
            before = len(self.output)
            self.read(seconds)
            if len(self.output) == before:
                seen, self.output = self.visible(), ""
                return seen

    def visible(self):
        """The output without terminal control sequences."""
        text = re.sub(r"\x1b\][^\x07\x1b]*(\x07|\x1b\\)", "", self.output)
        text = re.sub(r"\x1b[\[?][0-9;?=>]*[ -/]*[@-~]", "", text)
        return re.sub(r"\x1b[=>()][B0]?", "", text).replace("\r", "")

    def close(self, failed=False):
        try:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
            os.close(self.terminal)
        except (ProcessLookupError, ChildProcessError, OSError):
            pass


def script(shell, path):
    text = subprocess.run([CAST, "--generate-completion-script", shell], capture_output=True, text=True, check=True)
    with open(path, "w") as file:
        file.write(text.stdout)
    return path


def shells(environment):
    """Starts each installed shell. Reports one that is missing."""
    functions = os.path.join(HOME, "functions")
    os.mkdir(functions)
    completion = {
        "bash": script("bash", os.path.join(HOME, "cast.bash")),
        "zsh": script("zsh", os.path.join(functions, "_cast")),
        "fish": script("fish", os.path.join(HOME, "cast.fish")),
    }
    starts = {
        "bash": (["bash", "--norc", "--noprofile", "-i"], f"PS1='REA''DY>'; source {completion['bash']}\r"),
        "zsh": (
            ["zsh", "-f", "-i"],
            f"PROMPT='REA''DY>'; fpath=({functions} $fpath); autoload -U compinit; compinit -u -D\r",
        ),
        "fish": (
            ["fish", "--no-config", "-i"],
            f"function fish_prompt; echo -n REA''DY\\>; end; source {completion['fish']}\r",
        ),
    }
    for name, (arguments, setup) in starts.items():
        if shutil.which(name) is None:
            print(f"\n!!! SKIPPED: {name} is not installed\n", flush=True)
            continue
        shell = Shell(name, arguments, environment, setup)
        shell.settle(1.0)
        yield shell


def completed(shell, typed, end=""):
    """Types a command line up to a device's name, completes it, runs it, and returns the screen's contents."""
    # The line editor reads the rest only after the completion. The option is valid, so the command runs.
    shell.type(f"cast status --interface lo --device {typed}\t")
    line = shell.settle(2.0)
    shell.type(f"{end} --timeout 1\r")
    return line, shell.wait_for(PROMPT, 20)


def suite():
    tools = os.path.join(HOME, "bin")
    os.mkdir(tools)
    os.symlink(CAST, os.path.join(tools, "cast"))
    environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", HOME=HOME, TERM="xterm", LC_ALL="C.UTF-8")
    environment.pop("SAP_SHELL", None)
    hostile = [f"Hx{number:02}{text}" for number, text in enumerate(HOSTILE)]
    others = [option for name in GOOD + hostile for option in ("--also", name)]
    Device("--headless", *others)
    found = 0
    for shell in shells(environment):
        found += 1
        say(f"--- {shell.name}")
        for name, typed in [("Good Room 2", "Goo"), ("Bob's TV", "Bo"), ("Küche – oben", "Kü"), ("Solo", "So")]:
            line, output = completed(shell, typed)
            check("nternal error" not in line, f"{shell.name}: completion of {typed} works", line[-300:])
            # The name was completed and quoted so that the tool received all of it.
            check(name in output and "not found" not in output, f"{shell.name}: {typed} became {name}", output[-300:])
        for number in range(len(HOSTILE)):
            line, output = completed(shell, f"Hx{number:02}")
            check(
                not os.path.exists(MARK),
                f"{shell.name}: Tab and Enter evaluated no part of {HOSTILE[number]!r}",
                line[-100:],
            )
        if shell.name == "fish":
            # Without a terminal, as tools and tests call fish.
            asked = subprocess.run(
                ["fish", "--no-config", "-c", f"source {HOME}/cast.fish; complete -C 'cast status --interface lo --device So'"],
                capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL,
            )
            check("Solo" in asked.stdout and not asked.stderr, "fish completes without a terminal", asked)
        shell.type("cast status --interface lo --device \t\t")
        listed = shell.settle(3.0)
        for name in ["Solo", "Good"]:
            check(name in listed, f"{shell.name}: without a prefix all safe names are listed", listed[-400:])
        check("Hx" not in listed, f"{shell.name}: hostile names are not listed", listed[-400:])
        check(not os.path.exists(MARK), f"{shell.name}: listing evaluated nothing")
        shell.close()
    check(found > 0, "shells tested", found)


run_suite(suite)
