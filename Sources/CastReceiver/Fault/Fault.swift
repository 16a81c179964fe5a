// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// A simulated failure between a virtual device and its senders.
///
/// ```swift
/// await device.faults.add(Fault(.delay(.milliseconds(200)), on: .init(namespace: .media)))
/// await device.faults.add(.failNext("LOAD", with: ["type": "LOAD_FAILED"]))
/// ```
///
/// Faults are rules. Each message between the device and a sender is checked against all rules, oldest first, and every
/// rule that applies takes effect.
public struct Fault: Sendable, Hashable {
    /// The direction of a message, as seen from the device.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// From a sender to the device.
        case inbound = "in"
        /// From the device to a sender.
        case outbound = "out"
    }

    /// The effect of a fault on a message.
    public enum Effect: Sendable, Hashable {
        /// Delays the message by the duration and a random part of `jitter`. Delayed messages keep their order;
        /// messages that are not delayed overtake them.
        case delay(Duration, jitter: Duration = .zero)
        /// Delays the message, and the later messages of its namespace, by this duration, as a device that handles one
        /// message after the other. Messages of other namespaces, such as PING, are not delayed.
        case busy(Duration)
        /// Discards the message.
        case drop
        /// Delivers the message this many additional times.
        case duplicate(copies: Int)
        /// Delivers the message after the next one, at the latest after ``Fault/reorderLimit``.
        case reorder
        /// Answers a request with this object, completed by the request's id, instead of delivering it to the device.
        /// Has no effect on messages that are not requests.
        case reply(JSONObject)
        /// Delivers the message, then closes the connection in an orderly way.
        case close
        /// Discards the message and resets the connection.
        case reset
        /// Discards the message and sends these bytes to the sender instead.
        case malformed(BadFrame)
        /// Delays the reading of the message by this duration. The device reads nothing else meanwhile, so that the
        /// sender's queue fills up.
        case slowReading(Duration)
        /// Shifts the times in a media status by this duration, as if the device's clock were wrong.
        case shiftTimes(Duration)
        /// Changes the JSON of the message, in this order. Has no effect on messages without a JSON object.
        case rewrite([MessageEdit])
        /// Delivers the message, then another one with this object, between the same endpoints in the same namespace.
        case follow(JSONObject)
    }

    /// The messages to which a fault applies; nil matches all.
    public struct Filter: Sendable, Hashable {
        /// The direction of the messages; nil for both.
        public var direction: Direction?
        /// The namespace of the messages; nil for all.
        public var namespace: CastNamespace?
        /// The `type` in the JSON of the message.
        public var type: String?

        /// Creates a filter. Nil members match every message.
        public init(direction: Direction? = nil, namespace: CastNamespace? = nil, type: String? = nil) {
            self.direction = direction
            self.namespace = namespace
            self.type = type
        }
    }

    /// The maximum time for which ``Effect/reorder`` holds a message: 1 s.
    public static let reorderLimit = Duration.seconds(1)

    /// What happens to a matching message.
    public var effect: Effect
    /// The messages to which the fault applies.
    public var filter: Filter
    /// The number of matching messages to skip. Default 0.
    public var skips: Int
    /// The number of messages to affect after that; nil, the default, for all.
    public var limit: Int?
    /// The probability with which each of these messages is affected, 0 to 1. Default 1.
    public var probability: Double

    /// Creates a fault.
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

// MARK: - Common faults

extension Fault {
    /// Discards the device's heartbeat messages: it neither sends nor answers PING.
    public static let silentHeartbeat = Fault(.drop, on: Filter(direction: .outbound, namespace: .heartbeat))

    /// Discards all messages in both directions while connections stay open, as with a device that hangs.
    public static let hang = Fault(.drop)

    /// Answers the next request of a type, or of any type, with this object.
    public static func failNext(_ type: String? = nil, with reply: JSONObject) -> Fault {
        Fault(.reply(reply), on: Filter(direction: .inbound, type: type), limit: 1)
    }

    /// Closes a connection once, after this many messages in both directions together.
    public static func close(afterMessages count: Int) -> Fault {
        Fault(.close, skipping: max(count, 1) - 1, limit: 1)
    }
}
