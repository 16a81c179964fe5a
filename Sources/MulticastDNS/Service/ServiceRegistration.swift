// SPDX-License-Identifier: Apache-2.0

/// A service to register.
public struct ServiceRegistration: Sendable {
    /// How long other hosts may cache the records, in seconds.
    public struct TimesToLive: Hashable, Sendable {
        /// For PTR, SRV, A and AAAA records.
        public var host: UInt32
        /// For TXT records.
        public var text: UInt32

        /// The defaults are those of Cast devices: 120 s, and 4500 s for the text.
        public init(host: UInt32 = 120, text: UInt32 = 4500) {
            self.host = host
            self.text = text
        }
    }

    /// The requested instance name, 1 to 63 bytes of UTF-8. If another host uses it, it gets the suffix `-2`, `-3` and
    /// so on.
    public var name: String
    /// The service type, such as `_googlecast._tcp`.
    public var type: String
    /// The subtypes, at most 256. Each is one label, such as `_CC1AD845`.
    public var subtypes: [String]
    /// The port of the service, 0 to 65535.
    public var port: Int
    /// The host name, with or without `.local`. If another host uses it, it gets the suffix `-2`, `-3` and so on.
    public var hostName: String
    /// The content of the service's TXT record.
    public var text: ServiceText
    /// How long other hosts may cache the records.
    public var timesToLive: TimesToLive
    /// The host's numeric addresses. Default nil: the addresses of the interface on which a response is sent.
    public var hostAddresses: [String]?

    /// Creates a registration.
    public init(
        name: String,
        type: String,
        subtypes: [String] = [],
        port: Int,
        hostName: String,
        text: ServiceText = .empty,
        timesToLive: TimesToLive = TimesToLive(),
        hostAddresses: [String]? = nil
    ) {
        self.name = name
        self.type = type
        self.subtypes = subtypes
        self.port = port
        self.hostName = hostName
        self.text = text
        self.timesToLive = timesToLive
        self.hostAddresses = hostAddresses
    }
}
