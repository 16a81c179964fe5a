// SPDX-License-Identifier: Apache-2.0
// A receiver page without a library: it uses the platform's socket as pages for Cast devices do, echoes messages in its own
// namespace, and reports loaded media as playing without playing it. All received messages are in `heard`, for the suite.
"use strict";

const SYSTEM = "urn:x-cast:com.google.cast.system";
const MEDIA = "urn:x-cast:com.google.cast.media";
const CHAT = "urn:x-cast:org.example.chat";
const query = new URLSearchParams(location.search);

window.heard = [];
window.senders = new Map();
let socket, session = null, started = 0, sessions = 0;

function tell(namespace, senderId, data) {
  socket.send(JSON.stringify({namespace, senderId, data: typeof data === "string" ? data : JSON.stringify(data)}));
}

function system(message) {
  tell(SYSTEM, "SystemSender", message);
}

function position() {
  if (!session) return 0;
  return session.playerState === "PLAYING" ? session.base + (performance.now() - started) / 1000 : session.base;
}

function play(state, base) {
  session.base = base ?? position();
  session.playerState = state;
  started = performance.now();
}

function status(requestId, senderId = "*:*") {
  const list = !session ? [] : [{
    mediaSessionId: session.mediaSessionId, playerState: session.playerState, currentTime: position(), playbackRate: 1,
    supportedMediaCommands: 15, volume: {level: 1, muted: false}, media: session.media,
    ...(session.idleReason ? {idleReason: session.idleReason} : {}),
  }];
  tell(MEDIA, senderId, {type: "MEDIA_STATUS", requestId, status: list});
}

function media(senderId, message) {
  const id = message.requestId;
  switch (message.type) {
    case "GET_STATUS": return status(id, senderId);
    case "LOAD":
      session = {mediaSessionId: ++sessions, media: {...message.media, duration: 60}, base: 0, playerState: "BUFFERING"};
      status(0);
      play(message.autoplay === false ? "PAUSED" : "PLAYING", message.currentTime ?? 0);
      system({type: "setappstate", statusText: `Casting: ${message.media.metadata?.title ?? "?"}`});
      return status(id);
    case "PAUSE": play("PAUSED"); return status(id);
    case "PLAY": play("PLAYING"); return status(id);
    case "SEEK": play(session.playerState, message.currentTime); return status(id);
    case "STOP":
      session.playerState = "IDLE";
      session.idleReason = "CANCELLED";
      status(id);
      session = null;
      return;
    default: tell(MEDIA, senderId, {type: "INVALID_REQUEST", requestId: id, reason: "INVALID_COMMAND"});
  }
}

function hear(frame) {
  const {namespace, senderId, data} = JSON.parse(frame);
  window.heard.push({namespace, senderId, data});
  if (namespace === CHAT) {
    const of = JSON.parse(data);
    if (of.lie) {
      tell("urn:x-cast:com.google.cast.receiver", "*:*", {type: "RECEIVER_STATUS", requestId: 0, status: {}});
      tell(CHAT, "nobody.1:sender-0", {kind: "echo", of: "nobody"});
      socket.send("no frame");
      for (let i = 0; i < 3000; i++) tell(CHAT, senderId, {kind: "flood", of: i});
      return;
    }
    tell(CHAT, senderId, {kind: "echo", of});
    return tell(CHAT, "*:*", {kind: "everyone", of});
  }
  const message = JSON.parse(data);
  if (namespace === MEDIA) return media(senderId, message);
  if (namespace !== SYSTEM) return;
  switch (message.type) {
    case "ready":
      window.ready = message;
      document.querySelector("#state").textContent = `ready as ${message.applicationId}`;
      break;
    case "senderconnected": window.senders.set(message.senderId, message.userAgent); break;
    case "senderdisconnected": window.senders.delete(message.senderId); break;
  }
}

function connect() {
  socket = new WebSocket(`ws://localhost:${query.get("port") ?? 8008}/v2/ipc`);
  socket.onopen = () => {
    window.openings = (window.openings ?? 0) + 1;
    if (query.has("silent")) return;
    system({
      type: "ready", activeNamespaces: [MEDIA, CHAT, "urn:x-cast:com.google.cast.inject"], version: "2.0.0",
      messagesVersion: "1.0", sdkCapabilities: {}, statusText: "Ready",
    });
    system({type: "startheartbeat", maxInactivity: 10});
  };
  socket.onmessage = (event) => hear(event.data);
  socket.onclose = () => {
    window.isClosed = true;
    document.querySelector("#state").textContent = "closed";
  };
}

// Requests of the page to the device, as the libraries send them. The suite calls these.
window.setVolume = (level) => system({type: "setvolume", level});
window.endItself = () => system({type: "stop"});
connect();
