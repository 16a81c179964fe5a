// Everything that the page says, and how it writes times.

export const hints = [
  "Ready to cast",
  "Choose this device in an app with a Cast button",
  "Films, music and pictures from this network play here",
];

/** Of an app whose page another screen runs. */
export const elsewhere = "Runs in a browser on the device’s own computer";

const tryAgain = "Try again from the app that you cast from.";
const plain = "MP4 with H.264 and AAC plays everywhere.";
const onAndNear = "Check that the computer or phone that offers it is on and in this network, then cast it again.";

/** Title, reason and what to do, by what the page found out. */
const obstacles = {
  missing: ["This is not there", "The server says that it has nothing at this address.", "Cast it again: addresses run out. If that does not help, it was moved or deleted."],
  forbidden: ["This is not for everyone", "The server wants to know who asks, and refused this device.", "Sign in to the app that you cast from, then cast it again."],
  server: ["The server has a problem", "It was found, but could not send the media.", "Wait a little, then cast it again."],
  unreachable: ["There is no answer", "Nothing answers where the media should come from.", onAndNear],
  noHLS: ["This browser cannot play HLS", "The media is a playlist (HLS), which this browser has no player for.", "Open this page in Chrome 142 or newer, Edge or Safari, or cast an MP4 file."],
  noDASH: ["This cannot be played here", "The media is of the kind DASH or Smooth Streaming, for which this page has no player.", "Cast it as HLS or MP4 instead."],
  format: ["This cannot be played here", "What came is no media, or of a kind that this browser does not know.", `Try another version of it. ${plain}`],
  damaged: ["This could not be decoded", "The media is damaged, or coded in a way that this browser does not know.", `Try another version of it. ${plain}`],
  codec: ["The picture cannot be shown", "The video is coded in a way that this browser cannot decode, as HEVC often is.", `Try another version of it. ${plain}`],
  brokenOff: ["The connection broke", "The media could not be loaded to the end.", onAndNear],
  astray: ["This cannot be shown here", "Its server sent this device on to a place in your home that it has no business with.", "Cast the picture from where it really is."],
  tooLarge: ["This picture is too large", "It has more points than this page can hold.", "Cast a smaller version of it."],
  timeout: ["This takes too long", "Nothing that can be played has come for half a minute.", onAndNear],
};

const codes = {
  100: ["This could not be played", "Something went wrong in the browser.", tryAgain],
  101: ["Loading was given up", "The browser stopped loading the media.", tryAgain],
  102: obstacles.damaged,
  103: obstacles.brokenOff,
  104: ["This cannot be played here", "The media cannot be reached, or is of a kind that is not known here.", `${onAndNear} ${plain}`],
};

export function errorWords({ code, obstacle }) {
  const isNetwork = code >= 300 && code < 400;
  return obstacles[obstacle] ?? codes[code] ?? (isNetwork ? codes[104] : codes[100]);
}

/** "Advertisement 1 of 2 · 0:12", and whether it can be left. */
export function advertisementWords({ start, end, index, count, whenSkippable }, position, duration) {
  const number = count > 1 ? ` ${index + 1} of ${count}` : "";
  const rest = (end ?? duration) === null ? "" : ` · ${clock(Math.max(0, Math.ceil((end ?? duration) - position)))}`;
  const wait = whenSkippable === null ? null : Math.ceil(start + whenSkippable - position);
  const skip = wait === null || wait > longest ? "" : wait > 0 ? `Can be skipped in ${wait} s` : "Skip it with the app that you cast from";
  return [`Advertisement${number}${rest}`, skip];
}

// A thousand hours. What claims to be longer is not written as a time.
const longest = 3600000;

/** `1:02`, or `1:02:03` where the whole is an hour or longer. */
export function clock(seconds, whole) {
  if (!(Math.abs(seconds) < longest)) return "–:––";
  const total = Math.max(0, Math.floor(seconds));
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  if ((whole ?? seconds) >= 3600) return `${hours}:${two(minutes)}:${two(total % 60)}`;
  return `${minutes}:${two(total % 60)}`;
}

/** `+0:10` or `−1:30`. */
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
