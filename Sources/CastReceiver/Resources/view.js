// SPDX-License-Identifier: Apache-2.0
// The contents of the screen, derived from the device's state and the media element.

import { advertisementWords, clock, elsewhere, errorWords, hints, leap, nameOf, subtitleOf } from "./words.js";

const overlayTime = 5000;
const pausedOverlayTime = 8000;
const leapTime = 2500;
const volumeTime = 2000;
const noteTime = 6000;
const waitDelay = 400;
const hintTime = 40000;
/** The interval of the background's steps, the time of one round, and how long it moves in the same scene, in ms. */
const driftInterval = 500;
const driftRound = 120_000;
const driftTime = 60_000;
/** How many seconds before its start the next item is announced, but for at most three quarters of the current one. */
const announcement = 30;
/** The distance in seconds from which a live stream counts as behind its edge. Players keep a few segments from it. */
const edgeDistance = 20;
const shownWindow = 45;
const artworkTimeout = 15000;
const maximumArtworkPixels = 40e6;

const motion = matchMedia("(prefers-reduced-motion: reduce)");

/** Artwork that is shown once it has loaded, is an image and is not too large; otherwise the next URL is tried. */
class Artwork {
  #cover;
  #urls = "";
  #attempt = 0;
  /** Called with the URL that is shown, and with null when it is removed. */
  onChange = () => {};

  constructor(cover) {
    this.#cover = cover;
  }

  show(urls) {
    if (JSON.stringify(urls) === this.#urls) return;
    this.#urls = JSON.stringify(urls);
    this.#attempt += 1;
    this.#cover.classList.remove("painted");
    this.#cover.querySelector("img").removeAttribute("src");
    this.onChange(null);
    this.#load(urls, this.#attempt);
  }

  async #load([url, ...others], attempt) {
    if (!url || attempt !== this.#attempt) return;
    const image = new Image();
    const isThere = await new Promise((resolve) => {
      setTimeout(() => resolve(false), artworkTimeout);
      image.onload = () => resolve(image.naturalWidth * image.naturalHeight <= maximumArtworkPixels);
      image.onerror = () => resolve(false);
      image.src = url;
    });
    if (attempt !== this.#attempt) return;
    if (!isThere) {
      image.src = "";
      this.#load(others, attempt);
      return;
    }
    this.#cover.querySelector("img").src = url;
    this.#cover.classList.add("painted");
    this.onChange(url);
  }
}

export class View {
  #message = null;
  #player;
  #timers = {};
  #hint = 0;
  /** The start and end of the seeks that are shown. */
  #shownSeek = null;
  #isWaiting = false;
  #driftScene = "";
  #driftEnd = 0;
  #driftSteps = 0;
  /** Whether the title must be shown again. */
  #isDue = false;
  #artwork = new Artwork(one("#card .cover"));
  #nextArtwork = new Artwork(one("#upnext .cover"));

  constructor(player) {
    this.#player = player;
    this.#artwork.onChange = (url) => {
      document.body.classList.toggle("illustrated", url !== null);
      one("#backdrop").style.backgroundImage = url === null ? "" : `url(${JSON.stringify(url)})`;
    };
    this.#tick();
    setInterval(() => this.#tick(), 1000);
    setInterval(() => { this.#hint += 1; this.#tick(); }, hintTime);
    setInterval(() => this.refresh(), 200);
    setInterval(() => this.#drift(), driftInterval);
  }

  setLink(isUp) {
    document.body.classList.toggle("unlinked", !isUp);
  }

  /** Shows why the app does not become ready; null hides the message. */
  showObstacle(words) {
    document.body.classList.toggle("obstructed", words !== null);
    if (words !== null) text("#obstacle", words);
  }

  /** Shows a message about a limitation of the page. */
  note(words) {
    text("#note", words);
    this.#for(noteTime, "noting");
  }

  /** `position` is that of the element before it followed the message. */
  render(message, position) {
    const before = this.#message;
    this.#message = message;
    const { scene, orders } = message;
    document.title = message.deviceName;
    document.body.dataset.form = message.form;
    text("#idle .device", message.deviceName);
    text("#app .mark", [...(scene.appName ?? "").trim()][0]?.toUpperCase() ?? "");
    text("#app h1", scene.appName ?? "");
    text("#app .status", message.isAppElsewhere ? elsewhere : scene.name === "launching" ? "Starting…" : "Ready to cast");
    if (scene.name === "error") this.#error(scene);

    const item = orders?.item;
    if (item) this.#name(item);
    const isNew = item?.generation !== before?.orders?.item.generation;
    const hasMoved = !isNew && orders?.seek.revision !== before?.orders?.seek.revision;
    if (isNew) this.#forget();
    if (hasMoved && orders?.seek.position !== null) this.#leap(position, this.#player.position);
    if (isNew || hasMoved) this.#isDue = true;
    if (hasMoved) this.#for(overlayTime, "overlaid");
    this.refresh();
    if (before && volumeOf(message) !== volumeOf(before)) this.#showVolume(message.deviceVolume);
  }

  /** Updates the parts that also depend on the element. */
  refresh() {
    if (!this.#message) return;
    const { body } = document;
    const scene = this.#scene();
    const kind = this.#kind();
    if (scene !== body.dataset.scene && (scene === "paused" || body.dataset.scene === "paused")) this.#isDue = true;
    body.dataset.scene = scene;
    body.dataset.kind = kind;
    body.classList.toggle("soundless", this.#player.soundBlocked && Boolean(this.#message.orders));
    this.#wait(scene);
    const isWaiting = this.#isWaiting && scene === "buffering";
    body.classList.toggle("stated", kind !== "image" && (scene === "paused" || isWaiting));
    if (this.#isDue && (scene === "playing" || scene === "paused")) {
      this.#isDue = false;
      this.#for(scene === "paused" ? pausedOverlayTime : overlayTime, "overlaid");
    }
    const status = one("#card .status");
    text("#card .status", scene === "loading" ? "Loading…" : scene === "paused" ? "Paused" : isWaiting ? "Buffering…" : "");
    status.classList.toggle("waiting", scene === "loading" || isWaiting);
    this.#progress();
  }

  /** Commands are shown immediately; the device's state follows when the element has executed them. */
  #scene() {
    const { scene, orders } = this.#message;
    if (!orders || !["playing", "paused", "buffering"].includes(scene.name)) return scene.name;
    if (this.#player.isStill || !orders.wantsPlaying) return "paused";
    const { phase } = this.#player;
    return phase === "playing" || phase === "ended" ? "playing" : phase === "paused" ? scene.name : "buffering";
  }

  /** The type of content in the middle of the screen: "video", "image" or "audio". */
  #kind() {
    const item = this.#message.orders?.item;
    if (!item) return "none";
    if (this.#message.form === "speaker") return "audio";
    if (item.kind === "image") return "image";
    if (this.#player.hasPicture) return "video";
    return item.kind === "video" ? "video" : "audio";
  }

  #name(item) {
    for (const section of ["#card", "#overlay"]) {
      text(`${section} h1`, item.title || nameOf(item.url));
      text(`${section} .subtitle`, subtitleOf(item));
    }
    text("#card .album", item.album ?? "");
    this.#artwork.show(item.images);
  }

  /** Removes what was shown for the previous item. */
  #forget() {
    this.#shownSeek = null;
    for (const name of ["overlaid", "leaping"]) this.#end(name);
  }

  #leap(from, to) {
    // Several quick seeks are shown as one.
    const isFurther = this.#shownSeek !== null && document.body.classList.contains("leaping");
    this.#shownSeek = { from: isFurther ? this.#shownSeek.from : from, to };
    this.#for(leapTime, "leaping");
  }

  #progress() {
    const { orders, duration: reportedDuration, upNext } = this.#message;
    const { body } = document;
    if (!orders) {
      for (const name of ["coming", "advertising", "alive", "behind", "endless"]) body.classList.remove(name);
      return;
    }
    const { item } = orders;
    const position = this.#player.position;
    const duration = this.#player.duration ?? (item.isLive ? null : reportedDuration);
    const isAlive = duration === null && (item.isLive || this.#player.isEndless);
    const window = isAlive ? this.#player.seekable : null;
    const hasWindow = window !== null && window.end - window.start > shownWindow;
    const lag = window ? window.end - position : 0;
    body.classList.toggle("alive", isAlive);
    body.classList.toggle("behind", lag > edgeDistance);
    body.classList.toggle("endless", duration === null && !hasWindow);
    const [start, length] = hasWindow ? [window.start, window.end - window.start] : [0, duration];
    const share = (time) => (length ? Math.min(1, Math.max(0, (time - start) / length)) * 100 : 0);
    for (const section of ["#overlay", "#card"]) {
      one(`${section} .bar b`).style.width = `${share(position)}%`;
      text(`${section} .at`, isAlive ? (lag > edgeDistance ? `−${clock(lag)}` : "") : clock(position, duration));
      text(`${section} .end`, duration ? clock(duration, duration) : "");
      this.#marks(one(`${section} .marks`), isAlive ? [] : item.breaks.map(share));
      const ghost = one(`${section} .bar s`);
      const range = [share(this.#shownSeek?.from ?? position), share(this.#shownSeek?.to ?? position)];
      ghost.style.left = `${Math.min(...range)}%`;
      ghost.style.right = `${100 - Math.max(...range)}%`;
    }
    text("#overlay .leap b", isAlive ? "" : clock(position, duration));
    text("#overlay .leap span", this.#shownSeek === null ? "" : leap(this.#shownSeek.to - this.#shownSeek.from));
    const advertisement = item.advertisements.find(({ start, end }) => start <= position && position < (end ?? Infinity));
    const isAdvertising = item.isAdvertisement || Boolean(advertisement);
    this.#advertise(isAdvertising ? advertisement ?? null : undefined, position, duration);
    this.#announce(isAdvertising ? null : upNext, position, duration);
  }

  #marks(container, shares) {
    const key = shares.map((share) => share.toFixed(2)).join();
    if (container.dataset.key === key) return;
    container.dataset.key = key;
    container.replaceChildren(...shares.map((share) => {
      const mark = document.createElement("i");
      mark.style.left = `${share}%`;
      return mark;
    }));
  }

  #advertise(advertisement, position, duration) {
    const isThere = advertisement !== undefined;
    document.body.classList.toggle("advertising", isThere);
    const plain = { start: 0, end: duration, index: 0, count: 1, whenSkippable: null };
    const [words, skip] = isThere ? advertisementWords(advertisement ?? plain, position, duration) : ["", ""];
    text("#advertisement b", words);
    text("#advertisement .skip", skip);
  }

  #announce(upNext, position, duration) {
    const end = upNext?.position ?? duration;
    const rest = upNext && end ? (end - position) / this.#message.orders.rate : Infinity;
    const isComing = rest >= 0 && rest <= Math.min(announcement, 0.75 * end);
    document.body.classList.toggle("coming", isComing && ["playing", "paused", "buffering"].includes(document.body.dataset.scene));
    if (!isComing) return;
    text("#upnext .when", document.body.dataset.scene === "playing" ? `Up next in ${Math.max(1, Math.ceil(rest))} s` : "Up next");
    text("#upnext h2", upNext.title || "Untitled");
    text("#upnext .subtitle", upNext.subtitle ?? "");
    this.#nextArtwork.show(upNext.image ? [upNext.image] : []);
  }

  #showVolume({ level, muted }) {
    const percent = Math.round(level * 100);
    text("#volume span", muted ? "Muted" : `Volume ${percent}`);
    one("#volume .bar b").style.width = `${muted ? 0 : percent}%`;
    this.#for(volumeTime, "turning");
  }

  /** The ring appears with a delay, so that it does not flicker. */
  #wait(scene) {
    if (scene !== "buffering") {
      clearTimeout(this.#timers.wait);
      this.#timers.wait = null;
      this.#isWaiting = false;
    } else if (!this.#timers.wait) {
      this.#timers.wait = setTimeout(() => { this.#isWaiting = true; this.refresh(); }, waitDelay);
    }
  }

  #error(scene) {
    const [title, reason, advice] = errorWords(scene);
    text("#error h1", title);
    text("#error .reason", reason);
    text("#error .advice", advice);
    text("#error .detail", `${scene.message} · ${scene.code}`);
  }

  /** Moves the background for a while after a change of the scene. An unattended screen stands still. */
  #drift() {
    const { scene, kind } = document.body.dataset;
    const shown = `${scene} ${kind}`;
    if (shown !== this.#driftScene) {
      this.#driftScene = shown;
      this.#driftEnd = performance.now() + driftTime;
    }
    const isCovered = kind === "video" || kind === "image" || document.body.classList.contains("framed");
    if (isCovered || performance.now() > this.#driftEnd || motion.matches) return;
    this.#driftSteps += 1;
    one("#sky").style.setProperty("--drift", String((this.#driftSteps * driftInterval / driftRound) % 1));
  }

  #tick() {
    const now = new Date();
    text("#idle .clock", now.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }));
    text("#idle .date", now.toLocaleDateString([], { weekday: "long", month: "long", day: "numeric" }));
    text("#idle .hint", hints[this.#hint % hints.length]);
    // Moves the text a little with every hint to avoid burn-in.
    one("#idle").style.setProperty("--step", String(this.#hint % 4));
  }

  /** Adds a class to the body for a while. */
  #for(time, name) {
    document.body.classList.add(name);
    clearTimeout(this.#timers[name]);
    this.#timers[name] = setTimeout(() => document.body.classList.remove(name), time);
  }

  #end(name) {
    clearTimeout(this.#timers[name]);
    document.body.classList.remove(name);
  }
}

function one(selector) {
  return document.querySelector(selector);
}

function text(selector, value) {
  const node = one(selector);
  if (node.textContent !== value) node.textContent = value;
}

function volumeOf({ deviceVolume }) {
  return `${deviceVolume.level} ${deviceVolume.muted}`;
}
