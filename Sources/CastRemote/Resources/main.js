// The page's script: takes what the server says, sends what a person does. All that is shown comes from the server.

import { Link } from "./link.js";
import { Patches } from "./patch.js";
import { Clock } from "./times.js";
import { watchKeys } from "./keys.js";
import { watchQueue } from "./queue.js";
import { watchSliders } from "./sliders.js";

const words = document.body.dataset;
const link = new Link(words.page, words.secret);
const patches = new Patches();
const clock = new Clock();

// The token was in the address once; nobody needs it any more.
const hideCode = () => (location.hash.length > 8 || location.search) && history.replaceState(null, "", "/");
hideCode();
window.addEventListener("hashchange", hideCode);

function say(text, isUrgent) {
  const place = document.getElementById(isUrgent ? "assertive" : "polite");
  // Said twice, it shall be read twice.
  place.textContent = "";
  setTimeout(() => (place.textContent = text), 50);
}

function showLink(text) {
  const place = document.getElementById("link");
  place.textContent = text;
  place.hidden = !text;
}

// What the server says.

link.onMessage = (message) => {
  const place = document.activeElement?.closest("[data-region]")?.id;
  for (const [id, html] of Object.entries(message.regions)) patches.apply(id, html);
  if ("playhead" in message) clock.set(message.playhead);
  clock.show();
  syncDialogs();
  keepFocus(place);
  introduce();
  for (const each of message.announcements ?? []) say(each.text, each.isUrgent);
};

// Where focus goes on when what had it is gone.
const heirs = { mini: "#play-pause", player: "#mini-open", explain: "#cast", notice: "#cast" };

function keepFocus(region) {
  const focused = document.activeElement;
  if (!region || (focused && focused !== document.body)) return;
  const heir = (heirs[region] && document.querySelector(heirs[region]))
    ?? document.querySelector(`#${region} button`) ?? document.getElementById("cast");
  heir?.focus();
}

let wasLost = false;
link.onChange = (state) => {
  document.body.classList.toggle("offline", state !== "up");
  if (state === "up") {
    showLink("");
    if (wasLost) say(words.back, false);
    wasLost = false;
  } else if (state === "restarted") {
    showLink(words.restarted);
    say(words.restarted, true);
    setTimeout(() => location.reload(), 700);
  } else {
    showLink(words.lost);
    if (!wasLost) say(words.lost, true);
    wasLost = true;
  }
};

// The introduction is shown once in the life of a browser.

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

// What a person does.

document.addEventListener("submit", (event) => event.preventDefault());

document.addEventListener("click", (event) => {
  if (event.target.matches?.("dialog[data-modal]")) {
    // Beside the dialog.
    const box = event.target.getBoundingClientRect();
    const isInside = event.clientX >= box.left && event.clientX <= box.right
      && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!isInside && event.detail > 0) link.send(event.target.dataset.close);
    return;
  }
  const button = event.target.closest?.("button[data-intent]");
  if (!button) return;
  event.preventDefault();
  if (button.getAttribute("aria-disabled") === "true") {
    if (button.title) say(button.title, false);
    return;
  }
  const source = button.dataset.valueFrom && document.getElementById(button.dataset.valueFrom);
  link.send(button.dataset.intent, source ? source.value : undefined);
});

document.addEventListener("change", (event) => {
  const control = event.target;
  if (control.matches("select[data-intent]")) link.send(control.dataset.intent, Number(control.value));
  if (control.matches("input[type=radio][data-intent]")) link.send(control.dataset.intent, control.value);
});

// Pictures that cannot be had leave what stands in for them.
document.addEventListener("error", (event) => {
  if (event.target instanceof HTMLImageElement) event.target.classList.add("missing");
}, true);
for (const image of document.images) {
  if (image.complete && image.naturalWidth === 0) image.classList.add("missing");
}

watchSliders(link, clock);
watchKeys(link, clock);
watchQueue(link, patches);
syncDialogs();
link.open();
