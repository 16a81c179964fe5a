// SPDX-License-Identifier: Apache-2.0
// Fragmented MP4 (ISO/IEC 14496-12): what is read from the segments of a server, and how segments are written for samples
// of another container.

/** Calls `visit` with the type, the start of the content, the end, and the start of each box in a range. */
function boxes(bytes, start, end, visit) {
  const view = viewOf(bytes);
  for (let at = start; at + 8 <= end;) {
    let [size, header] = [view.getUint32(at), 8];
    if (size === 1 && at + 16 <= end) {
      size = Number(view.getBigUint64(at + 8));
      header = 16;
    } else if (size === 0) size = end - at;
    if (size < header || at + size > end) return;
    visit(String.fromCharCode(...bytes.subarray(at + 4, at + 8)), at + header, at + size, at);
    at += size;
  }
}

/** Calls `visit` for the boxes at a path of types. */
function within(bytes, start, end, path, visit) {
  boxes(bytes, start, end, (type, from, to, at) => {
    if (type !== path[0]) return;
    if (path.length === 1) visit(from, to, at);
    else within(bytes, from, to, path.slice(1), visit);
  });
}

export function isFragmentedMP4(bytes) {
  return ["ftyp", "styp", "moov", "moof", "sidx", "emsg", "prft"].includes(String.fromCharCode(...bytes.subarray(4, 8)));
}

/** Whether a segment has media. One without fragments stands for a gap in its source. */
export function hasFragments(bytes) {
  let count = 0;
  within(bytes, 0, bytes.length, ["moof"], () => { count += 1; });
  return count > 0;
}

/** Reads the first video track and the first audio track of an initialization segment: `id`, `kind`, `timescale`,
    `codec`, and the `edit` that is subtracted from the time of each sample. */
export function tracksOf(bytes) {
  const view = viewOf(bytes);
  const found = [];
  within(bytes, 0, bytes.length, ["moov", "trak"], (start, end) => {
    const track = { id: 0, kind: null, timescale: 1, codec: "", edit: 0 };
    within(bytes, start, end, ["tkhd"], (at) => { track.id = view.getUint32(at + (bytes[at] === 1 ? 20 : 12)); });
    within(bytes, start, end, ["mdia", "mdhd"], (at) => { track.timescale = view.getUint32(at + (bytes[at] === 1 ? 20 : 12)) || 1; });
    within(bytes, start, end, ["mdia", "hdlr"], (at) => {
      track.kind = { vide: "video", soun: "audio" }[String.fromCharCode(...bytes.subarray(at + 8, at + 12))] ?? null;
    });
    within(bytes, start, end, ["edts", "elst"], (at) => {
      if (view.getUint32(at + 4) !== 1) return;
      const time = bytes[at] === 1 ? Number(view.getBigInt64(at + 16)) : view.getInt32(at + 12);
      track.edit = Math.max(0, time);
    });
    within(bytes, start, end, ["mdia", "minf", "stbl", "stsd"], (at, to) => {
      boxes(bytes, at + 8, to, (type, from, until) => { track.codec ||= codecOf(bytes, type, from, until); });
    });
    if (track.kind && !found.some(({ kind }) => kind === track.kind)) found.push(track);
  });
  return found;
}

const hex = (value, digits = 2) => value.toString(16).padStart(digits, "0");

/** Returns the codec of a sample entry as in the `codecs` parameter of RFC 6381. */
function codecOf(bytes, type, start, end) {
  const view = viewOf(bytes);
  let codec = type;
  const isVisual = ["avc1", "avc3", "hvc1", "hev1", "av01", "vp09", "dvh1", "dvhe", "encv"].includes(type);
  boxes(bytes, start + (isVisual ? 78 : 28), end, (name, at, to) => {
    if (name === "avcC") codec = `${type}.${hex(bytes[at + 1])}${hex(bytes[at + 2])}${hex(bytes[at + 3])}`;
    else if (name === "hvcC") {
      let flags = 0;
      for (let bit = 0, value = view.getUint32(at + 2); bit < 32; bit += 1) flags = ((flags << 1) | ((value >>> bit) & 1)) >>> 0;
      const constraints = [...bytes.subarray(at + 6, at + 12)];
      while (constraints.length && !constraints.at(-1)) constraints.pop();
      const tier = bytes[at + 1] & 0x20 ? "H" : "L";
      const space = ["", "A", "B", "C"][bytes[at + 1] >> 6];
      codec = [`${type}.${space}${bytes[at + 1] & 31}`, flags.toString(16), `${tier}${bytes[at + 12]}`, ...constraints.map((each) => hex(each))].join(".");
    } else if (name === "av1C") {
      const depth = bytes[at + 2] & 0x40 ? (bytes[at + 2] & 0x20 ? 12 : 10) : 8;
      codec = `av01.${bytes[at + 1] >> 5}.${String(bytes[at + 1] & 31).padStart(2, "0")}${bytes[at + 2] & 0x80 ? "H" : "M"}.${String(depth).padStart(2, "0")}`;
    } else if (name === "vpcC") {
      codec = `vp09.${[bytes[at + 4], bytes[at + 5], bytes[at + 6] >> 4].map((each) => String(each).padStart(2, "0")).join(".")}`;
    } else if (name === "esds") codec = soundCodec(bytes, at + 4, to) ?? type;
  });
  return { Opus: "opus", fLaC: "flac" }[codec] ?? codec;
}

/** Reads the object types of an elementary stream descriptor (ISO/IEC 14496-1, section 7.2.6). */
function soundCodec(bytes, start, end) {
  for (let at = start; at < end;) {
    const tag = bytes[at++];
    while (at < end && bytes[at] & 0x80) at += 1;
    at += 1;
    if (tag === 3) at += 3 + (bytes[at + 2] & 0x80 ? 2 : 0);
    else if (tag === 4) {
      if (bytes[at] !== 0x40) return `mp4a.${hex(bytes[at])}`;
      at += 13;
    } else if (tag === 5) return `mp4a.40.${bytes[at] >> 3}`;
    else return null;
  }
  return null;
}

/** Returns a copy of an initialization segment or media segment in which only one track is left. The boxes of the others
    become free space, so that no offset changes. */
export function only(bytes, id) {
  const copy = bytes.slice();
  const view = viewOf(copy);
  const free = [0x66, 0x72, 0x65, 0x65];
  const omit = (path, idOf) => (start, end, at) => {
    within(copy, start, end, path, (from) => { if (idOf(from) !== id) copy.set(free, at + 4); });
  };
  const idOf = (at) => view.getUint32(at + 4);
  within(copy, 0, copy.length, ["moov", "trak"], omit(["tkhd"], (at) => view.getUint32(at + (copy[at] === 1 ? 20 : 12))));
  within(copy, 0, copy.length, ["moov", "mvex", "trex"], (from, end, at) => { if (idOf(from) !== id) copy.set(free, at + 4); });
  within(copy, 0, copy.length, ["moof", "traf"], omit(["tfhd"], idOf));
  return copy;
}

/** Returns the time in seconds at which a track starts in a media segment; null if the segment has no such track. */
export function startOf(bytes, { id, timescale, edit }) {
  const view = viewOf(bytes);
  let start = null;
  within(bytes, 0, bytes.length, ["moof", "traf"], (from, to) => {
    let isTrack = false;
    within(bytes, from, to, ["tfhd"], (at) => { isTrack = view.getUint32(at + 4) === id; });
    if (!isTrack || start !== null) return;
    let time = 0;
    // Browsers read it as a signed number: some servers write negative times.
    within(bytes, from, to, ["tfdt"], (at) => { time = bytes[at] === 1 ? Number(view.getBigInt64(at + 4)) : view.getUint32(at + 4); });
    let isFirst = true;
    within(bytes, from, to, ["trun"], (at, end) => {
      const flags = view.getUint32(at) & 0xffffff;
      const has = (flag) => (flags & flag ? 4 : 0);
      const offset = at + 8 + has(1) + has(4) + has(0x100) + has(0x200) + has(0x400);
      if (isFirst && flags & 0x800 && offset + 4 <= end) time += bytes[at] ? view.getInt32(offset) : view.getUint32(offset);
      isFirst = false;
    });
    start = (time - edit) / timescale;
  });
  return start;
}

// Writing

const u16 = (value) => [(value >> 8) & 255, value & 255];
const u32 = (value) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const u64 = (value) => [...u32(Math.floor(value / 2 ** 32)), ...u32(value % 2 ** 32)];
const zeros = (count) => new Array(count).fill(0);
const ascii = (text) => [...text].map((letter) => letter.charCodeAt(0));

export function join(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function box(type, ...parts) {
  const size = parts.reduce((sum, { length }) => sum + length, 8);
  return join([u32(size), ascii(type), ...parts]);
}

const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].flatMap(u32);

/** Writes the initialization segment of one track. `entry` is its sample entry. */
export function initialization({ kind, timescale, width = 0, height = 0, entry }) {
  const isVideo = kind === "video";
  const dataReference = box("dinf", box("dref", u32(0), u32(1), box("url ", u32(1))));
  const table = box("stbl", box("stsd", u32(0), u32(1), entry), box("stts", zeros(8)), box("stsc", zeros(8)), box("stsz", zeros(12)), box("stco", zeros(8)));
  const header = isVideo ? box("vmhd", u32(1), zeros(8)) : box("smhd", zeros(8));
  const media = box(
    "mdia",
    box("mdhd", zeros(12), u32(timescale), u32(0), u16(0x55c4), u16(0)),
    box("hdlr", zeros(8), ascii(isVideo ? "vide" : "soun"), zeros(12), [0]),
    box("minf", header, dataReference, table),
  );
  const track = box(
    "trak",
    box("tkhd", u32(7), zeros(8), u32(1), zeros(20), u16(isVideo ? 0 : 0x100), u16(0), matrix, u32(width * 65536), u32(height * 65536)),
    media,
  );
  const movie = box("mvhd", zeros(12), u32(timescale), u32(0), u32(0x10000), u16(0x100), zeros(10), matrix, zeros(24), u32(2));
  const fragments = box("mvex", box("trex", u32(0), u32(1), u32(1), zeros(12)));
  return join([box("ftyp", ascii("iso5"), u32(1), ascii("iso5mp41")), box("moov", movie, track, fragments)]);
}

/** The sample entry of H.264 video. */
export function videoEntry({ sps, pps, width, height }) {
  const configuration = box("avcC", [1, sps[1], sps[2], sps[3], 0xff, 0xe1], u16(sps.length), sps, [1], u16(pps.length), pps);
  return box("avc1", zeros(6), u16(1), zeros(16), u16(width), u16(height), u32(0x480000), u32(0x480000), u32(0), u16(1), zeros(32), u16(24), u16(0xffff), configuration);
}

/** The sample entry of AAC audio. `configuration` is the AudioSpecificConfig. */
export function audioEntry({ rate, channels, configuration }) {
  const decoder = [4, 15 + configuration.length, 0x40, 0x15, ...zeros(11), 5, configuration.length, ...configuration];
  const descriptor = [3, 6 + decoder.length, ...u16(1), 0, ...decoder, 6, 1, 2];
  return box("mp4a", zeros(6), u16(1), zeros(8), u16(channels), u16(16), u32(0), u16(rate > 0xffff ? 0 : rate), u16(0), box("esds", u32(0), descriptor));
}

/** Writes a media segment. Each sample has its `data`, `duration`, offset `cts` of its presentation, and `isKey`. */
export function mediaSegment(decodeTime, samples) {
  const runSize = 20 + 16 * samples.length;
  const table = samples.flatMap(({ data, duration, cts, isKey }) => [
    ...u32(duration), ...u32(data.length), ...u32(isKey ? 0x02000000 : 0x01010000), ...u32(cts),
  ]);
  const size = (8 + 8) + (8 + (8 + 8) + (8 + 12) + runSize) + 8;
  const run = box("trun", u32(0x01000f01), u32(samples.length), u32(size + 8), table);
  const fragment = box("traf", box("tfhd", u32(0x020000), u32(1)), box("tfdt", u32(0x01000000), u64(decodeTime)), run);
  return join([box("moof", box("mfhd", u32(0), u32(1)), fragment), box("mdat", ...samples.map(({ data }) => data))]);
}

function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
