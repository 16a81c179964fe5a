// SPDX-License-Identifier: Apache-2.0

import CastWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CastConnection {
    /// Captures the application, the media with its position, the queue and the volume, whichever sender started them.
    ///
    /// Joins the running application. Does not change playback.
    ///
    /// - Throws: ``CastError``, most likely `requestTimedOut` or `connectionClosed`.
    public func captureState() async throws(CastError) -> DeviceState {
        let status = try await refreshStatus()
        var state = DeviceState(
            deviceID: device.id,
            deviceName: device.friendlyName,
            capturedAt: wallClock().timeIntervalSince1970
        )
        if let volume = status.volume, let level = volume.boundedLevel {
            state.volume = DeviceState.Volume(level: level, isMuted: volume.muted ?? false)
        }
        guard let running = status.runningApplication, let appID = running.appID else { return state }
        state.application = DeviceState.Application(id: appID, name: running.displayName ?? "")
        guard running.isJoinable, running.namespaces.contains(.media), let sessionID = running.sessionID else {
            return state
        }
        state.playback = try await join(sessionID: sessionID).media.capturePlayback()
        return state
    }

    /// Restores a captured state: launches or joins the application, sets the volume, and loads the media or the queue
    /// at its position, paused if it was paused.
    ///
    /// Returns when the media plays, or is ready and paused. A state without an application stops the running one. A
    /// live stream starts at its live edge. Media of an application that does not load it from a URL is not restored;
    /// the notes say so.
    ///
    /// - Parameters:
    ///   - state: The state, which may be that of another device.
    ///   - timeout: The time limit for the media to play. Default 60 s.
    /// - Returns: What was not restored.
    /// - Throws: ``CastError``, most likely `launchFailed`, `loadFailed` or `requestTimedOut`.
    @discardableResult
    public func restore(
        _ state: DeviceState,
        timeout: Duration = .seconds(60)
    ) async throws(CastError) -> [DeviceState.Note] {
        let running = try await refreshStatus().runningApplication
        guard let application = state.application else {
            if let running { try await stopApp(sessionID: running.sessionID) }
            return try await restoreVolume(state.volume)
        }
        let session = try await launch(application.id)
        // The volume is set before the media is loaded, so that the media does not start at another volume.
        var notes = try await restoreVolume(state.volume)
        guard let playback = state.playback else { return notes }
        notes += state.limitations()
        guard state.loadsByURL else { return notes }
        do throws(CastError) {
            try await session.media.restore(playback, timeout: timeout)
        } catch {
            // Another application may use URLs in a way of its own.
            guard application.id != ApplicationStatus.defaultMediaReceiverID, error.meansMediaRejected else {
                throw error
            }
            notes.append(.mediaRejected(application: state.applicationName, reason: error.reason))
        }
        return notes
    }

    /// Sets the volume of a state if it differs from the current one.
    func restoreVolume(_ volume: DeviceState.Volume?) async throws(CastError) -> [DeviceState.Note] {
        guard let volume else { return [] }
        let current = status.volume
        let isLevelEqual = current?.boundedLevel.map { abs($0 - volume.level) < 0.001 } ?? false
        let isMuteEqual = (current?.muted ?? false) == volume.isMuted
        guard !isLevelEqual || !isMuteEqual else { return [] }
        guard status.hasVariableVolume else { return [.volumeFixed] }
        // A device that is to be muted is muted first, so that a higher level is not audible in between.
        if !isMuteEqual, volume.isMuted { try await setMuted(true) }
        if !isLevelEqual { try await setVolume(volume.level) }
        if !isMuteEqual, !volume.isMuted { try await setMuted(false) }
        return []
    }
}

extension CastError {
    /// Whether an application rejected the media.
    var meansMediaRejected: Bool {
        switch code {
        case .loadFailed, .loadCancelled, .mediaError: true
        default: meansUnsupported
        }
    }
}

extension MediaController {
    /// Returns the current media with its queue; nil if nothing plays.
    func capturePlayback() async throws(CastError) -> DeviceState.Playback? {
        guard let first = status, first.playerState != .idle, first.media != nil else { return nil }
        let listing = first.currentItemID == nil ? nil : try await listQueue()
        // Listing a queue takes time, in which the media may have ended.
        guard let snapshot = status, snapshot.playerState != .idle, let media = snapshot.media else { return nil }
        let position = snapshot.position(at: connection.now())
        let isLive = snapshot.isLive || media.streamType == .live
        var playback = DeviceState.Playback(
            media: media,
            position: isLive || !position.isFinite ? nil : max((position * 1000).rounded() / 1000, 0),
            isPaused: snapshot.playerState == .paused,
            rate: snapshot.playbackRate > 0 ? snapshot.playbackRate : 1,
            activeTrackIDs: snapshot.activeTrackIDs
        )
        if let listing { playback.queue = Self.queue(listing, of: snapshot) }
        return playback
    }

    /// Returns the queue of a snapshot; nil for a single item that does not repeat.
    private static func queue(_ listing: QueueListing, of snapshot: MediaSnapshot) -> DeviceState.Queue? {
        var items: [QueueItem] = []
        var currentIndex: Int?
        for var item in listing.items {
            let isCurrent = item.itemID == snapshot.currentItemID
            if isCurrent, item.media == nil { item.media = snapshot.media }
            guard item.media != nil else { continue }
            if isCurrent { currentIndex = items.count }
            item.itemID = nil
            item.orderID = nil
            items.append(item)
        }
        let repeatMode = snapshot.repeatMode ?? .off
        guard let currentIndex, items.count > 1 || repeatMode != .off else { return nil }
        var properties = snapshot.queueData ?? QueueData()
        properties.items = nil
        properties.startIndex = nil
        properties.startTime = nil
        properties.repeatMode = nil
        // The items are in the order in which they play.
        properties.shuffle = nil
        return DeviceState.Queue(
            items: items,
            currentIndex: currentIndex,
            repeatMode: repeatMode,
            properties: properties,
            omittedItems: listing.items.count - items.count
        )
    }

    /// Loads the media or the queue of a playback.
    func restore(_ playback: DeviceState.Playback, timeout: Duration) async throws(CastError) {
        let trackIDs = playback.activeTrackIDs.map { ids in
            let known = Set((playback.media.tracks ?? []).compactMap(\.trackID))
            // The receiver assigned the ids of the tracks that it found in the media itself.
            return ids.filter(known.contains)
        }
        let options = LoadOptions(
            autoplay: !playback.isPaused,
            startTime: playback.position,
            playbackRate: playback.rate == 1 || !(0.5...2).contains(playback.rate) ? nil : playback.rate,
            activeTrackIDs: trackIDs
        )
        guard let queue = playback.queue, queue.items.indices.contains(queue.currentIndex) else {
            try await load(playback.media, options: options, until: .playing(within: timeout))
            return
        }
        var data = queue.properties
        data.items = queue.items
        data.startIndex = queue.currentIndex
        // Not the start time of the item, because that would apply again each time the item repeats.
        data.startTime = playback.position
        data.repeatMode = queue.repeatMode
        try await loadQueue(data, options: options, until: .playing(within: timeout))
    }
}
