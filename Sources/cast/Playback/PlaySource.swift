import ArgumentParser

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
        case "file": self = .file(path: String(text.dropFirst("file://".count)))
        default: return nil
        }
    }

    /// True when this process has to serve it.
    var isLocal: Bool {
        guard case .url = self else { return true }
        return false
    }

    /// What to call it when nobody gave it a title: the last part of its path, without a file's extension.
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
            return parts.count > 2 ? String(parts[parts.count - 1]) : url
        }
    }
}

extension PlaySource: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
    static var defaultCompletionKind: CompletionKind { .file() }
}
