/// A key of a remote control: what somebody in front of the television wants.
public enum RemoteCommand: Sendable, Hashable {
    case play
    case pause
    case togglePlayback
    /// Seconds from the beginning, or on the axis of live media.
    case seek(to: Double)
    /// Seconds from now, back where negative.
    case skip(by: Double)
    /// The next item of the queue, or out of an advertisement that allows it.
    case next
    case previous
    /// Ends the media session; the app goes on.
    case stop
    /// The device's volume, 0 to 1.
    case setVolume(Double)
    /// So much louder, or less loud where negative.
    case changeVolume(by: Double)
    case setMuted(Bool)
    case toggleMuted

    /// Whether a device can make sense of its numbers.
    var isMeant: Bool {
        switch self {
        case .seek(let number), .skip(let number), .setVolume(let number), .changeVolume(let number): number.isFinite
        default: true
        }
    }
}
