// SPDX-License-Identifier: Apache-2.0
// Updates a region of the page to match the server's HTML. Elements that stay keep their focus and drag state.

export class Patches {
  #held = new Set();
  #pending = new Map();

  /** Defers updates of a region until it is released. */
  hold(id) {
    this.#held.add(id);
  }

  release(id) {
    this.#held.delete(id);
    const html = this.#pending.get(id);
    this.#pending.delete(id);
    if (html !== undefined) this.apply(id, html);
  }

  apply(id, html) {
    if (this.#held.has(id)) {
      this.#pending.set(id, html);
      return;
    }
    const region = document.getElementById(id);
    if (!region) return;
    const template = document.createElement("template");
    template.innerHTML = html;
    const focused = region.contains(document.activeElement) ? document.activeElement : null;
    morphChildren(region, template.content);
    // Moving an element removes its focus.
    if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }
}

const key = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || null : null);
const isLike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName;

function morphChildren(old, fresh) {
  const keyed = new Map();
  for (const child of old.childNodes) if (key(child)) keyed.set(key(child), child);
  let cursor = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const name = key(child);
    let match = null;
    if (name) {
      match = keyed.get(name);
      if (match && !isLike(match, child)) match = null;
    } else {
      match = cursor;
      while (match && (key(match) || !isLike(match, child))) match = match.nextSibling;
    }
    if (!match) {
      old.insertBefore(document.importNode(child, true), cursor);
      continue;
    }
    if (match === cursor) cursor = cursor.nextSibling;
    else old.insertBefore(match, cursor);
    morph(match, child);
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  // With scripts enabled, the content of noscript elements is text.
  if (old.nodeName === "NOSCRIPT") return;
  const isHeld = "held" in old.dataset;
  const { lastAccepted } = old.dataset;
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !isSetByClient(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (isSetByClient(old, name) || (isHeld && ["value", "aria-valuetext"].includes(name))) continue;
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.nodeName === "INPUT") {
    // Clear an address that has been cast. An address that failed stays, so that the user can correct it.
    const accepted = fresh.dataset.lastAccepted;
    const isNew = accepted && accepted !== lastAccepted;
    if (isNew && old.value === accepted.slice(accepted.indexOf(" ") + 1)) old.value = "";
    if (old.type === "radio") old.checked = fresh.hasAttribute("checked");
    // A slider that is being dragged applies the value when it is released.
    if (old.type === "range" && isHeld) old.dataset.serverValue = fresh.getAttribute("value");
    else if (old.type === "range") old.value = fresh.getAttribute("value");
    return;
  }
  // The bar below a slider moves with the slider.
  if (old.nodeName === "PROGRESS" && old.parentElement?.querySelector("[data-held]")) return;
  morphChildren(old, fresh);
  if (old.nodeName === "SELECT") {
    const chosen = [...old.options].findIndex((option) => option.hasAttribute("selected"));
    if (chosen >= 0) old.selectedIndex = chosen;
  }
}

/** Attributes that the script or the user sets, not the server. */
function isSetByClient(element, name) {
  if (name === "open") return element.nodeName === "DIALOG" || element.nodeName === "DETAILS";
  if (name === "data-held") return true;
  return name === "class" && element.nodeName === "IMG";
}
