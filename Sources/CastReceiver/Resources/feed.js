// SPDX-License-Identifier: Apache-2.0
// Reads one HLS playlist: requests it again while it is live, and its segments one after another.

import { decrypt } from "./cipher.js";
import { hasFragments, isFragmentedMP4, only, startOf, tracksOf } from "./fragment.js";
import { indexAt, parsePlaylist, place } from "./playlist.js";
import { isPackedAudio, isTransportStream, partsOfPackedAudio, partsOfTransportStream } from "./transport.js";

const requestTimeout = 60_000;
/** The delays in milliseconds before a request is repeated. */
const delays = [500, 1000, 2000];
const pollInterval = 200;
/** The largest size of a segment in bytes. */
const maximumSize = 256e6;
/** The number of keys and initialization segments that are kept. */
const maximumKept = 16;

/** Why a stream cannot be played: the `code` of a MediaError and, if it is known, the obstacle. */
export class StreamError extends Error {
  constructor(code, message, { obstacle = null, status = null } = {}) {
    super(message);
    Object.assign(this, { code, obstacle, status });
  }
}

export class Feed {
  /** The URL of the playlist. */
  url;
  playlist = null;
  /** Whether the last segment has been read. */
  isDone = false;
  #owner;
  #aborter = null;
  #refreshedAt = -Infinity;
  #hasChanged = true;
  /** The end of the segment that was read last. */
  #end = 0;
  #kept = new Map();

  /** `owner` provides `reference`, a playlist with positions; `hasRoom(segment)`; `isStarving`, whether the element
      waits for data; `switched(feed)`, which may change the playlist; `offset(feed, segment)`, the difference between
      positions and the clock of the media; `append(feed, segment, parts)`; `refreshed(feed)`; and `fail(error)`. */
  constructor(owner, url) {
    this.#owner = owner;
    this.url = url;
  }

  /** Reads from a position in seconds on. */
  start(position) {
    this.stop();
    this.isDone = false;
    this.#aborter = new AbortController();
    const { signal } = this.#aborter;
    this.#read(position, signal).catch((error) => { if (!signal.aborted) this.#owner.fail(error); });
  }

  stop() {
    this.#aborter?.abort();
  }

  /** Requests the playlist if it is not known, or is live and may have changed. */
  async refresh(signal) {
    if (this.playlist?.isEnded) return;
    const interval = (this.playlist?.target ?? 0) * (this.#hasChanged ? 1000 : 500);
    if (performance.now() - this.#refreshedAt < interval) return;
    const before = this.playlist;
    const playlist = await this.request(this.url, signal);
    place(playlist, before ?? this.#owner.reference);
    this.#hasChanged = playlist.segments.at(-1)?.sequence !== before?.segments.at(-1)?.sequence;
    this.#refreshedAt = performance.now();
    this.playlist = playlist;
    this.#owner.refreshed(this);
  }

  /** Continues with the playlist of another variant. */
  change(url, playlist) {
    place(playlist, this.playlist);
    this.url = url;
    this.playlist = playlist;
    this.#refreshedAt = performance.now();
  }

  /** Requests a media playlist. A live one may be missing for a moment. */
  async request(url, signal) {
    const { bytes, address } = await this.#persistently(() => load(url, signal), signal);
    const playlist = parsed(bytes, address);
    if (playlist.isMultivariant) throw new StreamError(4, "a variant of the playlist is no media playlist");
    return playlist;
  }

  async #read(from, signal) {
    let [position, next, isFirst, backward, isInGap] = [from, null, true, 0, false];
    while (!signal.aborted) {
      await this.refresh(signal);
      if (signal.aborted) return;
      if (await this.#owner.switched(this, signal)) {
        // The segments of variants have the same positions, but not always the same numbers.
        if (next !== null) [position, next] = [this.#end, null];
        continue;
      }
      const { segments, isEnded } = this.playlist;
      const index = next === null ? indexAt(segments, position) : next - (segments[0]?.sequence ?? next);
      if (index > segments.length) {
        // The server began its numbers again.
        [position, next] = [this.playlist.start, null];
        continue;
      }
      // Segments that have left the window are skipped.
      const segment = segments[Math.max(0, index)];
      // A gap can be longer than what is read ahead. The position does not advance into it.
      const isWanted = segment && (this.#owner.hasRoom(segment) || (isInGap && this.#owner.isStarving));
      if (!isWanted) {
        this.isDone = !segment && isEnded;
        await pause(pollInterval, signal);
        continue;
      }
      next = segment.sequence + 1;
      this.#end = segment.start + segment.duration;
      const isLeaving = () => !isEnded && segment.sequence < (this.playlist.segments[0]?.sequence ?? 0) + 2;
      const bytes = segment.isGap ? null : await this.#persistently(() => this.#content(segment, signal), signal, isLeaving);
      isInGap = !bytes;
      if (!bytes) continue;
      const offset = await this.#owner.offset(this, segment, signal);
      if (signal.aborted) return;
      const parts = await this.#parts(bytes, segment, offset, signal);
      isInGap = !parts.length;
      if (isInGap) continue;
      // The playlist's durations may be inaccurate, so that the requested position is in the segment before.
      const begin = offset === null ? null : Math.min(...parts.map(({ start }) => (start ?? Infinity) + offset));
      if (isFirst && begin > position + 0.1 && Number.isFinite(begin) && index > 0 && backward < 3) {
        backward += 1;
        next = segment.sequence - 1;
        continue;
      }
      isFirst = false;
      await this.#owner.append(this, segment, parts, signal);
    }
  }

  /** Repeats a request. Fails when the element has played all data. Returns null if the request is for a segment of a
      live playlist that `maySkip`. */
  async #persistently(request, signal, maySkip = null) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await request();
      } catch (error) {
        if (signal.aborted || !(error instanceof StreamError) || error.code !== 2) throw error;
        if (attempt > 0 && error.status !== null && maySkip?.()) return null;
        if (attempt >= delays.length && this.#owner.isStarving) throw error;
        await pause(delays[Math.min(attempt, delays.length - 1)], signal);
        if (signal.aborted) throw error;
        if (maySkip) await this.refresh(signal);
      }
    }
  }

  async #content({ url, range, key, sequence }, signal) {
    const began = performance.now();
    const { bytes } = await load(url, signal, range);
    this.#owner.measured?.(bytes.length, performance.now() - began);
    return this.#decrypted(bytes, key, sequence, signal);
  }

  async #decrypted(bytes, key, sequence, signal) {
    if (!key) return bytes;
    if (key.method !== "AES-128" || !key.url) {
      throw new StreamError(4, `the segments are encrypted with ${key.method}, which this page does not support`);
    }
    const secret = await this.#keep(key.url, async () => (await load(key.url, signal)).bytes);
    try {
      return decrypt(bytes, secret, vector(key.iv, sequence));
    } catch (error) {
      throw new StreamError(3, error.message);
    }
  }

  async #parts(bytes, segment, offset, signal) {
    const expected = offset === null ? null : segment.start - offset;
    const { segments } = this.#owner;
    // Like a device, the page waits for segments in the declared container, without an error.
    if ((segments === "ts" && isFragmentedMP4(bytes)) || (segments === "fmp4" && isTransportStream(bytes))) {
      await new Promise((resolve) => { signal.addEventListener("abort", resolve, { once: true }); });
      signal.throwIfAborted();
    }
    if (isTransportStream(bytes)) return found(partsOfTransportStream(bytes, expected), segment);
    if (isFragmentedMP4(bytes)) {
      if (!hasFragments(bytes)) return [];
      const init = segment.map ? await this.#initialization(segment, signal) : bytes;
      const tracks = tracksOf(init).map((track) => ({
        kind: track.kind, codec: track.codec, init: only(init, track.id), media: only(bytes, track.id), start: startOf(bytes, track),
      }));
      return found(tracks.filter(({ start }) => start !== null), segment);
    }
    if (isPackedAudio(bytes)) return found(partsOfPackedAudio(bytes, expected), segment);
    throw new StreamError(4, "the segments are neither transport streams, fragmented MP4 nor packed audio");
  }

  #initialization({ map, sequence }, signal) {
    return this.#keep(`${map.url} ${map.range?.from}`, async () => {
      const { bytes } = await this.#persistently(() => load(map.url, signal, map.range), signal);
      return this.#decrypted(bytes, map.key, sequence, signal);
    });
  }

  /** Returns data that several segments need. */
  async #keep(name, request) {
    if (!this.#kept.has(name)) {
      if (this.#kept.size >= maximumKept) this.#kept.delete(this.#kept.keys().next().value);
      this.#kept.set(name, await request());
    }
    return this.#kept.get(name);
  }
}

/** Parses the bytes of a playlist. */
export function parsed(bytes, address) {
  try {
    return parsePlaylist(new TextDecoder().decode(bytes), address);
  } catch (error) {
    throw new StreamError(4, error.message);
  }
}

/** Requests a file or a part of it. */
export async function load(url, signal, range = null) {
  const headers = range ? { Range: `bytes=${range.from}-${range.from + range.length - 1}` } : {};
  const limit = AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)]);
  let response;
  try {
    response = await fetch(url, { headers, signal: limit, credentials: "omit" });
    if (response.ok && Number(response.headers.get("Content-Length") ?? 0) <= maximumSize) {
      const whole = new Uint8Array(await response.arrayBuffer());
      const isWhole = range && response.status === 200;
      return { bytes: isWhole ? whole.subarray(range.from, range.from + range.length) : whole, address: response.url };
    }
  } catch (error) {
    throw new StreamError(2, `a request failed: ${error.message}`);
  }
  response.body?.cancel().catch(() => {});
  throw new StreamError(2, response.ok ? "a segment is too large" : `the server responded with ${response.status}`, { status: response.status });
}

function found(parts, { sequence }) {
  if (!parts.length) throw new StreamError(3, `segment ${sequence} contains no supported video or audio`);
  return parts;
}

/** The initialization vector: from the playlist, or the number of the segment. */
function vector(text, sequence) {
  const bytes = new Uint8Array(16);
  if (text === null) new DataView(bytes.buffer).setBigUint64(8, BigInt(sequence));
  else {
    const digits = text.replace(/^0x/i, "").padStart(32, "0").slice(-32);
    for (let index = 0; index < 16; index += 1) bytes[index] = parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}

/** Waits. Ends early if the signal is aborted. */
export function pause(time, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, time);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
