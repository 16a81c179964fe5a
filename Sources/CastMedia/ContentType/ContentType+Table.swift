extension ContentType {
    /// Extensions of media, pictures, subtitles and playlists, each with the type Cast web receivers know it by.
    static let table: [String: String] = [
        // Films
        "mp4": "video/mp4", "m4v": "video/mp4", "mp4v": "video/mp4", "mov": "video/quicktime", "qt": "video/quicktime",
        "webm": "video/webm", "mkv": "video/x-matroska", "mk3d": "video/x-matroska",
        "ts": "video/mp2t", "m2ts": "video/mp2t", "mts": "video/mp2t", "m2t": "video/mp2t",
        "mpg": "video/mpeg", "mpeg": "video/mpeg", "mpe": "video/mpeg", "m2v": "video/mpeg", "vob": "video/mpeg",
        "ogv": "video/ogg", "ogm": "video/ogg", "ogx": "application/ogg",
        "avi": "video/x-msvideo", "wmv": "video/x-ms-wmv", "asf": "video/x-ms-asf", "flv": "video/x-flv",
        "f4v": "video/mp4", "3gp": "video/3gpp", "3gpp": "video/3gpp", "3g2": "video/3gpp2",
        "rm": "application/vnd.rn-realmedia", "rmvb": "application/vnd.rn-realmedia-vbr",
        "divx": "video/x-msvideo", "m4s": "video/iso.segment", "cmfv": "video/mp4",
        // Sound
        "mp3": "audio/mpeg", "mp2": "audio/mpeg", "mpga": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4",
        "cmfa": "audio/mp4", "aac": "audio/aac", "adts": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "spx": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav", "wave": "audio/wav",
        "weba": "audio/webm", "mka": "audio/x-matroska", "wma": "audio/x-ms-wma", "aif": "audio/aiff",
        "aiff": "audio/aiff", "aifc": "audio/aiff", "au": "audio/basic", "snd": "audio/basic", "ac3": "audio/ac3",
        "eac3": "audio/eac3", "ec3": "audio/eac3", "dts": "audio/vnd.dts", "ape": "audio/x-ape", "mid": "audio/midi",
        "midi": "audio/midi", "caf": "audio/x-caf", "amr": "audio/amr",
        // Pictures
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "jpe": "image/jpeg", "jfif": "image/jpeg", "png": "image/png",
        "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "bmp": "image/bmp", "svg": "image/svg+xml",
        "ico": "image/x-icon", "tif": "image/tiff", "tiff": "image/tiff", "heic": "image/heic", "heif": "image/heif",
        "apng": "image/apng", "jxl": "image/jxl",
        // Subtitles and lyrics
        "vtt": "text/vtt", "srt": "application/x-subrip", "ttml": "application/ttml+xml",
        "dfxp": "application/ttml+xml", "xml": "application/xml", "ass": "text/x-ssa", "ssa": "text/x-ssa",
        "sub": "text/x-microdvd", "smi": "application/smil", "lrc": "text/plain",
        // Playlists and manifests
        "m3u8": "application/vnd.apple.mpegurl", "m3u": "audio/x-mpegurl", "mpd": "application/dash+xml",
        "ism": "application/vnd.ms-sstr+xml", "pls": "audio/x-scpls", "xspf": "application/xspf+xml",
        "asx": "video/x-ms-asf", "cue": "text/plain",
        // What comes along
        "json": "application/json", "txt": "text/plain", "html": "text/html", "htm": "text/html", "css": "text/css",
        "js": "text/javascript",
    ]
}
