// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A command for a device, as it is sent over a broker. docs/fleet.md describes the messages.
public enum SiteCommand: Hashable, Sendable {
    /// A media item.
    public struct Item: Hashable, Sendable {
        /// The largest number of items in a command.
        static let limit = 100

        /// The URL, which the device itself fetches.
        public var url: String
        /// The MIME type; nil to let the bridge choose one by the name of the file.
        public var contentType: String?
        /// The title; nil for none.
        public var title: String?
        /// The second line; nil for none.
        public var subtitle: String?
        /// The URL of a picture; nil for none.
        public var image: String?
        /// Whether the media has no end, such as radio.
        public var isLive: Bool

        /// Creates an item.
        ///
        /// - Parameters:
        ///   - url: The URL, which the device itself fetches.
        ///   - contentType: The MIME type; nil to let the bridge choose one by the name of the file.
        ///   - title: The title; nil for none.
        ///   - subtitle: The second line; nil for none.
        ///   - image: The URL of a picture; nil for none.
        ///   - isLive: Whether the media has no end, such as radio.
        public init(
            url: String,
            contentType: String? = nil,
            title: String? = nil,
            subtitle: String? = nil,
            image: String? = nil,
            isLive: Bool = false
        ) {
            self.url = url
            self.contentType = contentType
            self.title = title
            self.subtitle = subtitle
            self.image = image
            self.isLive = isLive
        }
    }

    /// A new value, or a difference to the current one.
    public enum Change: Hashable, Sendable {
        /// The new value.
        case to(Double)
        /// The difference to the current value.
        case by(Double)
    }

    /// Play items in the default media receiver, from a position in seconds in the first one; nil for its beginning.
    case play([Item], position: Double? = nil, isPaused: Bool = false)
    /// Add items to the end of the queue.
    case enqueue([Item])
    /// Play an item over what plays, at a volume from 0 to 1, then restore that; nil for the current volume.
    case announce(Item, volume: Double?)
    /// Pause playback.
    case pause
    /// Resume playback.
    case resume
    /// Pause, or resume if playback is paused.
    case playPause
    /// Stop playback, and close the app.
    case stop
    /// Seek to a position, or by a time, in seconds.
    case seek(Change)
    /// Change the volume, whose range is 0 to 1.
    case volume(Change)
    /// Mute or unmute the device.
    case mute(Bool)
    /// Play the next item of the queue.
    case next
    /// Play the previous item of the queue.
    case previous

    var name: String {
        switch self {
        case .play: "play"
        case .enqueue: "enqueue"
        case .announce: "announce"
        case .pause: "pause"
        case .resume: "resume"
        case .playPause: "playpause"
        case .stop: "stop"
        case .seek: "seek"
        case .volume: "volume"
        case .mute: "mute"
        case .next: "next"
        case .previous: "previous"
        }
    }
}

// MARK: - JSON

extension SiteCommand {
    /// Reads the members of a command.
    init(_ object: JSONObject) throws(CommandError) {
        guard let name = object["command"]?.stringValue else { throw .invalid("the member \"command\" is missing") }
        switch name {
        case "play":
            let position = try object["position"].map { value throws(CommandError) in
                try Self.number(value, "position", 0...1e9)
            }
            self = .play(try Self.items(object), position: position, isPaused: object["paused"] == .bool(true))
        case "enqueue": self = .enqueue(try Self.items(object))
        case "announce":
            let volume = try object["volume"].map { value throws(CommandError) in
                try Self.number(value, "volume", 0...1)
            }
            self = .announce(try Item(object), volume: volume)
        case "seek": self = .seek(try Self.change(object, "position", 0...1e9, by: "offset", -1e9...1e9))
        case "volume": self = .volume(try Self.change(object, "level", 0...1, by: "offset", -1...1))
        case "mute":
            guard case .bool(let isMuted)? = object["muted"] else {
                throw .invalid("\"mute\" needs the member \"muted\", true or false")
            }
            self = .mute(isMuted)
        default:
            guard let plain = Self.plain(name) else { throw .invalid("there is no command \"\(name.prefix(40))\"") }
            self = plain
        }
    }

    private static func plain(_ name: String) -> SiteCommand? {
        [.pause, .resume, .playPause, .stop, .next, .previous].first { $0.name == name }
    }

    private static func items(_ object: JSONObject) throws(CommandError) -> [Item] {
        guard let values = object["items"]?.arrayValue else { return [try Item(object)] }
        guard (1...Item.limit).contains(values.count) else {
            throw .invalid("\"items\" has \(values.count) elements, but 1 to \(Item.limit) are possible")
        }
        return try values.map { value throws(CommandError) in
            guard let object = value.objectValue else { throw .invalid("an element of \"items\" is no object") }
            return try Item(object)
        }
    }

    private static func change(
        _ object: JSONObject,
        _ key: String,
        _ range: ClosedRange<Double>,
        by offsetKey: String,
        _ offsets: ClosedRange<Double>
    ) throws(CommandError) -> Change {
        if let value = object[key] { return .to(try number(value, key, range)) }
        if let value = object[offsetKey] { return .by(try number(value, offsetKey, offsets)) }
        throw .invalid("the member \"\(key)\" or \"\(offsetKey)\" is missing")
    }

    private static func number(
        _ value: JSONValue,
        _ key: String,
        _ range: ClosedRange<Double>
    ) throws(CommandError) -> Double {
        guard let number = Double(json: value), range.contains(number) else {
            throw .invalid("\"\(key)\" is not a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The members of the command.
    var json: JSONObject {
        var object: JSONObject = ["command": .string(name)]
        switch self {
        case .play(let items, let position, let isPaused):
            if items.count == 1 {
                object.merge(items[0].json)
            } else {
                object["items"] = .array(items.map { .object($0.json) })
            }
            if let position { object["position"] = .number(position) }
            if isPaused { object["paused"] = true }
        case .enqueue(let items): object["items"] = .array(items.map { .object($0.json) })
        case .announce(let item, let volume):
            object.merge(item.json)
            if let volume { object["volume"] = .number(volume) }
        case .seek(.to(let position)): object["position"] = .number(position)
        case .seek(.by(let offset)), .volume(.by(let offset)): object["offset"] = .number(offset)
        case .volume(.to(let level)): object["level"] = .number(level)
        case .mute(let isMuted): object["muted"] = .bool(isMuted)
        case .pause, .resume, .playPause, .stop, .next, .previous: break
        }
        return object
    }
}

extension SiteCommand.Item {
    init(_ object: JSONObject) throws(CommandError) {
        guard let url = object["url"]?.stringValue else { throw .invalid("the member \"url\" is missing") }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard ["http", "https"].contains(scheme), url.utf8.count <= 4096 else {
            throw .invalid("\"url\" is not an address with http:// or https:// of at most 4096 bytes")
        }
        self.init(
            url: url,
            contentType: object["contentType"]?.stringValue,
            title: object["title"]?.stringValue,
            subtitle: object["subtitle"]?.stringValue,
            image: object["image"]?.stringValue,
            isLive: object["live"] == .bool(true)
        )
    }

    var json: JSONObject {
        var object: JSONObject = ["url": .string(url)]
        if let contentType { object["contentType"] = .string(contentType) }
        if let title { object["title"] = .string(title) }
        if let subtitle { object["subtitle"] = .string(subtitle) }
        if let image { object["image"] = .string(image) }
        if isLive { object["live"] = true }
        return object
    }
}

// MARK: - Text

extension SiteCommand {
    /// Reads a command that has a topic of its own, with its argument as text.
    ///
    /// `play` also accepts the object that the media players of Home Assistant send, with `media_id` and `media_type`.
    init(_ name: String, argument text: String) throws(CommandError) {
        let text = text.trimming(while: \.isWhitespace)
        switch name {
        case "play" where text.hasPrefix("{"):
            guard let object = try? JSONValue(parsing: text).objectValue else {
                throw .invalid("this is not a JSON object")
            }
            var command = object
            if let url = object["media_id"] {
                command["url"] = url
                // A kind of media, such as `music`, or a MIME type.
                command["contentType"] = object["media_type"].flatMap {
                    $0.stringValue?.contains("/") == true ? $0 : nil
                }
            }
            command["command"] = "play"
            try self.init(command)
        // Players resume with a word instead of a URL.
        case "play" where !text.contains(":"): self = .resume
        case "play", "announce", "enqueue": try self.init(["command": .string(name), "url": .string(text)])
        case "volume", "seek":
            guard let number = Double(text), number.isFinite else {
                throw .invalid("\"\(text.prefix(40))\" is not a number")
            }
            let isOffset = text.hasPrefix("+") || text.hasPrefix("-")
            let key = isOffset ? "offset" : name == "volume" ? "level" : "position"
            try self.init(["command": .string(name), key: .number(number)])
        case "mute":
            switch text.lowercased() {
            case "mute", "on", "true", "1": self = .mute(true)
            case "unmute", "off", "false", "0": self = .mute(false)
            default: throw .invalid("\"\(text.prefix(40))\" is neither \"mute\" nor \"unmute\"")
            }
        default: try self.init(["command": .string(name)])
        }
    }
}

extension CommandError {
    static func invalid(_ message: String) -> CommandError { CommandError(code: "invalidArgument", message: message) }
}
