// SPDX-License-Identifier: Apache-2.0

/// The error that is thrown when a recording cannot be read, written or replayed.
public struct RecordingError: Error, Sendable, Hashable {
    /// The kind of failure.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file cannot be opened or read.
        case unreadable
        /// The file cannot be created or written.
        case unwritable
        /// The file exists and is not a recording, so it is not replaced.
        case exists
        /// The file does not begin with the header of a recording.
        case notARecording
        /// A later version of the format, which this version of the package cannot read.
        case laterVersion
        /// A line is not what the format allows.
        case malformed
        /// A line, or the number of lines, exceeds a limit.
        case tooLarge
        /// The recording has nothing to replay.
        case empty
    }

    /// The kind of failure.
    public var code: Code
    /// The path of the file.
    public var file: String
    /// The number of the line at fault, from 1; nil if the failure concerns no line.
    public var line: Int?
    /// What is wrong and what to do about it, for users.
    public var reason: String

    /// Creates an error.
    public init(_ code: Code, file: String, line: Int? = nil, _ reason: String) {
        self.code = code
        self.file = file
        self.line = line
        self.reason = reason
    }
}

extension RecordingError: CustomStringConvertible {
    public var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)"
    }
}
