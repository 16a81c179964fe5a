// What is on the screen, as a function of the device's state and of the element.

import { advertisementWords, clock, elsewhere, errorWords, hints, leap, nameOf, subtitleOf } from "./words.js";

const overlayTime = 5000;
const pausedOverlayTime = 8000;
const leapTime = 2500;
const volumeTime = 2000;
const noteTime = 6000;
const waitDelay = 400;
const hintTime = 40000;
/** How often the background moves, how long once around takes, and how long it moves in the same scene. */
const driftInterval = 500;
const driftRound = 120_000;
const driftTime = 60_000;
/** What follows is announced so many seconds before, but never through more than three quarters of what plays. */
const announcement = 30;
/** So far behind, a live stream is not at its edge any more: players keep a few segments away from it. */
const edgeDistance = 20;
const shownWindow = 45;
const artworkPatience = 15000;
const largestArtwork = 40e6;

const motion = matchMedia("(prefers-reduced-motion: reduce)");

/** A picture that is shown when it has come, is a picture, and is not too large; else the next one is tried. */
class Artwork {
  #cover;
  #urls = "";
  #attempt = 0;
  /** Called with the address of what is shown, and with null when that ends. */
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
      setTimeout(() => resolve(false), artworkPatience);
      image.onload = () => resolve(image.naturalWidth * image.naturalHeight <= largestArtwork);
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
  /** The whole way of the seeks that are shown. */
  #way = null;
  #isWaiting = false;
  #driftScene = "";
  #driftEnd = 0;
  #driftSteps = 0;
  /** What plays is to be named once more. */
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

  /** Why the app does not get ready; null when there is nothing to say. */
  showObstacle(words) {
    document.body.classList.toggle("obstructed", words !== null);
    if (words !== null) text("#obstacle", words);
  }

  /** A few words about what the page cannot do. */
  note(words) {
    text("#note", words);
    this.#for(noteTime, "noting");
  }

  /** `position` is where the element was before it followed the message. */
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

  /** What depends on the element, too. */
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
    text("#card .status", scene === "loading" ? "Loading…" : scene === "paused" ? "Paused" : isWaiting ? "Waiting for data…" : "");
    status.classList.toggle("waiting", scene === "loading" || isWaiting);
    this.#progress();
  }

  /** A command shows at once; the device's word follows when the element has obeyed. */
  #scene() {
    const { scene, orders } = this.#message;
    if (!orders || !["playing", "paused", "buffering"].includes(scene.name)) return scene.name;
    if (this.#player.isStill || !orders.wantsPlaying) return "paused";
    const { phase } = this.#player;
    return phase === "playing" || phase === "ended" ? "playing" : phase === "paused" ? scene.name : "buffering";
  }

  /** "video", "image" or "audio": what the middle of the screen belongs to. */
  #kind() {
    const item = this.#message.orders?.item;
    if (!item) return "none";
    if (this.#message.form === "speaker") return "audio";
    if (item.kind === "image") return "image";
    if (this.#player.hasPicture) return "video";
    return item.kind === "video" ? "video" : "audio";
  }

  #name(item) {
    for (const place of ["#card", "#overlay"]) {
      text(`${place} h1`, item.title || nameOf(item.url));
      text(`${place} .subtitle`, subtitleOf(item));
    }
    text("#card .album", item.album ?? "");
    this.#artwork.show(item.images);
  }

  /** Another item has nothing to do with what was shown of the one before. */
  #forget() {
    this.#way = null;
    for (const name of ["overlaid", "leaping"]) this.#end(name);
  }

  #leap(from, to) {
    // Of several quick ones the whole way counts.
    const isFurther = this.#way !== null && document.body.classList.contains("leaping");
    this.#way = { from: isFurther ? this.#way.from : from, to };
    this.#for(leapTime, "leaping");
  }

  #progress() {
    const { orders, duration: told, upNext } = this.#message;
    const { body } = document;
    if (!orders) {
      for (const name of ["coming", "advertising", "alive", "behind", "endless"]) body.classList.remove(name);
      return;
    }
    const { item } = orders;
    const position = this.#player.position;
    const duration = this.#player.duration ?? (item.isLive ? null : told);
    const isAlive = duration === null && (item.isLive || this.#player.isEndless);
    const window = isAlive ? this.#player.seekable : null;
    const hasWindow = window !== null && window.end - window.start > shownWindow;
    const lag = window ? window.end - position : 0;
    body.classList.toggle("alive", isAlive);
    body.classList.toggle("behind", lag > edgeDistance);
    body.classList.toggle("endless", duration === null && !hasWindow);
    const [start, length] = hasWindow ? [window.start, window.end - window.start] : [0, duration];
    const share = (time) => (length ? Math.min(1, Math.max(0, (time - start) / length)) * 100 : 0);
    for (const place of ["#overlay", "#card"]) {
      one(`${place} .bar b`).style.width = `${share(position)}%`;
      text(`${place} .at`, isAlive ? (lag > edgeDistance ? `−${clock(lag)}` : "") : clock(position, duration));
      text(`${place} .end`, duration ? clock(duration, duration) : "");
      this.#marks(one(`${place} .marks`), isAlive ? [] : item.breaks.map(share));
      const ghost = one(`${place} .bar s`);
      const way = [share(this.#way?.from ?? position), share(this.#way?.to ?? position)];
      ghost.style.left = `${Math.min(...way)}%`;
      ghost.style.right = `${100 - Math.max(...way)}%`;
    }
    text("#overlay .leap b", isAlive ? "" : clock(position, duration));
    text("#overlay .leap span", this.#way === null ? "" : leap(this.#way.to - this.#way.from));
    const advertisement = item.advertisements.find(({ start, end }) => start <= position && position < (end ?? Infinity));
    const isAdvertising = item.isAdvertisement || Boolean(advertisement);
    this.#advertise(isAdvertising ? advertisement ?? null : undefined, position, duration);
    this.#announce(isAdvertising ? null : upNext, position, duration);
  }

  #marks(place, shares) {
    const key = shares.map((share) => share.toFixed(2)).join();
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    place.replaceChildren(...shares.map((share) => {
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

  /** The ring comes late, so that a short wait does not flicker. */
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

  /** Moves the background while somebody may have just looked up: a screen that nobody uses stands still. */
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
    // A still picture burns in: the words wander a little, a step with every hint.
    one("#idle").style.setProperty("--step", String(this.#hint % 4));
  }

  /** A class of the body for a while. */
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
