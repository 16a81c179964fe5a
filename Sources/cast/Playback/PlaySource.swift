import ArgumentParser
import CastMedia

/// What to play, as typed: a file of this machine, or a URL that the device fetches itself.
enum PlaySource: Hashable, Sendable {
    case file(path: String)
    case url(String)
    /// Bytes of this program, such as the film of the demo.
    case data([UInt8], name: String, contentType: String)

    /// nil for a URL of a kind that no Cast device fetches.
    init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        guard let end = text.firstRange(of: "://")?.lowerBound else {
            self = .file(path: text)
            return
        }
        switch text[..<end].lowercased() {
        case "http", "https": self = .url(text)
        case "file":
            // A host may precede the path, which is empty or "localhost" (RFC 8089).
            let path = text.dropFirst("file://".count).drop { $0 != "/" }
            self = .file(path: Self.decoded(path))
        default: return nil
        }
    }

    /// True when this process has to serve it.
    var isLocal: Bool {
        guard case .url = self else { return true }
        return false
    }

    /// The default title: the last part of the path, without a file's extension and without a URL's percent-encoding.
    var title: String {
        switch self {
        case .data(_, let name, _): return name
        case .file(let path):
            let name = path.split(separator: "/").last.map(String.init) ?? path
            guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
            return String(name[..<dot])
        case .url(let url):
            let path = url.prefix { $0 != "?" && $0 != "#" }
            let parts = path.split(separator: "/")
            guard parts.count > 2 else { return url }
            let name = DisplayWidth.printable(Self.decoded(parts[parts.count - 1]))
            return name.contains { !$0.isWhitespace } ? name : url
        }
    }

    /// The text that percent-encoded text stands for; the text itself where it is not an encoding of UTF-8.
    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decode(text).flatMap { String(validating: $0, as: UTF8.self) } ?? String(text)
    }
}

extension PlaySource: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
    static var defaultCompletionKind: CompletionKind { .file() }
}
