# SPDX-License-Identifier: Apache-2.0
"""A receiver page in the frame of the device's page, which behaves as Google's framework does at the end of its
session. The page is removed with its media however the app ends, the next session starts with a new page, and the
reported volume is correct.
"""

import functools
import json
import os
import subprocess
import sys
import time
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from castv2_client import CastV2Client
from film_server import FilmServer, FolderServer
from harness import CAST, HOST, Device, check, folder, run_suite, wait_for
from sender import connect

LIBRARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib")
APP, PLATFORM, STRICT, BARE, SILENT = "AB12CD34", "AB12CD35", "AB12CD36", "AB12CD37", "AB12CD38"
INTERNET = "app.example"
MEDIA = "urn:x-cast:com.google.cast.media"


class Pages(FolderServer):
    """Serves the app's pages, and records which of them report that they run, and whether they play."""

    def __init__(self):
        place = folder()
        with open(os.path.join(LIBRARY, "framework_page.html")) as page:
            text = page.read()
        script = '<script src="http://localhost:8008/platform.js"></script>'
        for name, content in (("app.html", text), ("platform.html", text.replace("<script", script + "\n<script", 1))):
            with open(os.path.join(place, name), "w") as copy:
                copy.write(content)
        with open(os.path.join(LIBRARY, "framework_page.js")) as page, open(os.path.join(place, "framework_page.js"), "w") as copy:
            copy.write(page.read())
        super().__init__(place)
        self.seen = []
        pages, original = self, self.server.RequestHandlerClass.func

        class Handler(original):
            def do_GET(self):
                if not self.path.startswith("/alive?"):
                    return super().do_GET()
                query = dict(urllib.parse.parse_qsl(self.path.partition("?")[2]))
                pages.seen.append((time.monotonic(), query))
                self.send_response(204)
                self.end_headers()

        self.server.RequestHandlerClass = functools.partial(Handler, directory=place)
        self.port = self.server.server_address[1]

    def now(self, seconds=0.6):
        """The last reports of the pages that reported within the last moment."""
        return {query["page"]: query for at, query in list(self.seen) if at > time.monotonic() - seconds}

    def is_silent(self, what, seconds=2.5):
        """Checks that no page reports any more, except for reports in transit."""
        time.sleep(0.5)
        count = len(self.seen)
        time.sleep(seconds)
        check(len(self.seen) == count, f"{what}: the page is removed with its media", self.seen[count:])


class App:
    """The app's page in the frame of the device's page."""

    def __init__(self, screen):
        self.screen = screen

    @property
    def exists(self):
        return self.screen.run("return document.querySelector('#page iframe') !== null")

    def run(self, script, *arguments):
        driver = self.screen.driver
        try:
            driver.switch_to.frame(driver.find_element("css selector", "#page iframe"))
            return driver.execute_script(script, *arguments)
        finally:
            driver.switch_to.default_content()


def launch(cast, app=APP):
    cast.socket_client.receiver_controller.launch_app(app, callback_function=lambda *_: None)


def namespaces(cast):
    return (cast.status.namespaces or []) if cast.status else []


def no_media(device, cast):
    """Checks that the app's page has no media of the previous session."""
    before = len(statuses(device))
    cast.media_controller.update_status()
    told = wait_for("the app's page is asked for its media status", lambda: statuses(device)[before:], 5)
    check(told[-1] == [], "the app's page has no media of the previous session", told[-1])


def statuses(device):
    messages = [json.loads(frame["text"]) for frame in device.frames() if frame["direction"] == "out" and "MEDIA_STATUS" in (frame.get("text") or "")]
    return [message["status"] for message in messages if message["type"] == "MEDIA_STATUS"]


def starts(device, cast, app, pages, appID=APP, known=()):
    """Launches the app. Returns the name of the app's page, which must be a new one without media."""
    launch(cast, appID)
    wait_for("the app's page is in a frame", lambda: app.exists)
    wait_for("the app's namespace is in the status", lambda: cast.status.app_id == appID and MEDIA in namespaces(cast))
    name = wait_for("the app's page reports", lambda: next((name for name in pages.now() if name not in known), None))
    check(len(pages.now()) == 1, "only one page reports", list(pages.now().values()))
    check(app.run("return [window.openings, window.closings]") == [1, 0], "the page opened one socket")
    no_media(device, cast)
    return name


def plays(cast, films, pages):
    cast.media_controller.play_media(films.url, "video/mp4", title="Interop film", stream_type="BUFFERED")
    wait_for("the page's media plays with sound, without a click", lambda: any(page["plays"] == "true" for page in pages.now().values()))


def ends(device, cast, app, pages, what, end, reason, seconds=4.0):
    before = len(ended(device))
    end()
    wait_for(f"{what}: the frame is removed", lambda: not app.exists, seconds)
    if reason:
        seen = wait_for("the device reports the end of the app", lambda: ended(device)[before:])
        check(seen[0] == reason, f"{what}: the reported reason is correct", seen[0])
    pages.is_silent(what)


def ended(device):
    found = []
    for line in list(device.lines):
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if event.get("event") == "app" and event.get("end"):
            found.append(event["end"])
    return found


def every_end(device, cast, app, pages, films):
    first = starts(device, cast, app, pages)
    plays(cast, films, pages)
    ends(device, cast, app, pages, "STOP", cast.quit_app, "stoppedBySender")
    second = starts(device, cast, app, pages, known=[first])
    plays(cast, films, pages)
    ends(device, cast, app, pages, "another app", lambda: launch(cast, "CC1AD845"), None)
    third = starts(device, cast, app, pages, known=[first, second])
    plays(cast, films, pages)
    ends(device, cast, app, pages, "the page's own stop()", lambda: app.run("stopItself()"), "finished", 8)
    starts(device, cast, app, pages, known=[first, second, third])
    ends(device, cast, app, pages, "castv2-client's stop", lambda: stops_as_castv2_client(cast), "stoppedBySender")


def stops_as_castv2_client(cast):
    """Ends the session as castv2-client does when it is the only sender: it closes its connection to the app, then
    stops the session.
    """
    client = CastV2Client()
    session = client.launch(APP)
    cast.disconnect(5)
    answer = client.stop(session)
    check(answer["type"] == "RECEIVER_STATUS", "STOP after CLOSE is answered with a status", answer.get("reason"))
    check(session["sessionId"] not in json.dumps(answer), "the status has no app")
    client.close()


def grace(device):
    """An app whose last sender sent CLOSE ends after a grace period."""
    client = CastV2Client()
    session = client.launch("CC1AD845")
    client.say({"type": "CLOSE"}, "urn:x-cast:com.google.cast.tp.connection", session["transportId"], "client-12345")
    before = time.monotonic()
    wait_for("an app ends after its last sender has left", lambda: ended(device)[-1:] == ["lastSenderLeft"], 8)
    check(1.5 < time.monotonic() - before < 6, "it ends after the grace period", round(time.monotonic() - before, 1))
    client.close()


def never_ready(device, cast, app, pages):
    launch(cast, SILENT)
    wait_for("a page that is never ready is in a frame", lambda: app.exists)
    ends(device, cast, app, pages, "CAST_INIT_TIMEOUT", lambda: None, "notReady", 15)


def idles(device, cast, app, pages):
    starts(device, cast, app, pages)
    ends(device, cast, app, pages, "the idle timeout", lambda: cast.disconnect(5), "idle", 30)


def volume(cast, app, pages, films):
    """The volume of a page of another origin is fixed, unless the page includes the device's script."""
    launch(cast, APP)
    wait_for("an app without the device's script runs", lambda: MEDIA in namespaces(cast))
    check(cast.status.volume_control_type == "fixed", "its volume is fixed", cast.status.volume_control_type)
    check(cast.status.volume_level == 1 and not cast.status.volume_muted, "its volume is 1")
    said = subprocess.run([CAST, "mute", "--host", HOST], capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
    check(said.returncode != 0 and "fixed" in said.stderr, "`cast mute` fails and says that the volume is fixed", said.stderr.strip() or said.stdout.strip())
    check(not cast.status.volume_muted, "no sender sees it muted")

    launch(cast, PLATFORM)
    wait_for("an app with the device's script runs", lambda: cast.status.app_id == PLATFORM and MEDIA in namespaces(cast))
    check(cast.status.volume_control_type == "attenuation", "its volume can be changed", cast.status.volume_control_type)
    plays(cast, films, pages)
    cast.set_volume(0.25)
    wait_for("the page receives the new volume", lambda: app.run("return window.heard.some((m) => m.type === 'volumechanged' && m.level === 0.25)"))
    wait_for("the page's element has the new volume", lambda: abs(heard(app)[0] - 0.25) < 0.01)
    check(app.run("return video.volume") == 1, "the page reads its own volume of 1")
    app.run("video.volume = 0.5")
    check(abs(heard(app)[0] - 0.125) < 0.01, "the page's own volume and the device's are multiplied", heard(app))
    said = subprocess.run([CAST, "mute", "--host", HOST], capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
    check(said.returncode == 0, "`cast mute` succeeds", said.stderr.strip())
    wait_for("the page's element is muted", lambda: heard(app)[1])
    check(app.run("return !video.muted"), "the page reads that it is not muted")
    cast.set_volume_muted(False)
    cast.set_volume(1)


def heard(app):
    """Reads volume and muted of the element without the device's script, through the accessors of another window."""
    return app.run(
        """if (!window.clean) { window.clean = document.createElement('iframe'); document.body.append(window.clean); }
        const {prototype} = window.clean.contentWindow.HTMLMediaElement;
        return ['volume', 'muted'].map((name) => Object.getOwnPropertyDescriptor(prototype, name).get.call(video));"""
    )


def platform_object(cast, app):
    launch(cast, STRICT)
    wait_for("an old framework with the device's script becomes ready", lambda: cast.status.app_id == STRICT and MEDIA in namespaces(cast))
    values = app.run("return [cast.__platform__.queryPlatformValue('port-for-web-server'), __platform__ === cast.__platform__, cast.__platform__.canDisplayType('video/mp4; codecs=\"avc1.42E01E\"; width=640'), cast.__platform__.canDisplayType('video/none')]")
    check(values == ["8008", True, True, False], "the script returns the values of this device", values)
    launch(cast, BARE)
    wait_for("an old framework without the script is launched", lambda: cast.status.app_id == BARE and app.exists)
    time.sleep(2)
    check(MEDIA not in namespaces(cast), "it fails before it is ready")
    cast.quit_app()
    wait_for("its frame is removed", lambda: not app.exists)


def in_a_tab(device, cast, pages, films, url):
    """The device cannot close a page that the user opened in a tab, and must not use it for the next session."""
    tab = Browser(url, name="tab")
    launch(cast)
    wait_for("a page in a tab belongs to the app", lambda: MEDIA in namespaces(cast))
    plays(cast, films, pages)
    cast.quit_app()
    left = "return window.heard.filter((m) => m.type === 'senderdisconnected').length"
    wait_for("at the end of the session the page is notified that its senders left", lambda: tab.run(left))
    launch(cast)
    wait_for("the app runs again", lambda: cast.status.app_id == APP)
    time.sleep(3.5)
    check(MEDIA not in namespaces(cast), "the old page does not belong to the new session")
    openings, closings = tab.run("return [window.openings, window.closings]")
    check(closings == openings - 1, "the old page does not connect again", (openings, closings))
    screen = Browser(device.ready["page"], name="late-screen")
    app = App(screen)
    wait_for("the device's page opens a new page", lambda: app.exists and MEDIA in namespaces(cast))
    check(app.run("return window.openings") == 1, "the new page is in the frame")
    no_media(device, cast)
    screen.close()
    tab._is_open = False
    tab.driver.quit()
    cast.quit_app()


def from_the_internet(device, cast, pages):
    """The page's server has a public address for Chromium, which then asks for permission before the page reaches
    this machine.
    """
    public = (
        f"--host-resolver-rules=MAP {INTERNET} {HOST}", f"--ip-address-space-overrides={HOST}:{pages.port}=public",
        f"--unsafely-treat-insecure-origin-as-secure=http://{INTERNET}:{pages.port}",
    )  # fmt: skip
    screen = Browser(device.ready["page"], name="blocked", arguments=public)
    app = App(screen)
    launch(cast)
    wait_for("the page of the app is in a frame", lambda: app.exists)
    wait_for("it cannot reach the device, and the screen explains what to do", lambda: "local network access" in (screen.text("#obstacle") or ""), 20)
    check(MEDIA not in namespaces(cast), "the app is not ready")
    cast.quit_app()
    wait_for("the explanation is removed with the app", lambda: not app.exists and screen.text("#obstacle") is None)
    screen._is_open = False
    screen.driver.quit()
    for name, options in (
        ("permission", {"permissions": ["localNetworkAccess", "localNetwork", "loopbackNetwork"]}),
        ("flag", {"more": ["--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets"]}),
    ):
        screen = Browser(device.ready["page"], name=name, arguments=[*public, *options.pop("more", [])], **options)
        launch(cast)
        wait_for(f"with the {name} it reaches the device", lambda: MEDIA in namespaces(cast), 15)
        cast.quit_app()
        wait_for("the app ends", lambda: not App(screen).exists)
        screen._is_open = False
        screen.driver.quit()


def switched_off(device, cast, app, pages, films):
    starts(device, cast, app, pages)
    plays(cast, films, pages)
    cast.disconnect(5)
    device.end()
    wait_for("shutting the device down removes the frame", lambda: not app.exists, 4)
    pages.is_silent("device shut down")


def suite():
    pages, films = Pages(), FilmServer()
    url = f"{pages.address}/app.html"
    options = ["--ready-timeout", "8", "--idle-timeout", "12"]
    silent = f"{FolderServer(LIBRARY).address}/receiver_page.html?silent=1"
    for app, address in (
        (APP, url), (PLATFORM, f"{pages.address}/platform.html"), (STRICT, f"{pages.address}/platform.html?strict=1"),
        (BARE, f"{url}?strict=1"), (SILENT, silent),
    ):  # fmt: skip
        options += ["--web-app", f"{app}={address}"]
    device = Device("--web-app", f"{APP}=http://{INTERNET}:{pages.port}/app.html")
    cast = connect()
    from_the_internet(device, cast, pages)
    cast.disconnect(5)
    device.end()
    device = Device(*options)
    cast = connect()
    in_a_tab(device, cast, pages, films, url)
    screen = Browser(device.ready["page"])
    app = App(screen)
    every_end(device, cast, app, pages, films)
    grace(device)
    cast = connect()
    never_ready(device, cast, app, pages)
    volume(cast, app, pages, films)
    platform_object(cast, app)
    idles(device, cast, app, pages)
    cast = connect()
    switched_off(device, cast, app, pages, films)
    screen._is_open = False
    screen.driver.quit()


run_suite(suite)
