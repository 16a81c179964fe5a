# SPDX-License-Identifier: Apache-2.0
"""Chromium as a Cast sender: a page that presents to a device, as a web page with Google's sender script does.

The page does by itself what the script would do: it requests a presentation of a `cast:` URL, and exchanges JSON over
the presentation connection, which the browser translates to CASTV2.
"""

import http.server
import json
import os
import threading
import time

from selenium import webdriver
from selenium.webdriver.common.by import By

from harness import OUT, Failed, at_end, say, wait_for

PAGE = b"""<!doctype html><title>sender</title><button id=cast>cast</button><script>
window.heard = []; window.problem = null; window.state = null;
document.querySelector('#cast').onclick = async () => {
  try {
    const connection = await new PresentationRequest([window.presentation]).start();
    window.connection = connection;
    connection.onmessage = event => window.heard.push(JSON.parse(event.data));
    connection.onclose = () => { window.state = 'closed'; };
    connection.onterminate = () => { window.state = 'terminated'; };
    const hello = () => {
      window.state = 'connected';
      connection.send(JSON.stringify(
        {type: 'client_connect', message: {}, clientId: '12345', sequenceNumber: -1, timeoutMillis: 0}));
    };
    if (connection.state === 'connected') hello(); else connection.onconnect = hello;
  } catch (error) { window.problem = String(error); }
};
</script>"""


class _Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_):
        pass


class ChromiumSender:
    """A browser with one page that can cast.

    - app: The ID of the app to launch.
    - root: The PEM file of a root certificate that the browser trusts in addition to Google's.
    - fixed: The addresses of the devices as `host:port`, separated by commas; by default the browser discovers devices
      by multicast DNS.
    - name: The beginning of the name of the browser's log file.
    """

    def __init__(self, app="CC1AD845", root=None, fixed=None, name="chromium"):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        at_end(lambda failed: self.server.shutdown())
        options = webdriver.ChromeOptions()
        options.binary_location = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-component-update", "--disable-background-networking",
            # By default, Chromium ignores devices at loopback addresses.
            "--enable-features=CastAllowAllIPs",
            "--enable-logging=stderr", "--vmodule=*cast*=2,*media_router*=1",
            f"--log-file={os.path.join(OUT, name)}-browser.log",
        ]  # fmt: skip
        if fixed:
            arguments.append(f"--media-router-cast-device-ips={fixed}")
        if root:
            arguments.append(f"--cast-developer-certificate-path={os.path.abspath(root)}")
        for argument in arguments:
            options.add_argument(argument)
        # Switches with which the driver disables features that casting needs.
        unwanted = ["disable-background-networking", "disable-component-update", "disable-default-apps", "disable-features"]
        options.add_experimental_option("excludeSwitches", unwanted)
        self.name = name
        self.app = app
        self.started = time.monotonic()
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self._is_open = True
        at_end(self._end)
        self.driver.get(f"http://localhost:{self.server.server_port}/")
        # The page must request the same URL that is passed to Cast.enable; otherwise the browser terminates.
        self.presentation = (
            f"cast:{app}?clientId=12345&autoJoinPolicy=tab_and_origin_scoped"
            "&defaultActionPolicy=create_session&launchTimeout=30000"
        )
        self.driver.execute_script("window.presentation = arguments[0]", self.presentation)
        self.driver.execute_cdp_cmd("Cast.enable", {"presentationUrl": self.presentation})
        self._sequence = 100

    def sinks(self):
        return [sink["name"] for sink in self.driver.get_sinks()]

    def wait_for_sink(self, what, seconds=15):
        names = wait_for(what, self.sinks, seconds)
        say(f"after {time.monotonic() - self.started:.2f} s: {names}")
        return names[0]

    def launch(self, sink, meanwhile=lambda: None):
        """Starts the app on a device, calls `meanwhile`, and returns the app's session."""
        self.driver.set_sink_to_use(sink)
        self.driver.find_element(By.ID, "cast").click()
        meanwhile()
        clicks = [1]

        def session():
            problem = self.driver.execute_script("return window.problem")
            if problem and problem.startswith("NotAllowedError") and len(clicks) < 5:
                # The browser does not accept every click of its driver as a user gesture.
                clicks.append(1)
                self.driver.execute_script("window.problem = null")
                self.driver.find_element(By.ID, "cast").click()
                return None
            if problem:
                raise Failed(f"the page's presentation failed: {problem}")
            return self.heard("new_session")

        self.session = wait_for("the browser launches the app", session, 20)[-1]["message"]
        return self.session

    def heard(self, kind=None):
        messages = self.driver.execute_script("return window.heard")
        return [message for message in messages if kind is None or message["type"] == kind]

    def media(self):
        """The last media status that the page received."""
        messages = [m["message"] for m in self.heard("v2_message") if m["message"].get("type") == "MEDIA_STATUS"]
        statuses = [status for message in messages for status in message.get("status", [])]
        return statuses[-1] if statuses else {}

    def say(self, message, kind="v2_message"):
        """Sends a message from the page. Returns its sequence number."""
        self._sequence += 1
        message = {"sessionId": self.session["sessionId"], **message}
        envelope = {
            "type": kind, "message": message, "clientId": "12345", "sequenceNumber": self._sequence, "timeoutMillis": 5000,
        }  # fmt: skip
        self.driver.execute_script("window.connection.send(JSON.stringify(arguments[0]))", envelope)
        return self._sequence

    def answer(self, number, seconds=5):
        """Waits for the browser's answer to the message with this sequence number."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for message in self.heard():
                if message.get("sequenceNumber") == number:
                    return message
            time.sleep(0.02)
        raise Failed(f"the browser did not answer message {number}; the page received {json.dumps(self.heard()[-5:])}")

    def state(self):
        return self.driver.execute_script("return window.state")

    def close(self):
        self._is_open = False
        self.driver.quit()

    def _end(self, failed):
        if not self._is_open:
            return
        if failed:
            try:
                for message in self.heard()[-10:]:
                    print("the page received", json.dumps(message)[:500])
            except Exception as problem:
                print(f"the browser does not respond any more: {problem}")
        self.driver.quit()
