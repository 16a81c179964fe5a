// SPDX-License-Identifier: Apache-2.0
// MPEG transport streams (ISO/IEC 13818-1) and packed audio, rewritten as fragmented MP4: H.264, AAC and MP3.

import { audioEntry, initialization, join, mediaSegment, videoEntry } from "./fragment.js";

const clockRate = 90_000;
const wrap = 2 ** 33;
const rates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];

/** Whether the data is a transport stream, beginning with a packet. */
export function isTransportStream(bytes) {
  return bytes.length >= 188 && bytes[0] === 0x47 && (bytes.length < 377 || bytes[188] === 0x47);
}

/** Whether the data is packed audio, which may begin with ID3 tags. */
export function isPackedAudio(bytes) {
  return (bytes[0] === 0xff && (bytes[1] & 0xe0) === 0xe0) || String.fromCharCode(...bytes.subarray(0, 3)) === "ID3";
}

/** Rewrites a transport stream. `expected` is the time in seconds at which the segment should start; null if unknown. The
    clock of transport streams starts again after 26 hours. Returns the parts for MediaSource, one for each kind. */
export function partsOfTransportStream(bytes, expected) {
  const streams = demultiplexed(bytes);
  const reference = expected === null ? streams[0]?.packets.find(({ pts }) => pts !== null)?.pts ?? 0 : expected * clockRate;
  const parts = streams.map((stream) => (stream.kind === "video" ? videoPart(stream, reference) : audioPart(stream.packets, reference)));
  return parts.filter(Boolean);
}

/** Rewrites packed audio. Its time is in an ID3 tag; the start of `part` is null without one. */
export function partsOfPackedAudio(bytes, expected) {
  let [at, time] = [0, null];
  while (bytes.length > at + 10 && String.fromCharCode(...bytes.subarray(at, at + 3)) === "ID3") {
    const size = (bytes[at + 6] << 21) | (bytes[at + 7] << 14) | (bytes[at + 8] << 7) | bytes[at + 9];
    const tag = bytes.subarray(at, at + 10 + size);
    const owner = "com.apple.streaming.transportStreamTimestamp\0";
    const place = new TextDecoder("latin1").decode(tag).indexOf(owner) + owner.length;
    if (place >= owner.length && place + 8 <= tag.length) {
      const view = new DataView(tag.buffer, tag.byteOffset + place, 8);
      time = (view.getUint32(0) & 1) * 2 ** 32 + view.getUint32(4);
    }
    at += 10 + size;
  }
  const reference = expected === null ? time ?? 0 : expected * clockRate;
  const part = audioPart([{ pts: time ?? reference, data: bytes.subarray(at) }], reference);
  if (part && time === null) part.start = null;
  return part ? [part] : [];
}

/** Returns the streams that can be played, with their packets (PES). */
function demultiplexed(bytes) {
  let tablePID = null;
  const streams = new Map();
  for (let at = 0; at + 188 <= bytes.length; at += 188) {
    if (bytes[at] !== 0x47) {
      // Resynchronizes at the next packet.
      const next = bytes.indexOf(0x47, at);
      if (next < 0) break;
      at = next - 188;
      continue;
    }
    const isStart = Boolean(bytes[at + 1] & 0x40);
    const pid = ((bytes[at + 1] & 0x1f) << 8) | bytes[at + 2];
    const control = bytes[at + 3] & 0x30;
    const start = at + 4 + (control & 0x20 ? 1 + bytes[at + 4] : 0);
    if (!(control & 0x10) || start >= at + 188) continue;
    const payload = bytes.subarray(start, at + 188);
    if (pid === 0 && isStart) tablePID = programOf(payload.subarray(1 + payload[0])) ?? tablePID;
    else if (pid === tablePID && isStart && !streams.size) readTable(payload.subarray(1 + payload[0]), streams);
    else if (streams.has(pid)) {
      const { units } = streams.get(pid);
      if (isStart) units.push([payload]);
      else units.at(-1)?.push(payload);
    }
  }
  const order = { video: 0, audio: 1 };
  const found = [...streams.values()].sort((one, other) => order[one.kind] - order[other.kind]);
  for (const stream of found) stream.packets = stream.units.map(packetOf).filter(Boolean);
  return found.filter(({ packets }) => packets.length);
}

function programOf(section) {
  const end = 3 + (((section[1] & 15) << 8) | section[2]) - 4;
  for (let at = 8; at + 4 <= end; at += 4) {
    // Program 0 is the network's table.
    if (section[at] || section[at + 1]) return ((section[at + 2] & 31) << 8) | section[at + 3];
  }
  return null;
}

/** Adds the first video stream and the first audio stream of a program map table. */
function readTable(section, streams) {
  const end = Math.min(section.length, 3 + (((section[1] & 15) << 8) | section[2]) - 4);
  for (let at = 12 + (((section[10] & 15) << 8) | section[11]); at + 5 <= end;) {
    const kind = { 0x1b: "video", 0x0f: "audio", 0x03: "audio", 0x04: "audio" }[section[at]];
    const pid = ((section[at + 1] & 31) << 8) | section[at + 2];
    const isNew = ![...streams.values()].some((stream) => stream.kind === kind);
    if (kind && isNew) streams.set(pid, { kind, units: [], packets: [] });
    at += 5 + (((section[at + 3] & 15) << 8) | section[at + 4]);
  }
}

/** Reads the header of a PES packet. */
function packetOf(unit) {
  const bytes = unit.length === 1 ? unit[0] : join(unit);
  if (bytes.length < 9 || bytes[0] || bytes[1] || bytes[2] !== 1) return null;
  const time = (at) => (bytes[at] & 14) * 2 ** 29 + (bytes[at + 1] << 22) + ((bytes[at + 2] & 254) << 14) + (bytes[at + 3] << 7) + (bytes[at + 4] >> 1);
  const pts = bytes[7] & 0x80 ? time(9) : null;
  const length = (bytes[4] << 8) | bytes[5];
  return { pts, dts: bytes[7] & 0x40 ? time(14) : pts, data: bytes.subarray(9 + bytes[8], length ? 6 + length : bytes.length) };
}

/** Returns the time nearest to a reference, because the clock has 33 bits. */
function unwrapped(time, reference) {
  return time + Math.round((reference - time) / wrap) * wrap;
}

/** Returns the NAL units of a byte stream (ITU-T H.264, annex B). */
function unitsOf(bytes) {
  const units = [];
  let start = -1;
  for (let at = 0; at + 2 < bytes.length;) {
    if (bytes[at + 2] > 1) at += 3;
    else if (bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1) {
      if (start >= 0) units.push(trimmed(bytes.subarray(start, at)));
      start = at + 3;
      at += 3;
    } else at += 1;
  }
  if (start >= 0) units.push(trimmed(bytes.subarray(start)));
  return units.filter(({ length }) => length > 0);
}

function trimmed(unit) {
  let end = unit.length;
  while (end > 0 && unit[end - 1] === 0) end -= 1;
  return unit.subarray(0, end);
}

/** Whether a supplemental unit marks a picture from which decoding can start, as in open groups of pictures. */
function isRecoveryPoint(unit) {
  let [at, type, size] = [1, 0, 0];
  while (at + 2 < unit.length) {
    for (type = 0; unit[at] === 0xff; at += 1) type += 255;
    type += unit[at++];
    for (size = 0; unit[at] === 0xff; at += 1) size += 255;
    size += unit[at++];
    if (type === 6) return true;
    at += size;
  }
  return false;
}

function videoPart({ packets }, reference) {
  let [sps, pps] = [null, null];
  const samples = [];
  for (const { pts, dts, data } of packets) {
    const parts = [];
    let isKey = false;
    for (const unit of unitsOf(data)) {
      const type = unit[0] & 31;
      if (type === 7) sps ??= unit;
      else if (type === 8) pps ??= unit;
      else if (type !== 9) {
        isKey ||= type === 5 || (type === 6 && isRecoveryPoint(unit));
        parts.push(new Uint8Array([unit.length >>> 24, (unit.length >>> 16) & 255, (unit.length >>> 8) & 255, unit.length & 255]), unit);
      }
    }
    if (!parts.length) continue;
    const [previous] = samples.slice(-1);
    if (pts === null) {
      // The rest of a picture that continues in another packet.
      if (previous) previous.parts.push(...parts);
      continue;
    }
    samples.push({ parts, isKey, pts: unwrapped(pts, reference), dts: Math.max(0, unwrapped(dts, reference)) });
  }
  if (!sps || !pps || !samples.length) return null;
  samples.forEach((sample, index) => {
    const next = samples[index + 1];
    sample.data = join(sample.parts);
    sample.cts = Math.round(sample.pts - sample.dts);
    sample.duration = next ? Math.max(1, next.dts - sample.dts) : samples[index - 1]?.duration ?? clockRate / 25;
  });
  const { width, height } = sizeOf(sps);
  const [profile, constraints, level] = [1, 2, 3].map((index) => sps[index].toString(16).padStart(2, "0"));
  return {
    kind: "video", codec: `avc1.${profile}${constraints}${level}`,
    init: initialization({ kind: "video", timescale: clockRate, width, height, entry: videoEntry({ sps, pps, width, height }) }),
    media: mediaSegment(samples[0].dts, samples),
    start: samples.reduce((least, { pts }) => Math.min(least, pts), Infinity) / clockRate,
  };
}

/** Reads the size of the picture from a sequence parameter set (ITU-T H.264, section 7.3.2.1.1). */
function sizeOf(sps) {
  const bytes = [...sps].filter((byte, index) => !(byte === 3 && index > 1 && sps[index - 1] === 0 && sps[index - 2] === 0));
  let at = 32;
  const bit = () => ((bytes[at >> 3] ?? 0) >> (7 - (at++ & 7))) & 1;
  const bits = (count) => { let value = 0; for (let index = 0; index < count; index += 1) value = value * 2 + bit(); return value; };
  const unsigned = () => { let count = 0; while (count < 32 && !bit()) count += 1; return 2 ** count - 1 + bits(count); };
  const signed = () => { const value = unsigned(); return value & 1 ? (value + 1) / 2 : -value / 2; };
  unsigned();
  let format = 1;
  if ([100, 110, 122, 244, 44, 83, 86, 118, 128].includes(bytes[1])) {
    format = unsigned();
    if (format === 3) bit();
    unsigned();
    unsigned();
    bit();
    if (bit()) {
      for (let list = 0; list < (format === 3 ? 12 : 8); list += 1) {
        if (!bit()) continue;
        for (let [index, last, next] = [0, 8, 8]; index < (list < 6 ? 16 : 64); index += 1) {
          if (next) next = (last + signed() + 256) % 256;
          last = next || last;
        }
      }
    }
  }
  unsigned();
  const order = unsigned();
  if (order === 0) unsigned();
  else if (order === 1) {
    bit();
    signed();
    signed();
    for (let count = Math.min(255, unsigned()); count > 0; count -= 1) signed();
  }
  unsigned();
  bit();
  const [columns, rows, isFrame] = [unsigned() + 1, unsigned() + 1, bit()];
  if (!isFrame) bit();
  bit();
  const crop = bit() ? [unsigned(), unsigned(), unsigned(), unsigned()] : [0, 0, 0, 0];
  const [unitX, unitY] = [format === 1 || format === 2 ? 2 : 1, (format === 1 ? 2 : 1) * (2 - isFrame)];
  return { width: columns * 16 - (crop[0] + crop[1]) * unitX, height: rows * 16 * (2 - isFrame) - (crop[2] + crop[3]) * unitY };
}

/** Rewrites AAC with ADTS headers, or MP3. */
function audioPart(packets, reference) {
  const bytes = packets.length === 1 ? packets[0].data : join(packets.map(({ data }) => data));
  const isADTS = (at) => bytes[at] === 0xff && (bytes[at + 1] & 0xf6) === 0xf0;
  const read = (at) => (isADTS(at) ? aacFrame(bytes, at) : mp3Frame(bytes, at));
  const frames = [];
  let format = null;
  for (let at = 0; at + 7 <= bytes.length;) {
    const frame = read(at);
    if (!frame || at + frame.size > bytes.length) {
      at += 1;
      continue;
    }
    format ??= frame;
    frames.push({ data: bytes.subarray(at + frame.header, at + frame.size), duration: frame.samples, cts: 0, isKey: true });
    at += frame.size;
  }
  const first = packets.find(({ pts }) => pts !== null);
  if (!format || !first) return null;
  const start = Math.max(0, unwrapped(first.pts, reference)) / clockRate;
  // Browsers accept MP3 without a container only.
  if (format.codec === "mp3") return { kind: "audio", codec: "mp3", init: null, media: join(frames.map(({ data }) => data)), start };
  return {
    kind: "audio", codec: format.codec,
    init: initialization({ kind: "audio", timescale: format.rate, entry: audioEntry(format) }),
    media: mediaSegment(Math.round(start * format.rate), frames),
    start,
  };
}

function aacFrame(bytes, at) {
  const rateIndex = (bytes[at + 2] >> 2) & 15;
  const type = (bytes[at + 2] >> 6) + 1;
  const channels = ((bytes[at + 2] & 1) << 2) | (bytes[at + 3] >> 6);
  const size = ((bytes[at + 3] & 3) << 11) | (bytes[at + 4] << 3) | (bytes[at + 5] >> 5);
  const header = bytes[at + 1] & 1 ? 7 : 9;
  if (size <= header || !rates[rateIndex]) return null;
  return {
    size, header, samples: 1024 * ((bytes[at + 6] & 3) + 1), rate: rates[rateIndex], channels, codec: `mp4a.40.${type}`,
    configuration: [(type << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (channels << 3)],
  };
}

const bitrates = [[32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320], [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]];

/** Reads the header of a frame of MPEG audio, layer III. */
function mp3Frame(bytes, at) {
  if (bytes[at] !== 0xff || (bytes[at + 1] & 0xe6) !== 0xe2) return null;
  const version = (bytes[at + 1] >> 3) & 3;
  const rate = [44100, 48000, 32000][(bytes[at + 2] >> 2) & 3] / { 3: 1, 2: 2, 0: 4 }[version];
  const bitrate = bitrates[version === 3 ? 0 : 1][(bytes[at + 2] >> 4) - 1];
  if (!rate || !bitrate) return null;
  const size = Math.floor(((version === 3 ? 144_000 : 72_000) * bitrate) / rate) + ((bytes[at + 2] >> 1) & 1);
  return { size, header: 0, codec: "mp3" };
}
