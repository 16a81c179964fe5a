#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A small Cast receiver with the deviations of real ones, each enabled by an option.

It answers CASTV2 over TLS: platform, default media receiver, queue. It uses no code of this package. It prints `ready
PORT` and then one JSON object for each message that it receives.

usage: odd_receiver.py [--port 8009] [--oddity NAME]...
"""

import argparse
import asyncio
import datetime
import json
import os
import ssl
import struct
import tempfile
import time

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

ODDITIES = {
    "no-id": "responses have no request ID",
    "zero-id": "responses have request ID 0",
    "string-id": "responses have the request ID as a string",
    "platform-media": "media messages come from receiver-0",
    "sparse": "statuses without media, position, volume, items and commands after the first",
    "empty-between": "an empty media status before each media status of a running session",
    "silent-ids": "QUEUE_GET_ITEM_IDS and QUEUE_GET_ITEMS are never answered",
    "refused-ids": "QUEUE_GET_ITEM_IDS and QUEUE_GET_ITEMS are rejected",
    "duplicates": "every response is sent twice",
    "late": "every response is sent after 2 s",
    "numeric-stream": "the stream type is a number",
    "empty-title": "the title is empty",
    "no-queue": "no queue: only a LOAD of one item is accepted, queue requests are rejected",
    "ignores-pause": "PAUSE is accepted and has no effect",
    "ignores-mute": "mute is accepted and has no effect",
    "silent-launch": "LAUNCH is never answered",
}
PREFIX = "urn:x-cast:com.google.cast."
MEDIA = PREFIX + "media"
RECEIVER = PREFIX + "receiver"
CONNECTION = PREFIX + "tp.connection"
HEARTBEAT = PREFIX + "tp.heartbeat"
APP = {
    "appId": "CC1AD845",
    "appType": "WEB",
    "displayName": "Default Media Receiver",
    "isIdleScreen": False,
    "namespaces": [{"name": MEDIA}],
    "sessionId": "session-1",
    "statusText": "Ready To Cast",
    "transportId": "transport-1",
    "universalAppId": "CC1AD845",
}


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def encode(source, destination, namespace, text):
    """Encodes a CastMessage: version, source, destination, namespace, payload type, text."""
    out = b"\x08\x00"
    for number, value in ((2, source), (3, destination), (4, namespace)):
        raw = value.encode()
        out += varint(number << 3 | 2) + varint(len(raw)) + raw
    raw = text.encode()
    return out + b"\x28\x00" + varint(6 << 3 | 2) + varint(len(raw)) + raw


def decode(data):
    """Decodes a CastMessage. Returns its fields by number."""
    fields, index = {}, 0

    def number():
        nonlocal index
        value = shift = 0
        while True:
            byte = data[index]
            index += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value

    while index < len(data):
        key = number()
        if key & 7 == 0:
            fields[key >> 3] = number()
        else:
            length = number()
            fields[key >> 3] = data[index : index + length]
            index += length
    return fields


class Receiver:
    def __init__(self, oddities):
        self.odd = set(oddities)
        self.connections = set()
        self.volume = {"level": 0.5, "muted": False, "controlType": "attenuation", "stepInterval": 0.05}
        self.app = None
        self.session = 0
        self.items = []
        self.index = 0
        self.next_item = 1
        self.state = "IDLE"
        self.reason = None
        self.base = 0.0
        self.since = time.monotonic()
        # Whether a status with all fields was sent since the items changed or GET_STATUS was received.
        self.has_sent_media = False

    # Playback

    def position(self):
        return self.base + (time.monotonic() - self.since if self.state == "PLAYING" else 0)

    def settle(self, position=None, state=None):
        self.base = self.position() if position is None else position
        self.since = time.monotonic()
        self.state = state or self.state

    def numbered(self, items):
        numbered = []
        for item in items:
            numbered.append(dict(item, itemId=self.next_item))
            self.next_item += 1
        return numbered

    def load(self, items, index=0, position=0):
        self.session += 1
        self.next_item = 1
        self.items = self.numbered(items)
        self.index = index
        self.reason = None
        self.has_sent_media = False
        self.settle(position, "PLAYING")

    def move(self, index):
        """Makes another item the current one. Beyond the last item the session ends."""
        if index >= len(self.items):
            return self.end("INTERRUPTED")
        self.index = max(0, index)
        self.has_sent_media = False
        self.settle(0, "PLAYING")

    def end(self, reason):
        self.settle(state="IDLE")
        self.reason = reason

    def media(self, item):
        media = dict(item.get("media") or {})
        media.setdefault("duration", 60.0)
        media["streamType"] = "BUFFERED"
        if "numeric-stream" in self.odd:
            media["streamType"] = 2
        if "empty-title" in self.odd:
            media["metadata"] = dict(media.get("metadata") or {}, title="")
        return media

    def media_status(self):
        if not self.session or self.state == "IDLE" and self.reason is None:
            return []
        status = {"mediaSessionId": self.session, "playerState": self.state, "playbackRate": 1}
        if self.reason and self.state == "IDLE":
            return [dict(status, idleReason=self.reason)]
        if "sparse" in self.odd and self.has_sent_media:
            return [status]
        self.has_sent_media = True
        status.update(
            currentTime=round(self.position(), 3),
            supportedMediaCommands=12303 if "no-queue" in self.odd else 12303 | 64 | 128,
            volume={"level": 1, "muted": False},
            media=self.media(self.items[self.index]),
            currentItemId=self.items[self.index]["itemId"],
            repeatMode="REPEAT_OFF",
        )
        if "no-queue" not in self.odd:
            status["items"] = [dict(item, media=self.media(item)) for item in self.items]
        return [status]

    def receiver_status(self):
        status = {"volume": dict(self.volume)}
        if self.app:
            status["applications"] = [self.app]
        return {"type": "RECEIVER_STATUS", "status": status}

    # Requests

    def answer(self, connection, source, destination, namespace, message):
        """The responses to a request, each with its namespace, and whether they are broadcast."""
        kind = message.get("type")
        if namespace == RECEIVER:
            return self.platform(kind, message)
        if namespace == MEDIA and self.app and destination == self.app["transportId"]:
            return self.player(kind, message)
        return [], False

    def platform(self, kind, message):
        if kind == "GET_STATUS":
            return [self.receiver_status()], False
        if kind == "GET_APP_AVAILABILITY":
            found = {app: "APP_AVAILABLE" for app in message.get("appId", [])}
            return [{"responseType": kind, "availability": found}], False
        if kind == "LAUNCH":
            if "silent-launch" in self.odd:
                return [], False
            self.app = dict(APP, appId=message.get("appId"))
        elif kind == "STOP":
            self.app = None
            self.session, self.state, self.reason = 0, "IDLE", None
        elif kind == "SET_VOLUME":
            volume = message.get("volume") or {}
            if "ignores-mute" in self.odd:
                volume.pop("muted", None)
            self.volume.update(volume)
        else:
            return [{"type": "INVALID_REQUEST", "reason": "INVALID_COMMAND"}], False
        return [self.receiver_status()], True

    def player(self, kind, message):
        refused = [{"type": "INVALID_REQUEST", "reason": "INVALID_COMMAND"}], False
        if kind == "GET_STATUS":
            self.has_sent_media = False
            return self.statuses(), False
        if kind in ("LOAD", "QUEUE_LOAD"):
            queue = message.get("queueData") or message
            items = queue.get("items") or [{"media": message.get("media")}]
            start = queue.get("startIndex") or 0
            if "no-queue" in self.odd:
                if len(items) > 1 or kind == "QUEUE_LOAD":
                    return refused
                items, start = items[start : start + 1], 0
            self.load(items, start, message.get("currentTime") or 0)
            return self.statuses(), True
        if self.state == "IDLE":
            return [{"type": "INVALID_REQUEST", "reason": "INVALID_MEDIA_SESSION_ID"}], False
        if kind in ("QUEUE_GET_ITEM_IDS", "QUEUE_GET_ITEMS"):
            if "silent-ids" in self.odd:
                return [], False
            if "refused-ids" in self.odd or "no-queue" in self.odd:
                return refused
            if kind == "QUEUE_GET_ITEM_IDS":
                return [{"type": "QUEUE_ITEM_IDS", "itemIds": [item["itemId"] for item in self.items]}], False
            found = [dict(item, media=self.media(item)) for item in self.items]
            found = [item for item in found if item["itemId"] in message.get("itemIds", [])]
            return [{"type": "QUEUE_ITEMS", "items": found}], False
        if kind.startswith("QUEUE_") and "no-queue" in self.odd:
            return refused
        if kind == "PLAY":
            self.settle(state="PLAYING")
        elif kind == "PAUSE":
            if "ignores-pause" not in self.odd:
                self.settle(state="PAUSED")
        elif kind == "SEEK":
            self.settle(min(max(float(message.get("currentTime") or 0), 0), 60))
        elif kind == "STOP":
            self.end("CANCELLED")
        elif kind == "QUEUE_INSERT":
            before = [item["itemId"] for item in self.items]
            place = before.index(message["insertBefore"]) if message.get("insertBefore") in before else len(before)
            self.items[place:place] = self.numbered(message.get("items", []))
            self.has_sent_media = False
        elif kind == "QUEUE_UPDATE" and "jump" in message:
            self.move(self.index + message["jump"])
        elif kind == "QUEUE_UPDATE" and "currentItemId" in message:
            known = [item["itemId"] for item in self.items]
            self.move(known.index(message["currentItemId"]))
        elif not kind.startswith("QUEUE_") and kind != "SET_VOLUME":
            return refused
        return self.statuses(), True

    def statuses(self):
        full = {"type": "MEDIA_STATUS", "status": self.media_status()}
        if "empty-between" in self.odd and full["status"] and self.state != "IDLE":
            return [{"type": "MEDIA_STATUS", "status": [], "unsolicited": True}, full]
        return [full]

    # Connections

    async def serve(self, reader, writer):
        connection = writer
        self.connections.add(connection)
        try:
            while True:
                (length,) = struct.unpack(">I", await reader.readexactly(4))
                fields = decode(await reader.readexactly(length))
                source, destination, namespace = (fields[number].decode() for number in (2, 3, 4))
                if fields.get(5):
                    continue
                await self.received(connection, source, destination, namespace, json.loads(fields[6]))
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            pass
        finally:
            self.connections.discard(connection)
            writer.close()

    async def received(self, connection, source, destination, namespace, message):
        if namespace == HEARTBEAT:
            if message.get("type") == "PING":
                self.send(connection, destination, source, namespace, {"type": "PONG"})
            return
        print(json.dumps({"to": destination, "namespace": namespace.removeprefix(PREFIX), **message}), flush=True)
        if namespace == CONNECTION:
            return
        answers, is_for_all = self.answer(connection, source, destination, namespace, message)
        if "late" in self.odd:
            asyncio.get_running_loop().call_later(
                2, self.reply, connection, source, destination, namespace, message, answers, is_for_all
            )
        else:
            self.reply(connection, source, destination, namespace, message, answers, is_for_all)

    def reply(self, connection, source, destination, namespace, message, answers, is_for_all):
        origin = "receiver-0" if namespace == MEDIA and "platform-media" in self.odd else destination
        for answer in answers:
            answer = dict(answer, requestId=message.get("requestId", 0))
            is_unsolicited = answer.pop("unsolicited", False)
            if "no-id" in self.odd:
                del answer["requestId"]
            elif "zero-id" in self.odd or is_unsolicited:
                answer["requestId"] = 0
            elif "string-id" in self.odd:
                answer["requestId"] = str(answer["requestId"])
            for _ in range(2 if "duplicates" in self.odd else 1):
                self.send(connection, origin, source, namespace, answer)
            if is_for_all:
                for other in self.connections - {connection}:
                    self.send(other, origin, "*", namespace, dict(answer, requestId=0))

    @staticmethod
    def send(connection, source, destination, namespace, message):
        data = encode(source, destination, namespace, json.dumps(message))
        if not connection.is_closing():
            connection.write(struct.pack(">I", len(data)) + data)


def tls():
    """A self-signed certificate, as on devices."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "odd receiver")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.NamedTemporaryFile() as file:
        file.write(pem + certificate.public_bytes(serialization.Encoding.PEM))
        file.flush()
        context.load_cert_chain(file.name)
    return context


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8009)
    parser.add_argument("--oddity", action="append", default=[], choices=ODDITIES)
    options = parser.parse_args()
    receiver = Receiver(options.oddity)
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", options.port, ssl=tls())
    print("ready", server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        os._exit(0)
