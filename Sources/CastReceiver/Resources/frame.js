// The page of the running app, in a frame that belongs to one session: removed when the session ends, however it ends.
// Google's receiver framework connects again when its socket closes and plays on; only the owner of its frame can end it.

/** A device that is silent for so long is gone, and nobody else could end what the frame plays. */
const silenceLimit = 15_000;
/** So long after the frame was made, an app that is not ready has a problem that a person can do something about. */
const patience = 12_000;
/** What the app's page may do that only the page around it can allow. The last three are one permission: Chromium asks
    before a page from the Internet reaches this machine, where the device is. */
const permissions = [
  "autoplay", "encrypted-media", "fullscreen", "picture-in-picture", "gamepad", "screen-wake-lock",
  "local-network-access", "local-network", "loopback-network",
];
/** Everything but leaving the frame for the whole window. */
const sandbox = "allow-scripts allow-same-origin allow-forms allow-modals allow-pointer-lock allow-popups allow-presentation";

export class AppFrame {
  #place;
  #frame = null;
  #session = null;
  #silence = null;
  #wait = null;

  /** Called with words for a person when the app's page does not get ready, and with null when that is over. */
  onObstacle = () => {};

  constructor(place) {
    this.#place = place;
  }

  /** Makes the frame agree with a state message. */
  apply({ appPage, scene }) {
    if (appPage?.session !== this.#session) this.remove();
    if (!appPage) return;
    if (!this.#frame) this.#show(appPage);
    if (scene.name === "ready") this.#endWait();
  }

  /** The device is silent, or speaks again. */
  setLink(isUp) {
    clearTimeout(this.#silence);
    if (!isUp) this.#silence = setTimeout(() => this.remove(), silenceLimit);
  }

  /** Ends the page with everything that it plays. */
  remove() {
    this.#endWait();
    this.#frame?.remove();
    this.#frame = null;
    this.#session = null;
    document.body.classList.remove("framed");
  }

  #show({ url, session }) {
    const frame = document.createElement("iframe");
    frame.title = "App";
    frame.allow = permissions.join("; ");
    frame.setAttribute("sandbox", sandbox);
    frame.src = url;
    this.#frame = frame;
    this.#session = session;
    this.#place.replaceChildren(frame);
    document.body.classList.add("framed");
    this.#wait = setTimeout(() => this.#explain(url), patience);
  }

  #endWait() {
    clearTimeout(this.#wait);
    this.#wait = null;
    this.onObstacle(null);
  }

  async #explain(url) {
    const { hostname } = new URL(url);
    const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
    const access = isHere ? "granted" : await localAccess();
    if (this.#wait === null) return;
    if (access !== "granted" && !window.isSecureContext) {
      this.onObstacle(`The app cannot reach this device. Open this screen as localhost:${location.port || 80} instead`);
    } else if (access !== "granted") {
      this.onObstacle("The app cannot reach this device. Allow local network access for this page in the browser");
    } else {
      this.onObstacle("The app’s page does not answer. It may not be there, or not allow to be shown in a frame");
    }
  }
}

/** Whether the browser lets pages from the Internet reach this machine; "granted" where it does not ask. */
async function localAccess() {
  for (const name of ["loopback-network", "local-network-access"]) {
    try {
      return (await navigator.permissions.query({ name })).state;
    } catch {
      // A browser that does not know the permission, or knows it by another name.
    }
  }
  return "granted";
}
