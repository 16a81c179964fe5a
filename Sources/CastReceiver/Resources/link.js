// SPDX-License-Identifier: Apache-2.0
// The connection to the device: states arrive over a WebSocket or as server-sent events, reports are sent by POST.

const reconnectDelay = 1000;
/** The device sends a message every two seconds. After this silence, in milliseconds, the connection is reopened. */
const silenceLimit = 7000;
const postTimeout = 5000;

export class Link {
  #source = null;
  #token = null;
  #sequence = 0;
  #pending = null;
  #isSending = false;
  #isUp = false;
  #hasState = false;
  #silence = null;
  #start = null;

  /** Called with every state message. */
  onState = () => {};
  /** Called with true when the connection is established, and with false when it is lost. */
  onChange = () => {};
  /** Called when the device has been restarted since the last connection. */
  onRestart = () => {};

  /** A browser opens six connections to a host, without those of WebSockets: with event streams, the seventh tab would
      never connect. The device accepts WebSockets at its HTTP port only. */
  open() {
    if (location.protocol === "http:") this.#openSocket();
    else this.#openStream();
    this.#listen();
  }

  #openSocket() {
    const socket = new WebSocket(`ws://${location.host}/screen/socket`);
    this.#source = socket;
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#source) this.#receive(JSON.parse(data));
    });
    socket.addEventListener("close", () => { if (socket === this.#source) this.#reopen(); });
  }

  #openStream() {
    const source = new EventSource("/screen/events");
    this.#source = source;
    for (const name of ["hello", "state"]) {
      source.addEventListener(name, ({ data }) => this.#receive({ [name]: JSON.parse(data) }));
    }
    source.addEventListener("error", () => {
      this.#setUp(false);
      // The browser reopens a broken stream, but not a rejected one.
      if (source.readyState === EventSource.CLOSED) this.#reopen();
    });
  }

  #receive({ hello, state }) {
    this.#listen();
    if (hello) {
      this.#token = hello.token;
      if (this.#start !== null && hello.start !== this.#start) this.onRestart();
      this.#start = hello.start;
      this.#setUp(true);
    } else if (state) {
      this.#hasState = true;
      this.onState(state);
    }
  }

  /** Sends the state of the element. While a report is in flight, only the latest state waits. */
  report(picture) {
    // A report before the first state would refer to the target state of an earlier connection.
    if (!this.#token || !this.#hasState) return;
    this.#pending = picture;
    if (!this.#isSending) this.#send();
  }

  /** Sends a key of the remote control to the device. */
  press(key) {
    if (!this.#token) return;
    this.#post("/screen/key", { key }).catch(() => {});
  }

  #post(path, body) {
    return fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Cast-Page-Token": this.#token },
      body: JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(postTimeout),
    });
  }

  async #send() {
    this.#isSending = true;
    while (this.#pending && this.#token) {
      const picture = { ...this.#pending, sequence: this.#sequence++ };
      this.#pending = null;
      const token = this.#token;
      try {
        const response = await this.#post("/screen/report", picture);
        // A response to a report of an earlier connection does not concern this one.
        if (response.status === 403 && token === this.#token) this.#reopen();
      } catch {
        // The event stream detects the failure, too, and reconnects.
      }
    }
    this.#isSending = false;
  }

  /** Waits for the next message. Reopens the connection if none arrives in time. */
  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#reopen(), silenceLimit);
  }

  #reopen() {
    clearTimeout(this.#silence);
    this.#setUp(false);
    const source = this.#source;
    if (!source) return;
    this.#source = null;
    source.close();
    setTimeout(() => this.open(), reconnectDelay);
  }

  #setUp(isUp) {
    if (!isUp) {
      this.#token = null;
      this.#pending = null;
      this.#hasState = false;
    }
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    this.onChange(isUp);
  }
}
