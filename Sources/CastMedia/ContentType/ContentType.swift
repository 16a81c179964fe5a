/// Media types by file name, and by the first bytes of a file where the name leaves a doubt.
public enum ContentType {
    /// What is served when nothing is known of a file.
    public static let unknown = "application/octet-stream"

    /// The media type a file's name speaks for; ``unknown`` when it speaks for none. Case does not matter.
    public static func guess(fileName: String) -> String {
        byExtension(fileName) ?? unknown
    }

    /// The media type of a file, from its first bytes and its name.
    ///
    /// The content decides: an MP4 file named `.txt` is `video/mp4`. The name decides where the bytes have no known
    /// signature, and between the types of one container, such as `audio/mp4` and `video/mp4`.
    ///
    /// - Parameter firstBytes: The beginning of the file; 512 bytes are enough. Fewer, or none, decide less.
    public static func guess(fileName: String, firstBytes: [UInt8]) -> String {
        let named = byExtension(fileName)
        guard let sniffed = sniff(firstBytes) else { return named ?? unknown }
        guard let named, !ambiguous.contains(fileExtension(fileName)) else { return sniffed }
        return sharesSignature(named, sniffed) ? named : sniffed
    }

    /// The media type that the first bytes of content reveal; nil when they have no known signature.
    public static func detect(firstBytes: [UInt8]) -> String? { sniff(firstBytes) }

    /// Whether a type is one that a Cast device shows as a picture rather than plays.
    public static func isImage(_ contentType: String) -> Bool {
        contentType.hasPrefix("image/")
    }

    /// The extension after the last dot of the last part of a path, in lower case.
    static func fileExtension(_ fileName: String) -> String {
        let last = fileName.split(separator: "/").last ?? ""
        guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return "" }
        return last[last.index(after: dot)...].lowercased()
    }

    private static func byExtension(_ fileName: String) -> String? {
        table[fileExtension(fileName)]
    }

    /// Extensions that are used for several kinds of content: `.ts` is a transport stream or TypeScript.
    private static let ambiguous: Set<String> = ["ts", "ogg", "mpg", "mpeg", "bin", "dat", "m3u"]

    /// Types whose files begin alike, so that a signature does not tell them apart.
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
        // An ID3 tag may precede every audio format, and two bytes are little evidence against a name.
        if sniffed == "audio/mpeg" || sniffed == "audio/aac" { return named.hasPrefix("audio/") }
        return named == sniffed || containers.contains { $0.contains(named) && $0.contains(sniffed) }
    }
}
