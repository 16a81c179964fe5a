/// Why a media server could not listen, or would not offer a file.
public struct MediaServerError: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Code: Sendable, Hashable {
        /// Another program has the port.
        case portInUse
        /// The address is not one of this machine's.
        case addressNotAvailable
        /// The system does not allow this port or this file to this user.
        case notPermitted
        /// There is no such file.
        case noSuchFile
        /// The path leads to a symbolic link, which could later lead elsewhere.
        case symbolicLink
        /// The path leads to a directory, a device, a socket: not to a file.
        case notAFile
        /// The server was closed, or ran before: a server runs once.
        case closed
        /// Anything else the system reported.
        case failed
    }

    public var code: Code
    /// The path or the address that was tried.
    public var subject: String
    /// The system's own words, where it had any.
    public var detail: String

    public init(_ code: Code, subject: String, detail: String = "") {
        self.code = code
        self.subject = subject
        self.detail = detail
    }
}

extension MediaServerError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .portInUse: "\(subject) is in use by another program; choose another port, or 0 for any free one"
        case .addressNotAvailable: "\(subject) is not an address of this machine"
        case .notPermitted: "this user has no access to \(subject)"
        case .noSuchFile: "there is no file \(subject)"
        case .symbolicLink: "\(subject) is a symbolic link; offer the file it leads to"
        case .notAFile: "\(subject) is not a file"
        case .closed: "the media server has ended; start a new one"
        case .failed: detail.isEmpty ? "the media server failed at \(subject)" : "\(subject): \(detail)"
        }
    }
}
