// SPDX-License-Identifier: Apache-2.0
// What all pages do: report the state of the connection, announce texts, and send the intents of buttons.

const words = document.body.dataset;

// Remove the token from the address bar, where it is no longer needed.
const hideCode = () => (location.hash.length > 8 || location.search) && history.replaceState(null, "", "/");
hideCode();
window.addEventListener("hashchange", hideCode);

/** Makes screen readers read a text. */
export function announce(text, isUrgent) {
  const element = document.getElementById(isUrgent ? "assertive" : "polite");
  // Clear the text first, so that a repeated text is announced again.
  element.textContent = "";
  setTimeout(() => (element.textContent = text), 50);
}

function showLink(text) {
  const element = document.getElementById("link");
  element.textContent = text;
  element.hidden = !text;
}

/** Shows when the connection is lost, and reloads the page after the server was restarted. */
export function watchLink(link) {
  let wasLost = false;
  link.onChange = (state) => {
    document.body.classList.toggle("offline", state !== "up");
    if (state === "up") {
      showLink("");
      if (wasLost) announce(words.back, false);
      wasLost = false;
    } else if (state === "restarted") {
      showLink(words.restarted);
      announce(words.restarted, true);
      setTimeout(() => location.reload(), 700);
    } else {
      showLink(words.lost);
      if (!wasLost) announce(words.lost, true);
      wasLost = true;
    }
  };
}

/** Sends the intent of the button that was clicked, if there is one. */
export function press(event, link) {
  const button = event.target.closest?.("button[data-intent]");
  if (!button) return;
  event.preventDefault();
  if (button.getAttribute("aria-disabled") === "true") {
    if (button.title) announce(button.title, false);
    return;
  }
  const source = button.dataset.valueFrom && document.getElementById(button.dataset.valueFrom);
  link.send(button.dataset.intent, source ? source.value : undefined);
}
