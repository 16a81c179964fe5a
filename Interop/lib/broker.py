# SPDX-License-Identifier: Apache-2.0
"""Mosquitto as the broker, and paho-mqtt as an independent client of it."""

import json
import os
import socket
import subprocess
import threading
import time

import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from harness import Failed, Process, folder, wait_for

HOST = "127.0.0.1"


class Broker:
    """A broker that can be stopped and started again. Without persistence, as a broker in memory."""

    def __init__(self, port=1883, lines=("allow_anonymous true",)):
        self.port = port
        self.directory = folder()
        os.chmod(self.directory, 0o755)
        self.configuration = os.path.join(self.directory, "mosquitto.conf")
        with open(self.configuration, "w") as file:
            # The user: mosquitto gives up root, and could not read the files of this suite.
            file.write("\n".join([f"listener {port} {HOST}", "user root", "max_queued_messages 10000", *lines]) + "\n")
        self.starts = 0
        self.start()

    def start(self):
        self.starts += 1
        self.process = Process(f"mosquitto-{self.port}-{self.starts}", ["mosquitto", "-c", self.configuration])

        def accepts():
            with socket.socket() as connection:
                return connection.connect_ex((HOST, self.port)) == 0

        wait_for("the broker accepts connections", accepts)

    def stop(self):
        self.process.stop()


class Client:
    """A client that records every message of its topics."""

    def __init__(self, *topics, port=1883, name="", user=None):
        self.messages = []
        self._lock = threading.Lock()
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv5)
        if user:
            self.client.username_pw_set(*user)
        self.client.on_message = self._received
        self.client.on_connect = lambda client, *_: [client.subscribe(topic, 1) for topic in topics]
        self.client.connect(HOST, port)
        self.client.loop_start()
        wait_for("a client is connected to the broker", self.client.is_connected)

    def _received(self, client, _, message):
        with self._lock:
            self.messages.append((time.monotonic(), message))

    def publish(self, topic, payload, retain=False, response=None, correlation=None, qos=1):
        properties = Properties(PacketTypes.PUBLISH)
        if response:
            properties.ResponseTopic = response
        if correlation:
            properties.CorrelationData = correlation
        if not isinstance(payload, (str, bytes)):
            payload = json.dumps(payload)
        return self.client.publish(topic, payload, qos=qos, retain=retain, properties=properties)

    def all(self, ending):
        """The objects in the messages on the topics with an ending."""
        with self._lock:
            return [
                json.loads(message.payload)
                for _, message in self.messages
                if message.topic.endswith(ending) and message.payload and "/home-assistant/" not in message.topic
            ]

    def last(self, ending):
        found = self.all(ending)
        return found[-1] if found else None

    def close(self):
        self.client.loop_stop()
        self.client.disconnect()


def memory(process):
    """The resident memory of a process in MB."""
    with open(f"/proc/{process.process.pid}/status") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    raise Failed("no memory")


def processor_time(process):
    """The processor time of a process in seconds."""
    with open(f"/proc/{process.process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
