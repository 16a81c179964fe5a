// SPDX-License-Identifier: Apache-2.0
// One buffer of MediaSource: its operations are executed one after another.

/** The number of seconds before the position that are kept if the browser's memory for media is full. */
const keptWhenFull = 5;
const fullDelay = 500;
/** The largest difference between the times of two segments that are continuous, in seconds. */
const largestError = 0.1;

export class Sink {
  #source;
  #buffer;
  #type;
  #init = null;
  #offset = null;
  #work = Promise.resolve();
  #pending = 0;

  constructor(source, kind, codec) {
    this.#source = source;
    this.#type = typeOf(kind, codec);
    this.#buffer = source.addSourceBuffer(this.#type);
  }

  static supports({ kind, codec }) {
    return MediaSource.isTypeSupported(typeOf(kind, codec));
  }

  get isIdle() { return this.#pending === 0; }

  /** The buffered ranges in seconds. */
  get ranges() {
    const { buffered } = this.#buffer;
    return Array.from({ length: buffered.length }, (_, index) => ({ start: buffered.start(index), end: buffered.end(index) }));
  }

  /** Appends a part of a segment so that the media's clock and `offset` add up to positions. `position` returns the
      position of the element. `onFull` is called if the memory is full. */
  append({ kind, codec, init, media, start }, offset, signal, position, onFull) {
    return this.#queue(async () => {
      const type = typeOf(kind, codec);
      if (type !== this.#type) {
        this.#buffer.changeType(type);
        [this.#type, this.#init] = [type, null];
      }
      if (init === null) this.#continue(offset + start);
      else if (!isSame(init, this.#init)) {
        await this.#done(() => this.#buffer.appendBuffer(init));
        this.#init = init;
      }
      if (init !== null && offset !== this.#offset) {
        // An incomplete segment would keep the offset from being changed.
        if (this.#source.readyState === "open") this.#buffer.abort();
        this.#buffer.timestampOffset = offset;
        this.#offset = offset;
      }
      while (!signal.aborted) {
        try {
          await this.#done(() => this.#buffer.appendBuffer(media));
          return;
        } catch (error) {
          if (error.name !== "QuotaExceededError") throw error;
          onFull();
          const end = position() - keptWhenFull;
          if (this.ranges[0]?.start < end) await this.#done(() => this.#buffer.remove(0, end));
          else await new Promise((resolve) => { setTimeout(resolve, fullDelay); });
        }
      }
    });
  }

  remove(start, end) {
    return this.#queue(() => this.#done(() => this.#buffer.remove(start, end)));
  }

  /** Prepares for data without times. It follows the data that was appended before, unless that ends elsewhere. */
  #continue(position) {
    const isContinued = Math.abs(this.ranges.at(-1)?.end - position) < largestError;
    if (!isContinued) this.#buffer.timestampOffset = position;
    this.#offset = null;
  }

  /** Executes an operation after the earlier ones. */
  #queue(operation) {
    this.#pending += 1;
    const result = this.#work.then(operation);
    this.#work = result.catch(() => {}).then(() => { this.#pending -= 1; });
    return result;
  }

  #done(operation) {
    return new Promise((resolve, reject) => {
      this.#buffer.addEventListener("updateend", resolve, { once: true });
      try {
        operation();
      } catch (error) {
        this.#buffer.removeEventListener("updateend", resolve);
        reject(error);
      }
    });
  }
}

function typeOf(kind, codec) {
  return codec === "mp3" ? "audio/mpeg" : `${kind}/mp4; codecs="${codec}"`;
}

function isSame(one, other) {
  return one.length === other?.length && one.every((byte, index) => byte === other[index]);
}
