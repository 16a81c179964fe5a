// SPDX-License-Identifier: Apache-2.0

import CastWire

/// An error of parsing a ``Fault``.
public struct FaultTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A message for users: which part is wrong, and what is expected.
    public var reason: String

    public var description: String { reason }
}

extension Fault {
    /// The effects that ``init(parsing:)`` accepts, for help and error messages.
    public static let grammar = """
        delay=DURATION[,jitter=DURATION]  drop  duplicate[=COPIES]  reorder  close  reset  slow=DURATION
        malformed=\(BadFrame.allCases.map(\.rawValue).joined(separator: "|"))  shift=DURATION  no-pong  hang
        busy=DURATION  reply=JSON (last)  follow=JSON (last)  rewrite=[EDIT,…] (last)
        """

    /// The maximum length in bytes, longer than any practical rule.
    private static let textLimit = 32 * 1024

    /// Parses a fault, such as `delay=200ms,namespace=media,count=3`: an effect, and the messages that it affects.
    ///
    /// The messages are selected by `direction=in|out`, `namespace=media` (the last part of the name, or the whole
    /// name), `type=LOAD`, `after=N` (skips N messages), `count=N` and `probability=0.3`. A duration is written as
    /// `200ms`, `1.5s` or `2m`. The effects `reply=JSON`, `follow=JSON` and `rewrite=[EDIT,…]` take the rest of the text, so
    /// they must come last. An edit is JSON such as `{"remove":"status.userEq"}`; ``MessageEdit/Operation`` has the others.
    ///
    /// - Throws: ``FaultTextError``.
    public init(parsing text: String) throws(FaultTextError) {
        guard text.utf8.count <= Self.textLimit else {
            throw FaultTextError(reason: "a fault has at most \(Self.textLimit) bytes, not \(text.utf8.count)")
        }
        var rest = Substring(text)
        var pairs: [(key: String, value: String?)] = []
        while !rest.isEmpty {
            if let key = ["reply", "follow", "rewrite"].first(where: { rest.hasPrefix("\($0)=") }) {
                pairs.append((key, String(rest.dropFirst(key.count + 1))))
                break
            }
            let part = rest.prefix { $0 != "," }
            rest = rest.dropFirst(part.count + 1)
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            pairs.append((String(sides[0]), sides.count > 1 ? String(sides[1]) : nil))
        }
        var effect: Effect?
        var jitter = Duration.zero
        var fault = Fault(.drop)
        for (key, value) in pairs {
            if let named = try Self.effect(key, value, &fault.filter) {
                if let effect { throw FaultTextError(reason: "two effects in one fault: \(effect) and \(key)") }
                effect = named
                continue
            }
            switch key {
            case "jitter": jitter = try Self.duration(key, value)
            case "direction":
                guard let direction = value.flatMap(Direction.init(rawValue:)) else {
                    throw Self.invalid(key, value, "\"in\" or \"out\"")
                }
                fault.filter.direction = direction
            case "namespace":
                guard let value, !value.isEmpty else { throw Self.invalid(key, value, "a namespace such as media") }
                fault.filter.namespace = Self.namespace(value)
            case "type":
                guard let value, !value.isEmpty else { throw Self.invalid(key, value, "a message type such as LOAD") }
                fault.filter.type = value
            case "after": fault.skips = try Self.count(key, value)
            case "count": fault.limit = try Self.count(key, value)
            case "probability":
                guard let number = value.flatMap(Double.init), (0...1).contains(number) else {
                    throw Self.invalid(key, value, "a number between 0 and 1")
                }
                fault.probability = number
            default:
                throw FaultTextError(
                    reason: "unknown part \"\(key.prefix(40))\" of a fault; the effects are\n\(Self.grammar)"
                )
            }
        }
        guard let effect else { throw FaultTextError(reason: "the fault has no effect; use one of\n\(Self.grammar)") }
        fault.effect = effect
        if jitter > .zero {
            guard case .delay(let duration, _) = effect else {
                throw FaultTextError(reason: "jitter requires a delay")
            }
            fault.effect = .delay(duration, jitter: jitter)
        }
        self = fault
    }

    /// Returns the effect of this name; nil if the name is not that of an effect.
    private static func effect(
        _ key: String,
        _ value: String?,
        _ filter: inout Filter
    ) throws(FaultTextError) -> Effect? {
        switch key {
        case "delay": return .delay(try duration(key, value))
        case "drop": return .drop
        case "duplicate": return .duplicate(copies: value == nil ? 1 : min(try count(key, value), 64))
        case "reorder": return .reorder
        case "close": return .close
        case "reset": return .reset
        case "slow": return .slowReading(try duration(key, value))
        case "shift": return .shiftTimes(try duration(key, value, mayBeNegative: true))
        case "malformed":
            guard let frame = BadFrame(rawValue: value ?? BadFrame.garbage.rawValue) else {
                throw invalid(key, value, "one of " + BadFrame.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return .malformed(frame)
        case "reply", "follow":
            guard let value, let json = try? JSONValue(parsing: value), case .object(let object) = json else {
                throw invalid(key, value, "a JSON object such as {\"type\":\"LOAD_FAILED\"}")
            }
            if key == "follow" { return .follow(object) }
            filter.direction = .inbound
            return .reply(object)
        case "busy": return .busy(try duration(key, value))
        case "rewrite":
            let edits = value.flatMap { try? JSONValue(parsing: $0) }?.arrayValue?.map(MessageEdit.init(json:))
            guard let edits, !edits.contains(nil) else {
                throw invalid(key, value, "a JSON array of edits: \(MessageEdit.grammar)")
            }
            if filter.direction == nil { filter.direction = .outbound }
            return .rewrite(edits.compactMap(\.self))
        case "no-pong":
            filter = Fault.silentHeartbeat.filter
            return Fault.silentHeartbeat.effect
        case "hang": return Fault.hang.effect
        default: return nil
        }
    }

    /// Returns the namespace with this last part of the name, such as `media`, or with the whole name.
    static func namespace(_ text: String) -> CastNamespace {
        if text.hasPrefix("urn:") { return CastNamespace(rawValue: text) }
        // The namespaces of the transport layer are also accepted without their `tp.` prefix.
        let transport = ["connection", "heartbeat", "deviceauth"]
        return CastNamespace(rawValue: "urn:x-cast:com.google.cast.\(transport.contains(text) ? "tp." : "")\(text)")
    }

    private static func count(_ key: String, _ value: String?) throws(FaultTextError) -> Int {
        guard let number = value.flatMap(Int.init), number >= 0 else { throw invalid(key, value, "a whole number") }
        return number
    }

    private static func duration(
        _ key: String,
        _ value: String?,
        mayBeNegative: Bool = false
    ) throws(FaultTextError) -> Duration {
        guard let duration = value.flatMap(Duration.init(faultText:)), mayBeNegative || duration >= .zero else {
            throw invalid(key, value, "a duration such as 200ms, 1.5s or 2m")
        }
        return duration
    }

    private static func invalid(_ key: String, _ value: String?, _ expected: String) -> FaultTextError {
        FaultTextError(reason: "\(key) must be \(expected), not \"\(value?.prefix(80) ?? "")\"")
    }
}

extension Duration {
    /// Parses `200ms`, `1.5s` or `2m`; a number without a unit is in seconds. At most one day.
    package init?(faultText text: String) {
        let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("", 1)]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
            let number = Double(text.dropLast(unit.suffix.count)), number.isFinite,
            abs(number * unit.seconds) <= 86_400
        else { return nil }
        self = .seconds(number * unit.seconds)
    }
}

/// A sequence of bytes that violates the framing of Cast messages.
public enum BadFrame: String, Sendable, Hashable, CaseIterable {
    /// A header that announces one byte more than the limit of a frame.
    case tooLong
    /// A header that announces no bytes.
    case empty
    /// A frame of the announced length that is not a protobuf message.
    case garbage
    /// The first half of a frame, followed by the end of the connection.
    case truncated

    var bytes: [UInt8] {
        switch self {
        case .tooLong: Self.header(CastFrame.defaultLimit + 1) + [0x08, 0x00]
        case .empty: Self.header(0)
        case .garbage: Self.header(12) + [UInt8](repeating: 0xFF, count: 12)
        case .truncated: Self.header(64) + [UInt8](repeating: 0x0A, count: 32)
        }
    }

    private static func header(_ length: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
    }
}
