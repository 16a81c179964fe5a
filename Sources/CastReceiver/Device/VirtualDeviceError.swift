// SPDX-License-Identifier: Apache-2.0

/// An error of starting, moving or reopening a virtual device.
///
/// Two errors are equal if their codes are equal.
public struct VirtualDeviceError: Error, Sendable {
    /// What failed. Future versions may add codes.
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

        /// Another program is listening at one of the ports.
        public static let portInUse = Code(value: .portInUse)
        /// The current user may not listen at one of the ports.
        public static let notPermitted = Code(value: .notPermitted)
        /// An address or interface does not exist on this machine.
        public static let addressNotAvailable = Code(value: .addressNotAvailable)
        /// No network interface is usable for announcing the device.
        public static let noNetwork = Code(value: .noNetwork)
        /// No free name was found on the network.
        public static let nameTaken = Code(value: .nameTaken)
        /// The state directory cannot be read or written, or contains damaged files.
        public static let stateDirectoryUnusable = Code(value: .stateDirectoryUnusable)
        /// The frame log cannot be written.
        public static let frameLogUnwritable = Code(value: .frameLogUnwritable)
        /// A value of the configuration is invalid.
        public static let invalidConfiguration = Code(value: .invalidConfiguration)
        /// Any other error.
        public static let failed = Code(value: .failed)
    }

    /// The kind of the error.
    public var code: Code
    /// A message for users: what failed, why, and what to do.
    public var reason: String

    /// Creates an error with a reason for users.
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
