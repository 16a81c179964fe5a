# SPDX-License-Identifier: Apache-2.0
"""A bridge from MQTT to Cast devices of pychromecast and paho-mqtt, as one would write it: a connection and a thread per device,
commands as JSON, responses on the response topic.

    bridge_peer.py PORT SITE ADDRESS...
"""
import concurrent.futures
import json
import sys
import uuid

import paho.mqtt.client as mqtt
import pychromecast
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

port, site, addresses = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
devices = {}
workers = concurrent.futures.ThreadPoolExecutor(32)
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)


class Status:
    """Publishes the volume of a device when it changes."""

    def __init__(self, address):
        self.address = address

    def new_cast_status(self, status):
        state = {"device": {"id": self.address, "name": self.address, "model": ""}, "volume": {"level": status.volume_level}}
        client.publish(f"cast/1/{site}/{self.address}/state", json.dumps(state), qos=1, retain=True)


def execute(device, message):
    command = json.loads(message.payload)
    result = {"id": command["id"], "device": device, "outcome": "done"}
    try:
        devices[device].set_volume(command["level"])
    except Exception as error:
        result |= {"outcome": "failed", "error": {"code": "failed", "message": str(error)}}
    client.publish(message.properties.ResponseTopic, json.dumps(result), qos=1)


def received(_client, _data, message):
    workers.submit(execute, message.topic.split("/")[3], message)


for address in addresses:
    host, device_port = address.rsplit(":", 1)
    cast = pychromecast.get_chromecast_from_host((host, int(device_port), uuid.uuid4(), "Chromecast", address))
    cast.register_status_listener(Status(address))
    cast.start()
    devices[address] = cast
for cast in devices.values():
    cast.wait()
client.on_message = received
client.on_connect = lambda client, *_: client.subscribe(f"cast/1/{site}/+/command", 1)
client.connect("127.0.0.1", port)
print("ready", flush=True)
client.loop_forever()
