// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastSender
import CastWire

/// Loads a list as the queue of a device: its first items at once, and the rest while they play, because inspecting the
/// files of a long list takes time.
struct QueueLoader: Sendable {
    let loader: PlaybackLoader
    let mailbox: EventMailbox<PlaybackEvent>
    /// The number of items of the list.
    let count: Int
    /// The playback duration of pictures in seconds; nil for the device's own.
    let pictureDuration: Double?

    /// The number of items that are loaded at once. With one, the device would not have a queue.
    static let headCount = 4
    /// The number of items that are inspected and added together.
    private static let batchCount = 16

    /// Loads the list from an item on, as far as it is loaded at once.
    ///
    /// - Parameters:
    ///   - first: The item.
    ///   - position: The position of the item in seconds; nil for its beginning.
    ///   - continuation: How the item continues if it is loaded again; nil if it starts.
    ///   - isCurrent: Whether the list is still wanted when its items are prepared.
    /// - Returns: The snapshot; nil if the device rejected the queue, or if the list is not wanted any more.
    /// - Throws: `CastError`, ``CommandFailure`` if the first item cannot be loaded.
    func load(
        from first: Int,
        at position: Double?,
        _ continuation: PlaybackContinuation? = nil,
        if isCurrent: @Sendable () -> Bool = { true }
    ) async throws -> MediaSnapshot? {
        var media = [first: try await loader.prepare(first)]
        await loader.media.beginConversion(first, at: continuation?.position ?? position)
        let end = min(count, first + Self.headCount)
        media.merge(await prepare(from: first + 1, to: end)) { $1 }
        guard isCurrent() else { return nil }
        var queue = items(media, startTime: position.map { (first, $0) })
        var options = MediaController.LoadOptions()
        if let continuation, !queue.isEmpty {
            if let shown = continuation.activeTrackIDs { queue[0].activeTrackIDs = shown }
            queue[0].autoplay = continuation.isPlaying
            options.autoplay = continuation.isPlaying
            options.startTime = continuation.position
        }
        do throws(CastError) {
            let snapshot = try await loader.controller.loadQueue(queue, options: options)
            loader.onStep(.loaded(url: media[first]?.information.contentID ?? ""))
            mailbox.post(
                .queueLoaded(first, contentIDs: (0..<count).map { media[$0]?.information.contentID }, snapshot)
            )
            return snapshot
        } catch {
            guard error.isRefusal else { throw error }
            mailbox.post(.queueRefused(first))
            return nil
        }
    }

    /// Adds the items that were not loaded at once to the queue, while it is loaded on the device.
    ///
    /// If the device rejects them, the command loads them after the end of the queue.
    func addRest(from start: Int, to mediaSessionID: Int?) async {
        var start = start
        while start < count, !Task.isCancelled {
            let end = min(count, start + Self.batchCount)
            let media = await prepare(from: start, to: end)
            start = end
            guard !media.isEmpty else { continue }
            guard await loader.controller.status?.mediaSessionID == mediaSessionID,
                (try? await loader.controller.insert(items(media))) != nil
            else { return }
            mailbox.post(
                .queueExtended(media.compactMapValues(\.information.contentID), mediaSessionID: mediaSessionID)
            )
        }
    }

    /// Returns items in the form that the device plays, by index, and reports those that cannot be played.
    private func prepare(from start: Int, to end: Int) async -> [Int: MediaItem.Prepared] {
        var media: [Int: MediaItem.Prepared] = [:]
        guard start < end else { return media }
        for (index, result) in await loader.prepare(end, after: start - 1) {
            switch result {
            case .success(let found): media[index] = found
            case .failure(let failure): mailbox.post(.itemOmitted(index, failure))
            }
        }
        return media
    }

    private func items(_ media: [Int: MediaItem.Prepared], startTime: (index: Int, Double)? = nil) -> [QueueItem] {
        media.sorted { $0.key < $1.key }.map { index, item in
            QueueItem(
                media: item.information,
                autoplay: true,
                startTime: startTime?.index == index ? startTime?.1 : nil,
                playbackDuration: item.information.isPicture ? pictureDuration : nil,
                activeTrackIDs: item.activeTrackIDs
            )
        }
    }
}

/// The state in which an item continues that is loaded again.
struct PlaybackContinuation: Sendable {
    /// The position in seconds; nil for a live stream, which continues at its edge.
    var position: Double?
    /// The tracks to show; nil for those that are shown at the start.
    var activeTrackIDs: [Int]?
    var isPlaying: Bool
}

extension MediaInformation {
    /// Whether the media is a picture.
    fileprivate var isPicture: Bool { contentType?.lowercased().hasPrefix("image/") == true }
}
