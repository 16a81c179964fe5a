// The line to the device: states come as server-sent events, reports go by POST.

const reconnectDelay = 1000;

export class Link {
  #source = null;
  #token = null;
  #sequence = 0;
  #pending = null;
  #isSending = false;
  #isUp = false;

  /** Called with every state message. */
  onState = () => {};
  /** Called with true and false when the line comes and goes. */
  onChange = () => {};

  open() {
    const source = new EventSource("/screen/events");
    this.#source = source;
    source.addEventListener("hello", (event) => {
      this.#token = JSON.parse(event.data).token;
      this.#setUp(true);
    });
    source.addEventListener("state", (event) => this.onState(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      this.#setUp(false);
      // A stream that merely broke is opened again by the browser; a refused one is not.
      if (source.readyState === EventSource.CLOSED) this.#reopen();
    });
  }

  /** Sends a picture of the element. While one is on its way only the newest waits. */
  report(picture) {
    if (!this.#token) return;
    this.#pending = picture;
    if (!this.#isSending) this.#send();
  }

  /** Tells the device that somebody pressed a key of the remote control. */
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
    });
  }

  async #send() {
    this.#isSending = true;
    while (this.#pending && this.#token) {
      const picture = { ...this.#pending, sequence: this.#sequence++ };
      this.#pending = null;
      try {
        const response = await this.#post("/screen/report", picture);
        if (response.status === 403) this.#reopen();
      } catch {
        // The stream notices as well, and brings the line up again.
      }
    }
    this.#isSending = false;
  }

  #reopen() {
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
    }
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    this.onChange(isUp);
  }
}
