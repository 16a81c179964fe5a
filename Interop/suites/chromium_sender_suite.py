# SPDX-License-Identifier: Apache-2.0
"""Google's own sender: Chromium finds the virtual device, accepts its device authentication, and casts to its page.

The browser does not list a device that fails device authentication, so each negative mode must leave it without a
device to cast to.
"""

import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from chromium_sender import ChromiumSender
from film_server import FilmServer, FolderServer
from harness import CAST, HOST, NAME, Device, check, folder, run_suite, wait_for
from other_host import OtherHost

APP, CHAT = "AB12CD34", "urn:x-cast:org.example.chat"
LIBRARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib")
FIXED = f"{HOST}:8009"
# How long an official sender waits for a device's response, with a margin.
PATIENCE = 6.5


def texts(device, kind):
    """The payloads of this type that the browser sent."""
    payloads = [json.loads(f["text"]) for f in device.frames() if f["direction"] == "in" and f.get("text")]
    return [payload for payload in payloads if payload.get("type") == kind]


def casts(device, films, page):
    """From discovery to STOP, with the video playing in a real page."""
    sender = ChromiumSender(root=device.ready["rootCertificate"], fixed=FIXED)
    sink = sender.wait_for_sink("found by its address and authenticated")
    check("127_0_0_1" in sink, "it has the name that the browser gives to addresses", sink)
    session = sender.launch(sink)
    check(session["appId"] == "CC1AD845", "the requested app is launched", session["displayName"])
    launch = texts(device, "LAUNCH")[-1]
    check(launch["appId"] == "CC1AD845" and "language" in launch, "LAUNCH has the app's ID and a language", launch)

    media = {"contentId": films.url, "contentType": "video/mp4", "streamType": "BUFFERED"}
    media["metadata"] = {"metadataType": 0, "title": "From Chromium"}
    sender.say({"type": "LOAD", "media": media, "autoplay": True, "currentTime": 0})
    wait_for("the browser reports PLAYING to its page", lambda: sender.media().get("playerState") == "PLAYING", 20)
    check(page.element()["source"] == films.url, "the video plays in the device's page", page.element()["source"])
    page.wait_for_text("#overlay h1", "From Chromium")
    before = page.element()
    time.sleep(1)
    after = page.element()
    check(after["frames"] > before["frames"] + 10, "frames are displayed", after["frames"] - before["frames"])

    playing = {"mediaSessionId": sender.media()["mediaSessionId"]}
    answer = sender.answer(sender.say({"type": "PAUSE", **playing}))
    check(answer["message"]["status"][0]["playerState"] == "PAUSED", "PAUSE is answered")
    wait_for("the device's page is paused", lambda: page.element()["paused"])
    answer = sender.answer(sender.say({"type": "SEEK", "currentTime": 30, **playing}))
    check(abs(answer["message"]["status"][0]["currentTime"] - 30) < 1, "SEEK is answered", answer["message"]["status"][0]["currentTime"])
    wait_for("the device's page has the position", lambda: abs(page.element()["time"] - 30) < 1)
    sender.answer(sender.say({"type": "PLAY", **playing}))
    wait_for("the device's page plays again", lambda: not page.element()["paused"])
    sender.answer(sender.say({"type": "SET_VOLUME", "volume": {"level": 0.2}}))
    wait_for("SET_VOLUME reaches the device's page", lambda: abs(page.element()["volume"] - 0.2) < 0.01)

    # The browser itself rejects messages in namespaces that the app does not list.
    hello = {"namespaceName": "urn:x-cast:com.example.hello", "message": {"hello": 1}}
    answer = sender.answer(sender.say(hello, "app_message"))
    check(answer["type"] == "error", "an app message in an unlisted namespace is rejected", answer["message"])

    sender.say({"type": "STOP"})
    wait_for("STOP ends the app", lambda: page.scene == "idle")
    wait_for("the sender's page is notified", lambda: sender.state() in ("closed", "terminated"))
    ids = {f["source"] for f in device.frames() if f["direction"] == "in"}
    check("12345" in ids and "sender-0" in ids, "the browser used each of its sender IDs", sorted(ids))
    sender.close()


def converses(device, url):
    """A web app with its own namespace: a message of the sender's page reaches the app's page, and the reply comes
    back.
    """
    sender = ChromiumSender(app=APP, root=device.ready["rootCertificate"], fixed=FIXED, name="chromium-app")
    pages = []
    asked = lambda: any('"page"' in line and url in line for line in device.lines)

    def open_page():
        wait_for("the device reports the URL of the page to open", asked)
        pages.append(Browser(url, name="app-page"))

    session = sender.launch(sender.wait_for_sink("found again"), open_page)

    def namespaces():
        """The namespaces that the browser reported last. The page was not ready at the start of the session."""
        told = [session, *[update["message"] for update in sender.heard("update_session")]]
        return [namespace["name"] for namespace in told[-1]["namespaces"]]

    wait_for("the session has the app's namespace", lambda: CHAT in namespaces())
    sender.say({"namespaceName": CHAT, "message": {"greeting": "hello"}}, "app_message")
    wait_for(
        "an app message reaches the app's page with the sender page's ID",
        lambda: pages[0].driver.execute_script(
            "return window.heard.some(f => f.namespace === arguments[0] && f.data.includes('hello') && f.senderId.includes('12345'))",
            CHAT,
        ),
    )

    def answers():
        # An answer without a message is the browser's confirmation that the page's own message was sent.
        for message in filter(lambda heard: heard["message"], sender.heard("app_message")):
            said = message["message"]["message"]
            said = json.loads(said) if isinstance(said, str) else said
            if said.get("kind") == "echo" and said["of"] == {"greeting": "hello"}:
                return True

    wait_for("the app page's reply reaches the sender's page", answers)
    sender.say({"type": "STOP"})
    wait_for("STOP ends the app", lambda: sender.state() in ("closed", "terminated"))
    sender.close()
    pages[0].close()


def told(device):
    """The last components of the namespaces that the browser used with a device."""
    return {f["namespace"].rsplit(".", 1)[-1] for f in device.frames() if f["direction"] == "in"}


class Refused:
    """Browsers that must find no device: one with the root and three devices that fail authentication, and one
    without the root.
    """

    MODES = ["error", "none", "wrong", "genuine"]

    def __init__(self):
        self.devices = {}
        for number, mode in enumerate(self.MODES):
            port = 8019 + 10 * number
            ports = ["--port", str(port), "--http-port", str(port + 1), "--https-port", str(port + 2)]
            self.devices[mode] = Device("--headless", "--auth", mode, *ports, name=f"device-{mode}")
        # This device gets as far as the signature check: only its signature is wrong.
        root = self.devices["wrong"].ready["rootCertificate"]
        places = {mode: device.ready["endpoint"] for mode, device in self.devices.items()}
        untrue = ",".join(places[mode] for mode in self.MODES[:3])
        self.browsers = [
            ("that knows the root", ChromiumSender(root=root, fixed=untrue, name="chromium-root")),
            ("that does not know the root", ChromiumSender(fixed=places["genuine"], name="chromium-no-root")),
        ]

    def verify(self):
        left = PATIENCE - (time.monotonic() - max(browser.started for _, browser in self.browsers))
        time.sleep(max(0, left))
        for what, browser in self.browsers:
            check(browser.sinks() == [], f"a browser {what} has no device to cast to")
            browser.close()
        for mode, device in self.devices.items():
            seen = told(device)
            check("deviceauth" in seen, f"the device with --auth {mode} was challenged")
            # Authentication fails before any other message is sent.
            check(seen <= {"deviceauth", "heartbeat"}, "no other message was sent to it", sorted(seen))
            device.end()


class Announced:
    """A browser that finds a device on another host by multicast DNS."""

    def __init__(self):
        self.host = OtherHost()
        arguments = [CAST, "receiver", "--interface", "there", "--name", NAME, "--headless", "--json"]
        self.state = folder()
        self.device = self.host.process("device-there", *arguments, "--state-dir", self.state)
        wait_for("a device on another host is ready", lambda: any('"ready"' in line for line in self.device.lines))
        root = os.path.join(self.state, "root-certificate.pem")
        self.sender = ChromiumSender(root=root, name="chromium-mdns")

    def verify(self):
        sink = self.sender.wait_for_sink("found by multicast DNS and authenticated", 20)
        check(sink == NAME, "it has the device's name", sink)
        self.sender.launch(sink)
        self.sender.say({"type": "STOP"})
        wait_for("STOP ends the app", lambda: self.sender.state() in ("closed", "terminated"))
        self.sender.close()


def suite():
    announced = Announced()
    refused = Refused()
    app = f"{FolderServer(LIBRARY).address}/receiver_page.html"
    device = Device("--web-app", f"{APP}={app}")
    films = FilmServer()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    casts(device, films, page)
    page.close()
    converses(device, app)
    announced.verify()
    refused.verify()


run_suite(suite)
