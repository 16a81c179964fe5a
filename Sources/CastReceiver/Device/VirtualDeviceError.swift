/// Why a virtual device cannot start.
///
/// Two errors are equal when their codes are.
public struct VirtualDeviceError: Error, Sendable {
    /// What went wrong. More may be added.
    public struct Code: Sendable, Hashable {
        private enum Value: Hashable {
            case portInUse
            case notPermitted
            case addressNotAvailable
            case noNetwork
            case nameTaken
            case stateDirectoryUnusable
            case frameLogUnwritable
            case invalidConfiguration
            case failed
        }

        private var value: Value

        /// Another program listens at one of the ports.
        public static let portInUse = Code(value: .portInUse)
        /// This user may not listen at one of the ports.
        public static let notPermitted = Code(value: .notPermitted)
        /// An address or interface is not one of this machine's.
        public static let addressNotAvailable = Code(value: .addressNotAvailable)
        /// No interface can be used to be found by others.
        public static let noNetwork = Code(value: .noNetwork)
        /// No free name could be found on the network.
        public static let nameTaken = Code(value: .nameTaken)
        /// The state directory cannot be read or written, or holds damaged files.
        public static let stateDirectoryUnusable = Code(value: .stateDirectoryUnusable)
        /// The frame log cannot be written.
        public static let frameLogUnwritable = Code(value: .frameLogUnwritable)
        /// A value of the configuration cannot be used.
        public static let invalidConfiguration = Code(value: .invalidConfiguration)
        /// Anything else.
        public static let failed = Code(value: .failed)
    }

    public var code: Code
    /// A sentence for people: what was tried, what came back, what to do.
    public var reason: String

    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension VirtualDeviceError: Hashable {
    public static func == (lhs: VirtualDeviceError, rhs: VirtualDeviceError) -> Bool { lhs.code == rhs.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension VirtualDeviceError: CustomStringConvertible {
    public var description: String { reason }
}
