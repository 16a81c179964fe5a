// SPDX-License-Identifier: Apache-2.0
// The media element: follows the target state from the device, and describes its own state in reports.

import { Captions } from "./captions.js";
import { isTooLarge, obstacleAfter, obstacleBefore } from "./obstacle.js";
import { Stream, isHLS } from "./stream.js";

const endMargin = 0.25;
/** The minimum distance of a seek from the start of a moving window, in seconds. */
const windowMargin = 3;
const stallTime = 1000;
const stallAdvance = 0.1;
const spectatorDrift = 0.75;
/** The playback time in seconds after which a video must have shown a frame. */
const pictureTime = 3;
/** The time in milliseconds for which a page that was briefly disconnected keeps its media while the device plays by
    the clock. */
const keepTime = 3000;
/** The time in milliseconds after which a hidden page releases its media. */
const hiddenTime = 2000;
/** The scenes in which media is loaded. */
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
  /** Why the media cannot be played. Reported once the reason is known, as far as it can be determined. */
  #failure = null;
  /** Fills the element with HLS that the browser's own player does not play. */
  #stream = null;
  /** Aborts the request of a picture. */
  #fetching = null;
  #isStarting = false;
  #hasReportedLimitation = false;
  #soundBlocked = false;
  #keepTimer = null;
  /** The latest message with its time, from which the position of the device is extrapolated. */
  #message = null;
  #messageTime = 0;
  /** Whether the element is empty because the page is hidden and another one plays the sound. */
  #isReleased = false;
  #hiddenTimer = null;
  #progressMark = { position: 0, at: 0 };
  /** The position from which a video has played without a decoded frame; null once a frame was decoded. */
  #blackSince = null;

  /** Called when the state of the element may have changed. */
  onChange = () => {};
  /** Called with a message for the user about a limitation of the browser. */
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
      if (this.#isStill) this.#fail(4, "the picture could not be displayed", "damaged");
    });
    document.addEventListener("visibilitychange", () => this.#adaptToVisibility());
    // Detects an element that stops without an event.
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
  get position() { return this.#isReleased ? this.#devicePosition ?? 0 : this.#video.currentTime || 0; }
  get duration() { return Number.isFinite(this.#video.duration) ? this.#video.duration : null; }

  /** The seekable range in seconds; null if there is none. */
  get seekable() {
    const window = this.#stream?.window;
    if (window) return window;
    const { seekable } = this.#video;
    if (!seekable.length) return null;
    const range = { start: seekable.start(0), end: seekable.end(seekable.length - 1) };
    return Number.isFinite(range.end) && range.start >= 0 ? range : null;
  }

  /** Applies a state message to the element. Returns false if the message has nothing to show yet. */
  apply(message) {
    if (this.#shouldKeepMedia(message)) {
      this.#keepTimer ??= setTimeout(() => this.#unload(), keepTime);
      this.onChange();
      return false;
    }
    const takesOver = message.isPlayer && (!this.#isPlayer || this.#keepTimer !== null);
    this.#cancelKeepTimer();
    this.#orders = message.orders;
    this.#isPlayer = message.isPlayer;
    this.#deviceVolume = message.deviceVolume;
    this.#message = message;
    this.#messageTime = performance.now();
    if (this.#orders) {
      if (this.#orders.item.generation !== this.#generation) this.#load(this.#orders);
      else if (!this.#isStill && !this.#isReleased) this.#seek(message, takesOver);
      this.#adaptToVisibility();
      this.#setVolume();
      if (!this.#isStill && !this.#isReleased) {
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

  /** Unloads the element after a restart of the device, when generations are used again. */
  forget() {
    this.#orders = null;
    this.#revision = 0;
    if (this.#generation !== null) this.#unload();
  }

  /** Whether to keep the media although the device plays it by the clock. The device makes this page the player again
      after the page's first report. */
  #shouldKeepMedia({ orders, isPlayer, scene }) {
    return !orders && !isPlayer && this.#orders !== null && this.#generation !== null && !this.#failure && loadedScenes.includes(scene.name);
  }

  #cancelKeepTimer() {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = null;
  }

  /** Pauses while the device is silent, because senders could not stop the playback. */
  hold() {
    this.#video.pause();
  }

  /** The user has interacted with the page, so that sound may play. */
  allowSound() {
    // Browsers do not count every touch and key as an interaction. Unmuting without one would stop the playback.
    if (!this.#soundBlocked || navigator.userActivation?.hasBeenActive === false) return;
    this.#soundBlocked = false;
    this.#setVolume();
    if (this.#orders && !this.#isStill && !this.#isReleased) this.#setRateAndPhase();
    this.onChange();
  }

  /** The current state of the element, for a report. */
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
    if (this.#fetches) this.#open(seek.position);
    else this.#isReleased = true;
  }

  /** Requests the media. `position` is where playback starts, in seconds; null for the beginning or the live edge. */
  #open(position) {
    const { item } = this.#orders;
    this.#isReleased = false;
    this.#video.dataset.source = item.url;
    if (isHLS(item) && Stream.isPreferred(this.#video)) this.#loadStream(item, position);
    else this.#loadFile(item.url, position);
  }

  /** Whether this page may request the media. A browser opens at most six connections to a server, and a film that is
      longer than its buffer holds one: if hidden pages held them, the visible one could not load. */
  get #fetches() { return this.#isPlayer || !document.hidden; }

  /** Releases the media of a page that has been hidden for a moment, and requests it again when the page is shown. */
  #adaptToVisibility() {
    const mayAdapt = this.#orders && this.#generation !== null && !this.#isStill && !this.#failure;
    if (!mayAdapt || this.#fetches || this.#isReleased) {
      clearTimeout(this.#hiddenTimer);
      this.#hiddenTimer = null;
    } else {
      this.#hiddenTimer ??= setTimeout(() => this.#release(), hiddenTime);
    }
    if (mayAdapt && this.#fetches && this.#isReleased) this.#rejoin();
  }

  #release() {
    this.#hiddenTimer = null;
    this.#isReleased = true;
    this.#captions.clear();
    this.#empty();
    this.onChange();
  }

  /** Continues at the position of the device. */
  #rejoin() {
    const { seek, item, tracks, tracksRevision } = this.#orders;
    const hasMoved = seek.revision !== this.#seekRevision;
    this.#seekRevision = seek.revision;
    this.#open(hasMoved ? seek.position : item.isLive ? null : this.#devicePosition);
    this.#setVolume();
    this.#captions.apply(tracks, tracksRevision);
    this.#setRateAndPhase();
    this.onChange();
  }

  /** The position that the device has now, by its latest message; null if it is unknown. */
  get #devicePosition() {
    const { position, scene, orders } = this.#message;
    const known = position ?? orders?.seek.position ?? null;
    if (known === null || scene.name !== "playing") return known;
    return known + ((performance.now() - this.#messageTime) / 1000) * (orders?.rate ?? 1);
  }

  #loadFile(url, position) {
    this.#video.src = url;
    if (position !== null) this.#video.currentTime = position;
  }

  #loadStream({ url, segments }, position) {
    const stream = new Stream(this.#video, url, position, segments);
    const seekRevision = this.#seekRevision;
    this.#stream = stream;
    stream.onFailure = ({ code, message, obstacle }) => {
      if (stream !== this.#stream) return;
      this.#video.pause();
      this.#fail(code, message, obstacle);
    };
    stream.onUnreadable = () => {
      if (stream !== this.#stream) return;
      this.#closeStream();
      this.#loadFile(url, this.#seekRevision === seekRevision ? position : (this.#orders?.seek.position ?? position));
      this.#isStarting = false;
      if (this.#orders) this.#setRateAndPhase();
    };
  }

  #closeStream() {
    this.#stream?.close();
    this.#stream = null;
  }

  /** Requests the picture from the device, which checks its address and reports the reason of an error. */
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
    this.#cancelKeepTimer();
    this.#generation = null;
    this.#isStill = false;
    this.#isStarting = false;
    this.#failure = null;
    this.#hasReportedLimitation = false;
    this.#isReleased = false;
    clearTimeout(this.#hiddenTimer);
    this.#hiddenTimer = null;
    this.#captions.clear();
    this.#image.removeAttribute("src");
    this.#empty();
  }

  /** Removes the media from the element, which ends its requests. */
  #empty() {
    this.#closeStream();
    delete this.#video.dataset.source;
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
      // A page that takes over near the target position does not interrupt the playback.
      const isThere = takesOver && Math.abs(target - this.position) <= spectatorDrift;
      if (target !== null && !isThere) this.#moveTo(target);
    } else if (!isPlayer && scene.name === "playing" && Math.abs(position - this.position) > spectatorDrift) {
      this.#moveTo(position);
    }
  }

  #moveTo(position) {
    const end = this.duration ?? this.#stream?.window?.end ?? Infinity;
    // The start of a moving window may become unavailable before it plays.
    const window = this.duration === null ? this.seekable : null;
    const start = window?.start > 0 ? Math.min(window.start + windowMargin, window.end) : 0;
    this.#video.currentTime = Math.min(Math.max(position, start), end);
    this.#progressMark = { position, at: performance.now() };
  }

  #setVolume() {
    const { volume } = this.#orders ?? { volume: { level: 1, muted: false } };
    this.#video.volume = clamp(volume.level * this.#deviceVolume.level);
    this.#video.muted = volume.muted || this.#deviceVolume.muted || !this.#isPlayer || this.#soundBlocked;
  }

  /** Selects the active audio track, if the browser supports audio tracks. */
  #chooseSound({ list, active }) {
    const known = list.filter(({ type }) => type === "AUDIO");
    const selected = known.find(({ id }) => active?.includes(id));
    if (!selected || known.length < 2 || this.#video.readyState < HTMLMediaElement.HAVE_METADATA) return;
    const tracks = [...(this.#stream?.audioTracks ?? this.#video.audioTracks ?? [])];
    const chosen = tracks.find(({ language, label }) => selected.language && language === selected.language && label === selected.name)
      ?? tracks.find(({ language }) => selected.language && isSameLanguage(language, selected.language))
      ?? tracks.find(({ label }) => selected.name && label === selected.name)
      ?? (tracks.length === known.length ? tracks[known.indexOf(selected)] : undefined);
    if (chosen) {
      for (const track of tracks) {
        if (track.enabled !== (track === chosen)) track.enabled = track === chosen;
      }
    } else if (!this.#hasReportedLimitation && selected !== known[0]) {
      this.#hasReportedLimitation = true;
      this.onNote("This browser cannot change the audio track");
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
      // A browser without a user interaction may block sound; playing without sound is better than not playing.
      if (error.name === "NotAllowedError" && !this.#video.muted && generation === this.#generation) {
        this.#soundBlocked = true;
        this.#video.muted = true;
        await this.#video.play().catch(() => {});
      }
    }
    if (generation !== this.#generation) return;
    this.#isStarting = false;
    this.#progressMark = { position: this.position, at: performance.now() };
    this.onChange();
  }

  #phase() {
    const video = this.#video;
    if (this.#failure) {
      if (this.#failure.isKnown) return "failed";
      return this.#isStill || video.readyState < HTMLMediaElement.HAVE_METADATA ? "loading" : "buffering";
    }
    if (this.#isReleased) {
      const { name } = this.#message.scene;
      return name === "playing" || name === "paused" ? name : "buffering";
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
    return this.#isStalled() && !isNearEnd ? "buffering" : "playing";
  }

  /** Reports a failure if no video frame is decoded: the browser may continue with the sound, without an error. */
  #expectPicture() {
    const video = this.#video;
    const isExpected = video.videoWidth > 0 && document.visibilityState === "visible" && !video.seeking && !this.#failure;
    if (!isExpected || video.getVideoPlaybackQuality().totalVideoFrames > 0) this.#blackSince = null;
    else if (this.#blackSince === null || this.position < this.#blackSince) this.#blackSince = this.position;
    else if (this.position - this.#blackSince > pictureTime) {
      this.#fail(3, "no video frame was decoded", "codec");
      video.pause();
    }
  }

  /** Whether the position has hardly changed for a while. */
  #isStalled() {
    const now = performance.now();
    if (Math.abs(this.position - this.#progressMark.position) >= stallAdvance) {
      this.#progressMark = { position: this.position, at: now };
      return false;
    }
    return now - this.#progressMark.at > stallTime;
  }

  /** Determines the reason of a failure if it is unknown, then reports the failure. */
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

/** Compares languages without their regions: `en` and `en-US` are the same, and so are `eng` and `en`. */
function isSameLanguage(one, other) {
  const base = (tag) => tag.toLowerCase().split("-")[0];
  const canonical = (tag) => { try { return Intl.getCanonicalLocales(base(tag))[0]; } catch { return base(tag); } };
  return canonical(one) === canonical(other);
}

function clamp(value) {
  return Math.min(1, Math.max(0, value));
}
