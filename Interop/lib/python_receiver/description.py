# SPDX-License-Identifier: Apache-2.0
"""The identity of the device, and the HTTP server that describes it."""

import asyncio
import ipaddress
import json
import struct
import urllib.parse
import zlib

# VIDEO_OUT and AUDIO_OUT.
CAPABILITIES = 5
MODEL = "Python receiver"
FIRMWARE = "1.56.0"
NETWORK_ADDRESS = "FA8FCA123456"


def icon():
    """A PNG image of one pixel."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    pixels = zlib.compress(b"\x00\x80")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


class Identity:
    """The name and the ID of the device."""

    def __init__(self, name, identifier):
        self.name = name
        self.identifier = identifier

    @property
    def information(self):
        """The answer to eureka_info, with the members of old devices at its top level and those of new ones in sections."""
        device = {"manufacturer": "swift-cast", "model_name": MODEL, "product_name": "python"}
        device.update(ssdp_udn=str(self.identifier), mac_address=NETWORK_ADDRESS)
        device["capabilities"] = {"display_supported": True, "multizone_supported": True}
        return {
            "version": 12,
            "name": self.name,
            "ssdp_udn": str(self.identifier),
            "cast_build_revision": FIRMWARE,
            "build_version": "1",
            "device_info": device,
            "build_info": {"cast_build_revision": FIRMWARE, "system_build_number": "1", "build_type": 2},
            "multizone": {"groups": [], "dynamic_groups": []},
        }

    @property
    def device_info(self):
        return {
            "type": "DEVICE_INFO",
            "controlNotifications": 1,
            "deviceCapabilities": CAPABILITIES,
            "deviceIconUrl": "/setup/icon.png",
            "deviceId": self.identifier.hex,
            "deviceModel": MODEL,
            "friendlyName": self.name,
            "receiverMetricsId": self.identifier.hex[:16],
            "wifiProximityId": NETWORK_ADDRESS,
        }


class DescriptionServer:
    """The HTTP server of the device."""

    def __init__(self, identity):
        self._identity = identity

    async def serve(self, reader, writer):
        try:
            head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)).decode("latin-1")
            status, kind, body = self._answer(*head.split(" ", 2)[:2], self._host(head))
            fields = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close"
            writer.write(f"HTTP/1.1 {status}\r\n{fields}\r\n\r\n".encode() + body)
            await writer.drain()
        except (EOFError, TimeoutError, asyncio.LimitOverrunError, ConnectionError, TypeError):
            # Not a request: the connection ends without an answer.
            pass
        finally:
            writer.close()

    @staticmethod
    def _host(head):
        """The host that a request names."""
        for line in head.split("\r\n")[1:]:
            name, _, value = line.partition(":")
            if name.lower() == "host":
                return value.strip().rpartition(":")[0] or value.strip()
        return ""

    def _answer(self, method, target, host):
        path, _, query = target.partition("?")
        if method not in ("GET", "HEAD"):
            return "405 Method Not Allowed", "text/plain", b""
        try:
            ipaddress.ip_address(host.strip("[]"))
        except ValueError:
            # Devices serve no page that reaches them by a name of its own.
            return "403 Forbidden", "text/plain", b""
        if path == "/setup/eureka_info":
            sections = urllib.parse.parse_qs(query).get("params", [""])[0].split(",")
            information = self._identity.information
            if sections != [""]:
                information = {key: value for key, value in information.items() if key in sections}
            return "200 OK", "application/json", json.dumps(information).encode()
        if path == "/setup/icon.png":
            return "200 OK", "image/png", icon()
        if path == "/ssdp/device-desc.xml":
            text = (
                '<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major>'
                "<minor>0</minor></specVersion><device><deviceType>urn:dial-multiscreen-org:device:dial:1</deviceType>"
                f"<friendlyName>Python</friendlyName><modelName>{MODEL}</modelName>"
                f"<UDN>uuid:{self._identity.identifier}</UDN></device></root>"
            )
            return "200 OK", "text/xml", text.encode()
        return "404 Not Found", "text/plain", b""
