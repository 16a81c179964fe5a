// The media element: made to agree with the orders, and pictured in reports.

const endMargin = 0.25;
const stallTime = 1000;
const stallAdvance = 0.1;
const spectatorDrift = 0.75;

export class Player {
  #video;
  #image;
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
      if (!this.#isStill) this.#setRateAndPhase();
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
