// SPDX-License-Identifier: Apache-2.0
// The texts of the page, and the format of times.

export const hints = [
  "Ready to cast",
  "Tap the Cast button in an app and choose this device",
  "Cast videos, music and photos from devices on this network",
];

/** Shown for an app whose page runs on another screen. */
export const elsewhere = "Running in a browser on this device’s computer";

const tryAgain = "Try again in the app you are casting from.";
const plain = "MP4 with H.264 and AAC plays in most browsers.";
const onAndNear = "Make sure the computer or phone with the media is turned on and on this network, then cast it again.";

/** Title, reason and advice for each obstacle. */
const obstacles = {
  missing: ["Media not found", "The server has nothing at this address.", "Cast it again, because addresses can expire. If that does not help, it was moved or deleted."],
  forbidden: ["Access denied", "The server requires you to sign in, and refused this device.", "Sign in to the app you are casting from, then cast it again."],
  server: ["Server error", "The server of the media reported an error.", "Wait a moment, then cast it again."],
  unreachable: ["Server not responding", "The server of the media cannot be reached.", onAndNear],
  noHLS: ["This browser cannot play HLS", "The media is an HLS playlist, which this browser does not support.", "Open this page in Chrome 142 or later, Edge or Safari, or cast an MP4 file."],
  noDASH: ["This cannot be played here", "The media is in DASH or Smooth Streaming format, which this page does not support.", "Cast it as HLS or MP4 instead."],
  format: ["This cannot be played here", "The file is not media, or this browser does not support its format.", `Try another version. ${plain}`],
  damaged: ["This could not be decoded", "The media is damaged, or this browser does not support its codec.", `Try another version. ${plain}`],
  codec: ["The video cannot be shown", "This browser does not support the video codec, which is common with HEVC.", `Try another version. ${plain}`],
  brokenOff: ["Connection lost", "The media could not be loaded completely.", onAndNear],
  astray: ["This cannot be shown here", "The server redirected to an address on your network that it may not use.", "Cast the picture from its original address."],
  tooLarge: ["This picture is too large", "It has more pixels than this page can show.", "Cast a smaller version."],
  timeout: ["Loading timed out", "No playable data arrived for 30 seconds.", onAndNear],
};

const codes = {
  100: ["This could not be played", "The browser reported an error.", tryAgain],
  101: ["Loading was canceled", "The browser stopped loading the media.", tryAgain],
  102: obstacles.damaged,
  103: obstacles.brokenOff,
  104: ["This cannot be played here", "The media cannot be reached, or its format is not supported.", `${onAndNear} ${plain}`],
};

export function errorWords({ code, obstacle }) {
  const isNetwork = code >= 300 && code < 400;
  return obstacles[obstacle] ?? codes[code] ?? (isNetwork ? codes[104] : codes[100]);
}

/** The label "Advertisement 1 of 2 · 0:12", and how the advertisement can be skipped. */
export function advertisementWords({ start, end, index, count, whenSkippable }, position, duration) {
  const number = count > 1 ? ` ${index + 1} of ${count}` : "";
  const rest = (end ?? duration) === null ? "" : ` · ${clock(Math.max(0, Math.ceil((end ?? duration) - position)))}`;
  const wait = whenSkippable === null ? null : Math.ceil(start + whenSkippable - position);
  const skip = wait === null || wait > longest ? "" : wait > 0 ? `Can be skipped in ${wait} s` : "Skip it in the app you are casting from";
  return [`Advertisement${number}${rest}`, skip];
}

// A thousand hours, in seconds. Longer times are not displayed.
const longest = 3600000;

/** Formats `1:02`, or `1:02:03` if the whole is an hour or longer. */
export function clock(seconds, whole) {
  if (!(Math.abs(seconds) < longest)) return "–:––";
  const total = Math.max(0, Math.floor(seconds));
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  if ((whole ?? seconds) >= 3600) return `${hours}:${two(minutes)}:${two(total % 60)}`;
  return `${minutes}:${two(total % 60)}`;
}

/** Formats `+0:10` or `−1:30`. */
export function leap(seconds) {
  return `${seconds < 0 ? "−" : "+"}${clock(Math.round(Math.abs(seconds)))}`;
}

/** The last part of a URL's path, for media that came without a title. */
export function nameOf(url) {
  try {
    return decodeURIComponent(new URL(url).pathname.split("/").pop() || "");
  } catch {
    return "";
  }
}

export function subtitleOf(item) {
  return [item.artist, item.subtitle].filter(Boolean).join(" · ");
}
