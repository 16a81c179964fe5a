// SPDX-License-Identifier: Apache-2.0

/// A connection to an MQTT broker, from its opening to its end. For the next try, open another one. It is used by one actor, whose
/// executor is that of the connector.
///
/// All messages have the quality of service 1. Nothing survives the connection: neither on the broker, where the subscriptions
/// end with it, nor here, where messages that the broker has not confirmed are dropped.
protocol BrokerConnection: AnyObject {
    /// Returns what has happened since the last call, in order, as soon as something has. After ``BrokerEvent/closed(_:)`` nothing
    /// follows. As long as it is not called, nothing is read from the network.
    nonisolated(nonsending) func nextEvents() async -> [BrokerEvent]

    /// Publishes a message. ``BrokerEvent/confirmed(_:)`` follows with the returned number, or the connection ends.
    ///
    /// - Returns: The number of the message; nil if the connection has ended, or the message is invalid or too large for the broker.
    func publish(_ message: BrokerMessage) -> Int?

    /// Subscribes to topics. ``BrokerEvent/subscribed(_:)`` follows with the returned number, or the connection ends.
    ///
    /// - Parameters:
    ///   - filters: Topics, which may contain the wildcards `+` and `#`; not empty.
    ///   - wantsOwnMessages: Whether messages of this connection are delivered to it, too.
    /// - Returns: The number of the subscription; nil if the connection has ended.
    func subscribe(_ filters: [String], wantsOwnMessages: Bool) -> Int?

    func unsubscribe(_ filters: [String])

    /// Closes the connection without the last will. Returns when the broker has got everything, at the latest after a second.
    nonisolated(nonsending) func close() async
}

/// What happens on a connection to a broker.
enum BrokerEvent: Hashable, Sendable {
    case message(BrokerMessage)
    /// The broker has a message that was published.
    case confirmed(Int)
    /// The broker has refused a message or a subscription, for example because of its access rules.
    case refused(Int, String)
    case subscribed(Int)
    case closed(BrokerError)
}

/// Opens connections to a broker.
protocol BrokerConnector: Sendable {
    /// The broker as errors name it.
    var name: String { get }

    /// The executor of the actor that uses the connections: what has arrived is handled where it was read.
    var executor: any SerialExecutor { get }

    /// Connects to the broker.
    ///
    /// - Parameters:
    ///   - client: The client id, unique on the broker.
    ///   - will: What the broker publishes when the connection ends without ``BrokerConnection/close()``.
    nonisolated(nonsending) func connect(
        client: String,
        will: BrokerMessage?
    ) async throws(BrokerError) -> any BrokerConnection
}
