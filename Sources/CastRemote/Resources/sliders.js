// Sliders: while a person holds one, nothing that the server says moves it.

import { percent } from "./times.js";

const seekSteps = { ArrowLeft: -10, ArrowDown: -10, ArrowRight: 10, ArrowUp: 10, PageDown: -60, PageUp: 60 };

export function watchSliders(link, clock) {
  const isSlider = (node) => node instanceof HTMLInputElement && node.dataset.slider !== undefined;
  /** Sliders of which an order is on its way, with the one that comes after it. */
  const sending = new Map();
  const releases = new Map();

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
    clearTimeout(releases.get(slider));
  }

  function release(slider, delay) {
    clearTimeout(releases.get(slider));
    releases.set(slider, setTimeout(() => letGo(slider), delay));
  }

  /** What the server has said meanwhile may be another person's wish, and nothing says it again. */
  function letGo(slider) {
    delete slider.dataset.held;
    const { said } = slider.dataset;
    if (said === undefined) return;
    delete slider.dataset.said;
    slider.setAttribute("value", said);
    slider.value = said;
    show(slider);
  }

  /** One order at a time for each slider; of those that come meanwhile the last one goes out. */
  async function send(slider, value = Number(slider.value)) {
    if (sending.has(slider)) {
      sending.set(slider, value);
      return;
    }
    sending.set(slider, null);
    await link.send(slider.dataset.intent, value);
    const next = sending.get(slider);
    sending.delete(slider);
    // The slider itself may show something else by then.
    if (next !== null && next !== value) await send(slider, next);
  }

  async function settle(slider) {
    if (slider.dataset.slider === "time") clock.jump(Number(slider.value));
    await send(slider);
    // What the server says of it by then counts again.
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

  // By keys: steps that mean something, and one order when the keys rest.
  const rests = new Map();
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
    clearTimeout(rests.get(slider));
    rests.set(slider, setTimeout(() => settle(slider), 400));
  });
}
