// The television page: states come in, the element follows, reports go out.

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
  // A short gap in the network should not be seen.
  if (!isUp) holdTimer = setTimeout(() => player.hold(), holdDelay);
};
app.onObstacle = (words) => view.showObstacle(words);
player.onNote = (words) => view.note(words);
player.onChange = () => {
  view.refresh();
  link.report(player.picture());
};
// A finger counts for the browser when it is lifted.
for (const name of ["pointerdown", "pointerup", "keydown"]) {
  window.addEventListener(name, () => player.allowSound());
}

// The keyboard is the remote control.
const keys = {
  " ": "playPause", k: "playPause", MediaPlayPause: "playPause", MediaPlay: "play", MediaPause: "pause",
  ArrowRight: "forward", ArrowLeft: "back", ArrowUp: "louder", ArrowDown: "softer", m: "mute",
  n: "next", MediaTrackNext: "next", p: "previous", MediaTrackPrevious: "previous", s: "stop", MediaStop: "stop",
};
/** What a key that is held goes on doing. */
const repeating = ["forward", "back", "louder", "softer"];
window.addEventListener("keydown", (event) => {
  const key = keys[event.key];
  // The key that brings the sound does nothing else.
  if (!key || player.soundBlocked || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (!event.repeat || repeating.includes(key)) link.press(key);
}, { capture: true });

// A browser fills the screen only when somebody asks for it.
window.addEventListener("dblclick", fillScreen);
window.addEventListener("keydown", (event) => { if (event.key === "f" && !event.repeat) fillScreen(); });

function fillScreen() {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch(() => {});
}

link.open();
