/// Media types by file name, and by the first bytes of a file where the name leaves a doubt.
public enum ContentType {
    /// What is served when nothing is known of a file.
    public static let unknown = "application/octet-stream"

    /// The media type a file's name speaks for; ``unknown`` when it speaks for none. Case does not matter.
    public static func guess(fileName: String) -> String {
        byExtension(fileName) ?? unknown
    }

    /// The media type a file's name speaks for, decided by its first bytes where the name is silent, or where files
    /// of that name come in several kinds: `.ts` is a film or a program's text, `.ogg` a song or a film.
    ///
    /// - Parameter firstBytes: The beginning of the file; 512 bytes are enough. Fewer, or none, decide less.
    public static func guess(fileName: String, firstBytes: [UInt8]) -> String {
        let named = byExtension(fileName)
        guard let named, !ambiguous.contains(fileExtension(fileName)) else {
            return sniff(firstBytes) ?? named ?? unknown
        }
        return named
    }

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

    private static let ambiguous: Set<String> = ["ts", "ogg", "mpg", "mpeg", "bin", "dat"]
}
