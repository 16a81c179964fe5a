// SPDX-License-Identifier: Apache-2.0
// Sliders: updates from the server do not move a slider while the user drags it.

import { percent } from "./times.js";

const seekSteps = { ArrowLeft: -10, ArrowDown: -10, ArrowRight: 10, ArrowUp: 10, PageDown: -60, PageUp: 60 };

export function watchSliders(link, clock) {
  const isSlider = (node) => node instanceof HTMLInputElement && node.dataset.slider !== undefined;
  /** Sliders with a request in flight, with the value to send after it, or null. */
  const sending = new Map();
  const releaseTimers = new Map();

  function show(slider) {
    const [start, end] = [Number(slider.min), Number(slider.max)];
    const bar = slider.parentElement.querySelector("progress");
    bar.value = end > start ? (slider.value - start) / (end - start) : 0;
    if (slider.dataset.slider === "time") {
      clock.describe(slider);
      clock.show();
    } else {
      const text = percent(Number(slider.value));
      slider.setAttribute("aria-valuetext", text);
      const output = slider.closest(".volume")?.querySelector("output");
      if (output) output.textContent = text;
    }
  }

  function hold(slider) {
    slider.dataset.held = "";
    clearTimeout(releaseTimers.get(slider));
  }

  function release(slider, delay) {
    clearTimeout(releaseTimers.get(slider));
    releaseTimers.set(slider, setTimeout(() => resumeUpdates(slider), delay));
  }

  /** Applies the last value from the server, which may come from another client and is not sent again. */
  function resumeUpdates(slider) {
    delete slider.dataset.held;
    const { serverValue } = slider.dataset;
    if (serverValue === undefined) return;
    delete slider.dataset.serverValue;
    slider.setAttribute("value", serverValue);
    slider.value = serverValue;
    show(slider);
  }

  /** Sends a value. Each slider has one request in flight; of values set meanwhile, only the last one is sent. */
  async function send(slider, value = Number(slider.value)) {
    if (sending.has(slider)) {
      sending.set(slider, value);
      return;
    }
    sending.set(slider, null);
    await link.send(slider.dataset.intent, value);
    const next = sending.get(slider);
    sending.delete(slider);
    // The slider itself may show another value by now.
    if (next !== null && next !== value) await send(slider, next);
  }

  async function settle(slider) {
    if (slider.dataset.slider === "time") clock.jump(Number(slider.value));
    await send(slider);
    // After a delay, values from the server apply again.
    release(slider, 250);
  }

  document.addEventListener("pointerdown", (event) => {
    if (isSlider(event.target) && !event.target.disabled) hold(event.target);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, (event) => isSlider(event.target) && release(event.target, 600));
  }
  document.addEventListener("input", (event) => {
    const slider = event.target;
    if (!isSlider(slider)) return;
    hold(slider);
    show(slider);
    if (slider.dataset.slider === "volume") send(slider);
  });
  document.addEventListener("change", (event) => {
    if (isSlider(event.target)) settle(event.target);
  });

  // Keys: larger steps, and one seek request when no key has been pressed for a moment.
  const keyTimers = new Map();
  document.addEventListener("keydown", (event) => {
    const slider = event.target;
    if (!isSlider(slider) || slider.disabled || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTime = slider.dataset.slider === "time";
    const unit = isTime ? 1 : Number(slider.dataset.step ?? 0.05) / 10;
    let value = Number(slider.value);
    if (event.key === "Home") value = Number(slider.min);
    else if (event.key === "End") value = Number(slider.max);
    else if (event.key in seekSteps) value += seekSteps[event.key] * unit;
    else return;
    event.preventDefault();
    event.stopPropagation();
    hold(slider);
    slider.value = value;
    show(slider);
    if (!isTime) {
      settle(slider);
      return;
    }
    clearTimeout(keyTimers.get(slider));
    keyTimers.set(slider, setTimeout(() => settle(slider), 400));
  });
}
