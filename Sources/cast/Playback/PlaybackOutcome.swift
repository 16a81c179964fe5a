/// How playing ended.
enum PlaybackOutcome: Hashable, Sendable {
    /// It plays, and nobody wanted to wait for more.
    case started
    /// The last item played to its end.
    case finished
    /// Stopped here, with the key.
    case stopped
    /// Stopped by somebody else, or the app was ended.
    case stoppedElsewhere
    /// Somebody else plays something else on the device now.
    case takenOver
    /// Left here with the key or Ctrl-C.
    case left(isInterrupt: Bool, isPlayingOn: Bool)
    /// Left here while the device was loading a URL, so that it may or may not start to play.
    case leftLoading(isInterrupt: Bool)
    case failed(CommandFailure)

    /// What the process ends with.
    var exitStatus: ExitStatus {
        switch self {
        case .started, .finished, .stopped, .stoppedElsewhere: .success
        case .takenOver: .failure
        case .left(let isInterrupt, _), .leftLoading(let isInterrupt): isInterrupt ? .interrupted : .success
        case .failed(let failure): failure.exitStatus
        }
    }

    /// The name for scripts.
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

    /// The last line for people; nil where the failure has its own lines.
    func sentence(title: String, device: String) -> String? {
        switch self {
        case .started:
            "Playing \(title) on \(device)."
        case .finished:
            "Finished \(title) on \(device)."
        case .stopped:
            "Stopped \(title) on \(device)."
        case .stoppedElsewhere:
            "\(title) was stopped on \(device) by another remote control."
        case .takenOver:
            "\(device) plays something else now: another sender took over."
        case .left(_, isPlayingOn: true):
            "\(title) goes on playing on \(device). To stop it: cast stop"
        case .leftLoading:
            "\(title) was still loading on \(device) and may start to play there. To stop it: cast stop"
        case .left(_, isPlayingOn: false):
            "Stopped \(title) on \(device): the file is on this machine, and nothing serves it any more."
        case .failed:
            nil
        }
    }
}
