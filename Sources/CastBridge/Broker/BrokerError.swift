// SPDX-License-Identifier: Apache-2.0

/// Why there is no connection to a broker.
public struct BrokerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of problem it is.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: String, Sendable {
        /// The URL, a file or another setting is not usable.
        case invalidConfiguration
        /// The broker cannot be reached.
        case unreachable
        /// The certificate of the broker or of this client was not accepted.
        case certificateRejected
        /// The user name or password is wrong, or the user may not do this.
        case notAuthorized
        /// The broker does not speak MQTT 5.
        case protocolNotSupported
        /// The broker ended the connection, or it was lost.
        case connectionLost
        /// This build has no MQTT client.
        case notBuilt
    }

    /// What kind of problem it is.
    public var code: Code
    /// The broker, as `host:port`.
    public var broker: String
    /// What was tried, and what came back.
    public var reason: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What kind of problem it is.
    ///   - broker: The broker, as `host:port`.
    ///   - reason: What was tried, and what came back.
    public init(_ code: Code, broker: String, _ reason: String) {
        self.code = code
        self.broker = broker
        self.reason = reason
    }

    /// The error as a sentence without a period.
    public var description: String { "the MQTT broker \(broker): \(reason)" }

    /// What the user can do.
    public var advice: String {
        switch code {
        case .invalidConfiguration: "correct the setting, then start again"
        case .unreachable: "make sure that the broker runs and that its host and port are correct"
        case .certificateRejected: "check the dates and the issuer of the certificates of the broker and of this client"
        case .notAuthorized: "check the user name, the password, and the access rules of the broker"
        case .protocolNotSupported: "use a broker with MQTT 5, such as Mosquitto 2"
        case .connectionLost: "try again; if it happens often, see the log of the broker"
        case .notBuilt: "build swift-cast with --traits MQTT, which needs libmosquitto"
        }
    }

    /// Whether the broker may accept a later connection with the same settings.
    var isTemporary: Bool { code == .unreachable || code == .connectionLost }
}
