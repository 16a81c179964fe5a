// The connection to the device: states arrive as server-sent events, reports are sent by POST.

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

  open() {
    const source = new EventSource("/screen/events");
    this.#source = source;
    this.#listen();
    source.addEventListener("hello", (event) => {
      this.#listen();
      const { token, start } = JSON.parse(event.data);
      this.#token = token;
      if (this.#start !== null && start !== this.#start) this.onRestart();
      this.#start = start;
      this.#setUp(true);
    });
    source.addEventListener("state", (event) => {
      this.#listen();
      this.#hasState = true;
      this.onState(JSON.parse(event.data));
    });
    source.addEventListener("error", () => {
      this.#setUp(false);
      // The browser reopens a broken stream, but not a rejected one.
      if (source.readyState === EventSource.CLOSED) this.#reopen();
    });
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
    source.close();
    this.#source = null;
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
