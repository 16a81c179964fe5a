"""Who gets into the web remote and who does not: tokens, guesses, forged names and origins, requests of other sites, the
code that a phone's camera reads. Plain HTTP, no browser but for the last part."""

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

from harness import CAST, FILM, HOST, NAME, OUT, Device, at_end, check, folder, run_lane, say, wait_for
from remote import Remote, RemoteBrowser

JSON = {"Content-Type": "application/json"}


class Client:
    """One connection from an address of its own."""

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
        """A request with these fields and no others."""
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
    """What a page shows when it asks for something."""
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
    """What somebody without the token must not learn."""
    return [word for word in (token, NAME, place, "film-of-mine", "data-secret") if word in text]


def guesses(remote, token, place):
    stranger = Client(remote.port)
    status, headers, text = stranger.ask("GET", "/")
    check(status == 200 and "token" in text and not leaks(text, token, place), "without the token there is a page that asks for it")
    for path in ("/events", "/artwork/x", "/intent"):
        method = "POST" if path == "/intent" else "GET"
        status, _, text = stranger.ask(method, path, "{}" if method == "POST" else None, **JSON)
        check(status == 401 and not leaks(text, token, place), f"{method} {path} without it is refused", status)

    answers, start = {}, time.monotonic()
    for number in range(10_000):
        guess = token[:-4] + f"{number:04}" if number % 2 else f"guess-{number}"
        if guess == token:
            continue
        status, headers, text = stranger.log_in(guess)
        answers[status] = answers.get(status, 0) + 1
        if "set-cookie" in headers or leaks(text, token, place):
            check(False, "a guess gives nothing away", (status, guess))
    seconds = time.monotonic() - start
    check(set(answers) <= {403, 429}, f"10,000 guesses are refused, in {seconds:.1f} s", answers)
    check(answers.get(403, 0) <= 12, "few of them are even compared", answers)
    status, headers, _ = stranger.log_in(token)
    check(status == 429 and int(headers["retry-after"]) <= 60, "who guessed waits, with the right one too", headers.get("retry-after"))
    stranger.close()

    friend = Client(remote.port, "127.0.0.2")
    status, headers, _ = friend.log_in(token)
    check(status in (204, 303) and "HttpOnly" in headers["set-cookie"] and "SameSite=Strict" in headers["set-cookie"], "somebody else comes in with it meanwhile", status)
    cookie = headers["set-cookie"].split(";")[0]
    status, headers, text = friend.ask("GET", "/", Cookie=cookie)
    check(status == 200 and token not in text and "data-secret" in text, "and the page does not tell it on")
    return friend, cookie, text


def forged(friend, cookie, text, remote, device):
    keys = page_keys(text)
    own = f"{HOST}:{remote.port}"
    status, _, _ = order(friend, keys, "retryDiscovery", cookie)
    check(status == 204, "the page's own order is taken", status)
    for name in ("evil.example", f"evil.example:{remote.port}", "localhost.evil.example", "127.0.0.2", "", f"{HOST}.evil.example", "[::1]", "0.0.0.0"):
        status, text = friend.raw("GET", "/", [("Host", name), ("Cookie", cookie)])
        check(status in (400, 403) and "data-secret" not in text, f"Host {name!r} is refused", status)
    body = json.dumps({"intent": "openDialog"}).encode()
    common = [("Host", own), ("Cookie", cookie), ("Cast-Page", keys[0]), ("Cast-Page-Secret", keys[1]), ("Content-Length", str(len(body)))]
    json_type = [("Content-Type", "application/json")]
    for origin in ("http://evil.example", f"https://{own}", "null", f"http://{own}.evil.example", f"http://{HOST}:1", ""):
        status, _ = friend.raw("POST", "/intent", common + json_type + [("Origin", origin)], body)
        check(status == 403, f"Origin {origin!r} is refused", status)
    for site in ("cross-site", "same-site", "none"):
        status, _ = friend.raw("POST", "/intent", common + json_type + [("Sec-Fetch-Site", site)], body)
        check(status == 403, f"Sec-Fetch-Site {site} is refused", status)
    status, _ = friend.raw("POST", "/intent", common + json_type + [("Origin", f"http://{own}"), ("Sec-Fetch-Site", "same-origin")], body)
    check(status == 204, "the right ones are not", status)
    status, _ = friend.raw("POST", "/intent", common + [("Content-Type", "text/plain")], body)
    check(status == 415, "a type that forms of other sites can send is refused", status)
    for wrong in ((keys[0], "0" * 32), ("0" * 32, keys[1]), (keys[0], "")):
        status, _, _ = order(friend, wrong, "openDialog", cookie)
        check(status in (403, 410), "an order without the page's secret is refused", status)
    for path in ("/intent", "/login", "/intent?intent=stopCasting"):
        status, _, _ = friend.ask("GET", path, Cookie=cookie)
        check(status in (404, 405), f"GET {path} does nothing", status)
    for path in ("/../../etc/passwd", "/assets/..%2f..%2fetc%2fpasswd", "/assets/%2e%2e/main.js", "/artwork/..%2f..", "/artwork/http:%2f%2fevil.example%2f"):
        status, _, text = friend.ask("GET", path, Cookie=cookie)
        check(status in (400, 404) and "root:" not in text, f"GET {path} finds nothing", status)
    status, headers, _ = friend.ask("GET", "/", Cookie=cookie)
    policy = headers["content-security-policy"]
    check("default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy, "a strict policy", policy)
    check(headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer", "no sniffing, no referrer")
    check("access-control-allow-origin" not in headers and headers["cache-control"] == "no-store", "and nobody else may read it")


def nonsense(friend, cookie, text, remote):
    """Orders that no page sends."""
    keys = page_keys(text)
    for intent, value in (
        ("", None), ("selectDevice:nobody", None), ("seek", "NaN"), ("seek", 1e308), ("setVolume", -5), ("setVolume", 1e9), ("setVolume", []),
        ("setRate", 0), ("moveItem:1:99999999999999999999", None), ("moveItem:-1:-1", None), ("jumpToItem:9223372036854775807", None),
        ("tap:forward:1e300", None), ("castFile:../../etc/passwd", None), ("castFile:", None), ("castAddress", "file:///etc/passwd"),
        ("castAddress", "javascript:alert(1)"), ("castAddress", "x" * 5000), ("selectTrack:text", 99), ("upNext:never", None), ("\u0000", None),
    ):  # fmt: skip
        status, _, answer = order(friend, keys, intent, cookie, value)
        check(status in (204, 400), f"{intent[:30]!r} {str(value)[:20]!r} is passed over", status)
        check("Swift" not in answer and "/src/" not in answer, "and says nothing of its inside")
    status, _, _ = friend.ask("POST", "/intent", "{" * 5000, **{"Cast-Page": keys[0], "Cast-Page-Secret": keys[1], "Cookie": cookie, **JSON})
    check(status == 400, "broken JSON is refused", status)
    large = Client(remote.port, "127.0.0.3")
    try:
        status, _, _ = large.ask("POST", "/intent", "x" * 200_000, **{"Cast-Page": keys[0], "Cast-Page-Secret": keys[1], "Cookie": cookie, **JSON})
        check(status == 413, "a large body is refused", status)
    except (ConnectionError, http.client.HTTPException) as error:
        check(True, "a large body is refused", type(error).__name__)
    check(remote.is_running, "the remote is still there")


def many_pages(friend, cookie, remote):
    """Somebody loads the page a thousand times."""
    start = time.monotonic()
    answers = {}
    for _ in range(1000):
        status, _, _ = friend.ask("GET", "/", Cookie=cookie)
        answers[status] = answers.get(status, 0) + 1
    check(set(answers) <= {200, 503}, f"a thousand pages, in {time.monotonic() - start:.1f} s", answers)
    with open(f"/proc/{remote.process.pid}/status") as status:
        memory = next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmRSS"))
    check(memory < 400, "and the memory stays bounded (MB)", memory)


class Terminal:
    """What a program writes to a terminal, as lines."""

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
    """The code on the terminal is read as a camera would."""
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

    lines = wait_for("and a code", block, 10)
    time.sleep(0.5)
    lines = block()
    rows = [[cells[cell][half] for cell in line] for line in lines for half in (0, 1)]
    # With colours what is drawn is dark, without them what is light.
    if "\x1b[38;5;16" in shown.text:
        rows = [[1 - cell for cell in row] for row in rows]
    width, scale = len(rows[0]), 6
    path = os.path.join(OUT, "code.pgm")
    with open(path, "wb") as file:
        file.write(b"P5 %d %d 255\n" % (width * scale, len(rows) * scale))
        for row in rows:
            file.write(bytes(255 * cell for cell in row for _ in range(scale)) * scale)
    read = subprocess.run(["zbarimg", "-q", "--raw", path], capture_output=True, text=True).stdout.strip()
    check(read == address, "zbar reads the address from the code, token and all", read[:30] + "...")
    token = address.split("#")[1]
    page = RemoteBrowser(address, name="phone", size=(390, 844))
    wait_for("the address lets a browser in", page.is_linked, 20, 0.1)
    check(token not in page.driver.current_url and token not in page.driver.page_source, "and the token is gone from it")
    page.close()
    stranger = RemoteBrowser(f"http://{HOST}:8061/", name="stranger", size=(390, 844))
    wait_for("another browser is asked for it", lambda: stranger.one("#token"), 10, 0.1)
    stranger.keys("#token", "wrong")
    stranger.press("#login button")
    wait_for("a wrong one is said to be wrong", lambda: "" != (stranger.text("#problem") or ""), 10, 0.1)
    say(stranger.text("#problem"))
    stranger.picture("login")
    # The link of the code, opened in a tab that shows the page which asks for the code.
    tab = RemoteBrowser(f"http://{HOST}:8061/", name="tab", size=(390, 844))
    wait_for("a new browser is asked for the code", lambda: tab.one("#token"), 10, 0.1)
    tab.run("location.href = arguments[0]", address)
    wait_for("the link lets it in", tab.is_linked, 20, 0.1)
    tab.run("location.href = arguments[0]", address)
    wait_for("and the code does not stay in the address", lambda: token not in tab.driver.current_url, 5, 0.1)
    tab.close()
    stranger.keys("#token", token.upper().replace("-", " "))
    stranger.press("#login button")
    wait_for("typed otherwise it still lets in", stranger.is_linked, 20, 0.1)
    stranger.close()
    process.send_signal(signal.SIGINT)
    check(process.wait(10) in (0, 130), "the tool ends", process.returncode)


def lane():
    place = folder()
    shutil.copy(FILM, os.path.join(place, "film-of-mine.mp4"))
    device = Device()
    remote = Remote("--lan", place)
    token = remote.ready["token"]
    check(len(token.replace("-", "")) >= 26, "the token has 128 bits at least", len(token))
    friend, cookie, text = guesses(remote, token, place)
    forged(friend, cookie, text, remote, device)
    _, _, text = friend.ask("GET", "/", Cookie=cookie)
    nonsense(friend, cookie, text, remote)
    many_pages(friend, cookie, remote)
    remote.end()

    local = Remote()
    check("token" not in local.ready, "on this machine alone no token is asked for")
    listening = subprocess.run(["ss", "-Hltn"], capture_output=True, text=True).stdout
    check(re.search(rf"127\.0\.0\.1:{local.port}\b", listening) and not re.search(rf"(0\.0\.0\.0|\*|\[::\]):{local.port}\b", listening), "and nobody else can reach it")
    local.end()
    camera(place)
    device.end()


run_lane(lane)
