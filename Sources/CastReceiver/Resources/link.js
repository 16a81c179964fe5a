// The line to the device: states come as server-sent events, reports go by POST.

const reconnectDelay = 1000;
/** The device says something every two seconds. A line without a word for so long is cut, whatever the socket says. */
const silenceLimit = 7000;
const postPatience = 5000;

export class Link {
  #source = null;
  #token = null;
  #sequence = 0;
  #pending = null;
  #isSending = false;
  #isUp = false;
  #isTold = false;
  #silence = null;
  #start = null;

  /** Called with every state message. */
  onState = () => {};
  /** Called with true and false when the line comes and goes. */
  onChange = () => {};
  /** Called when the device is not the one of before: it has started anew since. */
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
      this.#isTold = true;
      this.onState(JSON.parse(event.data));
    });
    source.addEventListener("error", () => {
      this.#setUp(false);
      // A stream that merely broke is opened again by the browser; a refused one is not.
      if (source.readyState === EventSource.CLOSED) this.#reopen();
    });
  }

  /** Sends a picture of the element. While one is on its way only the newest waits. */
  report(picture) {
    // What is told before the first state is about orders of before.
    if (!this.#token || !this.#isTold) return;
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
      signal: AbortSignal.timeout(postPatience),
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
        // An answer to what was sent over a line of before says nothing about this one.
        if (response.status === 403 && token === this.#token) this.#reopen();
      } catch {
        // The stream notices as well, and brings the line up again.
      }
    }
    this.#isSending = false;
  }

  /** Waits for the next word, and gives up the line when none comes. */
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
      this.#isTold = false;
    }
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    this.onChange(isUp);
  }
}
