/// Why bytes are no message of the device authentication namespace.
public enum DeviceAuthMessageError: Error, Sendable, Hashable {
    /// The bytes are no protobuf message of this kind.
    case notProtobuf
    /// Neither challenge nor response nor error.
    case empty
    /// A response without signature or certificate.
    case incompleteResponse
}

extension DeviceAuthMessageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notProtobuf: "the device authentication message is no protobuf message"
        case .empty: "the device authentication message holds neither challenge nor response nor error"
        case .incompleteResponse: "the device's authentication response lacks its signature or certificate"
        }
    }
}
