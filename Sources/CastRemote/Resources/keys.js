// SPDX-License-Identifier: Apache-2.0
// Keyboard shortcuts: for the player while it contains the focus, and arrow keys in lists.

const intents = {
  " ": ["tap:playPause"], k: ["tap:playPause"], j: ["tap:rewind:30"], l: ["tap:forward:30"],
  ArrowLeft: ["tap:rewind:10"], ArrowRight: ["tap:forward:10"],
  ArrowUp: ["nudgeVolume:1"], ArrowDown: ["nudgeVolume:-1"], m: ["toggleMute"], c: ["openTracks"],
};

export function watchKeys(link, clock) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    const list = target.closest?.("[data-arrows]");
    if (list && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const rows = [...list.querySelectorAll("button")];
      const step = event.key === "ArrowDown" ? 1 : -1;
      rows[Math.min(Math.max(rows.indexOf(target) + step, 0), rows.length - 1)]?.focus();
      event.preventDefault();
      return;
    }
    if (!target.closest?.("[data-player]") || target.closest("dialog")) return;
    // These controls handle keys themselves.
    if (target.matches("input, select, textarea, summary")) return;
    if (event.key === "Enter" || (event.key === " " && target.matches("button"))) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "Escape") link.send("collapse");
    else if (key === "Home" && clock.range) link.send("seek", clock.range[0]);
    else if (key === "End" && clock.range) link.send("seek", clock.range[1]);
    else if (key in intents) link.send(...intents[key]);
    else return;
    event.preventDefault();
  });
}
