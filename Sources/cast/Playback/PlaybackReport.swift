/// Something worth saying while an item plays.
enum PlaybackReport: Hashable, Sendable {
    /// The item at this index is sent to the device.
    case loading(Int)
    /// The player's state changed.
    case state(PlaybackStatus)
    case itemFinished(Int)
    case itemFailed(Int, CommandFailure)
    /// The device has not asked for the file that is offered to it.
    case notFetched
}
