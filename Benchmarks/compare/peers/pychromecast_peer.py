# SPDX-License-Identifier: Apache-2.0
"""Measures pychromecast for the comparison. Prints one line of JSON with times in microseconds.

    pychromecast_peer.py status   HOST PORT COUNT
    pychromecast_peer.py pipeline HOST PORT COUNT WINDOW
    pychromecast_peer.py connect  HOST PORT COUNT
    pychromecast_peer.py hold     HOST PORT COUNT
"""

import json
import os
import sys
import threading
import time
import uuid

import pychromecast
from pychromecast.models import CastInfo, HostServiceInfo


def device(host, port):
    info = CastInfo(
        {HostServiceInfo(host, port)}, uuid.uuid4(), "Chromecast", "Bench", host, port, "cast", "Google Inc."
    )
    return pychromecast.get_chromecast_from_cast_info(info, None)


def connected(host, port):
    cast = device(host, port)
    cast.wait(20)
    return cast


def ask(cast, done):
    cast.socket_client.receiver_controller.update_status(callback_function=lambda ok, reply: done())


def ask_and_wait(cast):
    answered = threading.Event()
    ask(cast, answered.set)
    if not answered.wait(10):
        sys.exit("no reply")


def ranks(times):
    times.sort()

    def at(rank):
        return round(times[min(len(times) - 1, int(len(times) * rank))] * 1e6, 2)

    return {"p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "max": at(1)}


def status(host, port, count):
    cast = connected(host, port)
    for _ in range(200):
        ask_and_wait(cast)
    times = []
    for _ in range(count):
        start = time.perf_counter()
        ask_and_wait(cast)
        times.append(time.perf_counter() - start)
    return {"status": ranks(times)}


def pipeline(host, port, count, window):
    cast = connected(host, port)
    room = threading.Semaphore(window)
    left = [count]
    finished = threading.Event()

    def answered():
        left[0] -= 1
        room.release()
        if left[0] == 0:
            finished.set()

    start = time.perf_counter()
    for _ in range(count):
        room.acquire()
        ask(cast, answered)
    if not finished.wait(60):
        sys.exit("no reply")
    return {"per_second": round(count / (time.perf_counter() - start), 1)}


def connect(host, port, count):
    times = []
    for run in range(count + 5):
        cast = device(host, port)
        start = time.perf_counter()
        cast.wait(20)
        if run >= 5:
            times.append(time.perf_counter() - start)
        cast.disconnect(5)
    return {"connect": ranks(times)}


def facts():
    fields = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return int(fields["VmRSS"].split()[0]), int(fields["Threads"])


def hold(host, port, count):
    casts = [connected(host, port)]
    memory_before, threads_before = facts()
    start = time.perf_counter()
    for _ in range(count):
        casts.append(connected(host, port))
    elapsed = time.perf_counter() - start
    for cast in casts:
        ask_and_wait(cast)
    memory_after, threads_after = facts()
    return {
        "kilobytes_each": (memory_after - memory_before) / count,
        "threads_before": threads_before,
        "threads_after": threads_after,
        "milliseconds": elapsed * 1000,
    }


measurements = {"status": status, "pipeline": pipeline, "connect": connect, "hold": hold}
host, port, *numbers = sys.argv[2], *map(int, sys.argv[3:])
print(json.dumps(measurements[sys.argv[1]](host, port, *numbers)), flush=True)
# pychromecast's threads would keep the process alive otherwise.
os._exit(0)
