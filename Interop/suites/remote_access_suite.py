# SPDX-License-Identifier: Apache-2.0
"""Access control of the web remote: tokens, guesses, forged hosts and origins, requests of other sites, and the QR
code that a phone's camera reads. Uses plain HTTP, and a browser for the last part.
"""

import codecs
import fcntl
import http.client
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import termios
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from harness import CAST, FILM, HOST, NAME, OUT, Device, at_end, check, folder, run_suite, say, wait_for
from remote import Remote, RemoteBrowser

JSON = {"Content-Type": "application/json"}


class Client:
    """A connection from its own loopback address."""

    def __init__(self, port, source=HOST):
        self.port = port
        self.connection = http.client.HTTPConnection(HOST, port, timeout=10, source_address=(source, 0))

    def ask(self, method, path, body=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        text = response.read().decode(errors="replace")
        return response.status, {name.lower(): value for name, value in response.getheaders()}, text

    def raw(self, method, path, fields, body=b""):
        """Sends a request with exactly these header fields."""
        self.connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in fields:
            self.connection.putheader(name, value)
        self.connection.endheaders(body or None)
        response = self.connection.getresponse()
        text = response.read().decode(errors="replace")
        return response.status, text

    def log_in(self, token):
        return self.ask("POST", "/login", json.dumps({"token": token}), **JSON)

    def close(self):
        self.connection.close()


def page_keys(text):
    """The keys that a page sends with its requests."""
    return (
        re.search(r'data-page="([^"]+)"', text)[1],
        re.search(r'data-secret="([^"]+)"', text)[1],
    )


def order(client, keys, intent, cookie=None, value=None, **more):
    headers = {"Cast-Page": keys[0], "Cast-Page-Secret": keys[1], **JSON, **more}
    if cookie:
        headers["Cookie"] = cookie
    body = {"intent": intent} | ({} if value is None else {"value": value})
    return client.ask("POST", "/intent", json.dumps(body), **headers)


def leaks(text, token, place):
    """Text that a client without the token must not receive."""
    return [word for word in (token, NAME, place, "film-of-mine", "data-secret") if word in text]


def guesses(remote, token, place):
    stranger = Client(remote.port)
    status, headers, text = stranger.ask("GET", "/")
    check(status == 200 and "token" in text and not leaks(text, token, place), "without the token the page that asks for it is returned")
    for path in ("/events", "/artwork/x", "/intent"):
        method = "POST" if path == "/intent" else "GET"
        status, _, text = stranger.ask(method, path, "{}" if method == "POST" else None, **JSON)
        check(status == 401 and not leaks(text, token, place), f"{method} {path} without the token is rejected", status)

    answers, start = {}, time.monotonic()
    for number in range(10_000):
        guess = token[:-4] + f"{number:04}" if number % 2 else f"guess-{number}"
        if guess == token:
            continue
        status, headers, text = stranger.log_in(guess)
        answers[status] = answers.get(status, 0) + 1
        if "set-cookie" in headers or leaks(text, token, place):
            check(False, "the response to a guess has no secrets", (status, guess))
    seconds = time.monotonic() - start
    check(set(answers) <= {403, 429}, f"10,000 guesses are rejected, in {seconds:.1f} s", answers)
    check(answers.get(403, 0) <= 12, "only a few of them are compared", answers)
    status, headers, _ = stranger.log_in(token)
    check(status == 429 and int(headers["retry-after"]) <= 60, "a client that guesses must wait, also with the right token", headers.get("retry-after"))
    stranger.close()

    friend = Client(remote.port, "127.0.0.2")
    status, headers, _ = friend.log_in(token)
    check(status in (204, 303) and "HttpOnly" in headers["set-cookie"] and "SameSite=Strict" in headers["set-cookie"], "another client is accepted meanwhile", status)
    cookie = headers["set-cookie"].split(";")[0]
    status, headers, text = friend.ask("GET", "/", Cookie=cookie)
    check(status == 200 and token not in text and "data-secret" in text, "the page does not contain the token")
    return friend, cookie, text


def forged(friend, cookie, text, remote, device):
    keys = page_keys(text)
    own = f"{HOST}:{remote.port}"
    status, _, _ = order(friend, keys, "retryDiscovery", cookie)
    check(status == 204, "a command of the page is accepted", status)
    for name in ("evil.example", f"evil.example:{remote.port}", "localhost.evil.example", "127.0.0.2", "", f"{HOST}.evil.example", "[::1]", "0.0.0.0"):
        status, text = friend.raw("GET", "/", [("Host", name), ("Cookie", cookie)])
        check(status in (400, 403) and "data-secret" not in text, f"Host {name!r} is rejected", status)
    body = json.dumps({"intent": "openDialog"}).encode()
    common = [("Host", own), ("Cookie", cookie), ("Cast-Page", keys[0]), ("Cast-Page-Secret", keys[1]), ("Content-Length", str(len(body)))]
    json_type = [("Content-Type", "application/json")]
    for origin in ("http://evil.example", f"https://{own}", "null", f"http://{own}.evil.example", f"http://{HOST}:1", ""):
        status, _ = friend.raw("POST", "/intent", common + json_type + [("Origin", origin)], body)
        check(status == 403, f"Origin {origin!r} is rejected", status)
    for site in ("cross-site", "same-site", "none"):
        status, _ = friend.raw("POST", "/intent", common + json_type + [("Sec-Fetch-Site", site)], body)
        check(status == 403, f"Sec-Fetch-Site {site} is rejected", status)
    status, _ = friend.raw("POST", "/intent", common + json_type + [("Origin", f"http://{own}"), ("Sec-Fetch-Site", "same-origin")], body)
    check(status == 204, "correct values are accepted", status)
    status, _ = friend.raw("POST", "/intent", common + [("Content-Type", "text/plain")], body)
    check(status == 415, "a content type that forms of other sites can send is rejected", status)
    for wrong in ((keys[0], "0" * 32), ("0" * 32, keys[1]), (keys[0], "")):
        status, _, _ = order(friend, wrong, "openDialog", cookie)
        check(status in (403, 410), "a command without the page's secret is rejected", status)
    for path in ("/intent", "/login", "/intent?intent=stopCasting"):
        status, _, _ = friend.ask("GET", path, Cookie=cookie)
        check(status in (404, 405), f"GET {path} has no effect", status)
    for path in ("/../../etc/passwd", "/assets/..%2f..%2fetc%2fpasswd", "/assets/%2e%2e/main.js", "/artwork/..%2f..", "/artwork/http:%2f%2fevil.example%2f"):
        status, _, text = friend.ask("GET", path, Cookie=cookie)
        check(status in (400, 404) and "root:" not in text, f"GET {path} returns no file", status)
    status, headers, _ = friend.ask("GET", "/", Cookie=cookie)
    policy = headers["content-security-policy"]
    check("default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy, "the content security policy is strict", policy)
    check(headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer", "sniffing and referrers are disabled")
    check("access-control-allow-origin" not in headers and headers["cache-control"] == "no-store", "other origins cannot read the response")


def nonsense(friend, cookie, text, remote):
    """Commands that no page sends."""
    keys = page_keys(text)
    for intent, value in (
        ("", None), ("selectDevice:nobody", None), ("seek", "NaN"), ("seek", 1e308), ("setVolume", -5), ("setVolume", 1e9), ("setVolume", []),
        ("setRate", 0), ("moveItem:1:99999999999999999999", None), ("moveItem:-1:-1", None), ("jumpToItem:9223372036854775807", None),
        ("tap:forward:1e300", None), ("castFile:../../etc/passwd", None), ("castFile:", None), ("castAddress", "file:///etc/passwd"),
        ("castAddress", "javascript:alert(1)"), ("castAddress", "x" * 5000), ("selectTrack:text", 99), ("upNext:never", None), ("\u0000", None),
    ):  # fmt: skip
        status, _, answer = order(friend, keys, intent, cookie, value)
        check(status in (204, 400), f"{intent[:30]!r} {str(value)[:20]!r} has no effect", status)
        check("Swift" not in answer and "/src/" not in answer, "the response has no internal details")
    status, _, _ = friend.ask("POST", "/intent", "{" * 5000, **{"Cast-Page": keys[0], "Cast-Page-Secret": keys[1], "Cookie": cookie, **JSON})
    check(status == 400, "invalid JSON is rejected", status)
    large = Client(remote.port, "127.0.0.3")
    try:
        status, _, _ = large.ask("POST", "/intent", "x" * 200_000, **{"Cast-Page": keys[0], "Cast-Page-Secret": keys[1], "Cookie": cookie, **JSON})
        check(status == 413, "a large body is rejected", status)
    except (ConnectionError, http.client.HTTPException) as error:
        check(True, "a large body is rejected", type(error).__name__)
    check(remote.is_running, "the remote still runs")


def many_pages(friend, cookie, remote):
    """Loads the page a thousand times."""
    start = time.monotonic()
    answers = {}
    for _ in range(1000):
        status, _, _ = friend.ask("GET", "/", Cookie=cookie)
        answers[status] = answers.get(status, 0) + 1
    check(set(answers) <= {200, 503}, f"a thousand pages, in {time.monotonic() - start:.1f} s", answers)
    with open(f"/proc/{remote.process.pid}/status") as status:
        memory = next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmRSS"))
    check(memory < 400, "the memory is bounded (MB)", memory)


class Terminal:
    """Collects what a program writes to a terminal, as lines."""

    def __init__(self, descriptor):
        self.text = ""
        self.descriptor = descriptor
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while True:
            try:
                piece = os.read(self.descriptor, 65536)
            except OSError:
                return
            if not piece:
                return
            self.text += decoder.decode(piece)

    @property
    def lines(self):
        return [re.sub("\x1b\\[[0-9;?]*[A-Za-z]", "", line).rstrip("\r") for line in self.text.split("\n")]


def camera(place):
    """The QR code on the terminal is read as by a camera."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 120, 0, 0))
    process = subprocess.Popen(
        [CAST, "remote", "--lan", "--interface", "lo", "--port", "8061", place],
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"},
    )  # fmt: skip
    at_end(lambda failed: process.poll() is None and process.kill())
    os.close(theirs)
    shown = Terminal(ours)
    address = wait_for("the tool prints an address", lambda: next((line.strip() for line in shown.lines if "http://" in line), None), 15)
    address = re.search(r"http://\S+", address)[0]
    cells = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}

    def block():
        return [line for line in shown.lines if set(line) & {"█", "▀", "▄"} and set(line) <= set(cells) and len(line) >= 29]

    lines = wait_for("the tool prints a QR code", block, 10)
    time.sleep(0.5)
    lines = block()
    rows = [[cells[cell][half] for cell in line] for line in lines for half in (0, 1)]
    # With colors the dark cells are drawn, without them the light ones.
    if "\x1b[38;5;16" in shown.text:
        rows = [[1 - cell for cell in row] for row in rows]
    width, scale = len(rows[0]), 6
    path = os.path.join(OUT, "code.pgm")
    with open(path, "wb") as file:
        file.write(b"P5 %d %d 255\n" % (width * scale, len(rows) * scale))
        for row in rows:
            file.write(bytes(255 * cell for cell in row for _ in range(scale)) * scale)
    read = subprocess.run(["zbarimg", "-q", "--raw", path], capture_output=True, text=True).stdout.strip()
    check(read == address, "zbar reads the address with its token from the QR code", read[:30] + "...")
    token = address.split("#")[1]
    page = RemoteBrowser(address, name="phone", size=(390, 844))
    wait_for("the address grants access to a browser", page.is_linked, 20, 0.1)
    check(token not in page.driver.current_url and token not in page.driver.page_source, "the token is removed from the address")
    page.close()
    stranger = RemoteBrowser(f"http://{HOST}:8061/", name="stranger", size=(390, 844))
    wait_for("another browser is asked for the token", lambda: stranger.one("#token"), 10, 0.1)
    stranger.keys("#token", "wrong")
    stranger.press("#login button")
    wait_for("a wrong token is reported", lambda: "" != (stranger.text("#problem") or ""), 10, 0.1)
    say(stranger.text("#problem"))
    stranger.picture("login")
    # The link of the QR code, opened in a tab that asks for the token.
    tab = RemoteBrowser(f"http://{HOST}:8061/", name="tab", size=(390, 844))
    wait_for("a new browser is asked for the token", lambda: tab.one("#token"), 10, 0.1)
    tab.run("location.href = arguments[0]", address)
    wait_for("the link grants access", tab.is_linked, 20, 0.1)
    tab.run("location.href = arguments[0]", address)
    wait_for("the token is removed from the address", lambda: token not in tab.driver.current_url, 5, 0.1)
    tab.close()
    stranger.keys("#token", token.upper().replace("-", " "))
    stranger.press("#login button")
    wait_for("the token is accepted in capitals, with spaces instead of hyphens", stranger.is_linked, 20, 0.1)
    stranger.close()
    process.send_signal(signal.SIGINT)
    check(process.wait(10) in (0, 130), "the tool ends", process.returncode)


def suite():
    place = folder()
    shutil.copy(FILM, os.path.join(place, "film-of-mine.mp4"))
    device = Device()
    remote = Remote("--lan", place)
    token = remote.ready["token"]
    check(len(token.replace("-", "")) >= 26, "the token has at least 128 bits", len(token))
    friend, cookie, text = guesses(remote, token, place)
    forged(friend, cookie, text, remote, device)
    _, _, text = friend.ask("GET", "/", Cookie=cookie)
    nonsense(friend, cookie, text, remote)
    many_pages(friend, cookie, remote)
    remote.end()

    local = Remote()
    check("token" not in local.ready, "on loopback no token is required")
    listening = subprocess.run(["ss", "-Hltn"], capture_output=True, text=True).stdout
    check(re.search(rf"127\.0\.0\.1:{local.port}\b", listening) and not re.search(rf"(0\.0\.0\.0|\*|\[::\]):{local.port}\b", listening), "other hosts cannot connect")
    local.end()
    camera(place)
    device.end()


run_suite(suite)
