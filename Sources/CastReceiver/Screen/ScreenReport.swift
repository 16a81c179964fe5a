import CastWire

/// What a page says about its media element: a whole picture, so that a lost one does no harm.
package struct ScreenReport: Sendable, Hashable {
    package enum Phase: String, Sendable, Hashable {
        /// No metadata yet.
        case loading
        /// Waiting for data, or seeking.
        case buffering
        case playing
        case paused
        case ended
        case failed
    }

    /// The `code` of an HTML `MediaError`, or 0 where there was none, with the browser's words.
    package struct Failure: Sendable, Hashable {
        package var code: Int
        package var message: String
        /// What the page found out by asking, if it did.
        package var obstacle: PlaybackObstacle? = nil
    }

    /// Counts a page's reports; one that arrives after its successor is dropped.
    package var sequence: Int
    /// The item the element holds; nil = none.
    package var generation: Int?
    /// The orders that the element follows.
    package var revision: Int
    package var phase: Phase
    package var isSeeking: Bool
    /// Seconds.
    package var position: Double
    /// Seconds; nil while unknown and for live media.
    package var duration: Double?
    /// The element says that the media has no end, which is more than not to know it.
    package var isEndless: Bool
    package var width: Int?
    package var height: Int?
    package var seekableRange: ClosedRange<Double>?
    package var isSoundBlocked: Bool
    package var failure: Failure?

    package init(
        sequence: Int,
        generation: Int?,
        revision: Int,
        phase: Phase,
        isSeeking: Bool = false,
        position: Double = 0,
        duration: Double? = nil,
        isEndless: Bool = false,
        width: Int? = nil,
        height: Int? = nil,
        seekableRange: ClosedRange<Double>? = nil,
        isSoundBlocked: Bool = false,
        failure: Failure? = nil
    ) {
        self.sequence = sequence
        self.generation = generation
        self.revision = revision
        self.phase = phase
        self.isSeeking = isSeeking
        self.position = position
        self.duration = duration
        self.isEndless = isEndless
        self.width = width
        self.height = height
        self.seekableRange = seekableRange
        self.isSoundBlocked = isSoundBlocked
        self.failure = failure
    }
}

extension ScreenReport {
    /// Whether the element has video.
    var hasPicture: Bool { (width ?? 0) > 0 }
}

/// Why a report was not taken.
package enum ScreenReportError: Error, Sendable, Hashable {
    case notJSON
    /// A key is missing, of the wrong kind, or out of its range.
    case invalid(key: String)
}

extension ScreenReport {
    /// No media is longer, and no page older, than this says.
    private static let largestNumber = 1e12
    private static let longestMessage = 500

    /// Reads the body of a report.
    package init(parsing bytes: [UInt8]) throws(ScreenReportError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes, limits: JSONLimits(depth: 4, bytes: 4096, values: 64))
        } catch {
            throw .notJSON
        }
        guard json.objectValue != nil else { throw .notJSON }
        sequence = try Self.integer(json, "sequence")
        generation = try Self.optional(json, "generation", Self.integer)
        revision = try Self.integer(json, "revision")
        guard let phase = json["phase"]?.stringValue.flatMap({ Phase(rawValue: $0) }) else {
            throw .invalid(key: "phase")
        }
        self.phase = phase
        isSeeking = try Self.bool(json, "seeking")
        position = try Self.optional(json, "position", Self.seconds) ?? 0
        duration = try Self.optional(json, "duration", Self.seconds)
        isEndless = try Self.bool(json, "endless")
        width = try Self.optional(json, "width", Self.integer)
        height = try Self.optional(json, "height", Self.integer)
        isSoundBlocked = try Self.bool(json, "soundBlocked")
        if let range = json["seekable"], !range.isNull {
            let start = try Self.seconds(range, "start")
            let end = try Self.seconds(range, "end")
            guard start <= end else { throw .invalid(key: "seekable") }
            seekableRange = start...end
        } else {
            seekableRange = nil
        }
        if let error = json["error"], !error.isNull {
            let message = error["message"]?.stringValue ?? ""
            failure = Failure(
                code: try Self.integer(error, "code"),
                message: String(message.prefix(Self.longestMessage)),
                // A word that is not known says nothing.
                obstacle: error["obstacle"]?.stringValue.flatMap(PlaybackObstacle.init(rawValue:))
            )
        } else {
            failure = nil
        }
    }

    private static func optional<Value>(
        _ json: JSONValue,
        _ key: String,
        _ read: (JSONValue, String) throws(ScreenReportError) -> Value
    ) throws(ScreenReportError) -> Value? {
        guard let value = json[key], !value.isNull else { return nil }
        return try read(json, key)
    }

    private static func bool(_ json: JSONValue, _ key: String) throws(ScreenReportError) -> Bool {
        switch json[key] {
        case .bool(let value): return value
        case nil, .null: return false
        default: throw .invalid(key: key)
        }
    }

    private static func integer(_ json: JSONValue, _ key: String) throws(ScreenReportError) -> Int {
        guard case .integer(let value) = json[key], (0...Int64(largestNumber)).contains(value) else {
            throw .invalid(key: key)
        }
        return Int(value)
    }

    /// Seconds that are finite, not negative and not absurd.
    private static func seconds(_ json: JSONValue, _ key: String) throws(ScreenReportError) -> Double {
        let value: Double
        switch json[key] {
        case .integer(let integer): value = Double(integer)
        case .number(let number): value = number
        default: throw .invalid(key: key)
        }
        guard (0...largestNumber).contains(value) else { throw .invalid(key: key) }
        return value
    }
}
