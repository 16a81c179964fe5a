// SPDX-License-Identifier: Apache-2.0

/// An error that prevents a list or a folder of media from being read.
public struct MediaListError: Error, Sendable, Hashable {
    /// The kind of an error.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: Sendable, Hashable {
        /// The file or folder does not exist or cannot be read.
        case notReadable
        /// The path is not a regular file.
        case notAFile
        /// The path is not a folder.
        case notAFolder
        /// The list has too many bytes.
        case tooLarge
        /// The content is not a playlist in a known format.
        case notAList
        /// The playlist is an HLS stream, not a list of files.
        case isStream
        /// The playlist is damaged, for example incomplete.
        case malformed
        /// The base is neither an absolute path nor an `http` or `https` URL.
        case invalidBase
    }

    /// The kind of the error.
    public var code: Code
    /// The file name, path or URL that the error concerns.
    public var subject: String

    /// Creates an error.
    public init(_ code: Code, subject: String) {
        self.code = code
        self.subject = subject
    }
}

extension MediaListError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .notReadable: "\(subject) does not exist or cannot be read"
        case .notAFile: "\(subject) is not a file"
        case .notAFolder: "\(subject) is not a folder"
        case .tooLarge: "the playlist \(subject) is too large"
        case .notAList: "\(subject) is not a playlist in M3U, PLS or XSPF format"
        case .isStream: "\(subject) is an HLS stream, not a list of files"
        case .malformed: "the playlist \(subject) is damaged"
        case .invalidBase: "\(subject) is neither an absolute path nor an http or https URL"
        }
    }
}
