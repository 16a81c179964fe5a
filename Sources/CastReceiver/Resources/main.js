// SPDX-License-Identifier: Apache-2.0
// The device's page: receives states, applies them to the element, and sends reports.

import { Link } from "./link.js";
import { AppFrame } from "./frame.js";
import { Player } from "./element.js";
import { View } from "./view.js";

const holdDelay = 5000;

const player = new Player(document.querySelector("#video"), document.querySelector("#image"), document.querySelector("#captions"));
const view = new View(player);
const app = new AppFrame(document.querySelector("#page"));
const link = new Link();
let holdTimer = null;

link.onState = (message) => {
  app.apply(message);
  const position = player.position;
  if (player.apply(message)) view.render(message, position);
};
link.onRestart = () => {
  player.forget();
  app.remove();
};
link.onChange = (isUp) => {
  view.setLink(isUp);
  app.setLink(isUp);
  clearTimeout(holdTimer);
  // A short interruption of the network should not be visible.
  if (!isUp) holdTimer = setTimeout(() => player.hold(), holdDelay);
};
app.onObstacle = (words) => view.showObstacle(words);
player.onNote = (words) => view.note(words);
player.onChange = () => {
  view.refresh();
  link.report(player.picture());
};
// Browsers count a touch as an interaction when the finger is lifted.
for (const name of ["pointerdown", "pointerup", "keydown"]) {
  window.addEventListener(name, () => player.allowSound());
}

// The keyboard works as the remote control.
const keys = {
  " ": "playPause", k: "playPause", MediaPlayPause: "playPause", MediaPlay: "play", MediaPause: "pause",
  ArrowRight: "forward", ArrowLeft: "back", ArrowUp: "louder", ArrowDown: "softer", m: "mute",
  n: "next", MediaTrackNext: "next", p: "previous", MediaTrackPrevious: "previous", s: "stop", MediaStop: "stop",
};
/** The keys that repeat while they are held. */
const repeating = ["forward", "back", "louder", "softer"];
window.addEventListener("keydown", (event) => {
  const key = keys[event.key];
  // A key that enables sound has no other effect.
  if (!key || player.soundBlocked || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (!event.repeat || repeating.includes(key)) link.press(key);
}, { capture: true });

// A browser enters full screen only at the user's request.
window.addEventListener("dblclick", fillScreen);
window.addEventListener("keydown", (event) => { if (event.key === "f" && !event.repeat) fillScreen(); });

function fillScreen() {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch(() => {});
}

link.open();
