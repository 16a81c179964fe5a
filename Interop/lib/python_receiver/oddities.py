# SPDX-License-Identifier: Apache-2.0
"""What real receivers do differently from the protocol's description, each enabled by a name."""

import asyncio

import wire

ODDITIES = {
    "no-id": "responses have no request ID",
    "zero-id": "responses have request ID 0",
    "string-id": "responses have the request ID as a string",
    "no-id-in-information": "responses about the device and its group have no request ID",
    "platform-media": "media messages come from receiver-0",
    "no-volume": "the platform's statuses have no volume",
    "no-applications": "the platform's statuses have no applications",
    "no-idle-flag": "applications have no isIdleScreen",
    "idle-screen": "while no app runs, the idle screen is listed as an application",
    "sparse": "statuses without media, position, volume, items and commands after the first",
    "empty-between": "an empty media status before each media status of a running session",
    "unknown-fields": "all objects and the messages around them have unknown fields",
    "floats": "integers are written as 1.0",
    "reordered": "the members of objects are in reverse order, `type` last",
    "silent": "no request is answered, only heartbeats",
    "silent-launch": "LAUNCH is never answered",
    "silent-ids": "QUEUE_GET_ITEM_IDS and QUEUE_GET_ITEMS are never answered",
    "refused-ids": "QUEUE_GET_ITEM_IDS and QUEUE_GET_ITEMS are rejected",
    "duplicates": "every response is sent twice",
    "late": "everything but heartbeats is sent after 2 s",
    "split": "each frame arrives in two pieces, 20 ms apart",
    "joined": "the frames of 20 ms arrive in one piece",
    "no-ping": "the receiver sends no PING",
    "no-pong": "PING is not answered",
    "pong-data": "PONG has further members, and `type` is not the first",
    "close-after-close": "the TLS connection ends when a sender closes its virtual connection to the platform",
    "flood": "each sender receives 200 statuses a second that it did not ask for",
    "restarts": "at the fifth LOAD the receiver restarts: all connections end, and the app is gone",
    "numeric-stream": "the stream type is a number",
    "empty-title": "the title is empty",
    "no-queue": "no queue: only a LOAD of one item is accepted, queue requests are rejected",
    "ignores-pause": "PAUSE is accepted and has no effect",
    "ignores-mute": "mute is accepted and has no effect",
}
DELAY = 2.0
PIECE_INTERVAL = 0.02


def with_unknown_fields(value):
    if isinstance(value, list):
        return [with_unknown_fields(element) for element in value]
    if isinstance(value, dict):
        known = {key: with_unknown_fields(element) for key, element in value.items()}
        return {"zzUnknown": {"list": [None, 1.5, "ü"], "deep": {}}, **known}
    return value


def with_floats(value):
    if isinstance(value, list):
        return [with_floats(element) for element in value]
    if isinstance(value, dict):
        return {key: with_floats(element) for key, element in value.items()}
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def reordered(value):
    if isinstance(value, list):
        return [reordered(element) for element in value]
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in reversed(value)}
    return value


class Oddities(frozenset):
    """The names of the enabled oddities, and what they change on the way to a sender."""

    def copies(self, namespace, message):
        """The messages that are sent in place of one."""
        if "silent" in self and namespace not in (wire.HEARTBEAT, wire.CONNECTION):
            return []
        count = 2 if message.get("requestId") and "duplicates" in self else 1
        copies = [self._changed(namespace, message)] * count
        if "empty-between" in self and self._is_running_session(message):
            copies.insert(0, {"type": "MEDIA_STATUS", "status": [], "requestId": 0})
        return copies

    @staticmethod
    def _is_running_session(message):
        statuses = message["status"] if message.get("type") == "MEDIA_STATUS" else []
        return any(status.get("playerState") != "IDLE" for status in statuses)

    def _changed(self, namespace, message):
        message = dict(message)
        if "requestId" in message:
            information = namespace in (wire.DISCOVERY, wire.MULTIZONE) and "no-id-in-information" in self
            if "no-id" in self or information:
                del message["requestId"]
            elif "zero-id" in self:
                message["requestId"] = 0
            elif "string-id" in self and message["requestId"]:
                message["requestId"] = str(message["requestId"])
        if message.get("type") == "RECEIVER_STATUS":
            message["status"] = self._platform_status(message["status"])
        if message.get("type") == "PONG" and "pong-data" in self:
            message = {"data": [1, 2, 3], "timestamp": 1_700_000_000, "type": "PONG"}
        if "unknown-fields" in self:
            message = with_unknown_fields(message)
        if "floats" in self:
            message = with_floats(message)
        if "reordered" in self:
            message = reordered(message)
        return message

    def _platform_status(self, status):
        hidden = {name for name in ("volume", "applications") if f"no-{name}" in self}
        status = {key: value for key, value in status.items() if key not in hidden}
        if "no-idle-flag" in self and "applications" in status:
            status["applications"] = [
                {key: value for key, value in app.items() if key != "isIdleScreen"} for app in status["applications"]
            ]
        return status

    @property
    def frame_fields(self):
        """Unknown fields of the message around a payload: a number and text."""
        return wire.field(99, 1) + wire.field(100, "unknown") if "unknown-fields" in self else b""


class Outlet:
    """Writes frames to a connection, at the times and in the pieces of the oddities."""

    def __init__(self, writer, oddities):
        self._writer = writer
        self._oddities = oddities
        self._waiting = bytearray()
        self._pieces = []
        self._loop = asyncio.get_running_loop()

    def send(self, frame, is_heartbeat):
        if "late" in self._oddities and not is_heartbeat:
            self._loop.call_later(DELAY, self._write, frame)
        elif "joined" in self._oddities:
            if not self._waiting:
                self._loop.call_later(PIECE_INTERVAL, self._flush)
            self._waiting += frame
        elif "split" in self._oddities:
            # The first piece ends within the length, within the header, or within the payload.
            cut = (2, 9, len(frame) - 3)[len(frame) % 3]
            if not self._pieces:
                self._loop.call_soon(self._write_piece)
            self._pieces += [frame[:cut], frame[cut:]]
        else:
            self._write(frame)

    def _flush(self):
        waiting, self._waiting = bytes(self._waiting), bytearray()
        self._write(waiting)

    def _write_piece(self):
        self._write(self._pieces[0])
        # Removed after it was written: `send` begins a series only if there is none.
        del self._pieces[0]
        if self._pieces:
            self._loop.call_later(PIECE_INTERVAL, self._write_piece)

    def _write(self, data):
        if not self._writer.is_closing():
            self._writer.write(data)
