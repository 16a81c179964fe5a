// SPDX-License-Identifier: Apache-2.0
// HLS playlists (RFC 8216): multivariant playlists with their variants and renditions, and media playlists with their
// segments.

/** The maximum number of segments of a playlist, which bounds the memory of a page. */
const maximumSegments = 100_000;
/** The codecs of subtitles, which the page renders itself. */
const textCodecs = ["wvtt", "stpp"];

/** Parses a playlist. `base` is the URL that its addresses are relative to. Returns an object whose `isMultivariant`
    tells the kinds apart. Throws an error if the text is not a playlist. */
export function parsePlaylist(text, base) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/).map((line) => line.trim());
  if (lines[0] !== "#EXTM3U") throw new Error("the playlist does not begin with #EXTM3U");
  const isMultivariant = lines.some((line) => line.startsWith("#EXT-X-STREAM-INF:"));
  return isMultivariant ? multivariant(lines, base) : mediaPlaylist(lines, base);
}

/** Finds the segment that contains a position, or the last one before it. Returns its index; -1 if there is none. */
export function indexAt(segments, position) {
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    // A position that is rounded down belongs to the segment that starts there.
    if (segments[middle].start <= position + 0.001) low = middle;
    else high = middle - 1;
  }
  return segments.length ? low : -1;
}

/** Sets the `start` of each segment in seconds, so that segments that `before` contains keep their positions. */
export function place(playlist, before) {
  const { segments } = playlist;
  const known = before?.segments ?? [];
  let start = 0;
  if (segments.length && known.length) {
    const [first, oldest, newest] = [segments[0], known[0], known.at(-1)];
    const same = known[first.sequence - oldest.sequence];
    if (same) start = same.start;
    else if (first.sequence > newest.sequence) {
      start = newest.start + newest.duration + (first.sequence - newest.sequence - 1) * playlist.target;
    } else {
      // The numbers began again, or the playlists number their segments differently. Their ends are the same moment.
      const length = segments.reduce((sum, { duration }) => sum + duration, 0);
      start = Math.max(0, newest.start + newest.duration - length);
    }
  }
  for (const segment of segments) {
    segment.start = start;
    start += segment.duration;
  }
  playlist.start = segments[0]?.start ?? 0;
  playlist.end = start;
}

function multivariant(lines, base) {
  const variants = [];
  const renditions = [];
  lines.forEach((line, index) => {
    if (line.startsWith("#EXT-X-STREAM-INF:")) {
      const uri = lines.slice(index + 1).find((next) => next && !next.startsWith("#"));
      const found = attributes(line);
      if (!uri) return;
      const codecs = found.CODECS?.split(",").map(normalCodec).filter((codec) => codec && !textCodecs.includes(codec.split(".")[0])) ?? [];
      variants.push({
        url: resolved(uri, base), bandwidth: Number(found.BANDWIDTH) || 0, codecs,
        height: Number(found.RESOLUTION?.split("x")[1]) || 0, audio: found.AUDIO ?? null, subtitles: found.SUBTITLES ?? null,
      });
    } else if (line.startsWith("#EXT-X-MEDIA:")) {
      const found = attributes(line);
      renditions.push({
        type: found.TYPE, group: found["GROUP-ID"], label: found.NAME ?? "", language: found.LANGUAGE ?? "",
        isDefault: found.DEFAULT === "YES", url: found.URI ? resolved(found.URI, base) : null,
      });
    }
  });
  if (!variants.length) throw new Error("the playlist has no variant");
  return { isMultivariant: true, variants, renditions };
}

function mediaPlaylist(lines, base) {
  const playlist = { isMultivariant: false, isEnded: false, target: 0, segments: [], startOffset: null };
  let [sequence, discontinuity, duration, isGap] = [0, 0, null, false];
  let [range, key, map] = [null, null, null];
  const ends = new Map();
  const rangeOf = (text, url) => {
    const [length, offset] = text.split("@").map(Number);
    const from = Number.isFinite(offset) ? offset : ends.get(url) ?? 0;
    if (!Number.isFinite(length)) throw new Error("the playlist has an invalid byte range");
    ends.set(url, from + length);
    return { from, length };
  };
  for (const line of lines) {
    const value = line.slice(line.indexOf(":") + 1);
    if (line.startsWith("#EXTINF:")) duration = Math.max(0, parseFloat(value) || 0);
    else if (line.startsWith("#EXT-X-TARGETDURATION:")) playlist.target = Number(value) || 0;
    else if (line.startsWith("#EXT-X-MEDIA-SEQUENCE:")) sequence = Number(value) || 0;
    else if (line.startsWith("#EXT-X-DISCONTINUITY-SEQUENCE:")) discontinuity = Number(value) || 0;
    else if (line === "#EXT-X-DISCONTINUITY") discontinuity += 1;
    else if (line === "#EXT-X-ENDLIST") playlist.isEnded = true;
    else if (line === "#EXT-X-GAP") isGap = true;
    else if (line.startsWith("#EXT-X-BYTERANGE:")) range = value;
    else if (line.startsWith("#EXT-X-START:")) playlist.startOffset = Number(attributes(line)["TIME-OFFSET"] ?? NaN);
    else if (line.startsWith("#EXT-X-KEY:")) key = keyOf(attributes(line), base);
    else if (line.startsWith("#EXT-X-MAP:")) {
      const found = attributes(line);
      const url = resolved(found.URI ?? "", base);
      map = { url, range: found.BYTERANGE ? rangeOf(found.BYTERANGE, url) : null, key };
    } else if (line && !line.startsWith("#") && duration !== null) {
      const url = resolved(line, base);
      playlist.segments.push({
        url, duration, sequence, discontinuity, isGap, map, key, range: range === null ? null : rangeOf(range, url), start: 0,
      });
      if (playlist.segments.length > maximumSegments) throw new Error("the playlist has too many segments");
      sequence += 1;
      [duration, range, isGap] = [null, null, false];
    }
  }
  if (!playlist.target) playlist.target = Math.max(1, ...playlist.segments.slice(-100).map((segment) => segment.duration));
  return playlist;
}

/** Returns the key of the segments that follow; its `url` is null for a key of a system for protected content. */
function keyOf({ METHOD, URI, IV, KEYFORMAT = "identity" }, base) {
  if (METHOD === "NONE") return null;
  return { method: METHOD, url: URI && KEYFORMAT === "identity" ? resolved(URI, base) : null, iv: IV ?? null };
}

/** Returns a codec as in RFC 6381. Old playlists have decimal numbers, such as `avc1.66.30`. */
function normalCodec(text) {
  const old = /^avc1\.(\d+)\.(\d+)$/.exec(text.trim());
  const hex = (number) => Number(number).toString(16).padStart(2, "0");
  return old ? `avc1.${hex(old[1])}00${hex(old[2])}` : text.trim();
}

function attributes(line) {
  const found = {};
  for (const [, name, value] of line.slice(line.indexOf(":") + 1).matchAll(/([A-Z0-9-]+)=("[^"]*"|[^,]*)/g)) {
    found[name] = value.startsWith("\"") ? value.slice(1, -1) : value.trim();
  }
  return found;
}

/** Returns the absolute address. Only servers are asked for media. */
function resolved(uri, base) {
  const url = new URL(uri, base);
  if (url.protocol !== "http:" && url.protocol !== "https:" && url.protocol !== "data:") throw new Error("the playlist has an invalid address");
  return url.href;
}
