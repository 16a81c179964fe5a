/// How media arrives.
public enum GCKMediaStreamType: Int, CaseIterable, Sendable {
    /// The receiver decides.
    case none = 0
    /// A file of known length.
    case buffered = 1
    /// A stream without an end.
    case live = 2
    /// Not said, or a word without a meaning here.
    case unknown = 99
}
