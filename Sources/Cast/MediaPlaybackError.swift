// SPDX-License-Identifier: Apache-2.0

public import CastMedia
public import CastSender

/// The reason that a source does not play on a device.
public struct MediaPlaybackError: Error, Sendable, Hashable {
    /// The stage at which playback failed.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Stage: Sendable, Hashable {
        /// The media server could not be started.
        case serving(MediaServerError)
        /// The source cannot be cast; the device was not involved.
        case preparation(MediaItemError)
        /// The device rejected the media or failed to play it.
        case device(CastError, cause: MediaFailureCause)
    }

    /// The stage, with the underlying error.
    public var stage: Stage
    /// The title of the media.
    public var title: String
    /// The name of the device.
    public var device: String
    /// What to do next, in the imperative; `nil` if there is no advice.
    public var advice: String?

    init(_ stage: Stage, title: String, device: String, advice: String? = nil) {
        self.stage = stage
        self.title = title
        self.device = device
        self.advice = advice
    }
}

extension MediaPlaybackError: CustomStringConvertible {
    /// What failed, what the device said, what the server saw, and what to do next.
    public var description: String {
        let message =
            switch stage {
            case .serving(let error): "\(title) cannot be served to \(device): \(error)."
            case .preparation(let error): "\(error.message)."
            case .device(let error, let cause):
                [error.reason, cause.observation].compactMap { $0 }.joined(separator: " ")
            }
        return advice.map { "\(message) To fix it, \($0)." } ?? message
    }
}
