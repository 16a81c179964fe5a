// SPDX-License-Identifier: Apache-2.0
// Segments of WebVTT subtitles in HLS (RFC 8216, section 3.5).

const clockRate = 90_000;

/** Parses the cues of a segment. `positionOf` returns the position in seconds for a time of the media's own clock. */
export function cuesOf(text, positionOf) {
  const blocks = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n").split(/\n{2,}/);
  if (!/^WEBVTT(\s|$)/.test(blocks[0] ?? "")) return [];
  const local = /LOCAL:([\d:.]+)/.exec(blocks[0]);
  const clock = /MPEGTS:(\d+)/.exec(blocks[0]);
  const shift = local && clock ? positionOf(Number(clock[1]) / clockRate) - secondsOf(local[1]) : 0;
  const cues = [];
  for (const block of blocks) {
    const lines = block.split("\n").filter(Boolean);
    const index = lines.findIndex((line) => line.includes("-->"));
    const times = index < 0 ? null : /^\s*([\d:.]+)\s+-->\s+([\d:.]+)(.*)$/.exec(lines[index]);
    if (!times) continue;
    const [start, end] = [secondsOf(times[1]) + shift, secondsOf(times[2]) + shift];
    if (!(start < end) || end <= 0) continue;
    const cue = new VTTCue(Math.max(0, start), end, lines.slice(index + 1).join("\n"));
    applySettings(cue, times[3]);
    cues.push(cue);
  }
  return cues;
}

/** Applies the settings that the page renders. A cue ignores invalid values. */
function applySettings(cue, text) {
  for (const [, name, value] of text.matchAll(/(\w+):(\S+)/g)) {
    const number = parseFloat(value);
    try {
      if (name === "align") cue.align = value;
      else if (name === "size" && number >= 0) cue.size = number;
      else if (name === "position" && number >= 0) cue.position = number;
      else if (name === "line" && Number.isFinite(number)) {
        cue.snapToLines = !value.includes("%");
        cue.line = number;
      }
    } catch {
      // The value is out of range.
    }
  }
}

function secondsOf(text) {
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
