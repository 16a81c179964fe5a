// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The complete state of the media element of a television page, as the page reports it.
///
/// A lost report does no harm, because the next one repeats everything.
package struct ScreenReport: Sendable, Hashable {
    package enum Phase: String, Sendable, Hashable {
        /// The metadata is not loaded yet.
        case loading
        /// The element waits for data or is seeking.
        case buffering
        case playing
        case paused
        case ended
        case failed
    }

    /// The `code` of an HTML `MediaError`, or 0 if there was none, with the browser's message.
    package struct Failure: Sendable, Hashable {
        package var code: Int
        package var message: String
        /// The reason, if the page determined it.
        package var obstacle: PlaybackObstacle? = nil
    }

    /// The sequence number of the report on its page. A report that arrives after a later one is discarded.
    package var sequence: Int
    /// The generation of the item in the element; nil if there is none.
    package var generation: Int?
    /// The revision of the target state that the element follows.
    package var revision: Int
    package var phase: Phase
    package var isSeeking: Bool
    /// The position in seconds.
    package var position: Double
    /// The duration in seconds; nil if unknown and for live media.
    package var duration: Double?
    /// Whether the element reports that the media has no end, as opposed to an unknown duration.
    package var isEndless: Bool
    /// The width of the video or image in pixels; nil if unknown.
    package var width: Int?
    /// The height of the video or image in pixels; nil if unknown.
    package var height: Int?
    /// The seekable range in seconds; nil if there is none.
    package var seekableRange: ClosedRange<Double>?
    /// Whether the browser blocks sound until the user interacts with the page.
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
    /// Whether the element shows video.
    var hasPicture: Bool { (width ?? 0) > 0 }
}

/// The reason why a report was rejected.
package enum ScreenReportError: Error, Sendable, Hashable {
    /// The body is not a JSON object within the limits.
    case notJSON
    /// A key is missing, has the wrong type, or is out of range.
    case invalid(key: String)
}

extension ScreenReport {
    /// The upper limit of numbers in a report, beyond any real duration or counter.
    private static let largestNumber = 1e12
    private static let longestMessage = 500

    /// Parses the body of a report.
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
                // An unknown value is ignored.
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

    /// Returns a number of seconds that is finite, not negative, and within the limit.
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

/// The reason why media cannot be played, as far as a page can determine it, so that the user can act on it.
package enum PlaybackObstacle: String, Sendable, Hashable, CaseIterable {
    /// The URL is invalid, or the server reported that the resource does not exist.
    case missing
    /// The server denied access (401 or 403).
    case forbidden
    /// The server responded with another error, or redirected too often.
    case server
    /// The server did not respond.
    case unreachable
    /// The browser does not support HLS.
    case noHLS
    /// The media is DASH or Smooth Streaming, which no browser supports by itself.
    case noDASH
    /// The data is not media, or the browser does not support its format.
    case format
    /// The media is damaged, or the browser does not support its codec.
    case damaged
    /// The browser cannot decode the video track of the media, such as HEVC in most browsers.
    case codec
    /// The connection was lost during the transfer.
    case brokenOff
    /// The image has too many pixels, or its file too many bytes.
    case tooLarge
    /// The server redirected to an address on the local network to which it may not refer.
    case astray
    /// No data arrived for a long time.
    case timeout
}
