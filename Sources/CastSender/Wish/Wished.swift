/// A value that a person can set and a device confirms.
///
/// A control shows ``shown``: the wish from the moment it is made, without waiting for the device, and the device's
/// value otherwise. It does not move back while the wish is carried out.
public struct Wished<Value: Sendable>: Sendable {
    /// What the device said last; nil while it has not said anything.
    public let confirmed: Value?
    /// What somebody here wants and the device has not confirmed; nil when there is nothing of that kind.
    public let wanted: Value?
    /// Whether a request for it is on its way or about to be.
    public let isPending: Bool
    /// Why the last wish came to nothing; nil from the next wish on.
    public let failure: CastError?

    /// What a control shall show.
    public var shown: Value? { wanted ?? confirmed }

    public init(confirmed: Value?, wanted: Value? = nil, isPending: Bool = false, failure: CastError? = nil) {
        self.confirmed = confirmed
        self.wanted = wanted
        self.isPending = isPending
        self.failure = failure
    }
}

extension Wished: Equatable where Value: Equatable {}
extension Wished: Hashable where Value: Hashable {}

extension Wished where Value: Equatable {
    init(_ reconciler: Reconciler<Value>) {
        self.init(
            confirmed: reconciler.confirmed,
            wanted: reconciler.wanted,
            isPending: reconciler.isPending,
            failure: reconciler.failure
        )
    }
}
