// The subtitles of a film: text tracks that come from an address of their own, or lie within the media. The browser
// says which words are due; the page writes them, because only so they keep to the safe part of the screen, make room
// for what else is there, and have a window where a sender wants one.

const largestFile = 10e6;
// From asking to the last byte.
const patience = 20_000;
const largestScale = 4;

export class Captions {
  #video;
  #stage;
  #elements = new Map();
  #loads = new Map();
  #tracks = null;
  #shown = null;

  /** Called with words for a person when a track cannot be had. */
  onProblem = () => {};

  constructor(video, stage) {
    this.#video = video;
    this.#stage = stage;
    // Media that brings its own tracks may bring them late.
    video.textTracks.addEventListener("addtrack", () => this.#choose());
    video.textTracks.addEventListener("removetrack", () => this.#choose());
  }

  apply(tracks) {
    if (JSON.stringify(tracks) === JSON.stringify(this.#tracks)) return;
    this.#tracks = tracks;
    dress(this.#stage, tracks.style ?? {});
    // Whoever wants another track need not wait for this one.
    const wanted = this.#wanted.map(({ id }) => id);
    for (const id of [...this.#loads.keys()]) if (!wanted.includes(id)) this.#giveUp(id);
    for (const track of this.#wanted) {
      if (track.url && !this.#elements.has(track.id)) this.#load(track);
    }
    this.#choose();
  }

  clear() {
    this.#tracks = null;
    for (const id of [...this.#loads.keys()]) this.#giveUp(id);
    for (const element of this.#elements.values()) {
      if (element.src) URL.revokeObjectURL(element.src);
      element.remove();
    }
    this.#elements.clear();
    this.#choose();
  }

  get #wanted() {
    return (this.#tracks?.list ?? []).filter(({ id, type }) => type === "TEXT" && this.#tracks.active?.includes(id));
  }

  /** Fetched apart from the media: an element that asks for both in the same way would lose media without CORS. */
  async #load(track) {
    const element = document.createElement("track");
    element.kind = "subtitles";
    element.label = track.name;
    if (track.language) element.srclang = track.language;
    this.#elements.set(track.id, element);
    const load = new AbortController();
    this.#loads.set(track.id, load);
    const timer = setTimeout(() => load.abort(new Refusal("took too long")), patience);
    try {
      const text = await whole(track.url, load.signal);
      if (this.#elements.get(track.id) !== element) return;
      element.src = URL.createObjectURL(text);
      this.#video.append(element);
      this.#choose();
    } catch (error) {
      // A film without its subtitles is better than none; the next wish for them tries again.
      if (this.#elements.get(track.id) !== element) return;
      this.#elements.delete(track.id);
      const reason = load.signal.reason ?? error;
      this.onProblem(`The subtitles could not be loaded${reason instanceof Refusal ? `: they ${reason.message}` : ""}`);
    } finally {
      clearTimeout(timer);
      if (this.#loads.get(track.id) === load) this.#loads.delete(track.id);
    }
  }

  /** Ends a load that nobody wants any more, which is nothing to speak of. */
  #giveUp(id) {
    const load = this.#loads.get(id);
    this.#loads.delete(id);
    this.#elements.delete(id);
    load.abort();
  }

  /** One text track is shown; of several the first. */
  #choose() {
    const [wanted] = this.#wanted;
    const loaded = wanted && this.#elements.get(wanted.id)?.track;
    const chosen = loaded ?? (wanted && !wanted.url ? this.#inside(wanted) : null) ?? null;
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

  #inside({ id, language, name }) {
    const own = [...this.#elements.values()].map((element) => element.track);
    const tracks = [...this.#video.textTracks].filter((track) => !own.includes(track));
    const place = this.#tracks.list.filter(({ type, url }) => type === "TEXT" && !url).findIndex((track) => track.id === id);
    return tracks.find((track) => language && name && track.language === language && track.label === name)
      ?? tracks.find((track) => language && track.language === language)
      ?? tracks.find((track) => name && track.label === name) ?? tracks[place] ?? tracks[0];
  }

  #write() {
    const [top, bottom] = [block("top"), block("bottom")];
    const placed = [];
    for (const cue of this.#shown?.activeCues ?? []) {
      const element = written(cue);
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

/** Why a track is not to be had, in words that go on after "they". */
class Refusal extends Error {}

/** What is at an address, taken in piece by piece, so that a server without an end is left in time. */
async function whole(url, signal) {
  const response = await fetch(url, { credentials: "omit", signal });
  if (!response.ok) throw new Refusal(response.status === 404 ? "are not there" : `were refused (${response.status})`);
  const pieces = [];
  let size = Number(response.headers.get("Content-Length") ?? 0) > largestFile ? Infinity : 0;
  const reader = response.body.getReader();
  while (size <= largestFile) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces, { type: "text/vtt" });
    pieces.push(value);
    size += value.length;
  }
  reader.cancel().catch(() => {});
  throw new Refusal("are too large");
}

function block(side) {
  const element = document.createElement("div");
  element.className = `block ${side}`;
  return element;
}

function written(cue) {
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

/** To a side of the screen, where the words belong to somebody there. */
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
  OUTLINE: (color) => "-1 -1, 0 -1, 1 -1, -1 0, 1 0, -1 1, 0 1, 1 1".split(", ").map((place) => {
    const [x, y] = place.split(" ");
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

/** A style as senders write it. What makes no sense is left to the page's own style. */
function dress(stage, style) {
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
  set("--scale", scale > 0 ? String(Math.min(largestScale, Math.max(0.25, scale))) : null);
  const words = typeof style.fontStyle === "string" ? style.fontStyle : "";
  set("--weight", words ? (words.includes("BOLD") ? "bold" : "normal") : null);
  set("--slant", words.includes("ITALIC") ? "italic" : null);
}
