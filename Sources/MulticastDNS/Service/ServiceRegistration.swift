/// A service to offer.
public struct ServiceRegistration: Sendable {
    /// How long others may keep the records, in seconds.
    public struct TimesToLive: Hashable, Sendable {
        /// PTR, SRV, A and AAAA.
        public var host: UInt32
        /// TXT.
        public var text: UInt32

        /// Defaults are what Cast devices use: 120 s, and 4500 s for the text.
        public init(host: UInt32 = 120, text: UInt32 = 4500) {
            self.host = host
            self.text = text
        }
    }

    /// The wanted name of the instance, 1 to 63 bytes of UTF-8. It gets `-2`, `-3` … when another has it.
    public var name: String
    /// The service type, as `_googlecast._tcp`.
    public var type: String
    /// Subtypes, each one label, as `_CC1AD845`; at most 256.
    public var subtypes: [String]
    /// The port of the service.
    public var port: Int
    /// The host, with or without `.local` at its end. Gets `-2`, `-3` … when another has it.
    public var hostName: String
    /// What the service says of itself.
    public var text: ServiceText
    /// How long others may keep the records.
    public var timesToLive: TimesToLive
    /// The host's addresses in numbers; nil, the default, for those of the interface that an answer leaves by.
    public var hostAddresses: [String]?

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
