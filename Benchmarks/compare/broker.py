#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures Mosquitto under the messages that the bridges of many sites send: the sizing of docs/fleet.md.

    broker.py [--sites N] [--bridges N] [--devices N] [--seconds N] [--python PROGRAM] [--json FILE]

The bridges are connections of this program with the topics, sizes, retention and rates of real ones (docs/fleet.md, "Sizing"): a
renewal per bridge and second, a state per device every 30 s, and a command per device every ten minutes with its six further
messages. One viewer reads all states. Reported are the rates, the processor time and memory of the broker, and the time of messages
through it. Needs root, mosquitto and a Python with paho-mqtt (Interop/requirements.txt).
"""
import argparse
import heapq
import json
import os
import pathlib
import random
import selectors
import subprocess
import sys
import tempfile
import time

from bridge import PORT, megabytes, processor_seconds

STATE_INTERVAL, COMMAND_INTERVAL = 30.0, 600.0


class Load:
    def __init__(self, options):
        import paho.mqtt.client as mqtt

        self.options, self.mqtt = options, mqtt
        self.selector = selectors.DefaultSelector()
        self.sent = self.received = 0
        self.times = []
        self.random = random.Random(1)
        self.clients = []
        for site in range(options.sites):
            for bridge in range(options.bridges):
                topics = ["_ledger", "_bridge/+", "+/owner", "+/command/#", "+/progress/+"]
                self.clients.append(self.client(f"s{site}b{bridge}", [f"cast/1/s{site}/{topic}" for topic in topics]))
        self.viewer = self.client("viewer", ["cast/1/+/+/state", "cast/1/+/_bridge/+", "answers"])

    def client(self, name, topics):
        client = self.mqtt.Client(self.mqtt.CallbackAPIVersion.VERSION2, client_id=name, protocol=self.mqtt.MQTTv5)
        client.on_message = self.message
        client.on_connect = lambda client, *_: client.subscribe([(topic, 1) for topic in topics])
        client.connect("127.0.0.1", PORT, keepalive=60)
        self.selector.register(client.socket(), selectors.EVENT_READ, client)
        return client

    def message(self, _client, _data, message):
        self.received += 1
        if message.topic.endswith("_ledger"):
            self.times.append(time.perf_counter() - float(message.payload[:20]))

    def publish(self, client, topic, size, retain=False):
        # The time first, padded to the size of a real message.
        payload = f"{time.perf_counter():020.9f}".ljust(size, " ")
        client.publish(topic, payload, qos=1, retain=retain)
        self.sent += 1

    def bridge(self, site):
        return self.clients[site * self.options.bridges + self.random.randrange(self.options.bridges)]

    def run(self, seconds):
        """Sends at the rates of the model. Each event schedules the next one of its kind."""
        options, now = self.options, time.perf_counter()
        events = []
        for index in range(len(self.clients)):
            heapq.heappush(events, (now + self.random.random(), "renew", index))
        for device in range(options.sites * options.devices):
            heapq.heappush(events, (now + self.random.random() * STATE_INTERVAL, "state", device))
            heapq.heappush(events, (now + self.random.random() * COMMAND_INTERVAL, "command", device))
        end, misc = now + seconds, now
        while (now := time.perf_counter()) < end:
            while events and events[0][0] <= now:
                at, kind, index = heapq.heappop(events)
                if kind == "renew":
                    self.publish(self.clients[index], f"cast/1/s{index // options.bridges}/_ledger", 60)
                    heapq.heappush(events, (at + 1, kind, index))
                    continue
                site, device = index // options.devices, index % options.devices
                topic = f"cast/1/s{site}/{device:032x}"
                if kind == "state":
                    self.publish(self.bridge(site), f"{topic}/state", 700, retain=True)
                    heapq.heappush(events, (at + self.random.expovariate(1 / STATE_INTERVAL), kind, index))
                else:
                    owner = self.bridge(site)
                    self.publish(self.viewer, f"{topic}/command", 200)
                    for _ in range(2):
                        self.publish(owner, f"cast/1/s{site}/_ledger", 150)
                        self.publish(owner, f"{topic}/progress/{self.sent}", 60, retain=True)
                    self.publish(owner, "answers", 150)
                    heapq.heappush(events, (at + self.random.expovariate(1 / COMMAND_INTERVAL), kind, index))
            wait = min(events[0][0] - time.perf_counter(), 0.05) if events else 0.05
            for key, _ in self.selector.select(max(wait, 0)):
                key.data.loop_read()
            for client in self.clients + [self.viewer] if now - misc > 1 else []:
                client.loop_misc()
            if now - misc > 1:
                misc = now


def run(options):
    with tempfile.TemporaryDirectory() as directory:
        configuration = os.path.join(directory, "mosquitto.conf")
        with open(configuration, "w") as file:
            file.write(f"listener {PORT} 127.0.0.1\nallow_anonymous true\nuser root\nmax_queued_messages 100000\nset_tcp_nodelay true\n")
        broker = subprocess.Popen(["mosquitto", "-c", configuration], stderr=subprocess.DEVNULL)
        time.sleep(1)
        try:
            load = Load(options)
            load.run(5)
            load.sent = load.received = 0
            load.times = []
            before, own = processor_seconds(broker), time.process_time()
            load.run(options.seconds)
            times = sorted(load.times)
            result = {
                "sites": options.sites, "devices": options.sites * options.devices, "connections": len(load.clients) + 1,
                "in_per_second": load.sent / options.seconds, "out_per_second": load.received / options.seconds,
                "broker_percent_of_a_core": (processor_seconds(broker) - before) / options.seconds * 100,
                "load_percent_of_a_core": (time.process_time() - own) / options.seconds * 100,
                "broker_megabytes": megabytes(broker),
                "ledger_p50_milliseconds": times[len(times) // 2] * 1000,
                "ledger_p99_milliseconds": times[len(times) * 99 // 100] * 1000,
            }
            print(json.dumps(result, indent=1))
            if options.json:
                pathlib.Path(options.json).write_text(json.dumps(result, indent=1) + "\n")
        finally:
            broker.kill()
            broker.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, default=200)
    parser.add_argument("--bridges", type=int, default=2, help="of each site")
    parser.add_argument("--devices", type=int, default=50, help="of each site")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--json")
    options = parser.parse_args()
    if os.environ.get("CAST_BROKER_NAMESPACE") is None:
        os.environ["CAST_BROKER_NAMESPACE"] = "yes"
        script = 'ip link set lo up && exec "$0" "$@"'
        os.execvp("unshare", ["unshare", "--net", "bash", "-c", script, options.python, *sys.argv])
    run(options)


if __name__ == "__main__":
    main()
