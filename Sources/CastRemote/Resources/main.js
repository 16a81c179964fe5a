// SPDX-License-Identifier: Apache-2.0
// The page's script: applies messages from the server, and sends the user's actions. All content comes from the server.

import { Link } from "./link.js";
import { Patches } from "./patch.js";
import { announce, press, watchLink } from "./status.js";
import { Clock } from "./times.js";
import { watchKeys } from "./keys.js";
import { watchQueue } from "./queue.js";
import { watchSliders } from "./sliders.js";
import { watchUploads } from "./upload.js";

const words = document.body.dataset;
const link = new Link(words.page, words.secret);
const patches = new Patches();
const clock = new Clock();

// Messages from the server.

link.onMessage = (message) => {
  const region = document.activeElement?.closest("[data-region]")?.id;
  for (const [id, html] of Object.entries(message.regions)) patches.apply(id, html);
  if ("playhead" in message) clock.set(message.playhead);
  clock.show();
  syncDialogs();
  keepFocus(region);
  introduce();
  for (const each of message.announcements ?? []) announce(each.text, each.isUrgent);
};

// Where the focus moves when the focused element has been removed.
const focusTargets = { mini: "#play-pause", player: "#mini-open", explain: "#cast", notice: "#cast" };

function keepFocus(region) {
  const focused = document.activeElement;
  if (!region || (focused && focused !== document.body)) return;
  const target = (focusTargets[region] && document.querySelector(focusTargets[region]))
    ?? document.querySelector(`#${region} button`) ?? document.getElementById("cast");
  target?.focus();
}

watchLink(link);

// The introduction is shown once per browser.

function introduce() {
  const button = document.getElementById("cast");
  if (!button || button.dataset.phase !== "ready") return;
  try {
    if (localStorage.getItem("introduced")) return;
    localStorage.setItem("introduced", "yes");
  } catch {
    return;
  }
  link.send("introduce");
}

// Dialogs.

let opener = null;

function syncDialogs() {
  for (const dialog of document.querySelectorAll("dialog[data-modal]")) {
    if (dialog.matches(":modal")) continue;
    opener = dialog.dataset.opener;
    dialog.removeAttribute("open");
    dialog.showModal();
    (dialog.querySelector(".row, input:checked") ?? dialog.querySelector("h2")).focus();
  }
  const open = document.querySelector("dialog:modal");
  const focused = document.activeElement;
  if (open) {
    if (!open.contains(focused)) open.querySelector("h2").focus();
  } else if (opener) {
    if (!focused || focused === document.body) document.getElementById(opener)?.focus();
    opener = null;
  }
}

document.addEventListener("cancel", (event) => {
  if (!event.target.matches?.("dialog[data-modal]")) return;
  event.preventDefault();
  link.send(event.target.dataset.close);
}, true);

// User actions.

document.addEventListener("submit", (event) => event.preventDefault());

document.addEventListener("click", (event) => {
  if (event.target.matches?.("dialog[data-modal]")) {
    // A click on the backdrop.
    const box = event.target.getBoundingClientRect();
    const isInside = event.clientX >= box.left && event.clientX <= box.right
      && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!isInside && event.detail > 0) link.send(event.target.dataset.close);
    return;
  }
  press(event, link);
});

document.addEventListener("change", (event) => {
  const control = event.target;
  if (control.matches("select[data-intent]")) link.send(control.dataset.intent, Number(control.value));
  if (control.matches("input[type=radio][data-intent]")) link.send(control.dataset.intent, control.value);
});

// Hide images that fail to load, so that their placeholder is visible.
document.addEventListener("error", (event) => {
  if (event.target instanceof HTMLImageElement) event.target.classList.add("missing");
}, true);
for (const image of document.images) {
  if (image.complete && image.naturalWidth === 0) image.classList.add("missing");
}

watchSliders(link, clock);
watchKeys(link, clock);
watchQueue(link, patches);
watchUploads(link, announce);
syncDialogs();
link.open();
