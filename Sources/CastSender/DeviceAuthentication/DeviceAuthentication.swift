/// What is known about whether a device is what it says.
public enum DeviceAuthentication: Sendable, Hashable {
    /// The device was not asked: ``DeviceAuthenticationOptions/policy-swift.property`` is off, or the connection is
    /// not over TLS, to which the proof would be bound.
    case notAsked
    /// The device was asked and has not answered yet, or its answer is being checked.
    case pending
    /// The device has proven itself.
    case authenticated(AuthenticatedDevice)
    /// The device has not proven itself.
    case failed(DeviceAuthenticationFailure)
}

/// What a device has proven about itself.
public struct AuthenticatedDevice: Sendable, Hashable {
    /// The name in the device's certificate: a code of its model and an address, or a serial number.
    public var serialName: String
    /// The name of the root that vouches for it.
    public var rootName: String
    /// Whether it may play sound alone.
    public var isAudioOnly: Bool
    /// Whether a certificate between its own and the root has run out, which was allowed
    /// (``DeviceAuthenticationOptions/acceptsExpiredIntermediates``).
    public var hasExpiredIntermediate: Bool
}

extension DeviceAuthentication: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notAsked: "the device was not asked to prove itself"
        case .pending: "the device has not proven itself yet"
        case .authenticated(let device): "the device is \(device.serialName), says \(device.rootName)"
        case .failed(let failure): failure.reason
        }
    }
}
