// SPDX-License-Identifier: Apache-2.0
// Provides receiver pages in a browser with what a Cast device adds to its pages: the platform object, and the device's
// volume. A receiver page includes it before the receiver library:
//
//   <script src="http://localhost:8008/platform.js"></script>
//
// A copy of this file works as well. On a Cast device it does nothing.
(() => {
  "use strict";

  const root = typeof globalThis === "undefined" ? window : globalThis;
  if (root.cast?.__platform__?.queryPlatformValue) return;

  // The port of the device: that of this file's URL, unless the file is a copy.
  const source = document.currentScript && document.currentScript.src ? new URL(document.currentScript.src) : null;
  const isOfDevice = source !== null && source.pathname === "/platform.js" && source.protocol === "http:";
  const port = (isOfDevice && source.port) || "8008";

  const values = {
    "port-for-web-server": port, "log-level-cast-receiver": "0", "volume-controllable": true,
    "device-model": "swift-cast", "is-remote-control-mode-enabled": false, "dpad-controls-overlay-disabled": true,
    "enabled-for-dev": true,
  };
  const ignore = () => {};
  const platform = {
    queryPlatformValue: (key) => (Object.prototype.hasOwnProperty.call(values, key) ? values[key] : undefined),
    canDisplayType: (type) => {
      const [mime, ...parameters] = String(type).split(";").map((part) => part.trim());
      const codecs = parameters.find((part) => part.startsWith("codecs="));
      const known = codecs ? `${mime}; ${codecs}` : mime;
      const isStreamed = typeof MediaSource !== "undefined" && MediaSource.isTypeSupported(known);
      return isStreamed || document.createElement("video").canPlayType(known) !== "";
    },
    display: { getHdcpVersion: () => Promise.resolve("0") },
    metrics: { logEventToUma: ignore, logBoolToUma: ignore, logIntToUma: ignore, logHistogramValueToUma: ignore },
    setTouchInputSupport: () => Promise.resolve(),
  };
  root.cast = root.cast || {};
  root.cast.__platform__ = Object.assign(root.cast.__platform__ || {}, platform);
  root.__platform__ = root.cast.__platform__;

  // Multiplies the device's volume with that of the page. Scripts read the values that they have set.
  const device = { level: 1, muted: false };
  const media = HTMLMediaElement.prototype;
  const level = Object.getOwnPropertyDescriptor(media, "volume");
  const mute = Object.getOwnPropertyDescriptor(media, "muted");
  const requestedValues = new WeakMap();
  const elements = new Set();

  function requested(element) {
    let found = requestedValues.get(element);
    if (!found) {
      found = { volume: level.get.call(element), muted: mute.get.call(element) };
      requestedValues.set(element, found);
      elements.add(new WeakRef(element));
    }
    return found;
  }

  function apply(element) {
    const { volume, muted } = requested(element);
    level.set.call(element, volume * device.level);
    mute.set.call(element, muted || device.muted);
  }

  function applyToAll() {
    for (const element of document.querySelectorAll("audio, video")) requested(element);
    for (const reference of elements) {
      const element = reference.deref();
      if (element) apply(element);
      else elements.delete(reference);
    }
  }

  Object.defineProperty(media, "volume", {
    ...level,
    get() { return requestedValues.get(this)?.volume ?? level.get.call(this); },
    set(value) {
      // The element itself rejects an invalid volume.
      level.set.call(this, value);
      requested(this).volume = Number(value);
      apply(this);
    },
  });
  Object.defineProperty(media, "muted", {
    ...mute,
    get() { return requestedValues.get(this)?.muted ?? mute.get.call(this); },
    set(value) {
      requested(this).muted = Boolean(value);
      apply(this);
    },
  });
  const { play } = media;
  media.play = function () {
    apply(this);
    return play.call(this);
  };
  // Applies the volume to media that starts without a script.
  document.addEventListener("play", ({ target }) => { if (target instanceof HTMLMediaElement) apply(target); }, true);

  // The platform's socket: informs the device that the volume is applied here, and that the app ends with its page.
  const system = "urn:x-cast:com.google.cast.system";
  const { WebSocket } = root;
  let channel = null;

  class PlatformSocket extends WebSocket {
    constructor(url, ...rest) {
      const isPlatform = /^wss?:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/v2\/ipc$/.test(String(url));
      super(isPlatform ? `${url}?volume=page` : url, ...rest);
      if (!isPlatform) return;
      channel = this;
      this.addEventListener("message", ({ data }) => handleFrame(data));
    }
  }
  root.WebSocket = PlatformSocket;

  function handleFrame(text) {
    try {
      const frame = JSON.parse(text);
      if (frame.namespace !== system) return;
      const message = JSON.parse(frame.data);
      if (message.type !== "volumechanged") return;
      if (typeof message.level === "number") device.level = Math.min(1, Math.max(0, message.level));
      device.muted = Boolean(message.muted);
      applyToAll();
    } catch {
      // The frame does not concern this script.
    }
  }

  // A page in a frame cannot close its window.
  const close = root.close.bind(root);
  root.close = () => {
    if (channel?.readyState === WebSocket.OPEN) {
      const data = JSON.stringify({ type: "stop" });
      channel.send(JSON.stringify({ namespace: system, senderId: "SystemSender", data }));
    }
    close();
  };
})();
