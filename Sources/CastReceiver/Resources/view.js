// What is on the screen, as a function of the device's state and of the element.

const overlayTime = 5000;
const volumeTime = 2000;
const waitDelay = 400;
const hintTime = 40000;

const hints = [
  "Ready to cast",
  "Choose this device in an app with a Cast button",
  "Films, music and pictures from this network play here",
];

const reasons = {
  100: ["This could not be played", "The media is of a kind that this browser does not know."],
  101: ["Loading was given up", "The browser stopped loading the media."],
  102: ["This could not be decoded", "The media is damaged, or coded in a way that this browser does not know."],
  103: ["The connection broke", "The media could not be loaded to the end."],
  104: ["This cannot be played here", "The media cannot be reached, or is of a kind that is not known here."],
};
const advice = {
  102: "Try another version of it: MP4 with H.264 and AAC plays everywhere.",
  103: "Check that the computer or phone that sends it is still on and in this network, then try again.",
  104: "Check that the computer or phone that offers it is on and in this network. MP4 with H.264 and AAC plays everywhere.",
};
const anyAdvice = "Try again from the app that you cast from.";

export class View {
  #message = null;
  #player;
  #overlayUntil = 0;
  #overlayTimer = null;
  #volumeTimer = null;
  #waitTimer = null;
  #shown = {};
  #hint = 0;

  constructor(player) {
    this.#player = player;
    this.#tick();
    setInterval(() => this.#tick(), 1000);
    setInterval(() => { this.#hint += 1; this.#tick(); }, hintTime);
    setInterval(() => this.#progress(), 200);
  }

  setLink(isUp) {
    document.body.classList.toggle("unlinked", !isUp);
  }

  render(message) {
    const before = this.#message;
    this.#message = message;
    const { scene, orders } = message;
    const body = document.body;
    body.dataset.scene = scene.name;
    body.dataset.kind = this.#kind();
    body.classList.toggle("advertising", Boolean(orders?.item.isAdvertisement));
    document.title = message.deviceName;
    text("#idle .device", message.deviceName);

    const item = orders?.item;
    text("#app h1", scene.appName ?? "");
    text("#app .status", scene.name === "launching" ? "Starting…" : "Ready to cast");
    if (item) this.#name(item, scene.name === "loading");
    if (scene.name === "error") this.#error(scene);

    const isNew = item?.generation !== before?.orders?.item.generation;
    const hasMoved = orders?.seek.revision !== before?.orders?.seek.revision;
    const hasChanged = scene.name !== before?.scene.name;
    if (scene.name === "playing" && (hasChanged || hasMoved || isNew)) this.#showOverlay();
    if (before && volumeOf(message) !== volumeOf(before)) this.#showVolume(message.deviceVolume);
    this.#wait();
    this.#progress();
    this.refresh();
  }

  /** What depends on the element alone. */
  refresh() {
    document.body.dataset.kind = this.#kind();
    document.body.classList.toggle("soundless", this.#player.soundBlocked && Boolean(this.#message?.orders));
  }

  #name(item, isLoading) {
    for (const place of ["#card", "#overlay"]) {
      text(`${place} h1`, item.title ?? nameOf(item.url));
      text(`${place} .subtitle`, subtitleOf(item));
    }
    text("#card .status", isLoading ? "Loading…" : "");
    this.#artwork(item);
  }

  /** "video", "image" or "audio": what the middle of the screen belongs to. */
  #kind() {
    const item = this.#message?.orders?.item;
    if (!item) return "none";
    if (item.kind === "image") return "image";
    if (this.#player.hasPicture) return "video";
    return item.kind === "video" ? "video" : "audio";
  }

  #showOverlay() {
    this.#overlayUntil = performance.now() + overlayTime;
    document.body.classList.add("overlaid");
    clearTimeout(this.#overlayTimer);
    this.#overlayTimer = setTimeout(() => document.body.classList.remove("overlaid"), overlayTime);
  }

  #showVolume({ level, muted }) {
    const percent = Math.round(level * 100);
    text("#volume span", muted ? "Muted" : `Volume ${percent}`);
    one("#volume .bar b").style.width = `${muted ? 0 : percent}%`;
    document.body.classList.add("turning");
    clearTimeout(this.#volumeTimer);
    this.#volumeTimer = setTimeout(() => document.body.classList.remove("turning"), volumeTime);
  }

  /** The spinner comes late, so that a short wait does not flicker. */
  #wait() {
    const isWaiting = this.#message.scene.name === "buffering";
    if (!isWaiting) {
      clearTimeout(this.#waitTimer);
      this.#waitTimer = null;
      document.body.classList.remove("waiting");
    } else if (this.#waitTimer === null) {
      this.#waitTimer = setTimeout(() => document.body.classList.add("waiting"), waitDelay);
    }
  }

  #artwork(item) {
    const url = item.images[0] ?? "";
    if (this.#shown.artwork === url) return;
    this.#shown.artwork = url;
    const artwork = one("#card .artwork");
    const backdrop = one("#backdrop");
    document.body.classList.remove("illustrated");
    artwork.removeAttribute("src");
    backdrop.style.backgroundImage = "";
    if (!url) return;
    artwork.onload = () => {
      document.body.classList.add("illustrated");
      backdrop.style.backgroundImage = `url(${JSON.stringify(artwork.src)})`;
    };
    artwork.src = url;
  }

  #error({ code, message }) {
    const [title, reason] = reasons[code] ?? (code >= 300 && code < 400 ? reasons[104] : reasons[100]);
    text("#error h1", title);
    text("#error .reason", reason);
    text("#error .advice", advice[code] ?? (code >= 300 && code < 400 ? advice[104] : anyAdvice));
    text("#error .detail", `${message} · ${code}`);
  }

  #progress() {
    const message = this.#message;
    if (!message?.orders) return;
    const position = this.#player.position;
    const duration = message.duration ?? this.#player.duration;
    const share = duration ? Math.min(1, position / duration) : 0;
    document.body.classList.toggle("endless", !duration);
    for (const place of ["#overlay", "#card"]) {
      one(`${place} .bar b`).style.width = `${share * 100}%`;
      text(`${place} .times span:first-child`, clock(position, duration));
      text(`${place} .times span:last-child`, duration ? clock(duration, duration) : "Live");
    }
  }

  #tick() {
    const now = new Date();
    text("#idle .clock", now.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }));
    text("#idle .date", now.toLocaleDateString([], { weekday: "long", month: "long", day: "numeric" }));
    text("#idle .hint", hints[this.#hint % hints.length]);
    // A still picture burns in: the words wander a little, a step with every hint.
    one("#idle").style.setProperty("--step", String(this.#hint % 4));
  }
}

function one(selector) {
  return document.querySelector(selector);
}

function text(selector, value) {
  const node = one(selector);
  if (node.textContent !== value) node.textContent = value;
}

function subtitleOf(item) {
  return [item.artist, item.subtitle].filter(Boolean).join(" · ");
}

/** The last part of a URL's path, for media that came without a title. */
function nameOf(url) {
  try {
    return decodeURIComponent(new URL(url).pathname.split("/").pop() || "");
  } catch {
    return "";
  }
}

function volumeOf({ deviceVolume }) {
  return `${deviceVolume.level} ${deviceVolume.muted}`;
}

/** `1:02`, or `1:02:03` where the whole is an hour or longer. */
function clock(seconds, whole) {
  const total = Math.floor(seconds);
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  if ((whole ?? seconds) >= 3600) return `${hours}:${two(minutes)}:${two(total % 60)}`;
  return `${minutes}:${two(total % 60)}`;
}
