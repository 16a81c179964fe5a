// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && canImport(MediaPlayer)
import CastUI
import Foundation
import MediaPlayer
public import SwiftUI

extension View {
    /// Shows the cast media in the system's Now Playing, whose buttons control the device: on the lock screen, in the
    /// control center, on headsets and in cars.
    ///
    /// Apply it once, below ``castModel(_:)``. iOS shows Now Playing only for an app whose audio session is active, so an app
    /// that plays nothing itself must keep a silent sound playing, with the background mode `audio`. While no media is cast,
    /// the entry belongs to the app's own player.
    public func castNowPlaying() -> some View { modifier(NowPlayingModifier()) }
}

private struct NowPlayingModifier: ViewModifier {
    @Environment(\.castModel) private var model
    @State private var controller: NowPlayingController?

    func body(content: Content) -> some View {
        content
            .onAppear {
                // SwiftUI may call this twice without a disappearance between.
                if controller == nil { controller = model.map(NowPlayingController.init) }
            }
            .onDisappear {
                controller?.close()
                controller = nil
            }
    }
}

/// Keeps the system's Now Playing up to date, and executes its commands.
@MainActor
final class NowPlayingController {
    private let model: CastModel
    private let center = MPNowPlayingInfoCenter.default()
    private var observer: Int?
    private var targets: [(command: MPRemoteCommand, target: Any)] = []
    private var picture: (url: String, artwork: MPMediaItemArtwork?)?
    private var download: Task<Void, Never>?

    init(_ model: CastModel) {
        self.model = model
        observer = model.store.observe { [weak self] in self?.show($0.nowPlaying(at: .now)) }
    }

    /// Removes the entry and the commands.
    func close() {
        if let observer { model.store.removeObserver(observer) }
        observer = nil
        show(nil)
    }

    private func show(_ view: NowPlayingView?) {
        guard let view else {
            // Without an entry of its own, the controller leaves that of the app's player alone.
            guard !targets.isEmpty else { return }
            for (command, target) in targets { command.removeTarget(target) }
            targets = []
            download?.cancel()
            picture = nil
            center.nowPlayingInfo = nil
            return
        }
        if targets.isEmpty { addTargets() }
        for command in NowPlayingView.Command.allCases {
            Self.command(for: command).isEnabled = view.commands.contains(command)
        }
        if picture?.url != view.artwork?.url { load(view.artwork) }
        center.nowPlayingInfo = information(view)
        #if os(macOS)
        center.playbackState = view.rate > 0 ? .playing : .paused
        #endif
    }

    private func information(_ view: NowPlayingView) -> [String: Any] {
        var information: [String: Any] = [
            MPMediaItemPropertyTitle: model.text(view.title),
            MPMediaItemPropertyArtist: model.text(view.subtitle),
            MPNowPlayingInfoPropertyPlaybackRate: view.rate,
            MPNowPlayingInfoPropertyIsLiveStream: view.isLive,
        ]
        information[MPMediaItemPropertyPlaybackDuration] = view.duration
        information[MPNowPlayingInfoPropertyElapsedPlaybackTime] = view.position
        information[MPMediaItemPropertyArtwork] = picture?.artwork
        return information
    }

    // MARK: Commands

    private static func command(for command: NowPlayingView.Command) -> MPRemoteCommand {
        let center = MPRemoteCommandCenter.shared()
        return switch command {
        case .play: center.playCommand
        case .pause: center.pauseCommand
        case .playPause: center.togglePlayPauseCommand
        case .next: center.nextTrackCommand
        case .previous: center.previousTrackCommand
        case .forward: center.skipForwardCommand
        case .rewind: center.skipBackwardCommand
        case .seek: center.changePlaybackPositionCommand
        }
    }

    private func addTargets() {
        let interval = [NSNumber(value: NowPlayingView.skipInterval)]
        MPRemoteCommandCenter.shared().skipForwardCommand.preferredIntervals = interval
        MPRemoteCommandCenter.shared().skipBackwardCommand.preferredIntervals = interval
        for command in NowPlayingView.Command.allCases {
            let remote = Self.command(for: command)
            // The system calls the closure on the main thread.
            let target = remote.addTarget { [weak self] event in
                let position = (event as? MPChangePlaybackPositionCommandEvent)?.positionTime
                return MainActor.assumeIsolated { self?.perform(command, position: position) ?? .commandFailed }
            }
            targets.append((remote, target))
        }
    }

    private func perform(_ command: NowPlayingView.Command, position: Double?) -> MPRemoteCommandHandlerStatus {
        guard let view = model.store.state.nowPlaying(at: .now) else { return .noActionableNowPlayingItem }
        let intent = position.map(view.seek(to:)) ?? view.intent(for: command)
        guard let intent else { return .commandFailed }
        model.send(intent)
        return .success
    }

    // MARK: Artwork

    private func load(_ artwork: ArtworkReference?) {
        download?.cancel()
        picture = artwork.map { ($0.url, nil) }
        guard let artwork, let url = URL(string: artwork.url) else { return }
        download = Task { [weak self] in
            guard let (data, _) = try? await URLSession.shared.data(from: url), let item = MPMediaItemArtwork(data)
            else { return }
            guard !Task.isCancelled, let self, self.picture?.url == artwork.url else { return }
            self.picture?.artwork = item
            self.show(self.model.store.state.nowPlaying(at: .now))
        }
    }
}

extension MPMediaItemArtwork {
    /// The picture in an image file; nil if the system cannot decode it.
    fileprivate convenience init?(_ data: Data) {
        #if canImport(UIKit)
        guard let image = UIImage(data: data) else { return nil }
        self.init(boundsSize: image.size) { @Sendable _ in image }
        #else
        guard let image = NSImage(data: data) else { return nil }
        // In older SDKs an image is not sendable, so the closure decodes its own.
        self.init(boundsSize: image.size) { @Sendable _ in NSImage(data: data) ?? NSImage() }
        #endif
    }
}
#endif
