// Why media does not play: what is known before it is tried, and what asking its server tells afterwards.

const patience = 3000;
/** More points than this take more memory than a television has. */
const largestPicture = 120e6;

/** What stands in the way of media before anything is fetched; null when nothing does. */
export function obstacleBefore({ url, contentType }, video) {
  const address = parsed(url);
  if (!address || !["http:", "https:", "data:", "blob:"].includes(address.protocol)) return "missing";
  const type = contentType.toLowerCase();
  const path = address.pathname.toLowerCase();
  const isHLS = type.includes("mpegurl") || path.endsWith(".m3u8");
  if (isHLS && !canPlay(video, "application/vnd.apple.mpegurl", "application/x-mpegurl")) return "noHLS";
  const isDASH = type.includes("dash+xml") || type.includes("ms-sstr") || path.endsWith(".mpd");
  return isDASH && !canPlay(video, "application/dash+xml") ? "noDASH" : null;
}

/** What the server of media says that an element could not play; null where it lets no page know. */
export async function obstacleAfter(url, errorCode) {
  if (errorCode === MediaError.MEDIA_ERR_DECODE) return "damaged";
  const otherwise = errorCode === MediaError.MEDIA_ERR_NETWORK ? "brokenOff" : "format";
  // A page may not ask with a name and a password in the address.
  const address = new URL(url);
  address.username = address.password = "";
  // Each question has its own time: a server that answers slowly is there.
  const ask = (mode) => fetch(address, {
    mode,
    signal: AbortSignal.timeout(patience),
    credentials: "omit",
    cache: "no-store",
    headers: mode === "cors" ? { Range: "bytes=0-0" } : {},
  });
  try {
    const response = await ask("cors");
    response.body?.cancel().catch(() => {});
    if (response.ok) return otherwise;
    if (response.status === 404 || response.status === 410) return "missing";
    if (response.status === 401 || response.status === 403) return "forbidden";
    return "server";
  } catch {
    // A server that lets no page read its answers looks like one that is not there, until it is asked for less.
    try {
      const response = await ask("no-cors");
      response.body?.cancel().catch(() => {});
      return errorCode === MediaError.MEDIA_ERR_NETWORK ? otherwise : null;
    } catch {
      return "unreachable";
    }
  }
}

export function isTooLarge(image) {
  return image.naturalWidth * image.naturalHeight > largestPicture;
}

function canPlay(video, ...types) {
  return types.some((type) => video.canPlayType(type) !== "");
}

function parsed(url) {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}
