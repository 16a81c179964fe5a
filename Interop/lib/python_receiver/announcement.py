# SPDX-License-Identifier: Apache-2.0
"""The record of the device in multicast DNS."""

import asyncio

import zeroconf
from description import CAPABILITIES, MODEL, NETWORK_ADDRESS
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

TYPE = "_googlecast._tcp.local."


class Announcement:
    """The record of the device in multicast DNS on loopback."""

    def __init__(self, identity, port):
        self._identity = identity
        self._port = port
        self._responder = AsyncZeroconf(interfaces=["127.0.0.1"], ip_version=zeroconf.IPVersion.V4Only)
        self._status_text = ""
        self._updates = set()

    def _info(self):
        identifier = self._identity.identifier
        text = {"id": identifier.hex, "cd": identifier.hex.upper(), "rm": identifier.hex[:16].upper(), "ve": "05"}
        text.update(md=MODEL, ic="/setup/icon.png", fn=self._identity.name, ca=str(CAPABILITIES), bs=NETWORK_ADDRESS)
        text.update(st="1" if self._status_text else "0", nf="1", rs=self._status_text)
        return AsyncServiceInfo(
            TYPE,
            f"{MODEL.replace(' ', '-')}-{identifier.hex}.{TYPE}",
            port=self._port,
            properties=text,
            server=f"{identifier}.local.",
            parsed_addresses=["127.0.0.1"],
        )

    async def start(self):
        await (await self._responder.async_register_service(self._info()))

    def app_changed(self, status_text):
        """Announces the record again after an app was started or stopped."""
        if status_text == self._status_text:
            return
        self._status_text = status_text
        update = asyncio.get_running_loop().create_task(self._responder.async_update_service(self._info()))
        self._updates.add(update)
        update.add_done_callback(self._updates.discard)

    async def close(self):
        await self._responder.async_unregister_all_services()
        await self._responder.async_close()
