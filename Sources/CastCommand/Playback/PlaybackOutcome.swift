// SPDX-License-Identifier: Apache-2.0

/// The result of a playback.
enum PlaybackOutcome: Hashable, Sendable {
    /// The item plays, and the command does not wait for its end.
    case started
    /// The last item played to its end.
    case finished
    /// Stopped by a key of this command.
    case stopped
    /// Stopped by another sender, or the app was closed.
    case stoppedElsewhere
    /// Another sender plays other media on the device.
    case takenOver
    /// The user quit the command with a key or Ctrl-C. Playback continues if the device does not need this command's
    /// file server.
    case left(isInterrupt: Bool, continuesPlaying: Bool)
    /// Left while the device was loading a URL, which may or may not start to play.
    case leftLoading(isInterrupt: Bool)
    case failed(CommandFailure)

    /// The exit status of the command.
    var exitStatus: ExitStatus {
        switch self {
        case .started, .finished, .stopped, .stoppedElsewhere: .success
        case .takenOver: .failure
        case .left(let isInterrupt, _), .leftLoading(let isInterrupt): isInterrupt ? .interrupted : .success
        case .failed(let failure): failure.exitStatus
        }
    }

    /// The name of the event for scripts.
    var event: String {
        switch self {
        case .started: "started"
        case .finished: "finished"
        case .stopped, .stoppedElsewhere: "stopped"
        case .takenOver: "takenOver"
        case .left, .leftLoading: "left"
        case .failed: "failed"
        }
    }

    /// Returns the last line of the output; nil for a failure, which has its own lines.
    func sentence(title: String, device: String) -> String? {
        switch self {
        case .started:
            "Playing \(title) on \(device)."
        case .finished:
            "Finished \(title) on \(device)."
        case .stopped:
            "Stopped \(title) on \(device)."
        case .stoppedElsewhere:
            "\(title) was stopped on \(device) by another sender."
        case .takenOver:
            "Another sender took over \(device) and plays other media."
        case .left(_, continuesPlaying: true):
            "\(title) continues to play on \(device). To stop it, run: cast stop"
        case .leftLoading:
            "\(title) was still loading on \(device) and may start to play. To stop it, run: cast stop"
        case .left(_, continuesPlaying: false):
            "Stopped \(title) on \(device), because its file is no longer served."
        case .failed:
            nil
        }
    }
}
