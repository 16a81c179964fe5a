# SPDX-License-Identifier: Apache-2.0
"""The messages of castv2-client (Node) 1.2, byte for byte, without the library."""

import json
import socket
import ssl
import struct

from pychromecast.generated import cast_channel_pb2

from harness import HOST

CONNECTION = "urn:x-cast:com.google.cast.tp.connection"
RECEIVER = "urn:x-cast:com.google.cast.receiver"


class CastV2Client:
    """A connection with castv2-client's IDs and message order."""

    def __init__(self, port=8009):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self.socket = context.wrap_socket(socket.create_connection((HOST, port), 5))
        self.request = 0
        self.say({"type": "CONNECT"}, CONNECTION)

    def say(self, payload, namespace, destination="receiver-0", source="sender-0"):
        message = cast_channel_pb2.CastMessage()
        message.protocol_version = message.CASTV2_1_0
        message.source_id, message.destination_id, message.namespace = source, destination, namespace
        message.payload_type = message.STRING
        message.payload_utf8 = json.dumps(payload)
        data = message.SerializeToString()
        self.socket.sendall(struct.pack(">I", len(data)) + data)

    def ask(self, payload):
        """Sends a request to the platform. Returns the response with its request ID."""
        self.request += 1
        self.say({**payload, "requestId": self.request}, RECEIVER)
        while True:
            answer = json.loads(self._next().payload_utf8 or "{}")
            if answer.get("requestId") == self.request and answer.get("type") != "LAUNCH_STATUS":
                return answer

    def launch(self, app):
        session = self.ask({"type": "LAUNCH", "appId": app})["status"]["applications"][0]
        # The library's clients of an application have their own sender IDs.
        self.say({"type": "CONNECT"}, CONNECTION, session["transportId"], "client-12345")
        return session

    def stop(self, session):
        """`client.stop(player)`: closes the connection to the player, then stops the session."""
        self.say({"type": "CLOSE"}, CONNECTION, session["transportId"], "client-12345")
        return self.ask({"type": "STOP", "sessionId": session["sessionId"]})

    def _next(self):
        size = struct.unpack(">I", self._read(4))[0]
        message = cast_channel_pb2.CastMessage()
        message.ParseFromString(self._read(size))
        return message

    def _read(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise ConnectionError("the device closed the connection")
            data += part
        return data

    def close(self):
        self.socket.close()
