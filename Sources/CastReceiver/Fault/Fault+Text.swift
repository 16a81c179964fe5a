import CastWire

/// A text that describes no ``Fault``.
public struct FaultTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for people: which part, and what would be right.
    public var reason: String

    public var description: String { reason }
}

extension Fault {
    /// Every effect as ``init(parsing:)`` reads it.
    public static let grammar = """
        delay=DURATION[,jitter=DURATION]  drop  duplicate[=COPIES]  reorder  close  reset  slow=DURATION
        malformed=\(BadFrame.allCases.map(\.rawValue).joined(separator: "|"))  shift=DURATION  no-pong  hang
        reply=JSON (last)
        """

    /// Longer than any sensible rule.
    private static let textLimit = 32 * 1024

    /// Reads a fault from text, as `delay=200ms,namespace=media,count=3`: the effect first, then which messages.
    ///
    /// Messages are chosen by `direction=in|out`, `namespace=media` (the end of the name, or the whole), `type=LOAD`,
    /// `after=N` (lets N through first), `count=N` and `probability=0.3`. A duration is `200ms`, `1.5s` or `2m`. The
    /// effect `reply=JSON` takes the rest of the text and comes last.
    ///
    /// - Throws: ``FaultTextError``.
    public init(parsing text: String) throws(FaultTextError) {
        guard text.utf8.count <= Self.textLimit else {
            throw FaultTextError(reason: "a fault of \(text.utf8.count) bytes")
        }
        var rest = Substring(text)
        var pairs: [(key: String, value: String?)] = []
        while !rest.isEmpty {
            if rest.hasPrefix("reply=") {
                pairs.append(("reply", String(rest.dropFirst("reply=".count))))
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
                    throw Self.wrong(key, value, "in or out")
                }
                fault.filter.direction = direction
            case "namespace":
                guard let value, !value.isEmpty else { throw Self.wrong(key, value, "a namespace, as media") }
                fault.filter.namespace = Self.namespace(value)
            case "type":
                guard let value, !value.isEmpty else { throw Self.wrong(key, value, "a message type, as LOAD") }
                fault.filter.type = value
            case "after": fault.skips = try Self.count(key, value)
            case "count": fault.limit = try Self.count(key, value)
            case "probability":
                guard let number = value.flatMap(Double.init), (0...1).contains(number) else {
                    throw Self.wrong(key, value, "a number from 0 to 1")
                }
                fault.probability = number
            default:
                throw FaultTextError(
                    reason: "\"\(key.prefix(40))\" is no part of a fault; the effects are\n\(Self.grammar)"
                )
            }
        }
        guard let effect else { throw FaultTextError(reason: "the fault has no effect; there are\n\(Self.grammar)") }
        fault.effect = effect
        if jitter > .zero {
            guard case .delay(let duration, _) = effect else {
                throw FaultTextError(reason: "jitter belongs to a delay")
            }
            fault.effect = .delay(duration, jitter: jitter)
        }
        self = fault
    }

    /// The effect of this name; nil when it is the name of something else.
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
                throw wrong(key, value, BadFrame.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return .malformed(frame)
        case "reply":
            guard let value, let json = try? JSONValue(parsing: value), case .object(let object) = json else {
                throw wrong(key, value, "a JSON object, as {\"type\":\"LOAD_FAILED\"}")
            }
            filter.direction = .inbound
            return .reply(object)
        case "no-pong":
            filter = Fault.silentHeartbeat.filter
            return Fault.silentHeartbeat.effect
        case "hang": return Fault.hang.effect
        default: return nil
        }
    }

    private static func namespace(_ text: String) -> CastNamespace {
        if text.hasPrefix("urn:") { return CastNamespace(rawValue: text) }
        // The transport's own are known by their last word, too.
        let transport = ["connection", "heartbeat", "deviceauth"]
        return CastNamespace(rawValue: "urn:x-cast:com.google.cast.\(transport.contains(text) ? "tp." : "")\(text)")
    }

    private static func count(_ key: String, _ value: String?) throws(FaultTextError) -> Int {
        guard let number = value.flatMap(Int.init), number >= 0 else { throw wrong(key, value, "a whole number") }
        return number
    }

    private static func duration(
        _ key: String,
        _ value: String?,
        mayBeNegative: Bool = false
    ) throws(FaultTextError) -> Duration {
        guard let duration = value.flatMap(Duration.init(faultText:)), mayBeNegative || duration >= .zero else {
            throw wrong(key, value, "a duration, as 200ms, 1.5s or 2m")
        }
        return duration
    }

    private static func wrong(_ key: String, _ value: String?, _ right: String) -> FaultTextError {
        FaultTextError(reason: "\(key) is \(right), not \"\(value?.prefix(80) ?? "")\"")
    }
}

extension Duration {
    /// `200ms`, `1.5s`, `2m`; without a unit, seconds. Up to a day.
    package init?(faultText text: String) {
        let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("", 1)]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
            let number = Double(text.dropLast(unit.suffix.count)), number.isFinite,
            abs(number * unit.seconds) <= 86_400
        else { return nil }
        self = .seconds(number * unit.seconds)
    }
}
