// SPDX-License-Identifier: Apache-2.0

import Cast
import Foundation
import GoogleCast

/// The casting logic of an app, as on a phone: discovers a device by name, starts a session, casts a film, prints the
/// events, and stops casting after the film has played for two seconds.
///
/// The film is cast with the method of `Cast`. The `GCK` classes report it, and their widgets control it, like media that
/// they loaded.
@MainActor
final class FilmNight: NSObject, GCKDiscoveryManagerListener, GCKSessionManagerListener, GCKRemoteMediaClientListener {
    private let deviceName: String
    private let film: CastSource
    private let interfaces: [String]?
    /// Called with the exit status of the program.
    private let whenDone: (Int32) -> Void
    private var lastLine = ""
    private var isStopping = false
    /// Serves the film until the session ends.
    private var playback: MediaPlayback?

    private var context: GCKCastContext { GCKCastContext.sharedInstance() }

    init(deviceName: String, film: CastSource, on interfaces: [String]?, whenDone: @escaping (Int32) -> Void) {
        self.deviceName = deviceName
        self.interfaces = interfaces
        self.film = film
        self.whenDone = whenDone
        super.init()
    }

    /// Sets up casting, as an app does in `didFinishLaunching`.
    func start() {
        let criteria = GCKDiscoveryCriteria(applicationID: kGCKDefaultMediaReceiverApplicationID)
        let options = GCKCastOptions(discoveryCriteria: criteria)
        options.physicalVolumeButtonsWillControlDeviceVolume = true
        options.discoveryInterfaces = interfaces
        GCKCastContext.setSharedInstanceWith(options)
        context.discoveryManager.add(self)
        context.sessionManager.add(self)
        context.discoveryManager.startDiscovery()
        say("looking for \(deviceName)")
    }

    // MARK: Devices

    func didInsert(_ device: GCKDevice, at index: UInt) {
        guard device.friendlyName == deviceName, !context.sessionManager.hasConnectedSession() else { return }
        say("found \(deviceName)")
        guard context.sessionManager.startSession(with: device) else { return finish(2, "unable to connect") }
    }

    // MARK: Session

    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKCastSession) {
        say("connected to \(session.device.friendlyName ?? "?")")
        session.remoteMediaClient?.add(self)
        load(in: session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didResumeCastSession session: GCKCastSession) {
        say("reconnected to \(session.device.friendlyName ?? "?")")
        session.remoteMediaClient?.add(self)
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKCastSession,
        withError error: any Error
    ) { finish(2, "the session did not start: \(error)") }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKCastSession,
        withError error: (any Error)?
    ) {
        finish(error == nil ? 0 : 2, error.map { "the session ended: \($0)" } ?? "the session ended")
    }

    // MARK: Media

    /// Casts the film: a file is inspected, served, and converted if the device does not play it.
    private func load(in session: GCKCastSession) {
        guard let castSession = session.castSession else { return finish(2, "the session has ended") }
        Task {
            do {
                let playback = try await castSession.cast(film)
                self.playback = playback
                say(playback.explain())
            } catch {
                finish(2, "casting failed: \(error)")
            }
        }
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaStatus: GCKMediaStatus?) {
        guard let mediaStatus, mediaStatus.playerState == .playing else { return }
        let title = mediaStatus.mediaInformation?.metadata?.string(forKey: kGCKMetadataKeyTitle) ?? "a film"
        say("playing \(title)")
        guard !isStopping else { return }
        isStopping = true
        // An app would show its controls here. This example stops after two seconds.
        Task {
            try await Task.sleep(for: .seconds(2))
            say("stopping at \(Int(client.approximateStreamPosition())) s")
            context.sessionManager.endSessionAndStopCasting(true)
        }
    }

    // MARK: Output

    private func say(_ line: String) {
        guard line != lastLine else { return }
        lastLine = line
        print(line)
    }

    private func finish(_ status: Int32, _ line: String) {
        say(line)
        whenDone(status)
    }
}
