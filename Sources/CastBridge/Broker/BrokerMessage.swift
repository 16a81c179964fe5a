// SPDX-License-Identifier: Apache-2.0

/// An MQTT message.
struct BrokerMessage: Hashable, Sendable {
    /// The largest payload that is accepted, in bytes. Larger messages are dropped before they are read.
    static let payloadLimit = 65_536

    var topic: String
    var payload: [UInt8]
    /// In a message to send, whether the broker keeps it for later subscribers; in a received one, whether the broker had kept it
    /// before the subscription.
    var isRetained = false
    /// The seconds after which the broker drops the message; nil for never. In a received message, the seconds that are left.
    var expiry: UInt32?
    /// The topic to which the sender wants the response.
    var responseTopic: String?
    /// What the response repeats, so that the sender knows to what it belongs.
    var correlation: [UInt8]?

    init(
        topic: String,
        payload: [UInt8],
        isRetained: Bool = false,
        expiry: UInt32? = nil,
        responseTopic: String? = nil,
        correlation: [UInt8]? = nil
    ) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
        self.expiry = expiry
        self.responseTopic = responseTopic
        self.correlation = correlation
    }

    var text: String { String(decoding: payload, as: UTF8.self) }
}
