// SPDX-License-Identifier: Apache-2.0
// Why media does not play: what is known before it is loaded, and what its server responds afterward.

import { Stream, isHLS } from "./stream.js";

const requestTimeout = 3000;
/** The maximum number of pixels, above which a television may run out of memory. */
const maximumPixels = 120e6;

/** Returns the obstacle that is known before the media is requested; null if there is none. */
export function obstacleBefore({ url, contentType }, video) {
  const address = parsed(url);
  if (!address || !["http:", "https:", "data:", "blob:"].includes(address.protocol)) return "missing";
  const type = contentType.toLowerCase();
  const path = address.pathname.toLowerCase();
  if (isHLS({ url, contentType }) && !Stream.isSupported && !Stream.isNative(video)) return "noHLS";
  const isDASH = type.includes("dash+xml") || type.includes("ms-sstr") || path.endsWith(".mpd");
  return isDASH && video.canPlayType("application/dash+xml") === "" ? "noDASH" : null;
}

/** Returns the obstacle that the media's server reports after an element has failed; null if it is hidden from the
    page. */
export async function obstacleAfter(url, errorCode) {
  if (errorCode === MediaError.MEDIA_ERR_DECODE) return "damaged";
  const otherwise = errorCode === MediaError.MEDIA_ERR_NETWORK ? "brokenOff" : "format";
  // A page may not send a request with user information in its URL.
  const address = new URL(url);
  address.username = address.password = "";
  // Each request has its own time limit: a slow server is not an unreachable one.
  const request = (mode) => fetch(address, {
    mode,
    signal: AbortSignal.timeout(requestTimeout),
    credentials: "omit",
    cache: "no-store",
    headers: mode === "cors" ? { Range: "bytes=0-0" } : {},
  });
  try {
    const response = await request("cors");
    response.body?.cancel().catch(() => {});
    if (response.ok) return otherwise;
    if (response.status === 404 || response.status === 410) return "missing";
    if (response.status === 401 || response.status === 403) return "forbidden";
    return "server";
  } catch {
    // A server without CORS looks like an unreachable one until a request does not need to read the response.
    try {
      const response = await request("no-cors");
      response.body?.cancel().catch(() => {});
      return errorCode === MediaError.MEDIA_ERR_NETWORK ? otherwise : null;
    } catch {
      return "unreachable";
    }
  }
}

export function isTooLarge(image) {
  return image.naturalWidth * image.naturalHeight > maximumPixels;
}

function parsed(url) {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}
