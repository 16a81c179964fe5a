import ArgumentParser
import CastMedia
import CastSender

/// The items and options of a `cast play` command.
struct PlayCommandRequest: Sendable {
    /// The items to play. With ``resumes``, a placeholder for the current media.
    var items: [PlayItem]
    /// Whether to continue the session of an earlier command without loading media.
    var resumes = false
    /// The change of the volume before playback.
    var volume: VolumeChange?
    /// Whether the command waits for the end of playback; false to exit as soon as playback starts.
    var waits = true
    /// The position at which playback stops, in seconds.
    var until: Double?
    /// The time limit from loading an item until it plays.
    var startTimeout: Duration
    /// How long to try to reconnect after the connection is lost.
    var reconnectWindow = Duration.seconds(180)
    /// The ports for serving local files; nil for any free port.
    var mediaPorts: PortRange?
    var finder: DeviceFinder
    /// The store of the session record for `cast play --resume`; nil for none.
    var store: (any SessionStore)?

    /// The options of the session manager.
    var sessionOptions: SessionManagerOptions {
        var options = SessionManagerOptions()
        options.connection = finder.options
        options.reconnect.window = reconnectWindow
        return options
    }
}

/// An item to play.
struct PlayItem: Hashable, Sendable {
    var source: PlaySource
    var title: String
    var subtitle: String?
    var artwork: PlaySource?
    /// The MIME type; nil to detect it.
    var contentType: String?
    /// The user's choices for the conversion of a file.
    var conversion = MediaPlan.Options()
    var subtitles = SubtitleFiles()
    /// The start position in seconds; nil for the beginning.
    var startTime: Double?
}

/// The subtitle files of an item.
struct SubtitleFiles: Hashable, Sendable {
    /// The paths of the files that the user specified. The first one is shown from the start.
    var paths: [String] = []
    /// Whether files that belong to the media by their names are added.
    var includesSidecars = true
    /// The name of the character encoding; nil to detect it.
    var encoding: String?
    /// The number of seconds by which subtitles are shown later; negative to show them earlier.
    var delay = 0.0
}

/// The source of an item: a local file, or a URL that the device fetches itself.
enum PlaySource: Hashable, Sendable {
    case file(path: String)
    case url(String)
    /// Data in memory, such as the demo film.
    case data([UInt8], name: String, contentType: String)

    /// Parses an argument; nil for a URL with a scheme that no Cast device supports.
    init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        guard let end = text.firstRange(of: "://")?.lowerBound else {
            self = .file(path: text)
            return
        }
        switch text[..<end].lowercased() {
        case "http", "https": self = .url(text)
        case "file":
            // The path can be preceded by a host, which is empty or "localhost" (RFC 8089).
            let path = text.dropFirst("file://".count).drop { $0 != "/" }
            self = .file(path: Self.decoded(path))
        default: return nil
        }
    }

    /// Whether this process has to serve the media.
    var isLocal: Bool {
        guard case .url = self else { return true }
        return false
    }

    /// The default title: the last path component, without the extension of a file or the percent-encoding of a URL.
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

    /// Decodes percent-encoding. Returns the text unchanged if the result is not UTF-8.
    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decode(text).flatMap { String(validating: $0, as: UTF8.self) } ?? String(text)
    }
}

extension PlaySource: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
    static var defaultCompletionKind: CompletionKind { .file() }
}

/// The app on a device that plays the items of a command.
struct PlaybackTarget: Sendable {
    var session: CastSession
    /// The manager that resumes the session after its connection is lost.
    var manager: SessionManager
    /// Whether this command launched the app and therefore stops it.
    var isOwner: Bool

    /// The current connection, which is replaced after each loss.
    var connection: CastConnection { session.connection }

    var device: DeviceDescription { DeviceDescription(session.device) }

    /// Stops playback: the app if this command launched it, else only the media.
    func stop() async throws {
        if isOwner {
            try await session.stop()
        } else {
            try await session.media.stop()
        }
    }
}
