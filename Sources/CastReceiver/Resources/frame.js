// SPDX-License-Identifier: Apache-2.0
// The page of the running app, in a frame that belongs to one session: it is removed whenever the session ends.
// Google's receiver framework reconnects when its socket closes and continues to play; only the owner of the frame can
// stop it.

/** The silence of the device, in milliseconds, after which the frame is removed, because nothing else could stop its
    playback. */
const silenceLimit = 15_000;
/** The time in milliseconds that an app may take to become ready before the user is informed of a problem. */
const readyTimeout = 12_000;
/** The permissions of the app's page, which only the embedding page can grant. The last three are one permission:
    Chromium asks before a page from the internet accesses this machine, on which the device runs. */
const permissions = [
  "autoplay", "encrypted-media", "fullscreen", "picture-in-picture", "gamepad", "screen-wake-lock",
  "local-network-access", "local-network", "loopback-network",
];
/** Everything except navigating the whole window. */
const sandbox = "allow-scripts allow-same-origin allow-forms allow-modals allow-pointer-lock allow-popups allow-presentation";

export class AppFrame {
  #container;
  #frame = null;
  #session = null;
  #silence = null;
  #wait = null;

  /** Called with a message for the user if the app's page does not become ready, and with null when the problem is
      resolved. */
  onObstacle = () => {};

  constructor(container) {
    this.#container = container;
  }

  /** Shows or removes the frame as a state message requires. */
  apply({ appPage, scene }) {
    if (appPage?.session !== this.#session) this.remove();
    if (!appPage) return;
    if (!this.#frame) this.#show(appPage);
    if (scene.name === "ready") this.#endWait();
  }

  /** Called when the device becomes silent, or responds again. */
  setLink(isUp) {
    clearTimeout(this.#silence);
    if (!isUp) this.#silence = setTimeout(() => this.remove(), silenceLimit);
  }

  /** Removes the page, which stops its playback. */
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
    this.#container.replaceChildren(frame);
    document.body.classList.add("framed");
    this.#wait = setTimeout(() => this.#explain(url), readyTimeout);
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
      this.onObstacle(`The app cannot reach this device. Open this page at localhost:${location.port || 80} instead`);
    } else if (access !== "granted") {
      this.onObstacle("The app cannot reach this device. Allow local network access for this page in the browser");
    } else {
      this.onObstacle("The app’s page is not responding. It may be unavailable, or may not allow being shown in a frame");
    }
  }
}

/** The state of the permission to access this machine from pages of the internet; "granted" in browsers that do not
    ask. */
async function localAccess() {
  for (const name of ["loopback-network", "local-network-access"]) {
    try {
      return (await navigator.permissions.query({ name })).state;
    } catch {
      // The browser does not know the permission under this name.
    }
  }
  return "granted";
}
