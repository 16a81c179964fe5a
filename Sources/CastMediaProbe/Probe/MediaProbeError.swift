/// Why nothing could be told of a file.
public enum MediaProbeError: Error, Sendable, Hashable {
    /// The first bytes are of no kind of media that is known here.
    case notMedia
    /// It begins as media and then contradicts itself.
    case damaged(MediaFacts.Container, offset: UInt64)
    /// The answer lies further away than ``MediaProbeLimits`` allow to go.
    case tooMuchWork(MediaFacts.Container?)
    /// The system would not open or read the file.
    case unreadable(path: String, detail: String)
}

extension MediaProbeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notMedia: "not a film, and no sound either: the first bytes are of no known kind"
        case .damaged(let container, let offset): "damaged: \(container.rawValue) contradicts itself at byte \(offset)"
        case .tooMuchWork(let container):
            "the length could not be found within the limits (\(container?.rawValue ?? "unknown kind"))"
        case .unreadable(let path, let detail): "\(path) cannot be read: \(detail)"
        }
    }
}
