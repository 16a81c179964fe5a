// SPDX-License-Identifier: Apache-2.0
// The connection to the server: server-sent events for updates, POST requests for intents.

// The server sends at least a comment every ten seconds. A connection without data for this time, in milliseconds, is
// considered lost.
const silenceLimit = 25000;
const delays = [300, 700, 1500, 3000, 5000, 8000];
/** A browser opens six connections to a host, and the event stream of a tab holds one. If this number of other tabs have
    one, a hidden tab closes its own, so that others can load and send. */
const streamLimit = 3;
/** The time in milliseconds in which other tabs answer. */
const answerTime = 200;

export class Link {
  #headers;
  #tries = 0;
  #timer = null;
  #aborter = null;
  #isOver = false;
  #silence = null;
  /** Whether the event stream is closed while the tab is hidden. */
  #isReleased = false;
  #tabs = new BroadcastChannel("tabs");
  #otherStreams = 0;

  /** Called with each message. */
  onMessage = () => {};
  /** Called with `up`, `lost` or `restarted`. */
  onChange = () => {};

  constructor(page, secret) {
    this.#headers = { "Cast-Page": page, "Cast-Page-Secret": secret };
    const now = () => this.#timer !== null && this.#retry(0);
    window.addEventListener("online", now);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#releaseIfCrowded();
      else if (this.#isReleased) this.open();
      else now();
    });
    this.#tabs.addEventListener("message", ({ data }) => {
      if (data === "answer") this.#otherStreams += 1;
      else if (!this.#isReleased && !this.#isOver) this.#tabs.postMessage("answer");
    });
    // A page that is restored from the back/forward cache has lost its connection.
    window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  }

  /** The header fields that every request of the page contains. */
  get headers() {
    return { ...this.#headers };
  }

  async open() {
    this.#timer = null;
    this.#isReleased = false;
    this.#aborter = new AbortController();
    this.#wait();
    try {
      const response = await fetch("/events", {
        headers: { ...this.#headers, Accept: "text/event-stream" },
        cache: "no-store",
        signal: this.#aborter.signal,
      });
      if (this.#isRefused(response)) return;
      if (!response.ok) throw new Error(response.statusText);
      await this.#read(response.body.getReader());
    } catch {
      // The failure is reported below.
    }
    clearTimeout(this.#silence);
    if (this.#isOver || this.#isReleased) return;
    this.onChange("lost");
    const delay = delays[Math.min(this.#tries++, delays.length - 1)];
    this.#retry(delay * (0.8 + 0.4 * Math.random()));
  }

  /** Sends an intent. Resolves when the request has ended, also if it failed. */
  async send(intent, value) {
    const body = value === undefined ? { intent } : { intent, value };
    try {
      const response = await fetch("/intent", {
        method: "POST",
        headers: { ...this.#headers, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        cache: "no-store",
      });
      this.#isRefused(response);
    } catch {
      // Aborting the event stream makes it reconnect.
      this.#aborter?.abort();
    }
  }

  /** Whether the server rejects this page, because it was restarted or has closed the page. */
  #isRefused(response) {
    if (![401, 403, 410].includes(response.status)) return false;
    if (!this.#isOver) {
      this.#isOver = true;
      this.onChange("restarted");
    }
    return true;
  }

  /** Closes the event stream of a hidden tab if many other tabs have one. */
  #releaseIfCrowded() {
    this.#otherStreams = 0;
    this.#tabs.postMessage("question");
    setTimeout(() => {
      if (!document.hidden || this.#otherStreams < streamLimit || this.#isOver) return;
      this.#isReleased = true;
      clearTimeout(this.#timer);
      this.#aborter?.abort();
    }, answerTime);
  }

  /** Restarts the timer that aborts a silent connection. */
  #wait() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#aborter?.abort(), silenceLimit);
  }

  #retry(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), delay);
  }

  async #read(reader) {
    const decoder = new TextDecoder();
    let text = "";
    while (true) {
      const { done, value } = await reader.read();
      this.#wait();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      let end;
      while ((end = text.indexOf("\n\n")) >= 0) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        const data = event.split("\n").find((line) => line.startsWith("data: "));
        if (!data) continue;
        this.#tries = 0;
        this.onChange("up");
        this.onMessage(JSON.parse(data.slice(6)));
      }
    }
  }
}
