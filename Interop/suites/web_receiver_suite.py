# SPDX-License-Identifier: Apache-2.0
"""A page written for Cast devices, in a browser with the virtual device: it receives the boot sequence of a device,
answers two senders in its own namespace and as a media receiver, is reloaded, sends invalid messages, is never
ready, and stops.
"""

import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FolderServer
from harness import Device, check, folder, run_suite, wait_for
from pychromecast.controllers import BaseController
from sender import connect

APP, SILENT = "AB12CD34", "AB12CD35"
CHAT = "urn:x-cast:org.example.chat"


class Chat(BaseController):
    """A sender's channel in the page's namespace."""

    def __init__(self):
        super().__init__(CHAT, APP)
        self.heard = []

    def receive_message(self, message, data):
        self.heard.append(data)
        return True

    def say(self, greeting):
        self.send_message({"greeting": greeting})

    def has(self, kind, greeting):
        return any(h.get("kind") == kind and h["of"].get("greeting") == greeting for h in self.heard if isinstance(h.get("of"), dict))

    @property
    def flood(self):
        return sum(h.get("kind") == "flood" for h in self.heard)


def events(device, name):
    found = []
    for line in list(device.lines):
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if event.get("event") == name:
            found.append(event)
    return found


def heard(page, kind):
    return page.driver.execute_script(
        "return window.heard.filter(f => f.namespace.endsWith('.system')).map(f => JSON.parse(f.data))"
        ".filter(d => d.type === arguments[0])",
        kind,
    )


def launch(cast, app=APP):
    """Launches without waiting for the page, as senders do."""
    cast.socket_client.receiver_controller.launch_app(app, callback_function=lambda *_: None)


def served_pages():
    place = folder()
    for name in ("receiver_page.html", "receiver_page.js"):
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib", name)
        with open(source) as page, open(os.path.join(place, name), "w") as copy:
            copy.write(page.read())
    return FolderServer(place)


def application(cast):
    status = cast.status
    return status.app_id if status else None


def boots(device, cast, url):
    launch(cast)
    asked = wait_for("the device reports the URL of the page to open", lambda: [e for e in events(device, "app") if (e["application"] or {}).get("page")])
    check(asked[0]["application"]["page"] == url, "it is the app's page", asked[0]["application"]["page"])
    check(not asked[0]["application"]["isReady"], "it is not ready yet")
    page = Browser(url, name="page")
    wait_for("the page receives ready", lambda: page.driver.execute_script("return window.ready"))
    kinds = page.driver.execute_script("return window.heard.map(f => JSON.parse(f.data).type)")
    order = ["ready", "volumechanged", "visibilitychanged", "standbychanged", "hdroutputtypechanged"]
    check(kinds[: len(order)] == order, "the messages have the order of a real device", kinds)
    wait_for("its namespaces are in the status", lambda: CHAT in (cast.status.namespaces or []))
    check("urn:x-cast:com.google.cast.inject" not in cast.status.namespaces, "the library's internal namespace is not in the status")
    check(cast.status.status_text == "Ready", "its status text is in the status", cast.status.status_text)
    return page


def talks(chat, other, page):
    chat.say("hello")
    wait_for("a message is sent back", lambda: chat.has("echo", "hello"))
    wait_for("the page has its sender", lambda: page.driver.execute_script("return window.senders.size") >= 1)
    wait_for("the broadcast arrives", lambda: chat.has("everyone", "hello"))
    other.say("second")
    wait_for("a second sender gets a reply", lambda: other.has("echo", "second"))
    wait_for("the broadcast reaches the first sender, too", lambda: chat.has("everyone", "second"))
    check(not chat.has("echo", "second"), "the reply to the second sender does not")


def plays(cast, page):
    media = cast.media_controller
    media.play_media("http://127.0.0.1:9/film.mp4", "video/mp4", title="A film of the page", stream_type="BUFFERED")
    wait_for("the page's media status reaches the sender", lambda: media.status.player_state == "PLAYING")
    check(media.status.title == "A film of the page", "it has its title", media.status.title)
    wait_for("the device has the page's status text", lambda: cast.status.status_text == "Casting: A film of the page")
    media.pause()
    wait_for("paused", lambda: media.status.player_state == "PAUSED")
    media.seek(30)
    wait_for("position changed by a seek", lambda: abs(media.status.adjusted_current_time - 30) < 2)
    media.play()
    wait_for("playing", lambda: media.status.player_state == "PLAYING")


def device_and_page(cast, page):
    cast.set_volume(0.25)
    wait_for("the page receives the device's volume", lambda: any(abs(v["level"] - 0.25) < 0.01 for v in heard(page, "volumechanged")))
    page.driver.execute_script("setVolume(0.5)")
    wait_for("the page changes the device's volume", lambda: abs(cast.status.volume_level - 0.5) < 0.01)


def reloads(cast, chat, page):
    session = cast.status.session_id
    page.driver.refresh()
    wait_for("a reloaded page receives the boot sequence again", lambda: page.driver.execute_script("return window.ready"))
    wait_for("it has both senders", lambda: page.driver.execute_script("return window.senders.size") == 2)
    chat.say("again")
    wait_for("it replies to them", lambda: chat.has("echo", "again"))
    check(cast.status.session_id == session, "the session is the same")


def second_page(page, url):
    second = Browser(url, name="second-page")
    wait_for("a second page is disconnected", lambda: second.driver.execute_script("return window.isClosed"))
    check(second.driver.execute_script("return window.ready") is None, "it receives nothing")
    second._is_open = False
    second.driver.quit()


def refuses_strangers(server):
    """A page of another site is rejected, although it can connect to the port."""
    stranger = Browser(server.address.replace("127.0.0.1", "localhost") + "/receiver_page.html", name="stranger")
    wait_for("a page of another origin is rejected", lambda: stranger.driver.execute_script("return window.isClosed"))
    check(stranger.driver.execute_script("return window.openings") is None, "its socket never opened")
    stranger._is_open = False
    stranger.driver.quit()


def lies(cast, chat):
    app = cast.status.app_id
    chat.send_message({"lie": True})
    wait_for("some messages of a page that floods arrive", lambda: chat.flood, 15)
    time.sleep(2)
    check(chat.flood < 3000, "their number is limited", chat.flood)
    check(cast.status.app_id == app and cast.status.display_name, "its messages about the device are not forwarded")


def stops(device, cast, page):
    page.driver.execute_script("endItself()")
    wait_for("a page that stops ends its app", lambda: application(cast) in (None, "E8C28D3C"))
    end = wait_for("the device reports the end", lambda: [e for e in events(device, "app") if e.get("end")])
    check(end[-1]["end"] == "finished", "the reported reason is finished", end[-1]["end"])


def old_page(cast, page, url):
    """The device cannot close a page in a tab, and must not use it for the next session."""
    check(not page.driver.execute_script("return window.isClosed"), "the page of an ended session keeps its socket")
    heard_before = page.driver.execute_script("return window.heard.length")
    launch(cast)
    wait_for("the app runs again", lambda: application(cast) == APP)
    page.driver.execute_script("system({type: 'ready', activeNamespaces: [CHAT]}); endItself()")
    time.sleep(2)
    check(application(cast) == APP and CHAT not in cast.status.namespaces, "the old page does not belong to the new session")
    check(page.driver.execute_script("return window.heard.length") == heard_before, "it receives nothing")
    fresh = Browser(url, name="fresh-page")
    wait_for("a new page belongs to the session", lambda: CHAT in (cast.status.namespaces or []))
    fresh._is_open = page._is_open = False
    page.driver.quit()
    fresh.driver.quit()
    cast.quit_app()


def never_ready(device, cast, url):
    """The page opens its socket and sends nothing."""
    launch(cast, SILENT)
    page = Browser(url, name="silent-page")
    wait_for("its socket opens", lambda: page.driver.execute_script("return window.openings"))

    def errors():
        frames = [f for f in device.frames() if f["direction"] == "out" and "LAUNCH_ERROR" in (f.get("text") or "")]
        return [json.loads(f["text"]) for f in frames]

    failed = wait_for("a page that is never ready fails the launch", errors, 20)
    check(failed[-1]["reason"] == "CAST_INIT_TIMEOUT", "the reason is CAST_INIT_TIMEOUT", failed[-1])
    wait_for("its app ends", lambda: application(cast) in (None, "E8C28D3C"))
    page._is_open = False
    page.driver.quit()


def suite():
    server = served_pages()
    url = f"{server.address}/receiver_page.html"
    silent = f"{url}?silent=1"
    device = Device("--web-app", f"{APP}={url}", "--web-app", f"{SILENT}={silent}", "--ready-timeout", "8")
    cast, second = connect(), connect()
    chat, other = Chat(), Chat()
    cast.register_handler(chat)
    second.register_handler(other)
    refuses_strangers(server)
    page = boots(device, cast, url)
    talks(chat, other, page)
    plays(cast, page)
    device_and_page(cast, page)
    second_page(page, url)
    reloads(cast, chat, page)
    lies(cast, chat)
    stops(device, cast, page)
    old_page(cast, page, url)
    never_ready(device, cast, silent)
    check(device.is_running, "the device still runs")
    second.disconnect(5)
    cast.disconnect(5)


run_suite(suite)
