// SPDX-License-Identifier: Apache-2.0

import AVKit
import GoogleCast

/// Plays a video on the phone while no device is connected. The handoff moves it to the device, and back, at its position.
@MainActor
final class LocalPlayback: NSObject {
    private let player = AVPlayer()
    private var video: Video?
    private var handoff: PlayerHandoff?
    private weak var screen: AVPlayerViewController?
    private weak var presenter: UIViewController?

    override init() {
        super.init()
        let handoff = PlayerHandoff(player, in: .sharedInstance()) { [weak self] in self?.video?.information }
        handoff.onMove = { [weak self] place in self?.moved(to: place) }
        self.handoff = handoff
    }

    /// Plays a video on the device, if there is a session, otherwise in a new view controller.
    func play(_ video: Video, over presenter: UIViewController) {
        (self.video, self.presenter) = (video, presenter)
        player.replaceCurrentItem(with: AVPlayerItem(url: video.url))
        player.play()
        if GCKCastContext.sharedInstance().sessionManager.hasConnectedCastSession() {
            handoff?.moveToDevice()
        } else {
            show()
        }
    }

    private func moved(to place: PlayerHandoff.Place) {
        switch place {
        case .device: screen?.dismiss(animated: true)
        case .player: show()
        }
    }

    private func show() {
        guard screen == nil, player.currentItem != nil else { return }
        let screen = AVPlayerViewController()
        screen.player = player
        self.screen = screen
        presenter?.present(screen, animated: true)
    }
}
