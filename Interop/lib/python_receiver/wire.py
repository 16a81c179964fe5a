# SPDX-License-Identifier: Apache-2.0
"""Frames, CastMessages, and device authentication, as bytes."""

import json
import struct

LIMIT = 65536
PREFIX = "urn:x-cast:com.google.cast."
CONNECTION = PREFIX + "tp.connection"
HEARTBEAT = PREFIX + "tp.heartbeat"
AUTHENTICATION = PREFIX + "tp.deviceauth"
RECEIVER = PREFIX + "receiver"
DISCOVERY = PREFIX + "receiver.discovery"
SETUP = PREFIX + "setup"
MULTIZONE = PREFIX + "multizone"
MEDIA = PREFIX + "media"
PLATFORM = "receiver-0"
EVERYONE = "*"


class Malformed(Exception):
    """Bytes that are not what they should be. The connection that they came from ends."""


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, value):
    """Encodes a field: an integer, bytes or text."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    raw = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(raw)) + raw


def parse(data):
    """Decodes a protobuf message. Returns its fields by number: integers and bytes."""
    fields, index = {}, 0

    def number():
        nonlocal index
        value = 0
        for shift in range(0, 70, 7):
            if index >= len(data):
                raise Malformed("a number without an end")
            byte = data[index]
            index += 1
            value |= (byte & 0x7F) << shift
            if not byte & 0x80:
                return value
        raise Malformed("a number of more than ten bytes")

    while index < len(data):
        key = number()
        kind = key & 7
        if kind == 0:
            fields[key >> 3] = number()
            continue
        length = {1: 8, 2: None, 5: 4}.get(kind, -1)
        length = number() if length is None else length
        if length < 0 or index + length > len(data) or not key >> 3:
            raise Malformed(f"a field of type {kind} that does not fit")
        fields[key >> 3] = data[index : index + length]
        index += length
    return fields


class Message:
    """A CastMessage: who sent it, to whom, in which namespace, and its payload as text or bytes."""

    def __init__(self, source, destination, namespace, payload):
        self.source, self.destination, self.namespace, self.payload = source, destination, namespace, payload

    @classmethod
    def decode(cls, data):
        fields = parse(data)
        if not {1, 2, 3, 4, 5} <= fields.keys():
            raise Malformed("a required field is missing")
        try:
            source, destination, namespace = (fields[number].decode() for number in (2, 3, 4))
            payload = fields.get(7, b"") if fields[5] else fields.get(6, fields.get(7, b"")).decode()
        except (AttributeError, UnicodeDecodeError) as error:
            raise Malformed("a field of the wrong type") from error
        return cls(source, destination, namespace, payload)

    def object(self):
        """The payload as a JSON object; None if it is something else."""
        try:
            value = json.loads(self.payload) if isinstance(self.payload, str) else None
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    def frame(self, extra=b""):
        """The message with its length. `extra` is appended to its fields."""
        is_binary = isinstance(self.payload, bytes)
        body = field(1, 0) + field(2, self.source) + field(3, self.destination) + field(4, self.namespace)
        body += field(5, int(is_binary)) + field(7 if is_binary else 6, self.payload) + extra
        return struct.pack(">I", len(body)) + body


async def read_message(reader):
    """Reads a frame. Raises Malformed, or asyncio.IncompleteReadError at the end."""
    (length,) = struct.unpack(">I", await reader.readexactly(4))
    if not 0 < length <= LIMIT:
        raise Malformed(f"a frame of {length} bytes")
    return Message.decode(await reader.readexactly(length))
