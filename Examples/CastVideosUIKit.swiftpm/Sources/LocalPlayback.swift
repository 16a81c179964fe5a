import AVKit
import GoogleCast

/// Plays a video on the phone while no device is connected, and moves it to the device, and back, at its position.
@MainActor
final class LocalPlayback: NSObject, GCKSessionManagerListener {
    private var video: Video?
    private var player: AVPlayer?
    private weak var screen: AVPlayerViewController?
    private weak var presenter: UIViewController?
    /// Where the device stopped, in seconds.
    private var position: TimeInterval?

    override init() {
        super.init()
        GCKCastContext.sharedInstance().sessionManager.add(self)
    }

    /// Plays a video on the device, if there is a session, otherwise in a new view controller.
    func play(_ video: Video, from position: TimeInterval = 0, over presenter: UIViewController) {
        (self.video, self.presenter) = (video, presenter)
        if let session = GCKCastContext.sharedInstance().sessionManager.currentCastSession {
            load(video, on: session, at: position)
            return
        }
        let player = AVPlayer(url: video.url)
        let screen = AVPlayerViewController()
        screen.player = player
        (self.player, self.screen) = (player, screen)
        presenter.present(screen, animated: true)
        player.seek(to: CMTime(seconds: position, preferredTimescale: 1000))
        player.play()
    }

    private func load(_ video: Video, on session: GCKCastSession, at position: TimeInterval) {
        let request = GCKMediaLoadRequestDataBuilder()
        request.mediaInformation = video.information
        request.startTime = position
        session.remoteMediaClient?.loadMedia(with: request.build())
    }

    // MARK: - GCKSessionManagerListener

    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKCastSession) {
        guard let video, let player, screen != nil else { return }
        player.pause()
        load(video, on: session, at: player.currentTime().seconds)
        screen?.dismiss(animated: true)
        self.player = nil
    }

    func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKCastSession) {
        // The position is known only while there is a session.
        let state = session.remoteMediaClient?.mediaStatus?.playerState
        position = state == .playing || state == .paused ? session.remoteMediaClient?.approximateStreamPosition() : nil
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKCastSession,
        withError error: (any Error)?
    ) {
        guard let video, let position, let presenter else { return }
        play(video, from: position, over: presenter)
    }
}
