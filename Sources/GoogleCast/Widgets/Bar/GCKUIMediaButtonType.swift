import CastUI

/// What stands at a place of a button bar.
public enum GCKUIMediaButtonType: Int, Sendable {
    /// Nothing; the place stays empty.
    case none = 0
    /// Play and pause, or play and stop for a live stream.
    case playPauseToggle = 1
    /// Goes to the next item of the queue.
    case skipNext = 2
    /// Goes to the previous item of the queue.
    case skipPrevious = 3
    case rewind30Seconds = 4
    case forward30Seconds = 5
    /// Mutes the device, and takes that back.
    case muteToggle = 6
    /// Opens the track selector.
    case closedCaptions = 7
    /// Ends playback and drops the queue.
    case stop = 8
    /// A button of the app's own.
    case custom = 9

    var button: BarButton {
        switch self {
        case .none: .none
        case .playPauseToggle: .playPause
        case .skipNext: .next
        case .skipPrevious: .previous
        case .rewind30Seconds: .rewind30
        case .forward30Seconds: .forward30
        case .muteToggle: .mute
        case .closedCaptions: .tracks
        case .stop: .stop
        case .custom: .custom(nil)
        }
    }
}
