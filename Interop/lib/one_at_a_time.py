"""Lets one thread at a time use a TLS socket.

pychromecast reads in one thread while it writes in another, and Python's ssl does not protect a socket from that: when
a device answers within a millisecond, on a busy machine, the two meet and the connection breaks. Everything here that
uses pychromecast imports this first; what it sends and expects is unchanged.
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
            # Nobody waits for data while holding the guard.
            select.select([self], [], [], 1)


ssl.SSLContext.sslsocket_class = OneAtATime
