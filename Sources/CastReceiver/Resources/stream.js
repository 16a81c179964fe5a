// SPDX-License-Identifier: Apache-2.0
// HLS on MediaSource, for browsers whose own player does not support it or has no audio tracks and no live window.

import { cuesOf } from "./cues.js";
import { Feed, StreamError, load, parsed } from "./feed.js";
import { Sink } from "./sink.js";

/** The number of seconds that are buffered after and before the position. */
const [bufferAhead, bufferBehind] = [30, 30];
const leastAhead = 6;
const tickInterval = 250;
/** The distance in seconds from the end of what is buffered at which playback that waits has reached the end. */
const endMargin = 0.3;
/** The distance from the end of a live playlist at which playback starts, in target durations. */
const liveDistance = 3;
/** The share of the measured throughput that a variant may use: less for a better one, to avoid switching back. */
const [usable, usableForMore] = [0.9, 0.7];
/** The size in bytes from which on a response says something about the throughput. */
const measurableSize = 50_000;
const subtitleAhead = 40;
const subtitleRetry = 5000;
const native = ["application/vnd.apple.mpegurl", "application/x-mpegurl"];

/** The throughput in bits per second, for all streams of the page. */
let throughput = 8e6;

export function isHLS({ url, contentType }) {
  if (contentType.toLowerCase().includes("mpegurl")) return true;
  try {
    return new URL(url).pathname.toLowerCase().endsWith(".m3u8");
  } catch {
    return false;
  }
}

export class Stream {
  /** Called with a StreamError. */
  onFailure = () => {};
  /** Called if the server does not allow pages to read the playlist, which the browser's own player can. */
  onUnreadable = () => {};

  #video;
  #source = new MediaSource();
  #address;
  #aborter = new AbortController();
  #timer;
  /** The position from which the feeds read, until the playback has moved on; null after that. */
  #start;
  #ahead = bufferAhead;
  #variants = [];
  #variant = null;
  #sounds = [];
  #sound = null;
  #subtitles = [];
  #main = null;
  #soundFeed = null;
  #sinks = new Map();
  #offsets = new Map();
  /** What the first segments contain, by feed, until the sinks are created. */
  #firsts = new Map();
  #ready = Promise.withResolvers();
  #isReady = false;
  /** The number of removals that have not been completed. */
  #flushes = 0;

  /** Whether HLS is played here instead of in the browser's own player. A player that has audio tracks, as in Safari,
      also has a live window. */
  static isPreferred(video) {
    return Stream.isSupported && !("audioTracks" in video && Stream.isNative(video));
  }

  static get isSupported() {
    return typeof MediaSource === "function";
  }

  static isNative(video) {
    return native.some((type) => video.canPlayType(type) !== "");
  }

  /** `position` is where playback starts, in seconds; null for the beginning or the live edge. `segments` is the container
      that the sender declares, "ts" or "fmp4"; null without a declaration. */
  constructor(video, url, position, segments = null) {
    this.segments = segments;
    this.#video = video;
    this.#start = position;
    this.#address = URL.createObjectURL(this.#source);
    video.src = this.#address;
    const { signal } = this.#aborter;
    this.#ready.promise.catch(() => {});
    video.addEventListener("seeking", () => this.#seek(), { signal });
    video.addEventListener("timeupdate", () => this.#tick(), { signal });
    this.#timer = setInterval(() => this.#tick(), tickInterval);
    const opened = new Promise((resolve) => { this.#source.addEventListener("sourceopen", resolve, { once: true, signal }); });
    this.#open(url, opened, signal).catch((error) => { if (!signal.aborted) this.fail(error); });
  }

  close() {
    this.#aborter.abort();
    this.#main?.stop();
    this.#soundFeed?.stop();
    clearInterval(this.#timer);
    URL.revokeObjectURL(this.#address);
    for (const { element } of this.#subtitles) {
      URL.revokeObjectURL(element.src);
      element.remove();
    }
  }

  /** The audio renditions, like the audio tracks of a media element. */
  get audioTracks() {
    return this.#sounds.map((sound) => {
      const [isEnabled, enable] = [() => sound === this.#sound, () => this.#choose(sound)];
      return {
        label: sound.label, language: sound.language,
        get enabled() { return isEnabled(); },
        set enabled(value) { if (value) enable(); },
      };
    });
  }

  /** The range of a live stream that can be sought, in seconds; null if it is unknown or that of the element. */
  get window() {
    const playlist = this.#main?.playlist;
    if (!playlist || (playlist.isEnded && playlist.start === 0)) return null;
    return { start: playlist.start, end: playlist.isEnded ? playlist.end : this.#edge };
  }

  /** The position at which a live stream is played. */
  get #edge() {
    const { start, end, target } = this.#main.playlist;
    return Math.max(start + Math.min(target, (end - start) / 2), end - liveDistance * target);
  }

  get #position() {
    return this.#video.readyState === 0 ? this.#start ?? 0 : this.#video.currentTime;
  }

  get #feeds() {
    return [this.#main, this.#soundFeed].filter(Boolean);
  }

  // Opening

  async #open(url, opened, signal) {
    let root;
    try {
      root = await load(url, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error.status === null && Stream.isNative(this.#video)) {
        this.onUnreadable();
        return;
      }
      throw new StreamError(4, error.message);
    }
    const playlist = parsed(root.bytes, root.address);
    let address = root.address;
    if (playlist.isMultivariant) {
      this.#readVariants(playlist);
      address = this.#variant.url;
    }
    this.#main = new Feed(this, address);
    await this.#main.refresh(signal);
    await opened;
    if (signal.aborted) return;
    if (this.#sound?.url) this.#soundFeed = new Feed(this, this.#sound.url);
    const { isEnded, start, end, startOffset } = this.#main.playlist;
    if (this.#start === null && Number.isFinite(startOffset ?? NaN)) this.#start = startOffset < 0 ? end + startOffset : start + startOffset;
    if (!isEnded) this.#start = Math.min(this.#start ?? Infinity, this.#edge);
    this.#start = Math.min(Math.max(this.#start ?? 0, start), end);
    if (this.#start > 0) this.#video.currentTime = this.#start;
    for (const feed of this.#feeds) feed.start(this.#position);
  }

  #readVariants({ variants, renditions }) {
    const isSupported = ({ codecs }) => codecs.every((codec) => ["video", "audio"].some((kind) => Sink.supports({ kind, codec })));
    this.#variants = variants.filter(isSupported).sort((one, other) => one.bandwidth - other.bandwidth);
    if (!this.#variants.length) {
      throw new StreamError(4, `no variant has codecs that this browser supports: ${variants[0].codecs.join(", ")}`, { obstacle: "codec" });
    }
    // Variants without video are for slow networks only.
    const videos = this.#variants.filter(({ height, codecs }) => height > 0 || codecs.length !== 1);
    if (videos.length) this.#variants = videos;
    this.#variant = this.#best(usable);
    const { audio, subtitles } = this.#variant;
    this.#sounds = renditions.filter(({ type, group }) => type === "AUDIO" && group === audio);
    this.#sound = this.#sounds.find(({ isDefault }) => isDefault) ?? this.#sounds[0] ?? null;
    const texts = renditions.filter(({ type, group, url }) => type === "SUBTITLES" && group === subtitles && url);
    for (const text of texts) this.#addSubtitles(text);
  }

  #best(share) {
    return this.#variants.findLast(({ bandwidth }) => bandwidth <= throughput * share) ?? this.#variants[0];
  }

  // What the feeds ask for

  get reference() { return this.#main?.playlist ?? null; }

  get isStarving() {
    const end = this.#buffered.find((range) => range.start - 0.1 <= this.#position && this.#position <= range.end)?.end ?? 0;
    return end - this.#position < 1;
  }

  hasRoom({ start }) {
    return start < this.#position + this.#ahead;
  }

  measured(size, time) {
    if (size < measurableSize) return;
    const measurement = (size * 8000) / Math.max(time, 1);
    throughput = throughput * 0.6 + measurement * 0.4;
  }

  /** Changes the variant if the throughput allows a better one or requires another. Returns whether it changed. */
  async switched(feed, signal) {
    if (feed !== this.#main || this.#variants.length < 2) return false;
    const isTooMuch = this.#variant.bandwidth > throughput * usable;
    const variant = this.#best(isTooMuch ? usable : usableForMore);
    if (variant === this.#variant || (!isTooMuch && variant.bandwidth < this.#variant.bandwidth)) return false;
    try {
      const playlist = await feed.request(variant.url, signal);
      if (signal.aborted) return false;
      feed.change(variant.url, playlist);
      this.#variant = variant;
      return true;
    } catch {
      this.#variants = this.#variants.filter((other) => other !== variant);
      return false;
    }
  }

  refreshed(feed) {
    if (feed !== this.#main) return;
    // Positions before the window are not needed again. Another playlist may be a little behind.
    const oldest = (feed.playlist.segments[0]?.discontinuity ?? 0) - 2;
    for (const discontinuity of [...this.#offsets.keys()]) if (discontinuity < oldest) this.#offsets.delete(discontinuity);
  }

  /** Returns what added to the media's clock is the position; null for the first segment after a discontinuity. */
  async offset(feed, segment, signal) {
    const known = () => this.#offsets.get(segment.discontinuity);
    // The main playlist decides, so that sound and picture agree.
    while (feed !== this.#main && known() === undefined && !signal.aborted) {
      await new Promise((resolve) => { setTimeout(resolve, 50); });
    }
    return known() ?? null;
  }

  async append(feed, segment, parts, signal) {
    const isMain = feed === this.#main;
    const needed = parts.filter(({ kind }) => (isMain ? kind === "video" || !this.#soundFeed : kind === "audio"));
    const lead = parts.find(({ kind }) => kind === "video") ?? parts[0];
    if (isMain && !this.#offsets.has(segment.discontinuity)) {
      const end = this.#buffered.at(-1)?.end;
      // Durations in playlists are rounded. The new part follows without a gap.
      const start = this.#offsets.size && Math.abs(end - segment.start) < 1 ? end : segment.start;
      this.#offsets.set(segment.discontinuity, start - (lead.start ?? 0));
    }
    const offset = this.#offsets.get(segment.discontinuity);
    if (isMain && !feed.playlist.isEnded && lead.start !== null) this.#correct(feed.playlist, lead.start + offset - segment.start);
    await this.#prepare(feed, needed);
    for (const part of needed) {
      if (signal.aborted) return;
      await this.#sinks.get(part.kind)?.append(part, offset, signal, () => this.#position, () => {
        this.#ahead = Math.max(leastAhead, this.#ahead / 2);
      });
    }
  }

  /** Moves a live playlist to the positions of its media, because the errors of rounded durations add up. */
  #correct(playlist, error) {
    if (Math.abs(error) < 0.05) return;
    for (const segment of playlist.segments) segment.start += error;
    playlist.start = Math.max(0, playlist.start + error);
    playlist.end += error;
  }

  /** Creates the sinks when the first segment of each feed is known: a MediaSource accepts no more of them later. */
  async #prepare(feed, parts) {
    if (this.#isReady) return;
    const unsupported = parts.find((part) => !Sink.supports(part));
    if (unsupported) {
      const obstacle = unsupported.kind === "video" ? "codec" : "format";
      throw new StreamError(4, `this browser does not support ${unsupported.codec}`, { obstacle });
    }
    this.#firsts.set(feed, parts);
    if (this.#feeds.every((each) => this.#firsts.has(each))) {
      this.#setDuration();
      for (const { kind, codec } of [...this.#firsts.values()].flat()) {
        if (!this.#sinks.has(kind)) this.#sinks.set(kind, new Sink(this.#source, kind, codec));
      }
      this.#isReady = true;
      this.#ready.resolve();
    }
    await this.#ready.promise;
  }

  fail(error) {
    if (this.#aborter.signal.aborted) return;
    this.close();
    const isKnown = error instanceof StreamError;
    this.onFailure(isKnown ? error : new StreamError(this.#video.readyState === 0 ? 4 : 3, error.message));
  }

  // Playback

  /** The ranges that are buffered in every sink. */
  get #buffered() {
    const { buffered } = this.#video;
    return Array.from({ length: buffered.length }, (_, index) => ({ start: buffered.start(index), end: buffered.end(index) }));
  }

  #seek() {
    if (!this.#isReady || this.#source.readyState === "closed") return;
    const position = this.#video.currentTime;
    const isBuffered = this.#buffered.some(({ start, end }) => start - 0.1 <= position && position < end);
    const isRead = this.#start !== null && Math.abs(position - this.#start) < 0.1;
    if (!isRead && (!isBuffered || this.#flushes > 0)) this.#restart(position);
  }

  /** Removes what is buffered. */
  async #flush(sinks) {
    this.#flushes += 1;
    try {
      await Promise.all(sinks.map((sink) => sink.remove(0, Infinity)));
    } catch (error) {
      this.fail(error);
    }
    this.#flushes -= 1;
  }

  #restart(position) {
    this.#start = position;
    for (const feed of this.#feeds) feed.stop();
    this.#flush([...this.#sinks.values()]);
    for (const feed of this.#feeds) feed.start(position);
  }

  #choose(sound) {
    if (sound === this.#sound) return;
    const before = this.#soundFeed;
    this.#sound = sound;
    before?.stop();
    this.#soundFeed = sound.url ? new Feed(this, sound.url) : null;
    if (!this.#main?.playlist) return;
    if (before && this.#soundFeed && this.#isReady) {
      this.#flush([...this.#sinks].filter(([kind]) => kind === "audio").map(([, sink]) => sink));
      this.#soundFeed.start(this.#position);
    } else {
      // The sound of the main playlist was not kept, or is not needed anymore.
      this.#restart(this.#position);
    }
  }

  #tick() {
    const playlist = this.#main?.playlist;
    if (!playlist || !this.#isReady || this.#source.readyState === "closed") return;
    const video = this.#video;
    const position = video.currentTime;
    if (!video.seeking && this.#start !== null && Math.abs(position - this.#start) > 1) this.#start = null;
    for (const sink of this.#sinks.values()) {
      if (sink.isIdle && sink.ranges[0]?.start < position - bufferBehind - 10) sink.remove(0, position - bufferBehind).catch((error) => this.fail(error));
    }
    const { window } = this;
    if (!playlist.isEnded && !video.paused && !video.seeking && position < window.start - 1) video.currentTime = window.end;
    else this.#skipGap(position);
    const isIdle = [...this.#sinks.values()].every((sink) => sink.isIdle);
    if (isIdle && this.#source.readyState === "open") {
      this.#setDuration();
      if (this.#feeds.every(({ isDone }) => isDone)) this.#source.endOfStream();
    }
    for (const text of this.#subtitles) this.#fill(text, position);
  }

  /** Continues after a gap in the media: data is read in order, so that it will not be filled. */
  #skipGap(position) {
    if (this.#video.readyState > 2 || this.#flushes > 0) return;
    const ranges = this.#buffered;
    // Browsers stop a few frames before the end of a range.
    if (ranges.some(({ start, end }) => start <= position && position < end - endMargin)) return;
    const next = ranges.find(({ start }) => start > position);
    if (!next || next.end - next.start <= 0.1) return;
    // Before the event of a seek is handled, what is buffered belongs to the position before it.
    const isRead = this.#start !== null && Math.abs(position - this.#start) < 0.1;
    if (this.#video.seeking && !isRead && next.start - position > 0.1) return;
    this.#video.currentTime = next.start + 0.001;
  }

  #setDuration() {
    const { isEnded, end } = this.#main.playlist;
    const duration = this.#source.duration;
    if (!isEnded) {
      if (duration !== Infinity) this.#source.duration = Infinity;
      const { window } = this;
      this.#source.setLiveSeekableRange(window.start, window.end);
    } else if (!Number.isFinite(duration)) {
      this.#source.duration = Math.max(end, ...[...this.#sinks.values()].map(({ ranges }) => ranges.at(-1)?.end ?? 0));
    }
  }

  // Subtitles

  /** Adds a text track that the page's captions find among the tracks of the media. */
  #addSubtitles({ label, language, url }) {
    const element = document.createElement("track");
    Object.assign(element, { kind: "subtitles", label, srclang: language });
    element.src = URL.createObjectURL(new Blob(["WEBVTT\n\n"], { type: "text/vtt" }));
    this.#video.append(element);
    this.#subtitles.push({ element, feed: new Feed(this, url), loaded: new Set(), isBusy: false, retryAt: 0 });
  }

  /** Requests the subtitles around the position if their track is selected. */
  async #fill(text, position) {
    const { element, feed, loaded } = text;
    if (element.track.mode === "disabled" || element.readyState !== HTMLTrackElement.LOADED || text.isBusy || performance.now() < text.retryAt) return;
    text.isBusy = true;
    const { signal } = this.#aborter;
    try {
      await feed.refresh(signal);
      for (const segment of feed.playlist.segments) {
        const isNear = segment.start < position + subtitleAhead && segment.start + segment.duration > position - 1;
        const offset = this.#offsets.get(segment.discontinuity);
        if (!isNear || offset === undefined || loaded.has(segment.sequence)) continue;
        const { bytes } = await load(segment.url, signal, segment.range);
        loaded.add(segment.sequence);
        for (const cue of cuesOf(new TextDecoder().decode(bytes), (time) => time + offset)) element.track.addCue(cue);
      }
    } catch {
      // Playback continues without the subtitles.
      text.retryAt = performance.now() + subtitleRetry;
    } finally {
      text.isBusy = false;
    }
  }
}
