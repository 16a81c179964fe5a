public import CastWire

/// Something that goes wrong between a virtual device and its senders, on purpose.
///
/// ```swift
/// await device.faults.add(Fault(.delay(.milliseconds(200)), on: .init(namespace: .media)))
/// await device.faults.add(.failNext("LOAD", with: ["type": "LOAD_FAILED"]))
/// ```
///
/// Faults are rules: each message that passes between the device and a sender is held against every rule, the oldest
/// first, and all that apply take effect.
public struct Fault: Sendable, Hashable {
    /// Which way a message goes, as the device sees it.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// From a sender to the device.
        case inbound = "in"
        /// From the device to a sender.
        case outbound = "out"
    }

    /// What happens to a message.
    public enum Effect: Sendable, Hashable {
        /// It arrives later, by the duration and a random part of `jitter`. Messages that a delay holds keep their
        /// order among themselves; those that it does not apply to overtake them.
        case delay(Duration, jitter: Duration = .zero)
        /// It is lost.
        case drop
        /// It arrives so many times more.
        case duplicate(copies: Int)
        /// It arrives after the one that follows it, at the latest after ``Fault/reorderLimit``.
        case reorder
        /// A request is answered with this, which gets the request's id, and never reaches the device. Has no effect
        /// on what is no request.
        case reply(JSONObject)
        /// It arrives, and then the device closes the connection in order.
        case close
        /// It is lost, and the connection with it, without goodbye.
        case reset
        /// It is lost; the sender gets these bytes in its place.
        case malformed(BadFrame)
        /// The device takes this long to read it, and reads nothing else meanwhile: the sender's queue fills up.
        case slowReading(Duration)
        /// The times in a media status are off by this much, as from a device whose clock is wrong.
        case shiftTimes(Duration)
    }

    /// Which messages a fault is about; nil stands for all.
    public struct Filter: Sendable, Hashable {
        public var direction: Direction?
        public var namespace: CastNamespace?
        /// The `type` of the message's JSON.
        public var type: String?

        public init(direction: Direction? = nil, namespace: CastNamespace? = nil, type: String? = nil) {
            self.direction = direction
            self.namespace = namespace
            self.type = type
        }
    }

    /// How long ``Effect/reorder`` waits for a message to let pass: 1 s.
    public static let reorderLimit = Duration.seconds(1)

    public var effect: Effect
    public var filter: Filter
    /// How many matching messages are let through first. Default 0.
    public var skips: Int
    /// How many are hit then; nil, the default, for all of them.
    public var limit: Int?
    /// How likely each of those is hit, 0 to 1. Default 1.
    public var probability: Double

    public init(
        _ effect: Effect,
        on filter: Filter = Filter(),
        skipping skips: Int = 0,
        limit: Int? = nil,
        probability: Double = 1
    ) {
        self.effect = effect
        self.filter = filter
        self.skips = skips
        self.limit = limit
        self.probability = probability
    }
}

// MARK: - Common ones

extension Fault {
    /// The device answers no PING and sends none.
    public static let silentHeartbeat = Fault(.drop, on: Filter(direction: .outbound, namespace: .heartbeat))

    /// Connections stay open and nothing passes in either direction, as with a device that hangs.
    public static let hang = Fault(.drop)

    /// The next request of a type, or the next of any type, is answered with this instead.
    public static func failNext(_ type: String? = nil, with reply: JSONObject) -> Fault {
        Fault(.reply(reply), on: Filter(direction: .inbound, type: type), limit: 1)
    }

    /// The device closes a connection once after so many messages, in both directions together.
    public static func close(afterMessages count: Int) -> Fault {
        Fault(.close, skipping: max(count, 1) - 1, limit: 1)
    }
}
