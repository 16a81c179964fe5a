/// Why something asked of a Cast device, or of the network, did not happen.
///
/// The text says which device was meant, what was tried, what came back and what to do next; ``payload`` keeps the
/// device's own words and numbers. Two errors are equal when their codes are: texts are for people.
public struct CastError: Error, Sendable {
    /// What went wrong, for programs.
    public var code: Code
    /// A sentence or two for people.
    public var reason: String
    /// The device's name, or its address where no name is known.
    public var device: String?
    /// The message with which the device refused or reported a failure.
    public var payload: DevicePayload?
    /// The devices that a name could mean, or that were there when it meant none.
    public var candidates: [CastDevice] = []
    /// Which items of a queue reached the device, when some did not.
    public var partialQueue: PartialQueue?
    /// The error below this one. Never one with the same ``code``: such causes are merged into this error.
    public var cause: (any Error)?

    /// Creates an error, merging a cause with the same code instead of nesting it.
    public init(
        _ code: Code,
        _ reason: String,
        device: String? = nil,
        payload: DevicePayload? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.reason = reason
        self.device = device
        self.payload = payload
        if let same = cause as? CastError, same.code == code {
            self.device = device ?? same.device
            self.payload = payload ?? same.payload
            self.partialQueue = same.partialQueue
            self.cause = same.cause
        } else {
            self.cause = cause
        }
    }
}

extension CastError: Hashable {
    public static func == (lhs: CastError, rhs: CastError) -> Bool { lhs.code == rhs.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension CastError: CustomStringConvertible {
    /// The ``reason``, followed by the cause where there is one.
    public var description: String {
        guard let cause else { return reason }
        return "\(reason) (\(cause))"
    }
}
