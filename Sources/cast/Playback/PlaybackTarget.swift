import CastSender

/// The app on a device that plays what we load.
struct PlaybackTarget: Sendable {
    var connection: CastConnection
    var session: CastSession
    /// True when this command started the app, and so ends it.
    var isOwner: Bool

    var device: DeviceDescription { DeviceDescription(connection.device) }

    /// Stops what plays: the app if it is ours, else the media alone.
    func stop() async throws {
        if isOwner {
            try await session.stop()
        } else {
            try await session.media.stop()
        }
    }
}
