// SPDX-License-Identifier: Apache-2.0
// A receiver page that behaves like pages of Google's receiver framework when their session ends: it reconnects every
// second with the same URL, never closes itself, and continues playback. It plays its media, and reports to its own server
// five times a second, so that the test detects it wherever it is shown.
//
// ?strict: it throws without `cast.__platform__`, as older frameworks do.
"use strict";

const SYSTEM = "urn:x-cast:com.google.cast.system";
const MEDIA = "urn:x-cast:com.google.cast.media";
const query = new URLSearchParams(location.search);
const name = Math.random().toString(36).slice(2);
const video = document.querySelector("#video");

window.heard = [];
window.openings = 0;
window.closings = 0;
let socket = null, isStopped = false, contentId = null;

if (query.has("strict")) cast.__platform__.setTouchInputSupport(false);

function tell(namespace, senderId, data) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({namespace, senderId, data: JSON.stringify(data)}));
}

function status(requestId, senderId = "*:*") {
  const list = contentId === null ? [] : [{
    mediaSessionId: 1, playerState: video.paused ? "PAUSED" : "PLAYING", currentTime: video.currentTime, playbackRate: 1,
    supportedMediaCommands: 15, volume: {level: 1, muted: false},
    media: {contentId, contentType: "video/mp4", streamType: "BUFFERED", duration: video.duration || 60},
  }];
  tell(MEDIA, senderId, {type: "MEDIA_STATUS", requestId, status: list});
}

async function hear(text) {
  const {namespace, senderId, data} = JSON.parse(text);
  const message = JSON.parse(data);
  window.heard.push({namespace, ...message});
  if (namespace !== MEDIA) return;
  if (message.type === "LOAD") {
    contentId = message.media.contentId;
    video.src = contentId;
    await video.play().catch((error) => { window.refused = error.name; });
    return status(message.requestId);
  }
  status(message.requestId, senderId);
}

function connect() {
  socket = new WebSocket(`ws://localhost:${query.get("port") ?? 8008}/v2/ipc`);
  socket.onopen = () => {
    window.openings++;
    tell(SYSTEM, "SystemSender", {
      type: "ready", activeNamespaces: [MEDIA], version: "2.0.0", messagesVersion: "1.0", sdkCapabilities: {},
    });
  };
  socket.onmessage = ({data}) => hear(data);
  socket.onclose = () => {
    window.closings++;
    if (!isStopped) setTimeout(connect, 1000);
  };
}

// The effect of the framework's stop() in a frame, which cannot close its window.
window.stopItself = () => {
  isStopped = true;
  socket.close();
  window.close();
};

setInterval(() => {
  const sounds = !video.paused && video.currentTime > 0;
  fetch(`alive?page=${name}&plays=${sounds}&openings=${window.openings}`, {cache: "no-store"}).catch(() => {});
}, 200);
connect();
