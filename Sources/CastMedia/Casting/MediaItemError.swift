// SPDX-License-Identifier: Apache-2.0

/// The reason that an item cannot be cast, found before the device is involved.
public struct MediaItemError: Error, Sendable, Hashable {
    /// The kind of an error.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: Sendable, Hashable {
        /// The file does not exist or cannot be read.
        case fileNotReadable
        /// A subtitle file does not exist, cannot be read, or has no subtitles.
        case subtitlesNotReadable
        /// The device does not play the file, and it cannot be converted.
        case notPlayable
        /// The live input has no media, cannot be captured, or is not played by the device.
        case inputNotPlayable
        /// The server of the URL answered that there is no media, with this HTTP status; `nil` for a web page.
        case urlNotPlayable(status: Int?)
        /// The media server cannot listen for the device.
        case serverFailed
    }

    /// The kind of the error.
    public var code: Code
    /// The path or URL that the error concerns.
    public var location: String
    /// What failed and why, in one sentence without a period. It names the file or URL.
    public var message: String
    /// Why it failed, without the file or URL, for pages on which the path of a file should not appear.
    package var reason: String
    /// What to do next, in the imperative; `nil` if there is no advice.
    public var advice: String?

    /// A stable identifier of the problem of a URL; `nil` for other errors.
    package var problem: String?

    package init(
        _ code: Code,
        location: String,
        message: String,
        reason: String? = nil,
        advice: String? = nil,
        problem: String? = nil
    ) {
        self.code = code
        self.location = location
        self.message = message
        self.reason = reason ?? message
        self.advice = advice
        self.problem = problem
    }
}

extension MediaItemError: CustomStringConvertible {
    public var description: String { [message, advice].compactMap { $0 }.joined(separator: "; ") }
}
