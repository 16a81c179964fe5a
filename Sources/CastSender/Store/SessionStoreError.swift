/// Why the record of a session cannot be kept, or is not used.
public enum SessionStoreError: Error, Sendable, Hashable {
    /// The file cannot be reached; the text is the system's.
    case unusable(path: String, String)
    /// The file, or its directory, is not a regular file or directory of this user, or other users can write to it.
    case notPrivate(path: String)
    /// The file is larger than any record.
    case tooLarge(path: String)
    /// The content is cut off or is no record; the text says what is wrong.
    case damaged(String)
    /// The record was written by a later version.
    case newerVersion(Int)
    /// The record is of a time that has not come yet.
    case fromTheFuture
    /// The record is older than ``SessionManagerOptions/recordLifetime``.
    case expired
    /// The record was written in another network.
    case otherNetwork
}

extension SessionStoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unusable(let path, let text): "\(path) cannot be used: \(text)"
        case .notPrivate(let path):
            "\(path) must belong to this user, and other users must not be able to write to it; correct that, or remove it"
        case .tooLarge(let path): "\(path) is too large to be the record of a session; remove it"
        case .damaged(let text): "the record of the last session is damaged: \(text)"
        case .newerVersion(let version):
            "the record of the last session has version \(version), which a later cast wrote"
        case .fromTheFuture: "the record of the last session is from the future; check this machine's clock"
        case .expired: "the record of the last session is too old"
        case .otherNetwork: "the last session was in another network"
        }
    }
}
