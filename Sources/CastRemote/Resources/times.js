// SPDX-License-Identifier: Apache-2.0
// Extrapolates the playback position between two messages, and formats times.

const language = document.documentElement.lang || "en";
const two = new Intl.NumberFormat(language, { minimumIntegerDigits: 2, useGrouping: false });
const one = new Intl.NumberFormat(language, { useGrouping: false });
const percents = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
const units = ["hour", "minute", "second"].map(
  (unit) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }),
);

// The limit of the server, in seconds: longer times, such as those of a live stream that counts from 1970, are not
// shown.
const timeLimit = 3599999;
export const isShown = (seconds) => Math.abs(seconds) <= timeLimit;

const parts = (seconds) => {
  const whole = Math.floor(Math.abs(seconds));
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
};

/** Formats a time as `MM:SS`, or as `H:MM:SS` from one hour on. */
export function time(seconds) {
  const [hours, minutes, rest] = parts(seconds);
  const short = `${two.format(minutes)}:${two.format(rest)}`;
  return (seconds <= -1 ? "-" : "") + (hours > 0 ? `${one.format(hours)}:${short}` : short);
}

/** Formats a time for screen readers. */
export function spoken(seconds) {
  const values = parts(seconds);
  const named = values.map((value, index) => (value > 0 ? units[index].format(value) : "")).filter(Boolean);
  return named.length ? named.join(", ") : units[2].format(0);
}

export const percent = (share) => percents.format(share);

export class Clock {
  #head = null;
  #since = 0;

  constructor() {
    setInterval(() => this.#head?.speed && this.show(), 250);
  }

  set(head) {
    this.#head = head;
    this.#since = performance.now();
  }

  /** Continues from a position, until the server reports one. */
  jump(position) {
    if (!this.#head) return;
    this.#head = { ...this.#head, position, range: this.range };
    this.#since = performance.now();
  }

  get #elapsed() {
    return (performance.now() - this.#since) / 1000;
  }

  get range() {
    if (!this.#head?.range) return null;
    const moved = (this.#head.rangeSpeed ?? 0) * this.#elapsed;
    return this.#head.range.map((end) => end + moved);
  }

  get position() {
    if (!this.#head) return null;
    const position = this.#head.position + this.#head.speed * this.#elapsed;
    const range = this.range;
    return range ? Math.min(Math.max(position, range[0]), range[1]) : Math.max(position, 0);
  }

  /** Sets the screen reader text of the slider's value. */
  describe(slider) {
    const value = Number(slider.value);
    const end = Number(slider.max);
    const isLive = slider.dataset.live !== undefined;
    // Keep the server's text.
    if (!isShown(isLive ? end - value : end)) return;
    const template = slider.dataset.template ?? "{0}";
    const text = isLive && end - value < 5
      ? slider.dataset.live
      : template.replace("{0}", spoken(isLive ? end - value : value)).replace("{1}", spoken(end));
    slider.setAttribute("aria-valuetext", text);
  }

  show() {
    const position = this.position;
    if (position === null) return;
    const range = this.range;
    const slider = document.getElementById("seek");
    const isHeld = slider && "held" in slider.dataset;
    if (slider && range && !isHeld) {
      slider.min = range[0];
      slider.max = range[1];
      slider.value = position;
      slider.parentElement.querySelector("progress").value = share(position, range);
      // Do not change the text while focused, because screen readers would announce every change.
      if (document.activeElement !== slider) this.describe(slider);
    }
    const shown = isHeld ? Number(slider.value) : position;
    const clocks = isShown(shown) ? document.querySelectorAll("[data-clock]") : [];
    for (const element of clocks) {
      const text = time(shown);
      if (element.textContent !== text) element.textContent = text;
    }
    if (!range) return;
    for (const bar of document.querySelectorAll("[data-clock-share]")) bar.value = share(position, range);
  }
}

const share = (position, [start, end]) => (end > start ? Math.min(Math.max((position - start) / (end - start), 0), 1) : 0);
