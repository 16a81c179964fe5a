# SPDX-License-Identifier: Apache-2.0
"""The shell blocks of the README, the guides and the DocC articles, run against a virtual device.

A block marked `sh` is run. One marked `console` is only shown, because it needs more than a device (the superuser, the internet, a
compiler, a broker, a browser), or another suite runs it. Every block has a mark.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from harness import CAST, FILM, Device, Failed, check, folder, run_suite

ROOT = pathlib.Path(__file__).resolve().parents[2]


def blocks(path):
    """The blocks of a page: their lines, marks and texts."""
    text = path.read_text()
    return [(text[: match.start()].count("\n") + 1, match[1], match[2]) for match in re.finditer(r"^```([^\n]*)\n(.*?)^```$", text, re.M | re.S)]


def pages():
    """The pages with blocks; docs/spec has notations of its own."""
    files = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return [ROOT / file for file in files if not file.startswith("docs/spec/")]


def runs_until_ended(line):
    """Whether a command runs until the user ends it."""
    return re.match(r"cast (receiver(?!.*--list-profiles)|remote|bridge|replay .*--as device|play .*--repeat)", line) is not None


def runs(place, block, directory, environment):
    """Runs a block, which ends with 0; a command that runs until it is ended is ended after its first line of output."""
    lasting = any(runs_until_ended(line) for line in block.splitlines())
    for command in block.splitlines() if lasting else [block]:
        lasts = runs_until_ended(command)
        process = subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", f"exec {command}" if lasting else command], cwd=directory, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT if lasts else subprocess.PIPE, text=True,
        )  # fmt: skip
        ready = ""
        if lasts:
            ended = threading.Timer(20, process.kill)
            ended.start()
            ready = process.stdout.readline()
            ended.cancel()
            process.terminate()
        try:
            output, errors = process.communicate(timeout=120)
        except subprocess.TimeoutExpired as error:
            process.kill()
            raise Failed(f"{place} did not end: {error.stdout} {error.stderr}") from error
        what = f"the block at {place} runs" + (f": {command}" if lasting else "")
        # A list or a replay that is ended before its end says so.
        check(process.returncode == (130 if re.search("--as device|--repeat", command) else 0), what, ready.strip() or (errors or "")[-400:] or f"{len(output)} characters")


def writes_collections(home, directory):
    """A series and photos, as the guides describe them."""
    for name in ("Series", "Photos"):
        os.mkdir(f"{home}/{name}")
    for number in range(1, 5):
        os.link(f"{directory}/episode.mp4", f"{home}/Series/{number:02}.mp4")
        os.link(f"{directory}/photo.jpg", f"{home}/Photos/{number}.jpg")


def suite():
    state = folder()
    # Not at the usual ports, which virtual devices of the blocks take.
    device = Device("--headless", "--name", "Living Room", "--port", "8019", "--http-port", "8018", "--https-port", "8453", "--state-dir", state, name="living")
    count, unmarked = 0, []
    with tempfile.TemporaryDirectory() as directory:
        os.mkdir(f"{directory}/bin")
        os.symlink(CAST, f"{directory}/bin/cast")
        # Short, because a block waits for its end.
        subprocess.run(["ffmpeg", "-v", "error", "-i", FILM, "-t", "3", "-c", "copy", f"{directory}/film.mp4"], check=True)
        subprocess.run(["ffmpeg", "-v", "error", "-i", FILM, "-t", "1", "-c", "copy", f"{directory}/episode.mp4"], check=True)
        subprocess.run(["ffmpeg", "-v", "error", "-i", FILM, "-frames:v", "1", f"{directory}/photo.jpg"], check=True)
        for name in ["one", "two", "three"]:
            subprocess.run(["ffmpeg", "-v", "error", "-i", FILM, "-t", "1", "-vn", f"{directory}/{name}.mp3"], check=True)
        shutil.copy(f"{state}/root-certificate.pem", directory)
        [profile] = [block for _, mark, block in blocks(ROOT / "docs/devices.md") if mark == "json"]
        pathlib.Path(directory, "my-television.json").write_text(profile)
        for path in pages():
            # Settings of one page are not those of the next.
            home = tempfile.mkdtemp(dir=directory)
            writes_collections(home, directory)
            environment = {"PATH": f"{directory}/bin:{os.environ['PATH']}", "HOME": home, "CAST_INTERFACE": "lo", "LC_ALL": "C.UTF-8"}
            for line, mark, block in blocks(path):
                place = f"{path.relative_to(ROOT)}:{line}"
                if mark == "":
                    unmarked.append(place)
                elif mark == "sh":
                    runs(place, block, directory, environment)
                    count += 1
    check(not unmarked, "each block of a page has a mark", unmarked)
    check(count >= 22, "the pages have blocks that run", count)
    device.end()


run_suite(suite)
