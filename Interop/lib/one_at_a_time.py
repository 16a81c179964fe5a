# SPDX-License-Identifier: Apache-2.0
"""Lets one thread at a time use a TLS socket.

pychromecast reads in one thread and writes in another, and Python's ssl does not support that: if a device answers
within a millisecond on a busy machine, the connection occasionally breaks. Everything that uses pychromecast imports
this module first. The messages are unchanged.
"""

import select
import ssl
import threading

_guard = threading.Lock()


class OneAtATime(ssl.SSLSocket):
    def send(self, data, flags=0):
        with _guard:
            return super().send(data, flags)

    def recv(self, count=1024, flags=0):
        while True:
            with _guard:
                patience = self.gettimeout()
                self.settimeout(0)
                try:
                    return super().recv(count, flags)
                except ssl.SSLWantReadError:
                    pass
                finally:
                    self.settimeout(patience)
            # No thread waits for data while it holds the lock.
            select.select([self], [], [], 1)


ssl.SSLContext.sslsocket_class = OneAtATime
