// SPDX-License-Identifier: Apache-2.0
// The script of the page of a fleet. All content comes from the server.

import { Link } from "./link.js";
import { Patches } from "./patch.js";
import { announce, press, watchLink } from "./status.js";
import { watchSliders } from "./sliders.js";

/** The time without a key in milliseconds after which a search begins. */
const typingPause = 200;

const { page, secret } = document.body.dataset;
const link = new Link(page, secret);
const patches = new Patches();

link.onMessage = (message) => {
  const region = document.activeElement?.closest("[data-region]")?.id;
  for (const [id, html] of Object.entries(message.regions)) patches.apply(id, html);
  keepFocus(region);
  for (const each of message.announcements ?? []) announce(each.text, each.isUrgent);
};

/** Moves the focus if the focused element has been removed. */
function keepFocus(region) {
  if (!region || (document.activeElement && document.activeElement !== document.body)) return;
  (document.querySelector(`#${region} button`) ?? document.getElementById("search")).focus();
}

document.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("click", (event) => press(event, link));

const search = document.getElementById("search");
let typing = null;
search.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => link.send("search", search.value), typingPause);
});

watchLink(link);
watchSliders(link, null);
link.open();
