# SPDX-License-Identifier: Apache-2.0
"""A small Cast receiver, written from the protocol's description alone: it uses no code of this package.

It answers CASTV2 over TLS with device authentication, runs the Default Media Receiver with a queue, has an HTTP server, and
announces itself on loopback. Oddities make it deviate from the description as real receivers do. It prints `ready PORT
HTTP-PORT`, then one JSON object for each message that it receives, and one with the member `state` after each change of its
app and volume.

usage: python3 python_receiver [--port 8009] [--http-port 8008] [--announce] [--oddity NAME]...
"""

import argparse
import asyncio
import signal
import uuid

from credentials import Credentials
from description import DescriptionServer, Identity
from oddities import ODDITIES, Oddities
from receiver import Receiver

HOST = "127.0.0.1"


async def main():
    parser = argparse.ArgumentParser(description="A small Cast receiver on loopback.")
    parser.add_argument("--port", type=int, default=8009)
    parser.add_argument("--http-port", type=int, default=0, help="0 selects a free port")
    parser.add_argument("--name", default="Python receiver")
    parser.add_argument("--announce", action="store_true", help="announce the device by multicast DNS")
    parser.add_argument("--play-anything", action="store_true", help="play media without requesting it, for a minute")
    parser.add_argument("--oddity", action="append", default=[], choices=ODDITIES)
    options = parser.parse_args()
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    credentials = Credentials()
    identity = Identity(options.name, uuid.uuid4())
    receiver = Receiver(Oddities(options.oddity), credentials, identity, options.play_anything)
    cast = await asyncio.start_server(receiver.serve, HOST, options.port, ssl=credentials.context)
    http = await asyncio.start_server(DescriptionServer(identity).serve, HOST, options.http_port)
    port, http_port = (server.sockets[0].getsockname()[1] for server in (cast, http))
    announcement = None
    if options.announce:
        # Only receivers that are announced wait for the import of the library.
        from announcement import Announcement

        announcement = Announcement(identity, port)
        receiver.app_changed = announcement.app_changed
        await announcement.start()
    print("ready", port, http_port, flush=True)
    await ended.wait()
    if announcement:
        await announcement.close()


if __name__ == "__main__":
    asyncio.run(main())
