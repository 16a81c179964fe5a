// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastSender
import CastWire
import Foundation

// The common parts of the API's requests.

extension GCKRemoteMediaClient {
    /// Creates a request that sends a command to the media session.
    func submit(_ command: MediaSessionCommand, _ customData: Any? = nil) -> GCKRequest {
        submit(command.type, customData) { media, customData, id async throws(CastError) in
            try await media.perform(command, customData: customData, requestID: id)
        }
    }

    /// Creates a request with custom data.
    ///
    /// - Parameters:
    ///   - type: The type of the message.
    ///   - customData: Custom data for the receiver application.
    ///   - command: The operation. Receives the request ID, which the first message that it sends must have.
    func submit(
        _ type: String,
        _ customData: Any? = nil,
        _ command:
            @escaping @Sendable (isolated MediaController, JSONValue?, _ requestID: Int) async throws(CastError) -> Void
    ) -> GCKRequest {
        Log(of: "GCKRemoteMediaClient").debug(type)
        do throws(GCKError) {
            let data = try CustomData(wrappedValue: customData).wire()
            return submit { media, id async throws(CastError) in try await command(media, data, id) }
        } catch {
            return refuse(error, of: type)
        }
    }

    /// Creates a request that inserts items into the queue.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - itemID: The ID of the item before which to insert them. ``kGCKMediaQueueInvalidItemID`` appends them.
    ///   - isPlaying: Whether to play the first of them.
    ///   - position: Its start position in seconds.
    ///   - customData: Custom data for the receiver application.
    func insert(
        _ items: [GCKMediaQueueItem],
        before itemID: UInt,
        playing isPlaying: Bool = false,
        at position: Double? = nil,
        _ customData: Any?
    ) -> GCKRequest {
        do throws(GCKError) {
            let wires = try items.wires() ?? []
            let next = Int(itemID: itemID)
            return submit(QueueInsertRequest.type, customData) { media, customData, id async throws(CastError) in
                try await media.insert(
                    wires,
                    before: next,
                    playing: isPlaying,
                    at: position,
                    customData: customData,
                    requestID: id
                )
            }
        } catch {
            return refuse(error, of: QueueInsertRequest.type)
        }
    }

    /// Sends a LOAD request.
    func load(_ make: () throws(GCKError) -> LoadRequest) -> GCKRequest {
        do throws(GCKError) {
            let request = try make()
            Log(of: "GCKRemoteMediaClient").debug("LOAD \(request.media?.contentID ?? "of a queue")")
            return submit { media, id async throws(CastError) in try await media.load(request, requestID: id) }
        } catch {
            return refuse(error, of: LoadRequest.type, needsMediaSession: false)
        }
    }

    /// Loads media with the parameters of the deprecated methods.
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

    /// Loads a queue with the parameters of the deprecated methods.
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

    /// Seeks with the parameters of the deprecated methods.
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

    /// The current media snapshot and the current time. Nil without media or without a connection.
    var currentMedia: (snapshot: MediaSnapshot, now: ContinuousClock.Instant)? {
        guard isConnected, let feed, let snapshot, snapshot.knownMedia != nil else { return nil }
        return (snapshot, feed.now)
    }
}

extension MediaSnapshot {
    /// Returns the seekable range of a live stream, or nil if the receiver reports that the media isn't live.
    func seekableRange(at now: ContinuousClock.Instant) -> ClosedRange<Double>? {
        knownMedia?.streamType == .buffered ? nil : liveSeekableRange(at: now)
    }
}

extension GCKRemoteMediaClient {
    /// A stream of change notifications, with an initial element. An element is sent when a media status is received,
    /// when the status becomes unknown, and when the connection changes. For a slow reader, pending elements are
    /// combined into one: read the state from ``mediaStatus`` and ``connected``. The stream ends when the client is
    /// deallocated. An addition to the original API.
    public var changes: AsyncStream<Void> {
        requireMainThread(of: GCKRemoteMediaClient.self)
        return changeStreams.stream(beginningWith: [()])
    }
}
