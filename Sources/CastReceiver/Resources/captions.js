// SPDX-License-Identifier: Apache-2.0
// Subtitles: text tracks that have a URL of their own, or are part of the media. The browser determines the active
// cues, and the page renders them. This keeps them within the safe area of the screen and clear of other elements, and
// allows a window where a sender requests one.

const maximumFileSize = 10e6;
// The time limit for a download, in milliseconds.
const downloadTimeout = 15_000;
const maximumScale = 4;

export class Captions {
  #video;
  #stage;
  /** The tracks that are loaded or loading, by id: the element, and what aborts its download. */
  #loads = new Map();
  #tracks = null;
  #revision = null;
  #shown = null;

  /** Called with a message for the user if a track cannot be loaded. */
  onProblem = () => {};

  constructor(video, stage) {
    this.#video = video;
    this.#stage = stage;
    // Tracks that are part of the media may be added late.
    video.textTracks.addEventListener("addtrack", () => this.#choose());
    video.textTracks.addEventListener("removetrack", () => this.#choose());
  }

  /** `revision` distinguishes a selection from a repeated selection of the same tracks. */
  apply(tracks, revision) {
    if (revision === this.#revision && JSON.stringify(tracks) === JSON.stringify(this.#tracks)) return;
    this.#tracks = tracks;
    this.#revision = revision;
    applyStyle(this.#stage, tracks.style ?? {});
    // Downloads of tracks that are no longer selected are aborted.
    const selectedIDs = this.#selected.map(({ id }) => id);
    for (const [id, { element }] of [...this.#loads]) if (!element.src && !selectedIDs.includes(id)) this.#drop(id);
    for (const track of this.#selected) {
      if (track.url && !this.#loads.has(track.id)) this.#load(track);
    }
    this.#choose();
  }

  clear() {
    this.#tracks = null;
    for (const id of [...this.#loads.keys()]) this.#drop(id);
    this.#choose();
  }

  #drop(id) {
    const { element, aborter } = this.#loads.get(id);
    this.#loads.delete(id);
    aborter.abort();
    if (element.src) URL.revokeObjectURL(element.src);
    element.remove();
  }

  /** The selected text tracks. */
  get #selected() {
    return (this.#tracks?.list ?? []).filter(({ id, type }) => type === "TEXT" && this.#tracks.active?.includes(id));
  }

  /** Fetched separately from the media: a crossorigin attribute on the element would make media without CORS fail. */
  async #load(track) {
    const element = document.createElement("track");
    element.kind = "subtitles";
    element.label = track.name;
    if (track.language) element.srclang = track.language;
    const aborter = new AbortController();
    this.#loads.set(track.id, { element, aborter });
    element.addEventListener("error", () => this.#fail(track, element, new Refusal("not WebVTT")));
    const timer = setTimeout(() => aborter.abort(new Refusal("timed out")), downloadTimeout);
    try {
      const text = await subtitles(track.url, aborter.signal);
      if (this.#loads.get(track.id)?.element !== element) return;
      element.src = URL.createObjectURL(text);
      this.#video.append(element);
      this.#choose();
    } catch (error) {
      this.#fail(track, element, aborter.signal.reason ?? error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Playback continues without the subtitles. Selecting the track again retries it. */
  #fail(track, element, reason) {
    if (this.#loads.get(track.id)?.element !== element) return;
    this.#drop(track.id);
    this.#choose();
    this.onProblem(`The subtitles could not be loaded${reason instanceof Refusal ? `: ${reason.message}` : ""}`);
  }

  /** Shows one text track, the first of the selected ones. */
  #choose() {
    const [selected] = this.#selected;
    const loaded = selected && this.#loads.get(selected.id)?.element.track;
    const chosen = loaded ?? (selected && !selected.url ? this.#embeddedTrack(selected) : null) ?? null;
    for (const track of this.#video.textTracks) {
      const mode = track === chosen ? "hidden" : "disabled";
      if (track.mode !== mode) track.mode = mode;
    }
    if (chosen !== this.#shown) {
      if (this.#shown) this.#shown.oncuechange = null;
      this.#shown = chosen;
      if (chosen) chosen.oncuechange = () => this.#write();
    }
    this.#write();
  }

  /** Returns the track of the media itself that matches a track of the sender. */
  #embeddedTrack({ id, language, name }) {
    const own = [...this.#loads.values()].map(({ element }) => element.track);
    const tracks = [...this.#video.textTracks].filter((track) => !own.includes(track));
    const index = this.#tracks.list.filter(({ type, url }) => type === "TEXT" && !url).findIndex((track) => track.id === id);
    return tracks.find((track) => language && name && track.language === language && track.label === name)
      ?? tracks.find((track) => language && track.language === language)
      ?? tracks.find((track) => name && track.label === name) ?? tracks[index] ?? tracks[0];
  }

  #write() {
    const [top, bottom] = [block("top"), block("bottom")];
    const placed = [];
    for (const cue of this.#shown?.activeCues ?? []) {
      const element = cueElement(cue);
      const isNumber = typeof cue.line === "number";
      if (isNumber && cue.snapToLines === false) {
        place(element, cue);
        placed.push(element);
      } else {
        align(element, cue);
        (isNumber && cue.line >= 0 && cue.line < 8 ? top : bottom).append(element);
      }
    }
    this.#stage.replaceChildren(...[top, bottom].filter((group) => group.childElementCount > 0), ...placed);
  }
}

/** The reason why a track cannot be loaded, as it appears in the message for the user. */
class Refusal extends Error {}

/** Returns the file. If it is not a subtitle file or is too large, stops the download. */
async function subtitles(url, signal) {
  const response = await fetch(url, { credentials: "omit", signal });
  const reader = response.body.getReader();
  const parts = [];
  let size = Number(response.headers.get("Content-Length") ?? 0);
  try {
    if (!response.ok) throw new Refusal(response.status === 404 ? "not found" : `the server refused (${response.status})`);
    if (size > maximumFileSize) throw new Refusal("too large");
    size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > maximumFileSize) throw new Refusal("too large");
      parts.push(part.value);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
  const text = new Blob(parts, { type: "text/vtt" });
  // Reading the bytes as text removes a byte order mark.
  if (!/^WEBVTT(\s|$)/.test(await text.slice(0, 10).text())) throw new Refusal("not WebVTT");
  return text;
}

function block(side) {
  const element = document.createElement("div");
  element.className = `block ${side}`;
  return element;
}

function cueElement(cue) {
  const element = document.createElement("div");
  const text = document.createElement("span");
  element.className = "cue";
  text.className = "text";
  text.dir = "auto";
  if (typeof cue.getCueAsHTML === "function") text.append(cue.getCueAsHTML());
  else text.textContent = cue.text ?? "";
  element.append(text);
  return element;
}

/** Aligns a cue to the side of the screen at which it is positioned. */
function align(element, { align, position }) {
  const sides = { start: "start", left: "start", end: "end", right: "end" };
  const isPlaced = typeof position === "number";
  const side = isPlaced && position < 40 ? "start" : isPlaced && position > 60 ? "end" : sides[align];
  if (!side) return;
  element.style.alignSelf = `flex-${side}`;
  element.style.textAlign = side;
}

function place(element, { line, position, size, align: alignment }) {
  element.classList.add("placed");
  const width = Math.min(100, Math.max(10, size || 100));
  const middle = typeof position === "number" ? position : 50;
  element.style.width = `${width}%`;
  element.style.left = `${Math.min(100 - width, Math.max(0, middle - width / 2))}%`;
  const height = Math.min(100, Math.max(0, line));
  if (height < 50) element.style.top = `${height}%`;
  else element.style.bottom = `${100 - height}%`;
  if (alignment === "start" || alignment === "left") element.style.textAlign = "start";
  if (alignment === "end" || alignment === "right") element.style.textAlign = "end";
}

const edges = {
  OUTLINE: (color) => "-1 -1, 0 -1, 1 -1, -1 0, 1 0, -1 1, 0 1, 1 1".split(", ").map((offset) => {
    const [x, y] = offset.split(" ");
    return `${x * 0.055}em ${y * 0.055}em 0.02em ${color}`;
  }).join(", "),
  DROP_SHADOW: (color) => `0.07em 0.07em 0.12em ${color}, 0.04em 0.04em 0.06em ${color}`,
  RAISED: (color) => `0.03em 0.03em 0 ${color}, 0.06em 0.06em 0 ${color}, 0.09em 0.09em 0 ${color}`,
  DEPRESSED: (color) => `-0.03em -0.03em 0 ${color}, -0.06em -0.06em 0 ${color}, -0.09em -0.09em 0 ${color}`,
  NONE: () => "none",
};
const families = {
  SANS_SERIF: "sans-serif", MONOSPACED_SANS_SERIF: "'DejaVu Sans Mono', Menlo, Consolas, monospace", SERIF: "serif",
  MONOSPACED_SERIF: "'Courier New', Courier, monospace", CASUAL: "'Comic Sans MS', 'Comic Neue', casual, sans-serif",
  CURSIVE: "cursive", SMALL_CAPITALS: "sans-serif",
};

/** Applies a TextTrackStyle. Invalid properties leave the page's own style in effect. */
function applyStyle(stage, style) {
  const color = (text) => (typeof text === "string" && /^#([0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text) ? text : null);
  const set = (name, value) => (value ? stage.style.setProperty(name, value) : stage.style.removeProperty(name));
  set("--color", color(style.foregroundColor));
  set("--back", color(style.backgroundColor));
  const edge = Object.hasOwn(edges, style.edgeType) ? edges[style.edgeType] : null;
  set("--edge", edge?.(color(style.edgeColor) ?? "#000"));
  const hasWindow = style.windowType === "NORMAL" || style.windowType === "ROUNDED_CORNERS";
  set("--window", hasWindow ? color(style.windowColor) ?? "rgb(0 0 0 / 60%)" : null);
  set("--pane", hasWindow ? "0.2em 0.5em" : null);
  const radius = Number(style.windowRoundedCornerRadius);
  const isRound = style.windowType === "ROUNDED_CORNERS";
  set("--corner", isRound ? (radius >= 0 && radius <= 100 ? `${radius}px` : "0.4em") : null);
  const generic = Object.hasOwn(families, style.fontGenericFamily) ? families[style.fontGenericFamily] : null;
  const named = typeof style.fontFamily === "string" && /^[\p{L}\p{N} _-]{1,60}$/u.test(style.fontFamily) ? `"${style.fontFamily}", ` : "";
  set("--family", named || generic ? `${named}${generic ?? "sans-serif"}` : null);
  set("--caps", style.fontGenericFamily === "SMALL_CAPITALS" ? "small-caps" : null);
  const scale = Number(style.fontScale);
  set("--scale", scale > 0 ? String(Math.min(maximumScale, Math.max(0.25, scale))) : null);
  const fontStyle = typeof style.fontStyle === "string" ? style.fontStyle : "";
  set("--weight", fontStyle ? (fontStyle.includes("BOLD") ? "bold" : "normal") : null);
  set("--slant", fontStyle.includes("ITALIC") ? "italic" : null);
}
