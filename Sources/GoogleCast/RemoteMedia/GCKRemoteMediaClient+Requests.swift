import CastSender
import CastWire
import Foundation

// What the requests of the API have in common.

extension GCKRemoteMediaClient {
    /// An order with custom data.
    func order(
        _ type: String,
        _ customData: Any?,
        _ command: @escaping @Sendable (isolated MediaController, JSONValue?) async throws(CastError) -> Void
    ) -> GCKRequest {
        Log(of: "GCKRemoteMediaClient").debug(type)
        do throws(GCKError) {
            let data = try CustomData(wrappedValue: customData).wire()
            return order { media async throws(CastError) in try await command(media, data) }
        } catch {
            return refuse(error, of: type)
        }
    }

    /// An order with items and custom data.
    func order(
        _ type: String,
        _ items: [GCKMediaQueueItem],
        _ customData: Any?,
        _ command:
            @escaping @Sendable (isolated MediaController, [QueueItem], JSONValue?) async throws(CastError) -> Void
    ) -> GCKRequest {
        do throws(GCKError) {
            let wires = try items.wires() ?? []
            return order(type, customData) { media, data async throws(CastError) in
                try await command(media, wires, data)
            }
        } catch {
            return refuse(error, of: type)
        }
    }

    /// Sends a LOAD.
    func load(_ make: () throws(GCKError) -> LoadRequest) -> GCKRequest {
        do throws(GCKError) {
            let request = try make()
            Log(of: "GCKRemoteMediaClient").debug("LOAD \(request.media?.contentID ?? "of a queue")")
            return order { media async throws(CastError) in _ = try await media.load(request) }
        } catch {
            return refuse(error, of: LoadRequest.type, needsMediaSession: false)
        }
    }

    /// Loads media with what the deprecated methods take.
    func load(
        _ media: GCKMediaInformation,
        autoplay: Bool,
        playPosition: TimeInterval = kGCKInvalidTimeInterval,
        activeTrackIDs: [NSNumber]? = nil,
        customData: Any? = nil
    ) -> GCKRequest {
        let options = GCKMediaLoadOptions()
        options.autoplay = autoplay
        options.playPosition = playPosition
        options.activeTrackIDs = activeTrackIDs
        options.customData = customData
        return loadMedia(media, with: options)
    }

    /// Loads a queue with what the deprecated methods take.
    func load(
        _ items: [GCKMediaQueueItem],
        start startIndex: UInt,
        playPosition: TimeInterval = kGCKInvalidTimeInterval,
        repeatMode: GCKMediaRepeatMode,
        customData: Any? = nil
    ) -> GCKRequest {
        let options = GCKMediaQueueLoadOptions()
        options.startIndex = startIndex
        options.playPosition = playPosition
        options.repeatMode = repeatMode
        options.customData = customData
        return queueLoad(items, with: options)
    }

    /// Goes to a position with what the deprecated methods take.
    func seek(
        to position: TimeInterval,
        resumeState: GCKMediaResumeState = .unchanged,
        customData: Any? = nil
    ) -> GCKRequest {
        let options = GCKMediaSeekOptions()
        options.interval = position
        options.resumeState = resumeState
        options.customData = customData
        return seek(with: options)
    }

    /// What plays, and the time; nil without media or connection.
    var playing: (snapshot: MediaSnapshot, now: ContinuousClock.Instant)? {
        guard isConnected, let feed, let snapshot, snapshot.knownMedia != nil else { return nil }
        return (snapshot, feed.now)
    }
}

extension MediaSnapshot {
    /// The range of a live stream, unless the receiver says that it is none.
    func seekableRange(at now: ContinuousClock.Instant) -> ClosedRange<Double>? {
        knownMedia?.streamType == .buffered ? nil : liveSeekableRange(at: now)
    }
}
