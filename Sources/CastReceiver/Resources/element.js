// The media element: made to agree with the orders, and pictured in reports.

const endMargin = 0.25;
const stallTime = 1000;
const stallAdvance = 0.1;
const spectatorDrift = 0.75;

/** The subtitles of a film: text tracks that come from an address of their own, or lie within the media. */
class Subtitles {
  #video;
  #sheet = new CSSStyleSheet();
  #elements = new Map();

  constructor(video) {
    this.#video = video;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
    // Media that brings its own tracks may bring them late.
    video.textTracks.addEventListener("addtrack", () => this.#show());
  }

  #tracks = null;

  apply(tracks) {
    if (JSON.stringify(tracks) === JSON.stringify(this.#tracks)) return;
    this.#tracks = tracks;
    this.#sheet.replaceSync(ruleOf(tracks.style ?? {}));
    for (const track of this.#wanted) {
      if (track.url && !this.#elements.has(track.id)) this.#load(track);
    }
    this.#show();
  }

  clear() {
    this.#tracks = null;
    for (const element of this.#elements.values()) {
      URL.revokeObjectURL(element.src);
      element.remove();
    }
    this.#elements.clear();
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
    try {
      const response = await fetch(track.url, { credentials: "omit" });
      if (!response.ok) return;
      const text = await response.blob();
      if (this.#elements.get(track.id) !== element) return;
      element.src = URL.createObjectURL(new Blob([text], { type: "text/vtt" }));
      this.#video.append(element);
      this.#show();
    } catch {
      // A film without its subtitles is better than none.
    }
  }

  /** One text track is shown; of several the first. */
  #show() {
    const [wanted] = this.#wanted;
    const loaded = wanted && this.#elements.get(wanted.id)?.track;
    const inside = wanted && !wanted.url ? this.#inside(wanted) : null;
    for (const track of this.#video.textTracks) {
      const isShown = track === loaded || track === inside;
      if (track.mode !== (isShown ? "showing" : "disabled")) track.mode = isShown ? "showing" : "disabled";
    }
  }

  #inside({ language, name }) {
    const own = [...this.#elements.values()].map((element) => element.track);
    const tracks = [...this.#video.textTracks].filter((track) => !own.includes(track));
    return tracks.find((track) => language && track.language === language)
      ?? tracks.find((track) => name && track.label === name) ?? tracks[0];
  }
}

const edges = {
  OUTLINE: (color) => `-1px -1px 2px ${color}, 1px -1px 2px ${color}, -1px 1px 2px ${color}, 1px 1px 2px ${color}`,
  DROP_SHADOW: (color) => `2px 2px 4px ${color}`,
  RAISED: (color) => `1px 1px 0 ${color}, 2px 2px 0 ${color}`,
  DEPRESSED: (color) => `-1px -1px 0 ${color}, -2px -2px 0 ${color}`,
};
const families = {
  SANS_SERIF: "sans-serif", MONOSPACED_SANS_SERIF: "monospace", SERIF: "serif", MONOSPACED_SERIF: "monospace",
  CASUAL: "cursive", CURSIVE: "cursive", SMALL_CAPITALS: "sans-serif",
};

/** A style as senders write it, as a rule for the cues. What makes no sense is left to the page's own style. */
function ruleOf(style) {
  const color = (text) => (typeof text === "string" && /^#([0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text) ? text : null);
  const lines = [];
  const add = (name, value) => { if (value) lines.push(`${name}: ${value};`); };
  add("color", color(style.foregroundColor));
  add("background-color", color(style.backgroundColor));
  if (edges[style.edgeType]) add("text-shadow", edges[style.edgeType](color(style.edgeColor) ?? "#000"));
  add("font-family", families[style.fontGenericFamily]);
  if (style.fontGenericFamily === "SMALL_CAPITALS") add("font-variant", "small-caps");
  if (style.fontScale > 0 && style.fontScale <= 5) add("font-size", `${4.5 * style.fontScale}vh`);
  if (typeof style.fontStyle === "string") {
    if (style.fontStyle.includes("BOLD")) add("font-weight", "bold");
    if (style.fontStyle.includes("ITALIC")) add("font-style", "italic");
  }
  return `#video::cue { ${lines.join(" ")} }`;
}

export class Player {
  #video;
  #image;
  #subtitles;
  #orders = null;
  #isPlayer = false;
  #deviceVolume = { level: 1, muted: false };
  #revision = 0;
  #generation = null;
  #seekRevision = null;
  #isStill = false;
  #stillFailed = false;
  #isStarting = false;
  #soundBlocked = false;
  #mark = { position: 0, at: 0 };

  /** Called when the picture may have changed. */
  onChange = () => {};

  constructor(video, image) {
    this.#video = video;
    this.#image = image;
    this.#subtitles = new Subtitles(video);
    const events = [
      "loadedmetadata", "durationchange", "resize", "playing", "pause", "waiting", "stalled", "canplay",
      "seeking", "seeked", "ended", "error", "timeupdate",
    ];
    for (const name of events) video.addEventListener(name, () => this.onChange());
    image.addEventListener("load", () => this.onChange());
    image.addEventListener("error", () => {
      if (!this.#isStill) return;
      this.#stillFailed = true;
      this.onChange();
    });
    // An element that stands still without an event is noticed by looking.
    setInterval(() => { if (this.#orders && !video.paused) this.onChange(); }, 250);
  }

  get soundBlocked() { return this.#soundBlocked; }
  get isStill() { return this.#isStill; }
  get hasPicture() { return this.#isStill || this.#video.videoWidth > 0; }
  get position() { return this.#video.currentTime || 0; }
  get duration() { return Number.isFinite(this.#video.duration) ? this.#video.duration : null; }

  /** Makes the element agree with a state message. */
  apply(message) {
    this.#orders = message.orders;
    this.#isPlayer = message.isPlayer;
    this.#deviceVolume = message.deviceVolume;
    if (this.#orders) {
      if (this.#orders.item.generation !== this.#generation) this.#load(this.#orders);
      else if (!this.#isStill) this.#seek(message);
      this.#setVolume();
      if (!this.#isStill) {
        this.#subtitles.apply(this.#orders.tracks);
        this.#chooseSound(this.#orders.tracks);
        this.#setRateAndPhase();
      }
    } else if (this.#generation !== null) {
      this.#unload();
    }
    this.#revision = message.revision;
    this.onChange();
  }

  /** Stops for as long as the device is silent: nobody could stop it otherwise. */
  hold() {
    this.#video.pause();
  }

  /** Somebody has touched the page: sound may play now. */
  allowSound() {
    if (!this.#soundBlocked) return;
    this.#soundBlocked = false;
    this.#setVolume();
    this.onChange();
  }

  /** What the element does at this moment. */
  picture() {
    const video = this.#video;
    const phase = this.#phase();
    const seekable = video.seekable.length
      ? { start: video.seekable.start(0), end: video.seekable.end(video.seekable.length - 1) }
      : null;
    const width = this.#isStill ? this.#image.naturalWidth : video.videoWidth;
    const height = this.#isStill ? this.#image.naturalHeight : video.videoHeight;
    return {
      generation: this.#generation,
      revision: this.#revision,
      phase,
      seeking: !this.#isStill && video.seeking,
      position: Math.max(0, this.position),
      duration: this.#isStill ? null : this.duration,
      width: width || null,
      height: height || null,
      seekable: seekable && Number.isFinite(seekable.end) && seekable.start >= 0 ? seekable : null,
      soundBlocked: this.#soundBlocked,
      error: phase === "failed" ? this.#error() : null,
    };
  }

  #load({ item, seek }) {
    this.#unload();
    this.#generation = item.generation;
    this.#seekRevision = seek.revision;
    this.#isStill = item.kind === "image";
    this.#stillFailed = false;
    if (this.#isStill) {
      this.#image.src = item.url;
      return;
    }
    this.#video.src = item.url;
    if (seek.position !== null) this.#video.currentTime = seek.position;
  }

  #unload() {
    this.#generation = null;
    this.#isStill = false;
    this.#isStarting = false;
    this.#subtitles.clear();
    this.#image.removeAttribute("src");
    this.#video.pause();
    if (this.#video.hasAttribute("src")) {
      this.#video.removeAttribute("src");
      this.#video.load();
    }
  }

  #seek({ orders, position, isPlayer, scene }) {
    if (orders.seek.revision !== this.#seekRevision) {
      this.#seekRevision = orders.seek.revision;
      if (orders.seek.position !== null) this.#moveTo(orders.seek.position);
    } else if (!isPlayer && scene.name === "playing" && Math.abs(position - this.position) > spectatorDrift) {
      this.#moveTo(position);
    }
  }

  #moveTo(position) {
    const end = this.duration ?? Infinity;
    this.#video.currentTime = Math.min(position, end);
    this.#mark = { position, at: performance.now() };
  }

  #setVolume() {
    const { volume } = this.#orders ?? { volume: { level: 1, muted: false } };
    this.#video.volume = clamp(volume.level * this.#deviceVolume.level);
    this.#video.muted = volume.muted || this.#deviceVolume.muted || !this.#isPlayer || this.#soundBlocked;
  }

  /** Where the browser can tell sound tracks apart, the one of the wanted language. */
  #chooseSound({ list, active }) {
    const wanted = list.find(({ id, type }) => type === "AUDIO" && active?.includes(id));
    const tracks = [...(this.#video.audioTracks ?? [])];
    if (!wanted || !tracks.some(({ language }) => language === wanted.language)) return;
    for (const track of tracks) track.enabled = track.language === wanted.language;
  }

  #setRateAndPhase() {
    const video = this.#video;
    if (video.playbackRate !== this.#orders.rate) {
      video.defaultPlaybackRate = this.#orders.rate;
      video.playbackRate = this.#orders.rate;
    }
    if (!this.#orders.wantsPlaying) video.pause();
    else if (video.paused && !video.ended && !video.error) this.#start();
  }

  async #start() {
    if (this.#isStarting) return;
    const generation = this.#generation;
    this.#isStarting = true;
    try {
      await this.#video.play();
    } catch (error) {
      // A browser that was not touched yet may refuse sound; the picture is better than nothing.
      if (error.name === "NotAllowedError" && !this.#video.muted && generation === this.#generation) {
        this.#soundBlocked = true;
        this.#video.muted = true;
        await this.#video.play().catch(() => {});
      }
    }
    if (generation !== this.#generation) return;
    this.#isStarting = false;
    this.#mark = { position: this.position, at: performance.now() };
    this.onChange();
  }

  #phase() {
    const video = this.#video;
    if (this.#isStill) {
      if (this.#stillFailed) return "failed";
      return this.#image.complete && this.#image.naturalWidth ? "paused" : "loading";
    }
    if (video.error) return "failed";
    if (video.readyState < HTMLMediaElement.HAVE_METADATA) return "loading";
    if (video.ended) return "ended";
    if (this.#isStarting) return "buffering";
    if (video.paused) return "paused";
    const isNearEnd = this.duration !== null && this.duration - this.position < endMargin;
    if (video.seeking || (video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !isNearEnd)) return "buffering";
    return this.#stands() && !isNearEnd ? "buffering" : "playing";
  }

  /** True when the position has hardly moved for a while. */
  #stands() {
    const now = performance.now();
    if (Math.abs(this.position - this.#mark.position) >= stallAdvance) {
      this.#mark = { position: this.position, at: now };
      return false;
    }
    return now - this.#mark.at > stallTime;
  }

  #error() {
    if (this.#isStill) return { code: 4, message: "the picture could not be shown" };
    return { code: this.#video.error.code, message: this.#video.error.message ?? "" };
  }
}

function clamp(value) {
  return Math.min(1, Math.max(0, value));
}
