// Makes a part of the page like what the server sent, and keeps what stays: its focus, and what a person holds.

export class Patches {
  #held = new Set();
  #waiting = new Map();

  /** Leaves a region as it is until it is released. */
  hold(id) {
    this.#held.add(id);
  }

  release(id) {
    this.#held.delete(id);
    const html = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (html !== undefined) this.apply(id, html);
  }

  apply(id, html) {
    if (this.#held.has(id)) {
      this.#waiting.set(id, html);
      return;
    }
    const region = document.getElementById(id);
    if (!region) return;
    const template = document.createElement("template");
    template.innerHTML = html;
    const focused = region.contains(document.activeElement) ? document.activeElement : null;
    morphChildren(region, template.content);
    // What moved has lost its focus on the way.
    if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }
}

const key = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || null : null);
const isLike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName;

function morphChildren(old, fresh) {
  const keyed = new Map();
  for (const child of old.childNodes) if (key(child)) keyed.set(key(child), child);
  let place = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const name = key(child);
    let match = null;
    if (name) {
      match = keyed.get(name);
      if (match && !isLike(match, child)) match = null;
    } else {
      match = place;
      while (match && (key(match) || !isLike(match, child))) match = match.nextSibling;
    }
    if (!match) {
      old.insertBefore(document.importNode(child, true), place);
      continue;
    }
    if (match === place) place = place.nextSibling;
    else old.insertBefore(match, place);
    morph(match, child);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  // Scripts are on: what is for pages without them is text here.
  if (old.nodeName === "NOSCRIPT") return;
  const isHeld = "held" in old.dataset;
  const { taken } = old.dataset;
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !isOurs(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (isOurs(old, name) || (isHeld && ["value", "aria-valuetext"].includes(name))) continue;
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.nodeName === "INPUT") {
    // What was cast has done its work; what was not stays, to be mended.
    const now = fresh.dataset.taken;
    if (now && now !== taken && old.value === now.slice(now.indexOf(" ") + 1)) old.value = "";
    if (old.type === "radio") old.checked = fresh.hasAttribute("checked");
    // What is held takes it up when it is let go.
    if (old.type === "range" && isHeld) old.dataset.said = fresh.getAttribute("value");
    else if (old.type === "range") old.value = fresh.getAttribute("value");
    return;
  }
  // The bar below a slider goes with it.
  if (old.nodeName === "PROGRESS" && old.parentElement?.querySelector("[data-held]")) return;
  morphChildren(old, fresh);
  if (old.nodeName === "SELECT") {
    const chosen = [...old.options].findIndex((option) => option.hasAttribute("selected"));
    if (chosen >= 0) old.selectedIndex = chosen;
  }
}

/** What the script or the person sets, and not the server. */
function isOurs(element, name) {
  if (name === "open") return element.nodeName === "DIALOG" || element.nodeName === "DETAILS";
  if (name === "data-held") return true;
  return name === "class" && element.nodeName === "IMG";
}
