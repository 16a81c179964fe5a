// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SystemErrors

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An error that prevents a media server from listening or from sharing a file.
public struct MediaServerError: Error, Sendable, Hashable {
    /// The kind of an error.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: Sendable, Hashable {
        /// Another program uses the port.
        case portInUse
        /// The address does not belong to this machine.
        case addressNotAvailable
        /// The user has no permission for the port or the file.
        case notPermitted
        /// The file does not exist.
        case noSuchFile
        /// The path is a symbolic link, whose target could change later.
        case symbolicLink
        /// The path is not a regular file, but for example a directory, device or socket.
        case notAFile
        /// The server was closed or ran before. A server can run only once.
        case closed
        /// Another error of the system.
        case failed
    }

    /// The kind of the error.
    public var code: Code
    /// The path or address that the error concerns.
    public var subject: String
    /// The description of the system, or an empty string.
    public var detail: String

    /// Creates an error.
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
        case .notPermitted: "permission denied: \(subject)"
        case .noSuchFile: "\(subject) does not exist"
        case .symbolicLink: "\(subject) is a symbolic link; use the path of the file it points to"
        case .notAFile: "\(subject) is not a file"
        case .closed: "the media server is closed; start a new one"
        case .failed: detail.isEmpty ? "the media server failed at \(subject)" : "\(subject): \(detail)"
        }
    }
}

extension MediaServerError {
    /// Converts an error that occurred while listening at an address.
    init(listening error: any Error, at address: String) {
        if let error = error as? MediaServerError {
            self = error
            return
        }
        guard let error = error as? IOError else {
            self.init(.failed, subject: address, detail: SystemErrorText.describe(error))
            return
        }
        let code: Code =
            switch error.errnoCode {
            case EADDRINUSE: .portInUse
            case EADDRNOTAVAIL, EAFNOSUPPORT: .addressNotAvailable
            case EACCES, EPERM: .notPermitted
            default: .failed
            }
        self.init(code, subject: address, detail: SystemErrorText.describe(error))
    }
}
