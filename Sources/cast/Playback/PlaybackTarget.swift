import CastSender

/// The app on a device that plays what we load.
struct PlaybackTarget: Sendable {
    var session: CastSession
    /// Holds on to the session when its connection is lost.
    var manager: SessionManager
    /// True when this command started the app, and so ends it.
    var isOwner: Bool

    /// The present one; another one after each loss.
    var connection: CastConnection { session.connection }

    var device: DeviceDescription { DeviceDescription(session.device) }

    /// Stops what plays: the app if it is ours, else the media alone.
    func stop() async throws {
        if isOwner {
            try await session.stop()
        } else {
            try await session.media.stop()
        }
    }
}
