import CastWire

extension JSONLimits {
    /// For text that comes from the app itself: only its depth is limited, for the sake of the stack.
    static let local = JSONLimits(depth: 512, bytes: .max, values: .max)
}
