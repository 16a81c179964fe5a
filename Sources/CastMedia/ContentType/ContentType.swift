// SPDX-License-Identifier: Apache-2.0

/// Detection of media types by a file's first bytes and by its name.
public enum ContentType {
    /// The type of files whose type is not known.
    public static let unknown = "application/octet-stream"

    /// Returns the media type for the extension of a file name, or ``unknown``. Case is ignored.
    public static func guess(fileName: String) -> String {
        byExtension(fileName) ?? unknown
    }

    /// Returns the media type of a file, determined by its first bytes and its name.
    ///
    /// The content takes precedence: an MP4 file named `.txt` is `video/mp4`. The name is used if the bytes have no
    /// known signature, and to choose among types with the same container, such as `audio/mp4` and `video/mp4`.
    ///
    /// - Parameters:
    ///   - fileName: The name of the file, with or without its path.
    ///   - firstBytes: The beginning of the file. 512 bytes are sufficient; with fewer, some types are not found.
    public static func guess(fileName: String, firstBytes: [UInt8]) -> String {
        let named = byExtension(fileName)
        guard let sniffed = sniff(firstBytes) else { return named ?? unknown }
        guard let named, !ambiguous.contains(fileExtension(fileName)) else { return sniffed }
        return sharesSignature(named, sniffed) ? named : sniffed
    }

    /// Returns the media type that the first bytes of content indicate, or `nil` if they have no known signature.
    public static func detect(firstBytes: [UInt8]) -> String? { sniff(firstBytes) }

    /// Returns whether a Cast device displays this type as an image.
    public static func isImage(_ contentType: String) -> Bool {
        contentType.hasPrefix("image/")
    }

    /// Returns the extension of the last path component in lower case, without the dot.
    static func fileExtension(_ fileName: String) -> String {
        let last = fileName.split(separator: "/").last ?? ""
        guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return "" }
        return last[last.index(after: dot)...].lowercased()
    }

    private static func byExtension(_ fileName: String) -> String? {
        table[fileExtension(fileName)]
    }

    /// Extensions that several formats use. For example, `.ts` is a transport stream or TypeScript.
    private static let ambiguous: Set<String> = ["ts", "ogg", "mpg", "mpeg", "bin", "dat", "m3u"]

    /// Groups of types with the same signature.
    private static let containers: [Set<String>] = [
        [
            "video/mp4", "audio/mp4", "video/quicktime", "video/3gpp", "video/3gpp2", "video/iso.segment",
            "image/avif", "image/heic", "image/heif",
        ],
        ["video/webm", "audio/webm", "video/x-matroska", "audio/x-matroska"],
        ["video/ogg", "audio/ogg", "application/ogg"],
        ["video/x-ms-asf", "video/x-ms-wmv", "audio/x-ms-wma"],
        ["image/png", "image/apng"],
        ["application/vnd.apple.mpegurl", "audio/x-mpegurl"],
    ]

    private static func sharesSignature(_ named: String, _ sniffed: String) -> Bool {
        // An ID3 tag can precede every audio format, and a signature of two bytes is weaker evidence than the name.
        if sniffed == "audio/mpeg" || sniffed == "audio/aac" { return named.hasPrefix("audio/") }
        return named == sniffed || containers.contains { $0.contains(named) && $0.contains(sniffed) }
    }
}

extension ContentType {
    /// File name extensions with the media types that Cast web receivers use for them.
    static let table: [String: String] = [
        // Video
        "mp4": "video/mp4", "m4v": "video/mp4", "mp4v": "video/mp4", "mov": "video/quicktime", "qt": "video/quicktime",
        "webm": "video/webm", "mkv": "video/x-matroska", "mk3d": "video/x-matroska",
        "ts": "video/mp2t", "m2ts": "video/mp2t", "mts": "video/mp2t", "m2t": "video/mp2t",
        "mpg": "video/mpeg", "mpeg": "video/mpeg", "mpe": "video/mpeg", "m2v": "video/mpeg", "vob": "video/mpeg",
        "ogv": "video/ogg", "ogm": "video/ogg", "ogx": "application/ogg",
        "avi": "video/x-msvideo", "wmv": "video/x-ms-wmv", "asf": "video/x-ms-asf", "flv": "video/x-flv",
        "f4v": "video/mp4", "3gp": "video/3gpp", "3gpp": "video/3gpp", "3g2": "video/3gpp2",
        "rm": "application/vnd.rn-realmedia", "rmvb": "application/vnd.rn-realmedia-vbr",
        "divx": "video/x-msvideo", "m4s": "video/iso.segment", "cmfv": "video/mp4",
        // Audio
        "mp3": "audio/mpeg", "mp2": "audio/mpeg", "mpga": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4",
        "cmfa": "audio/mp4", "aac": "audio/aac", "adts": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "spx": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav", "wave": "audio/wav",
        "weba": "audio/webm", "mka": "audio/x-matroska", "wma": "audio/x-ms-wma", "aif": "audio/aiff",
        "aiff": "audio/aiff", "aifc": "audio/aiff", "au": "audio/basic", "snd": "audio/basic", "ac3": "audio/ac3",
        "eac3": "audio/eac3", "ec3": "audio/eac3", "dts": "audio/vnd.dts", "ape": "audio/x-ape", "mid": "audio/midi",
        "midi": "audio/midi", "caf": "audio/x-caf", "amr": "audio/amr",
        // Images
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
        // Other files
        "json": "application/json", "txt": "text/plain", "html": "text/html", "htm": "text/html", "css": "text/css",
        "js": "text/javascript",
    ]
}
