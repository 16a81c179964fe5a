#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures bridges to an MQTT broker under load, beside bridges of pychromecast and paho-mqtt.

    bridge.py [--bridges N] [--devices N] [--rate N] [--seconds N] [--bench PROGRAM] [--cast PROGRAM] [--python PROGRAM] [--json FILE]

All programs run in one network namespace: Mosquitto, one process with all devices (`cast-bench devices`, a device for each
address of loopback), the bridges, each for devices of its own, and a sender that publishes commands at a constant rate and takes
the time until their responses. Both kinds of bridges run one after the other with the same devices, commands and sender. Needs
root, mosquitto, and a Python with paho-mqtt and pychromecast (Interop/requirements.txt).
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

BUILT = pathlib.Path(__file__).resolve().parent.parent / ".build" / "release"
HERE = pathlib.Path(__file__).resolve().parent
PORT = 1883


def processor_seconds(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024


def threads(process):
    return int(re.search(r"Threads:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text()).group(1))


class Sender:
    """Publishes volume commands at a constant rate, and takes the time until their responses."""

    def __init__(self):
        import paho.mqtt.client as mqtt

        self.sent, self.times, self.failed, self.online = {}, [], [], set()
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self.client.max_inflight_messages_set(1000)
        self.client.on_message = self.received
        # Otherwise a command waits up to 40 ms, until the broker has acknowledged the confirmation of an earlier response.
        self.client.on_socket_open = lambda _client, _data, opened: opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.client.connect("127.0.0.1", PORT)
        for topic in ("load/answers", "cast/1/+/+/state"):
            self.client.subscribe(topic, 1)
        self.client.loop_start()

    def received(self, _client, _data, message):
        now = time.perf_counter()
        object = json.loads(message.payload)
        if message.topic != "load/answers":
            if object.get("availability", "online") == "online":
                self.online.add(tuple(message.topic.split("/")[2:4]))
            return
        began = self.sent.pop(object["id"], None)
        if began is None:
            return
        self.times.append(now - began)
        if object["outcome"] != "done":
            self.failed.append(object)

    def load(self, targets, rate, seconds):
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        properties = Properties(PacketTypes.PUBLISH)
        properties.ResponseTopic = "load/answers"
        began = time.perf_counter()
        self.times, self.failed = [], []
        for number in range(rate * seconds):
            delay = began + number / rate - time.perf_counter()
            if delay > 0:
                time.sleep(delay)
            site, device = targets[number % len(targets)]
            id = f"{int(began)}.{number}"
            self.sent[id] = time.perf_counter()
            command = {"id": id, "command": "volume", "level": (number // len(targets)) % 100 / 100, "timeout": 5}
            self.client.publish(f"cast/1/{site}/{device}/command", json.dumps(command), qos=1, properties=properties)
        end = time.monotonic() + 10
        while self.sent and time.monotonic() < end:
            time.sleep(0.05)
        lost = len(self.sent)
        self.sent.clear()
        return sorted(self.times), lost


def measure(options, name, commands):
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for command in commands]
    # Their output is read, so that they never wait for it.
    for process in processes:
        threading.Thread(target=lambda stream=process.stdout: [None for _ in stream], daemon=True).start()
    sender = Sender()
    try:
        wanted = options.bridges * options.devices
        began = time.monotonic()
        while len(sender.online) < wanted and time.monotonic() - began < 180:
            time.sleep(0.2)
        print(f"{name}: {len(sender.online)} of {wanted} devices after {time.monotonic() - began:.0f} s", flush=True)
        targets = sorted(sender.online)
        if not targets:
            sys.exit(f"bridge: no device of {name} is online")
        sender.load(targets, options.rate, 2)
        time.sleep(2)
        before = [processor_seconds(process) for process in processes]
        time.sleep(options.seconds)
        idle = sum(processor_seconds(process) for process in processes) - sum(before)
        before = [processor_seconds(process) for process in processes]
        times, lost = sender.load(targets, options.rate, options.seconds)
        used = sum(processor_seconds(process) for process in processes) - sum(before)
        result = {
            "devices": len(targets), "commands": len(times), "lost": lost, "failed": len(sender.failed),
            "p50_milliseconds": times[len(times) // 2] * 1000, "p99_milliseconds": times[len(times) * 99 // 100] * 1000,
            "cpu_microseconds_per_command": used / max(len(times), 1) * 1e6,
            "idle_cpu_percent": idle / options.seconds * 100,
            "megabytes": sum(megabytes(process) for process in processes),
            "threads": sum(threads(process) for process in processes),
        }
        print(json.dumps({name: result}), flush=True)
        return result
    finally:
        sender.client.loop_stop()
        for process in processes:
            process.kill()
            process.wait()


def run(options):
    directory = tempfile.mkdtemp()
    configuration = os.path.join(directory, "mosquitto.conf")
    with open(configuration, "w") as file:
        file.write(f"listener {PORT} 127.0.0.1\nallow_anonymous true\nuser root\nmax_queued_messages 100000\nmax_inflight_messages 0\nset_tcp_nodelay true\n")
    values = {}
    addresses = [
        [f"127.1.{bridge}.{device + 1}:8009" for device in range(options.devices)] for bridge in range(options.bridges)
    ]
    for name in options.only or ("swift-cast", "python"):
        broker = subprocess.Popen(["mosquitto", "-c", configuration], stderr=subprocess.DEVNULL)
        devices = subprocess.Popen([options.bench, "devices", "0.0.0.0", "8009"], stdout=subprocess.PIPE, text=True)
        if "ready" not in devices.stdout.readline():
            sys.exit("bridge: the devices did not start")
        try:
            if name == "swift-cast":
                commands = [
                    [options.cast, "bridge", "--mqtt", f"mqtt://127.0.0.1:{PORT}", "--site", f"site{number}", "--interface", "lo",
                     "--json", *[word for address in own for word in ("--host", address)]]
                    for number, own in enumerate(addresses)
                ]
            else:
                peer = HERE / "peers" / "bridge_peer.py"
                commands = [
                    [options.python, str(peer), str(PORT), f"site{number}", *own] for number, own in enumerate(addresses)
                ]
            values[name] = measure(options, name, [[str(word) for word in command] for command in commands])
        finally:
            for process in (broker, devices):
                process.kill()
                process.wait()
    shutil.rmtree(directory)
    if len(values) == 2:
        ours, theirs = values["swift-cast"], values["python"]
        ratio = theirs["cpu_microseconds_per_command"] / ours["cpu_microseconds_per_command"]
        print(f"p99 {ours['p99_milliseconds']:.1f} ms (goal 50), processor time per command 1/{ratio:.1f} of Python (goal 1/10)")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(values, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bridges", type=int, default=5)
    parser.add_argument("--devices", type=int, default=200, help="of each bridge")
    parser.add_argument("--rate", type=int, default=1000, help="commands per second")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--bench", default=BUILT / "cast-bench")
    parser.add_argument("--cast", default="cast")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--only", action="append", choices=("swift-cast", "python"))
    parser.add_argument("--json")
    options = parser.parse_args()
    if os.environ.get("CAST_BRIDGE_NAMESPACE") is None:
        # The addresses of loopback, and the broker's port, are those of a namespace.
        os.environ["CAST_BRIDGE_NAMESPACE"] = "yes"
        script = f'ip link set lo up && exec "$0" "$@"'
        os.execvp("unshare", ["unshare", "--net", "bash", "-c", script, options.python, *sys.argv])
    run(options)


if __name__ == "__main__":
    main()
