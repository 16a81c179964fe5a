# SPDX-License-Identifier: Apache-2.0
"""The platform of the receiver: connections, virtual connections, heartbeats, apps, and volume."""

import asyncio
import json
import ssl
import time
import uuid

import wire
from oddities import Outlet
from player import Player, Refused, number

DEFAULT_APP = "CC1AD845"
IDLE_APP = "E8C28D3C"
PING_INTERVAL = 5
# How long a sender may send nothing, not even PONG.
SILENCE_LIMIT = 20
STRONG, WEAK, INVISIBLE = 0, 1, 2
# The length of a member of a message in the log.
LOGGED = 2000


def shortened(value):
    """A value for the log, without the padding of tests of limits."""
    text = json.dumps(value)
    return value if len(text) <= LOGGED else f"{text[:LOGGED]}…"


class Connection:
    """A TLS connection of a sender, with its virtual connections."""

    def __init__(self, writer, oddities):
        self.writer = writer
        self.outlet = Outlet(writer, oddities)
        self.frame_fields = oddities.frame_fields
        # The kind of each virtual connection, by the ID of the sender and its destination.
        self.virtual = {}
        self.last_received = time.monotonic()

    def send(self, source, destination, namespace, payload):
        if not isinstance(payload, bytes):
            payload = json.dumps(payload)
        frame = wire.Message(source, destination, namespace, payload).frame(self.frame_fields)
        self.outlet.send(frame, namespace == wire.HEARTBEAT)

    def is_connected_to(self, destination):
        return any(receiver == destination for _, receiver in self.virtual)


class Request:
    """Where a response goes: a connection, the ID of a sender, the destination of the request, and its request ID."""

    def __init__(self, connection, message, identifier):
        self.connection, self.sender, self.destination = connection, message.source, message.destination
        self.namespace = message.namespace
        self.identifier = identifier


class App:
    """A running app: the Default Media Receiver."""

    def __init__(self, app_id):
        self.app_id = app_id
        self.session = self.transport = str(uuid.uuid4())
        self.player = None

    def status(self, is_connected):
        return {
            "appId": self.app_id,
            "appType": "WEB",
            "displayName": "Default Media Receiver",
            "iconUrl": "",
            "isIdleScreen": False,
            "launchedFromCloud": False,
            "namespaces": [{"name": wire.MEDIA}],
            "senderConnected": is_connected,
            "sessionId": self.session,
            "statusText": "Ready To Cast",
            "transportId": self.transport,
            "universalAppId": self.app_id,
        }


class Receiver:
    """A Cast device. It prints each message that it receives, and its state after each change, as a JSON object.

    `app_changed` is called with the text of the running app, or with nothing when it has ended.
    """

    def __init__(self, oddities, credentials, identity, plays_anything=False):
        self._odd = oddities
        self._credentials = credentials
        self._identity = identity
        self._plays_anything = plays_anything
        self._connections = set()
        self._volume = {"level": 0.5, "muted": False, "controlType": "attenuation", "stepInterval": 0.05}
        self._app = None
        self._idle_session = str(uuid.uuid4())
        self._loads = 0
        self.app_changed = lambda status_text: None

    # Connections

    async def serve(self, reader, writer):
        connection = Connection(writer, self._odd)
        self._connections.add(connection)
        tasks = [asyncio.create_task(self._ping(connection))]
        if "flood" in self._odd:
            tasks.append(asyncio.create_task(self._flood(connection)))
        try:
            while True:
                message = await wire.read_message(reader)
                connection.last_received = time.monotonic()
                self._received(connection, message)
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError, wire.Malformed):
            pass
        finally:
            for task in tasks:
                task.cancel()
            self._connections.discard(connection)
            if self._app and connection.is_connected_to(self._app.transport):
                self._announce_status()
            writer.close()

    async def _ping(self, connection):
        while True:
            await asyncio.sleep(PING_INTERVAL)
            senders = [sender for sender, receiver in connection.virtual if receiver == wire.PLATFORM]
            if not senders or "no-ping" in self._odd:
                continue
            if time.monotonic() - connection.last_received > SILENCE_LIMIT:
                connection.send(wire.PLATFORM, senders[0], wire.CONNECTION, {"type": "CLOSE", "reasonCode": 4})
                return connection.writer.close()
            connection.send(wire.PLATFORM, senders[0], wire.HEARTBEAT, {"type": "PING"})

    async def _flood(self, connection):
        while True:
            await asyncio.sleep(0.1)
            if connection.is_connected_to(wire.PLATFORM):
                for _ in range(20):
                    self._send(connection, wire.PLATFORM, wire.EVERYONE, wire.RECEIVER, self._status(), 0)

    def _received(self, connection, message):
        payload = message.object()
        if message.namespace == wire.AUTHENTICATION:
            if isinstance(message.payload, bytes) and (answer := self._credentials.answer(message.payload)):
                connection.send(message.destination, message.source, message.namespace, answer)
            return
        if message.namespace == wire.SETUP and message.payload == "":
            # The prober of Android sends nothing, and expects any answer.
            payload = {}
        if payload is None:
            return
        if message.namespace == wire.HEARTBEAT:
            if payload.get("type") == "PING" and "no-pong" not in self._odd:
                self._send(connection, message.destination, message.source, message.namespace, {"type": "PONG"})
            return
        record = {"to": message.destination, "namespace": message.namespace.removeprefix(wire.PREFIX), **payload}
        print(json.dumps({key: shortened(value) for key, value in record.items()}), flush=True)
        if message.namespace == wire.CONNECTION:
            return self._connection_message(connection, message, payload)
        if (message.source, message.destination) in connection.virtual:
            self._request(connection, message, payload)

    def _connection_message(self, connection, message, payload):
        key = (message.source, message.destination)
        known = {wire.PLATFORM} | ({self._app.transport} if self._app else set())
        if message.destination not in known:
            return
        was_connected = bool(self._app) and connection.is_connected_to(self._app.transport)
        if payload.get("type") == "CONNECT":
            kind = payload.get("connType", STRONG)
            if kind not in (STRONG, WEAK, INVISIBLE):
                return self._send(connection, *reversed(key), message.namespace, {"type": "CLOSE", "reasonCode": 3})
            connection.virtual[key] = kind
            versions = payload.get("protocolVersionList") or [payload.get("protocolVersion")]
            known_versions = [version for version in versions if type(version) is int and 0 <= version <= 3]
            if known_versions:
                connected = {"type": "CONNECTED", "protocolVersion": max(known_versions)}
                self._send(connection, message.destination, message.source, message.namespace, connected)
            if message.destination == wire.PLATFORM:
                self._send(connection, wire.PLATFORM, wire.EVERYONE, wire.MULTIZONE, self._group(), 0)
        elif payload.get("type") == "CLOSE":
            connection.virtual.pop(key, None)
            if message.destination == wire.PLATFORM and "close-after-close" in self._odd:
                return connection.writer.close()
        if self._app and was_connected != connection.is_connected_to(self._app.transport):
            self._announce_status()

    def _restart(self):
        self._end_app()
        for connection in self._connections:
            connection.writer.close()

    # Sending

    def _send(self, connection, source, destination, namespace, message, identifier=None):
        if identifier is not None:
            message = {**message, "requestId": identifier}
        if namespace == wire.MEDIA and "platform-media" in self._odd:
            source = wire.PLATFORM
        for copy in self._odd.copies(namespace, message):
            connection.send(source, destination, namespace, copy)

    def _reply(self, message, request):
        self._send(
            request.connection, request.destination, request.sender, request.namespace, message, request.identifier
        )

    def _broadcast(self, source, namespace, message, request):
        """Sends a message to all senders, with the ID of the request, or 0."""
        identifier = request.identifier if request else 0
        for connection in list(self._connections):
            if connection.is_connected_to(source):
                self._send(connection, source, wire.EVERYONE, namespace, message, identifier)

    def _announce_status(self, request=None):
        self._broadcast(wire.PLATFORM, wire.RECEIVER, self._status(), request)
        app = self._app.app_id if self._app else None
        state = {"app": app, "level": self._volume["level"], "muted": self._volume["muted"]}
        print(json.dumps({"state": state}), flush=True)

    def _status(self):
        status = {"volume": dict(self._volume), "isActiveInput": True, "isStandBy": False}
        if self._app:
            is_connected = any(each.is_connected_to(self._app.transport) for each in self._connections)
            status["applications"] = [self._app.status(is_connected)]
        elif "idle-screen" in self._odd:
            idle = {"appId": IDLE_APP, "appType": "IDLE_SCREEN", "displayName": "Backdrop", "isIdleScreen": True}
            idle.update(sessionId=self._idle_session, transportId=self._idle_session, statusText="", namespaces=[])
            status["applications"] = [idle]
        return {"type": "RECEIVER_STATUS", "status": status}

    # Requests

    def _request(self, connection, message, payload):
        identifier = payload.get("requestId")
        # As Google's receiver library: a message without an integer is dropped. The setup namespace has `request_id`.
        if message.namespace == wire.SETUP and message.destination == wire.PLATFORM:
            return self._setup(Request(connection, message, None), payload)
        if type(identifier) is not int or identifier < 0:
            return
        request = Request(connection, message, identifier)
        if message.destination == wire.PLATFORM and message.namespace in self._NAMESPACES:
            try:
                self._NAMESPACES[message.namespace](self, payload.get("type"), payload, request)
            except Refused as refusal:
                self._reply({"type": "INVALID_REQUEST", "reason": str(refusal)}, request)
        elif self._app and message.destination == self._app.transport and message.namespace == wire.MEDIA:
            if payload.get("type") == "LOAD" and "restarts" in self._odd:
                self._loads += 1
                if self._loads == 5:
                    return self._restart()
            self._app.player.handle(payload, request)

    def _platform(self, kind, payload, request):
        if kind == "GET_STATUS":
            self._reply(self._status(), request)
        elif kind == "GET_APP_AVAILABILITY":
            apps = payload.get("appId")
            if not isinstance(apps, list) or not all(isinstance(app, str) for app in apps):
                raise Refused("INVALID_PARAMETER")
            found = {app: "APP_AVAILABLE" if app == DEFAULT_APP else "APP_UNAVAILABLE" for app in apps}
            self._reply({"responseType": kind, "availability": found}, request)
        elif kind == "LAUNCH":
            self._launch(payload, request)
        elif kind == "STOP":
            session = payload.get("sessionId")
            if not self._app or session not in (None, self._app.session):
                raise Refused("INVALID_SESSION_ID")
            self._end_app()
            self._announce_status(request)
        elif kind == "SET_VOLUME":
            self._set_volume(payload.get("volume"), request)
        else:
            raise Refused("INVALID_COMMAND")

    def _launch(self, payload, request):
        app_id = payload.get("appId")
        if "silent-launch" in self._odd:
            return
        if not isinstance(app_id, str) or not app_id:
            return self._reply({"type": "LAUNCH_ERROR", "reason": "BAD_PARAMETER"}, request)
        if request.connection.virtual.get((request.sender, request.destination)) == INVISIBLE:
            return self._reply({"type": "LAUNCH_ERROR", "reason": "NOT_ALLOWED"}, request)
        if app_id != DEFAULT_APP:
            return self._reply({"type": "LAUNCH_ERROR", "reason": "NOT_FOUND"}, request)
        asked = {"type": "LAUNCH_STATUS", "launchRequestId": request.identifier, "status": "USER_ALLOWED"}
        self._send(request.connection, request.destination, request.sender, request.namespace, asked)
        if not self._app:
            self._app = app = App(app_id)
            app.player = Player(
                self._odd,
                self._reply,
                lambda message, request: self._broadcast(app.transport, wire.MEDIA, message, request),
                self._plays_anything,
            )
            self.app_changed("Default Media Receiver")
        self._announce_status(request)

    def _end_app(self):
        """Ends the running app: each of its senders receives CLOSE."""
        app, self._app = self._app, None
        if not app:
            return
        app.player.close()
        for connection in self._connections:
            for key in [key for key in connection.virtual if key[1] == app.transport]:
                del connection.virtual[key]
                self._send(connection, app.transport, key[0], wire.CONNECTION, {"type": "CLOSE", "reasonCode": 5})
        self.app_changed("")

    def _set_volume(self, volume, request):
        if not isinstance(volume, dict):
            raise Refused("INVALID_PARAMETER")
        if volume.get("level") is not None:
            self._volume["level"] = min(max(number(volume["level"]), 0), 1)
        if isinstance(volume.get("muted"), bool) and "ignores-mute" not in self._odd:
            self._volume["muted"] = volume["muted"]
        self._announce_status(request)

    def _discovery(self, kind, payload, request):
        if kind != "GET_DEVICE_INFO":
            raise Refused("INVALID_COMMAND")
        self._reply(self._identity.device_info, request)

    def _multizone(self, kind, payload, request):
        if kind != "GET_STATUS":
            raise Refused("INVALID_COMMAND")
        self._reply(self._group(), request)

    def _group(self):
        """A lone device is its own only member."""
        volume = {key: self._volume[key] for key in ("level", "muted")}
        device = {"deviceId": str(self._identity.identifier), "name": self._identity.name, "volume": volume}
        device["capabilities"] = self._identity.device_info["deviceCapabilities"]
        return {"type": "MULTIZONE_STATUS", "status": {"devices": [device], "isMultichannel": False}}

    def _setup(self, request, payload):
        answer = {"type": "eureka_info", "request_id": payload.get("request_id"), "response_code": 200}
        self._reply({**answer, "response_string": "OK", "data": self._identity.information}, request)

    _NAMESPACES = {wire.RECEIVER: _platform, wire.DISCOVERY: _discovery, wire.MULTIZONE: _multizone}
