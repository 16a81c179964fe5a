# SPDX-License-Identifier: Apache-2.0
"""`cast` against receivers that deviate from the protocol: exit codes, output and durations."""

import concurrent.futures
import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from device_under_test import UNCHANGED, PythonReceiver

from harness import CAST, Failed, Process, check, run_suite, wait_for

FIRST = "http://192.0.2.1/first.mp4"
SECOND = "http://192.0.2.1/second.mp4"
THIRD = "http://192.0.2.1/third.mp4"
# How long a command may take against a receiver that answers at once. Slow machines need most of it to start the
# process.
PATIENCE = 8.0
# The time limit of a command that gets no answer, in seconds, and how long it may take then.
LIMIT, GIVEN_UP = 3, 10.0
# A time in which a receiver that is not considered connected without heartbeats would be given up.
SILENCE = 25
# Oddities with which all commands of a remote control are tried.
COMPLETE = [
    (),
    ("no-id",),
    ("zero-id",),
    ("platform-media",),
    ("empty-between",),
    ("refused-ids",),
    ("string-id", "duplicates"),
    ("numeric-stream", "empty-title"),
]
# Further ones that make no difference to a user.
TOLERATED = [
    ("no-idle-flag",),
    ("idle-screen",),
    ("idle-screen", "no-idle-flag"),
    ("unknown-fields",),
    ("floats",),
    ("reordered",),
    ("split",),
    ("joined",),
    ("pong-data",),
    ("close-after-close",),
    ("no-id-in-information",),
]
# Commands mostly wait for each other's processes to start.
PARALLEL_RECEIVERS = 3


class OddReceiver(PythonReceiver):
    """A receiver that plays what no server has."""

    def __init__(self, *oddities):
        super().__init__(*oddities, plays_anything=True)


def cast(receiver, *arguments, code=0, within=PATIENCE, says=None):
    """Runs a command and checks its exit code, duration and output. Returns the output."""
    command = [CAST, *arguments, "--host", receiver.address]
    begin = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise Failed(f"{' '.join(arguments)}: did not end within 60 s, with {receiver.title}")
    seconds = time.monotonic() - begin
    what = f"cast {' '.join(arguments)} with {receiver.title}"
    seen = (done.returncode, round(seconds, 2), done.stdout.strip()[:200], done.stderr.strip()[:300])
    check(done.returncode == code, f"{what} ends with {code}", seen)
    check(seconds < within, f"{what} takes less than {within} s", round(seconds, 2))
    if says is not None:
        output = done.stdout + done.stderr
        check(says in output, f"{what} prints {says!r}", output.strip())
    return done.stdout


def fields(output):
    return json.loads(output.strip().splitlines()[-1])


def every_command(*oddities, within=PATIENCE, position=True, load=None):
    """Runs the commands of a remote control one after the other."""
    receiver = OddReceiver(*oddities)
    cast(receiver, "play", FIRST, "--no-wait", within=load or within, says="Playing")
    status = fields(cast(receiver, "status", "--json", within=within))
    check(status["media"]["state"] == "PLAYING", "it plays", status["media"])
    check(status["media"]["streamType"] == "BUFFERED", "its stream is BUFFERED", status["media"])
    check(status["media"]["contentID"] == FIRST, "it is the loaded media", status["media"])
    paused = fields(cast(receiver, "pause", "--json", within=within))
    check(paused["media"]["state"] == "PAUSED", "pause reports the device's state", paused["media"])
    sought = fields(cast(receiver, "seek", "30", "--json", within=within))
    if position:
        check(abs(sought["media"]["position"] - 30) < 1, "seek reports the device's position", sought["media"])
    resumed = fields(cast(receiver, "resume", "--json", within=within))
    check(resumed["media"]["state"] == "PLAYING", "resume continues playback", resumed["media"])
    cast(receiver, "queue", "add", SECOND, THIRD, within=within, says="Added 2")
    queue = fields(cast(receiver, "queue", "--json", within=within))
    check([item["id"] for item in queue["queue"]] == [1, 2, 3], "the queue is listed", queue)
    check([item.get("contentID") for item in queue["queue"]] == [FIRST, SECOND, THIRD], "the queue has its items", queue)
    cast(receiver, "queue", within=within, says="second.mp4" if "empty-title" in oddities else "second")
    moved = fields(cast(receiver, "next", "--json", within=within))
    check(moved["currentItemID"] == 2, "next plays the next item", moved)
    cast(receiver, "next", within=within, says="Playing the next item on")
    moved = fields(cast(receiver, "previous", "--json", within=within))
    check(moved["currentItemID"] == 2, "previous plays the previous item", moved)
    volume = fields(cast(receiver, "volume", "40", "--json", within=within))
    check(volume["volume"]["percent"] == 40, "volume reports the device's volume", volume)
    muted = fields(cast(receiver, "mute", "on", "--json", within=within))
    check(muted["volume"]["muted"], "mute reports the device's state", muted)
    cast(receiver, "mute", "off", within=within)
    cast(receiver, "stop", within=within, says="Stopped")
    cast(receiver, "pause", within=within, code=7)
    receiver.stop()


def list_of_two(*oddities):
    """A list is loaded as the device's queue: other senders see it and play its items."""
    receiver = OddReceiver(*oddities)
    play = Process(f"play-{receiver.port}", [CAST, "play", FIRST, SECOND, "--host", receiver.address, "--json"])
    events = []

    def saw(condition):
        while (line := play.next_line(0)) is not None:
            events.append(json.loads(line))
        return next((event for event in events if condition(event)), None)

    wait_for("the first item plays", lambda: saw(lambda e: e.get("event") == "state" and e["media"]["state"] == "PLAYING"))
    if "no-queue" in oddities:
        check(len(receiver.received("LOAD")) == 2, "QUEUE_LOAD was rejected, and the first item is loaded alone")
    else:
        queue = fields(cast(receiver, "queue", "--json"))
        check(len(queue["queue"]) == 2, "the device has the whole list", queue)
        cast(receiver, "next")
        wait_for("the second item is reported", lambda: saw(lambda e: e.get("event") == "state" and e["index"] == 1))
        check(play.is_running, "cast play continues with the list")
        cast(receiver, "previous")
        wait_for("the first item is reported again", lambda: saw(lambda e: e.get("index") == 0 and events.count(e) > 1))
    cast(receiver, "stop")
    play.process.wait(15)
    check(play.process.returncode == 0, "cast play exits with 0 when playback is stopped by another sender", play.process.returncode)
    receiver.stop()


def slow_answers():
    """Every response takes two seconds: no request times out, because limits follow the round-trip time."""
    receiver = OddReceiver("late")
    cast(receiver, "play", FIRST, "--no-wait", within=20, says="Playing")
    paused = fields(cast(receiver, "pause", "--json", within=15))
    check(paused["media"]["state"] == "PAUSED", "pause reports the device's state", paused["media"])
    cast(receiver, "queue", "add", SECOND, within=15, says="Added 1")
    queue = fields(cast(receiver, "queue", "--json", within=20))
    check(queue["complete"] and len(queue["queue"]) == 2, "the device lists its queue", queue)
    cast(receiver, "next", within=15, says="Playing the next item on")
    cast(receiver, "stop", within=15, says="Stopped")
    receiver.stop()


def playback(*oddities, volume=True):
    """Play, status, volume and stop work, and leave the receiver as it was.

    `volume` is whether its statuses have the volume.
    """
    receiver = OddReceiver(*oddities)
    cast(receiver, "play", FIRST, "--no-wait", says="Playing")
    status = fields(cast(receiver, "status", "--json"))
    check(status["media"]["state"] == "PLAYING", f"{receiver.title}: it plays", status["media"])
    check(status["media"]["contentID"] == FIRST, f"{receiver.title}: it is the loaded media", status["media"])
    if volume:
        for percent in ("40", "50"):
            changed = fields(cast(receiver, "volume", percent, "--json"))
            check(changed["volume"]["percent"] == int(percent), f"{receiver.title}: the volume is reported", changed)
    cast(receiver, "stop", says="Stopped")
    receiver.check_unchanged()
    receiver.stop()


def long_playback(*oddities):
    """A command that stays connected during playback continues for longer than any heartbeat limit."""
    receiver = OddReceiver(*oddities)
    play = Process(f"play-{receiver.port}", [CAST, "play", FIRST, "--host", receiver.address, "--json"])
    wait_for(f"{receiver.title}: it plays", lambda: any('"PLAYING"' in line for line in play.lines), 10)
    time.sleep(SILENCE)
    check(play.is_running, f"{receiver.title}: cast play continues after {SILENCE} s")
    check(len(receiver.received("LOAD")) == 1, f"{receiver.title}: the media was loaded once")
    cast(receiver, "stop", says="Stopped")
    play.process.wait(20)
    check(play.process.returncode == 0, f"{receiver.title}: cast play ends with playback", play.process.returncode)
    receiver.stop()


def no_answer():
    """A receiver that only answers PING: each command reports the request that it waited for."""
    receiver = OddReceiver("silent")
    limit = ("--timeout", str(LIMIT))
    for command in (["play", FIRST, "--no-wait"], ["status"], ["volume", "40"], ["stop"]):
        cast(receiver, *command, *limit, code=8, within=GIVEN_UP, says="GET_STATUS")
    check(receiver.state == UNCHANGED, "silent: the receiver is unchanged", receiver.state)
    receiver.stop()


def hidden_applications():
    """A receiver whose statuses have no applications: an app cannot be launched, which the commands report."""
    receiver = OddReceiver("no-applications")
    cast(receiver, "play", FIRST, "--no-wait", "--timeout", str(LIMIT), code=8, within=GIVEN_UP, says="LAUNCH")
    cast(receiver, "status")
    volume = fields(cast(receiver, "volume", "40", "--json"))
    check(volume["volume"]["percent"] == 40, "no-applications: volume works without an app", volume)
    receiver.stop()


def ignored_commands():
    """Commands that the receiver accepts and ignores, or never answers, are reported."""
    receiver = OddReceiver("ignores-pause")
    cast(receiver, "play", FIRST, "--no-wait")
    cast(receiver, "pause", code=6, says="reports that it is playing")
    receiver.stop()
    receiver = OddReceiver("ignores-mute")
    cast(receiver, "mute", "on", code=6, says="not muted")
    receiver.stop()
    receiver = OddReceiver("silent-launch")
    cast(receiver, "play", FIRST, "--timeout", "2", code=8, says="LAUNCH")
    receiver.stop()


def suite():
    with concurrent.futures.ThreadPoolExecutor(PARALLEL_RECEIVERS) as pool:
        # The long ones first.
        pending = [pool.submit(slow_answers)]
        pending += [pool.submit(long_playback, oddity) for oddity in ("no-pong", "no-ping", "flood")]
        pending += [pool.submit(each) for each in (no_answer, hidden_applications, ignored_commands)]
        pending += [pool.submit(every_command, "silent-ids", within=10)]
        pending += [pool.submit(every_command, "sparse", position=False)]
        pending += [pool.submit(every_command, *oddities) for oddities in COMPLETE]
        pending += [pool.submit(list_of_two, *oddities) for oddities in ((), ("zero-id",), ("no-queue",))]
        pending += [pool.submit(playback, "no-volume", volume=False)]
        pending += [pool.submit(playback, *oddities) for oddities in TOLERATED]
        for each in pending:
            each.result()


run_suite(suite)
