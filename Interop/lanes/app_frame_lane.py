"""A receiver page that behaves as Google's framework does at the end of its session, in the frame of the device's page: it
is gone with its media however the app ends, the next session starts clean, and what the device says about its volume is so."""

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
from harness import CAST, HOST, Device, check, folder, run_lane, wait_for
from sender import connect

LIBRARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib")
APP, PLATFORM, STRICT, BARE, SILENT = "AB12CD34", "AB12CD35", "AB12CD36", "AB12CD37", "AB12CD38"
INTERNET = "app.example"
MEDIA = "urn:x-cast:com.google.cast.media"


class Pages(FolderServer):
    """The app's pages, and which of them says that it is there, and whether it plays."""

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
        """What each page said last, of those that spoke in the last moment."""
        return {query["page"]: query for at, query in list(self.seen) if at > time.monotonic() - seconds}

    def is_silent(self, what, seconds=2.5):
        """No page speaks any more. What was on its way may still come."""
        time.sleep(0.5)
        count = len(self.seen)
        time.sleep(seconds)
        check(len(self.seen) == count, f"{what}: its page is gone, with what it played", self.seen[count:])


class App:
    """The page of the app, within the frame of the device's page."""

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
    """The app's page says that it has no media: none of the session before."""
    before = len(statuses(device))
    cast.media_controller.update_status()
    told = wait_for("the page is asked for its media", lambda: statuses(device)[before:], 5)
    check(told[-1] == [], "and has none of before", told[-1])


def statuses(device):
    messages = [json.loads(frame["text"]) for frame in device.frames() if frame["direction"] == "out" and "MEDIA_STATUS" in (frame.get("text") or "")]
    return [message["status"] for message in messages if message["type"] == "MEDIA_STATUS"]


def starts(device, cast, app, pages, appID=APP, known=()):
    """Launches, and gives the name of the page that is the app's now: a new one, which nothing plays in."""
    launch(cast, appID)
    wait_for("the page of the app is in a frame", lambda: app.exists)
    wait_for("and is the app's", lambda: cast.status.app_id == appID and MEDIA in namespaces(cast))
    name = wait_for("it is there", lambda: next((name for name in pages.now() if name not in known), None))
    check(len(pages.now()) == 1, "alone", list(pages.now().values()))
    check(app.run("return [window.openings, window.closings]") == [1, 0], "with one socket")
    no_media(device, cast)
    return name


def plays(cast, films, pages):
    cast.media_controller.play_media(films.url, "video/mp4", title="Interop film", stream_type="BUFFERED")
    wait_for("its media plays, with sound and without a click", lambda: any(page["plays"] == "true" for page in pages.now().values()))


def ends(device, cast, app, pages, what, end, reason, seconds=4.0):
    before = len(ended(device))
    end()
    wait_for(f"{what}: the frame is gone", lambda: not app.exists, seconds)
    if reason:
        seen = wait_for("the device says why", lambda: ended(device)[before:])
        check(seen[0] == reason, f"{what} by name", seen[0])
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
    """The only sender of the app is castv2-client, which closes its connection to the app before it stops the session."""
    client = CastV2Client()
    session = client.launch(APP)
    cast.disconnect(5)
    answer = client.stop(session)
    check(answer["type"] == "RECEIVER_STATUS", "CLOSE and then STOP is answered with a status", answer.get("reason"))
    check(session["sessionId"] not in json.dumps(answer), "in which the app is not any more")
    client.close()


def grace(device):
    """A sender that only leaves ends its app a moment later."""
    client = CastV2Client()
    session = client.launch("CC1AD845")
    client.say({"type": "CLOSE"}, "urn:x-cast:com.google.cast.tp.connection", session["transportId"], "client-12345")
    before = time.monotonic()
    wait_for("an app whose last sender left ends by itself", lambda: ended(device)[-1:] == ["lastSenderLeft"], 8)
    check(1.5 < time.monotonic() - before < 6, "after a grace period", round(time.monotonic() - before, 1))
    client.close()


def never_ready(device, cast, app, pages):
    launch(cast, SILENT)
    wait_for("a page that says nothing is in a frame", lambda: app.exists)
    ends(device, cast, app, pages, "CAST_INIT_TIMEOUT", lambda: None, "notReady", 15)


def idles(device, cast, app, pages):
    starts(device, cast, app, pages)
    ends(device, cast, app, pages, "the idle time-out", lambda: cast.disconnect(5), "idle", 30)


def volume(cast, app, pages, films):
    """A page from elsewhere cannot be turned down, unless it does so itself."""
    launch(cast, APP)
    wait_for("an app without the device's script runs", lambda: MEDIA in namespaces(cast))
    check(cast.status.volume_control_type == "fixed", "its volume is fixed", cast.status.volume_control_type)
    check(cast.status.volume_level == 1 and not cast.status.volume_muted, "and full")
    said = subprocess.run([CAST, "mute", "--host", HOST], capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
    check(said.returncode != 0 and "fixed" in said.stderr, "`cast mute` does not claim to have muted it", said.stderr.strip() or said.stdout.strip())
    check(not cast.status.volume_muted, "and no sender sees it muted")

    launch(cast, PLATFORM)
    wait_for("one with the script runs", lambda: cast.status.app_id == PLATFORM and MEDIA in namespaces(cast))
    check(cast.status.volume_control_type == "attenuation", "its volume can be changed", cast.status.volume_control_type)
    plays(cast, films, pages)
    cast.set_volume(0.25)
    wait_for("the page hears of it", lambda: app.run("return window.heard.some((m) => m.type === 'volumechanged' && m.level === 0.25)"))
    wait_for("and its element is as loud", lambda: abs(heard(app)[0] - 0.25) < 0.01)
    check(app.run("return video.volume") == 1, "which the page does not see")
    app.run("video.volume = 0.5")
    check(abs(heard(app)[0] - 0.125) < 0.01, "what the page wants is on top of it", heard(app))
    said = subprocess.run([CAST, "mute", "--host", HOST], capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
    check(said.returncode == 0, "`cast mute` works", said.stderr.strip())
    wait_for("and nothing is to be heard", lambda: heard(app)[1])
    check(app.run("return !video.muted"), "although the page has not muted it")
    cast.set_volume_muted(False)
    cast.set_volume(1)


def heard(app):
    """What the element does, past the script: read with the accessors of another window."""
    return app.run(
        """if (!window.clean) { window.clean = document.createElement('iframe'); document.body.append(window.clean); }
        const {prototype} = window.clean.contentWindow.HTMLMediaElement;
        return ['volume', 'muted'].map((name) => Object.getOwnPropertyDescriptor(prototype, name).get.call(video));"""
    )


def platform_object(cast, app):
    launch(cast, STRICT)
    wait_for("an old framework with the script finds its platform", lambda: cast.status.app_id == STRICT and MEDIA in namespaces(cast))
    values = app.run("return [cast.__platform__.queryPlatformValue('port-for-web-server'), __platform__ === cast.__platform__, cast.__platform__.canDisplayType('video/mp4; codecs=\"avc1.42E01E\"; width=640'), cast.__platform__.canDisplayType('video/none')]")
    check(values == ["8008", True, True, False], "with the values of this device", values)
    launch(cast, BARE)
    wait_for("one without it", lambda: cast.status.app_id == BARE and app.exists)
    time.sleep(2)
    check(MEDIA not in namespaces(cast), "throws before it is ready")
    cast.quit_app()
    wait_for("and is removed all the same", lambda: not app.exists)


def in_a_tab(device, cast, pages, films, url):
    """A page that somebody opened is not the device's to close. It must not be taken for the next session's."""
    tab = Browser(url, name="tab")
    launch(cast)
    wait_for("a page in a tab is the app's", lambda: MEDIA in namespaces(cast))
    plays(cast, films, pages)
    cast.quit_app()
    left = "return window.heard.filter((m) => m.type === 'senderdisconnected').length"
    wait_for("at the end it hears that its senders are gone", lambda: tab.run(left))
    launch(cast)
    wait_for("its app runs again", lambda: cast.status.app_id == APP)
    time.sleep(3.5)
    check(MEDIA not in namespaces(cast), "the page of before is not the new session's")
    openings, closings = tab.run("return [window.openings, window.closings]")
    check(closings == openings - 1, "and has no reason to connect again", (openings, closings))
    screen = Browser(device.ready["page"], name="late-screen")
    app = App(screen)
    wait_for("the device's page brings a new one", lambda: app.exists and MEDIA in namespaces(cast))
    check(app.run("return window.openings") == 1, "which is in the frame")
    no_media(device, cast)
    screen.close()
    tab._is_open = False
    tab.driver.quit()
    cast.quit_app()


def from_the_internet(device, cast, pages):
    """Chromium takes the page's server for one of the Internet, whose pages may not reach this machine without leave."""
    public = (
        f"--host-resolver-rules=MAP {INTERNET} {HOST}", f"--ip-address-space-overrides={HOST}:{pages.port}=public",
        f"--unsafely-treat-insecure-origin-as-secure=http://{INTERNET}:{pages.port}",
    )  # fmt: skip
    screen = Browser(device.ready["page"], name="blocked", arguments=public)
    app = App(screen)
    launch(cast)
    wait_for("the page of the app is in a frame", lambda: app.exists)
    wait_for("which cannot reach the device; the screen says what to do", lambda: "local network access" in (screen.text("#obstacle") or ""), 20)
    check(MEDIA not in namespaces(cast), "the app is not ready")
    cast.quit_app()
    wait_for("it goes with its app", lambda: not app.exists and screen.text("#obstacle") is None)
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
        wait_for("and ends", lambda: not App(screen).exists)
        screen._is_open = False
        screen.driver.quit()


def switched_off(device, cast, app, pages, films):
    starts(device, cast, app, pages)
    plays(cast, films, pages)
    cast.disconnect(5)
    device.end()
    wait_for("a device that is switched off takes the frame along", lambda: not app.exists, 4)
    pages.is_silent("the device off")


def lane():
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


run_lane(lane)
