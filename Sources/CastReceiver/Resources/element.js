// The media element: made to agree with the orders, and pictured in reports.

import { Captions } from "./captions.js";
import { isTooLarge, obstacleAfter, obstacleBefore } from "./obstacle.js";

const endMargin = 0.25;
/** How far from the beginning of a window that moves a seek lands at least, in seconds. */
const windowMargin = 3;
const stallTime = 1000;
const stallAdvance = 0.1;
const spectatorDrift = 0.75;
/** Playing for so long, in seconds, a film has shown a picture if it can. */
const pictureTime = 3;
/** While the device plays by itself, for want of a page, a page that was away a moment has so long to be called again. */
const keepTime = 3000;
/** Scenes in which something is loaded. */
const loadedScenes = ["loading", "buffering", "playing", "paused"];

export class Player {
  #video;
  #image;
  #captions;
  #orders = null;
  #isPlayer = false;
  #deviceVolume = { level: 1, muted: false };
  #revision = 0;
  #generation = null;
  #seekRevision = null;
  #isStill = false;
  /** Why nothing can be played; told only when it is known, as far as it can be. */
  #failure = null;
  /** Ends the way of a picture. */
  #fetching = null;
  #isStarting = false;
  #hasNoted = false;
  #soundBlocked = false;
  #keeping = null;
  #mark = { position: 0, at: 0 };
  /** Where a film plays of which no picture has been decoded; null once one has. */
  #blackSince = null;

  /** Called when the picture may have changed. */
  onChange = () => {};
  /** Called with words for a person about what the browser cannot do. */
  onNote = () => {};

  constructor(video, image, stage) {
    this.#video = video;
    this.#image = image;
    this.#captions = new Captions(video, stage);
    this.#captions.onProblem = (words) => this.onNote(words);
    const events = [
      "loadedmetadata", "durationchange", "resize", "playing", "pause", "waiting", "stalled", "canplay",
      "seeking", "seeked", "ended", "timeupdate",
    ];
    for (const name of events) video.addEventListener(name, () => this.onChange());
    video.addEventListener("loadedmetadata", () => {
      if (this.#orders && !this.#isStill) this.#chooseSound(this.#orders.tracks);
    });
    video.addEventListener("error", () => {
      if (video.error && !this.#isStill) this.#fail(video.error.code, video.error.message);
    });
    image.addEventListener("load", () => {
      if (this.#isStill && isTooLarge(image)) this.#fail(4, "", "tooLarge");
      else this.onChange();
    });
    image.addEventListener("error", () => {
      if (this.#isStill) this.#fail(4, "the picture could not be shown", "damaged");
    });
    // An element that stands still without an event is noticed by looking.
    setInterval(() => {
      if (!this.#orders || video.paused) return;
      this.#expectPicture();
      this.onChange();
    }, 250);
  }

  get soundBlocked() { return this.#soundBlocked; }
  get isStill() { return this.#isStill; }
  get hasPicture() { return this.#isStill || this.#video.videoWidth > 0; }
  get isEndless() { return !this.#isStill && this.#video.duration === Infinity; }
  get phase() { return this.#phase(); }
  get position() { return this.#video.currentTime || 0; }
  get duration() { return Number.isFinite(this.#video.duration) ? this.#video.duration : null; }

  /** What can be sought, in seconds; null where nothing can. */
  get seekable() {
    const { seekable } = this.#video;
    if (!seekable.length) return null;
    const range = { start: seekable.start(0), end: seekable.end(seekable.length - 1) };
    return Number.isFinite(range.end) && range.start >= 0 ? range : null;
  }

  /** Makes the element agree with a state message. False when there is nothing to show of it yet. */
  apply(message) {
    if (this.#keeps(message)) {
      this.#keeping ??= setTimeout(() => this.#unload(), keepTime);
      this.onChange();
      return false;
    }
    const takesOver = message.isPlayer && (!this.#isPlayer || this.#keeping !== null);
    this.#endKeeping();
    this.#orders = message.orders;
    this.#isPlayer = message.isPlayer;
    this.#deviceVolume = message.deviceVolume;
    if (this.#orders) {
      if (this.#orders.item.generation !== this.#generation) this.#load(this.#orders);
      else if (!this.#isStill) this.#seek(message, takesOver);
      this.#setVolume();
      if (!this.#isStill) {
        this.#captions.apply(this.#orders.tracks, this.#orders.tracksRevision);
        this.#chooseSound(this.#orders.tracks);
        this.#setRateAndPhase();
      }
    } else if (this.#generation !== null) {
      this.#unload();
    }
    this.#revision = message.revision;
    this.onChange();
    return true;
  }

  /** Ends what is loaded: its number may be that of something else. */
  forget() {
    this.#orders = null;
    this.#revision = 0;
    if (this.#generation !== null) this.#unload();
  }

  /** Whether the device plays by the clock what is in the element: it will call this page as soon as it hears of it. */
  #keeps({ orders, isPlayer, scene }) {
    return !orders && !isPlayer && this.#orders !== null && this.#generation !== null && !this.#failure && loadedScenes.includes(scene.name);
  }

  #endKeeping() {
    clearTimeout(this.#keeping);
    this.#keeping = null;
  }

  /** Stops for as long as the device is silent: nobody could stop it otherwise. */
  hold() {
    this.#video.pause();
  }

  /** Somebody has touched the page: sound may play now. */
  allowSound() {
    // Not every touch and not every key counts for the browser; one that lets a page play with sound before would stop it.
    if (!this.#soundBlocked || navigator.userActivation?.hasBeenActive === false) return;
    this.#soundBlocked = false;
    this.#setVolume();
    if (this.#orders && !this.#isStill) this.#setRateAndPhase();
    this.onChange();
  }

  /** What the element does at this moment. */
  picture() {
    const video = this.#video;
    const phase = this.#phase();
    const width = this.#isStill ? this.#image.naturalWidth : video.videoWidth;
    const height = this.#isStill ? this.#image.naturalHeight : video.videoHeight;
    return {
      generation: this.#generation,
      revision: this.#revision,
      phase,
      seeking: !this.#isStill && video.seeking,
      position: Math.max(0, this.position),
      duration: this.#isStill ? null : this.duration,
      endless: this.isEndless,
      width: width || null,
      height: height || null,
      seekable: this.seekable,
      soundBlocked: this.#soundBlocked,
      error: phase === "failed" ? this.#failure : null,
    };
  }

  #load({ item, seek }) {
    this.#unload();
    this.#generation = item.generation;
    this.#seekRevision = seek.revision;
    this.#isStill = item.kind === "image";
    const obstacle = obstacleBefore(item, this.#video);
    if (obstacle) {
      this.#fail(4, "", obstacle);
      return;
    }
    if (this.#isStill) {
      this.#fetchPicture(item.picture);
      return;
    }
    this.#video.src = item.url;
    if (seek.position !== null) this.#video.currentTime = seek.position;
  }

  /** By way of the device, which looks where the address leads, and says why there is nothing. */
  async #fetchPicture(path) {
    const generation = this.#generation;
    const isCurrent = () => generation === this.#generation;
    if (path.startsWith("data:")) {
      this.#image.src = path;
      return;
    }
    this.#fetching = new AbortController();
    try {
      const response = await fetch(path, { signal: this.#fetching.signal, cache: "no-store" });
      if (response.ok) {
        const picture = await response.blob();
        if (isCurrent()) this.#image.src = URL.createObjectURL(picture);
      } else {
        const { obstacle } = await response.json().catch(() => ({}));
        if (isCurrent()) this.#fail(4, "", obstacle ?? "missing");
      }
    } catch {
      if (isCurrent()) this.#fail(4, "", "brokenOff");
    }
  }

  #unload() {
    this.#fetching?.abort();
    this.#fetching = null;
    if (this.#image.src.startsWith("blob:")) URL.revokeObjectURL(this.#image.src);
    this.#endKeeping();
    this.#generation = null;
    this.#isStill = false;
    this.#isStarting = false;
    this.#failure = null;
    this.#hasNoted = false;
    this.#captions.clear();
    this.#image.removeAttribute("src");
    this.#video.pause();
    if (this.#video.hasAttribute("src")) {
      this.#video.removeAttribute("src");
      this.#video.load();
    }
  }

  #seek({ orders, position, isPlayer, scene }, takesOver) {
    if (orders.seek.revision !== this.#seekRevision) {
      this.#seekRevision = orders.seek.revision;
      const target = orders.seek.position;
      // Who is as good as there need not interrupt what plays.
      const isThere = takesOver && Math.abs(target - this.position) <= spectatorDrift;
      if (target !== null && !isThere) this.#moveTo(target);
    } else if (!isPlayer && scene.name === "playing" && Math.abs(position - this.position) > spectatorDrift) {
      this.#moveTo(position);
    }
  }

  #moveTo(position) {
    const end = this.duration ?? Infinity;
    // What is at the very beginning of a window that moves may be gone before it plays.
    const window = this.duration === null ? this.seekable : null;
    const start = window?.start > 0 ? Math.min(window.start + windowMargin, window.end) : 0;
    this.#video.currentTime = Math.min(Math.max(position, start), end);
    this.#mark = { position, at: performance.now() };
  }

  #setVolume() {
    const { volume } = this.#orders ?? { volume: { level: 1, muted: false } };
    this.#video.volume = clamp(volume.level * this.#deviceVolume.level);
    this.#video.muted = volume.muted || this.#deviceVolume.muted || !this.#isPlayer || this.#soundBlocked;
  }

  /** The wanted sound track, where the browser can tell them apart. */
  #chooseSound({ list, active }) {
    const known = list.filter(({ type }) => type === "AUDIO");
    const wanted = known.find(({ id }) => active?.includes(id));
    if (!wanted || known.length < 2 || this.#video.readyState < HTMLMediaElement.HAVE_METADATA) return;
    const tracks = [...(this.#video.audioTracks ?? [])];
    const chosen = tracks.find(({ language, label }) => wanted.language && language === wanted.language && label === wanted.name)
      ?? tracks.find(({ language }) => wanted.language && isSameLanguage(language, wanted.language))
      ?? tracks.find(({ label }) => wanted.name && label === wanted.name)
      ?? (tracks.length === known.length ? tracks[known.indexOf(wanted)] : undefined);
    if (chosen) {
      for (const track of tracks) {
        if (track.enabled !== (track === chosen)) track.enabled = track === chosen;
      }
    } else if (!this.#hasNoted && wanted !== known[0]) {
      this.#hasNoted = true;
      this.onNote("This browser cannot change the sound track");
    }
  }

  #setRateAndPhase() {
    const video = this.#video;
    if (video.playbackRate !== this.#orders.rate) {
      video.defaultPlaybackRate = this.#orders.rate;
      video.playbackRate = this.#orders.rate;
    }
    if (!this.#orders.wantsPlaying) video.pause();
    else if (video.paused && !video.ended && !this.#failure) this.#start();
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
    if (this.#failure) {
      if (this.#failure.isKnown) return "failed";
      return this.#isStill || video.readyState < HTMLMediaElement.HAVE_METADATA ? "loading" : "buffering";
    }
    if (this.#isStill) {
      return this.#image.complete && this.#image.naturalWidth ? "paused" : "loading";
    }
    if (video.readyState < HTMLMediaElement.HAVE_METADATA) return "loading";
    if (video.ended) return "ended";
    if (this.#isStarting) return "buffering";
    if (video.paused) return "paused";
    const isNearEnd = this.duration !== null && this.duration - this.position < endMargin;
    if (video.seeking || (video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !isNearEnd)) return "buffering";
    return this.#stands() && !isNearEnd ? "buffering" : "playing";
  }

  /** A browser that fails to decode the pictures may go on with the sound, and says nothing. */
  #expectPicture() {
    const video = this.#video;
    const isExpected = video.videoWidth > 0 && document.visibilityState === "visible" && !video.seeking && !this.#failure;
    if (!isExpected || video.getVideoPlaybackQuality().totalVideoFrames > 0) this.#blackSince = null;
    else if (this.#blackSince === null || this.position < this.#blackSince) this.#blackSince = this.position;
    else if (this.position - this.#blackSince > pictureTime) {
      this.#fail(3, "no picture of the video was decoded", "codec");
      video.pause();
    }
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

  /** Finds out why, where that is not known, and says it then. */
  async #fail(code, message, obstacle = null) {
    const generation = this.#generation;
    this.#failure = { code, message, obstacle, isKnown: obstacle !== null };
    if (!obstacle) {
      const found = await obstacleAfter(this.#orders?.item.url ?? this.#video.src, code);
      if (generation !== this.#generation) return;
      this.#failure = { code, message, obstacle: found, isKnown: true };
    }
    this.onChange();
  }
}

/** `en` and `en-US` are the same for a person who chooses, and so are `eng` and `en`. */
function isSameLanguage(one, other) {
  const base = (tag) => tag.toLowerCase().split("-")[0];
  const canonical = (tag) => { try { return Intl.getCanonicalLocales(base(tag))[0]; } catch { return base(tag); } };
  return canonical(one) === canonical(other);
}

function clamp(value) {
  return Math.min(1, Math.max(0, value));
}
