// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastSender
import CastWire

// MARK: - Queue

extension RemoteControl {
    /// Plays the next item of the queue.
    func next() async throws {
        try await queueControl("next", "Playing the next item on") { media in _ = try await media.next() }
    }

    /// Plays the previous item of the queue.
    func previous() async throws {
        try await queueControl("previous", "Playing the previous item on") { media in _ = try await media.previous() }
    }

    /// Plays an item of the queue.
    func jump(to id: Int) async throws {
        try await queueControl("jumped", "Playing item \(id) on") { media in _ = try await media.jump(to: id) }
    }

    /// Lists the queue.
    func listQueue() async throws { try await queueControl(nil, nil) { _ in } }

    /// Adds URLs to the queue.
    func addToQueue(_ urls: [String], before id: Int?) async throws {
        var items: [QueueItem] = []
        for url in urls {
            let declaration = try await WebDeclaration.find(for: url) { console.note($0) }
            let type = declaration.contentType
            var metadata = MediaMetadata(metadataType: type.hasPrefix("audio/") ? .musicTrack : .generic)
            metadata.title = CastSource.url(url).title
            var media = MediaInformation(
                contentID: url,
                contentType: type,
                streamType: .buffered,
                metadata: metadata
            )
            declaration.segments.describe(&media)
            items.append(QueueItem(media: media))
        }
        try await queueControl("added", "Added \(urls.count) to the queue of") { media in
            _ = try await media.insert(items, before: id)
        }
    }

    /// Removes items from the queue.
    func removeFromQueue(_ ids: [Int]) async throws {
        try await queueControl("removed", "Removed \(ids.count) from the queue of") { media in
            _ = try await media.removeItems(ids)
        }
    }

    /// Moves items within the queue.
    func moveInQueue(_ ids: [Int], before id: Int?) async throws {
        try await queueControl("moved", "Moved \(ids.count) in the queue of") { media in
            _ = try await media.reorderItems(ids, before: id)
        }
    }

    /// Executes a queue command and reports it, or lists the queue if there is no command.
    ///
    /// The reply to the command decides whether it succeeded. Later errors do not make it fail: the items are requested
    /// only if they are printed, and taken from the statuses if the device does not list them.
    private func queueControl(
        _ action: String?,
        _ words: String?,
        _ body: (MediaController) async throws -> Void
    ) async throws {
        try await withMedia { session, _ in
            try await body(session.media)
            let device = DeviceDescription(session.connection.device)
            if let words, !console.isJSON { return console.result("\(words) \(device.name).") }
            let listing: QueueListing
            if action == nil {
                listing = try await session.media.listQueue()
            } else if let complete = try? await session.media.listQueue() {
                listing = complete
            } else {
                listing = await session.media.reportedQueue
            }
            let items = listing.items.compactMap { item in item.itemID.map { QueueEntry(id: $0, item: item) } }
            let current = await session.media.status?.currentItemID
            var object: JSONObject = action.map { ["action": .string($0)] } ?? [:]
            object.merge([
                "device": .object(device.briefJSON),
                "currentItemID": current.map { .integer(Int64($0)) } ?? .null,
                "queue": .array(items.map { .object($0.json) }),
                "complete": .bool(listing.isComplete),
            ])
            console.emit(object)
            let rows = items.map { $0.row(isCurrent: $0.id == current) }
            for line in TextTable(header: QueueEntry.header, rows: rows).lines { console.result(line) }
            guard !listing.isComplete else { return }
            console.note("\(device.name) does not list its queue. These are the items that it has reported.")
        }
    }
}

// MARK: - Playback and tracks

extension RemoteControl {
    /// Skips the current ad.
    func skipAd() async throws {
        try await control("adSkipped", "Playing") { session, _ in try await session.media.skipAd() }
    }

    /// Sets the playback rate.
    func setRate(_ rate: Double) async throws {
        try await control("rateSet", "Playing at \(rate) times the normal speed:") { session, _ in
            try await session.media.setPlaybackRate(rate)
        }
    }

    /// Lists the tracks, after selecting the ones with the given IDs, and changing the style of subtitles.
    func tracks(choosing ids: [Int]?, style: TextTrackStyle? = nil) async throws {
        try await withMedia { session, playing in
            var snapshot = playing
            if ids != nil || style != nil {
                // Devices replace the whole style.
                let merged = style.map { change in
                    var merged = playing.status.media?.textTrackStyle ?? TextTrackStyle()
                    merged.fields.merge(change.fields)
                    return merged
                }
                snapshot = try await session.media.editTracks(active: ids, style: merged) ?? playing
            }
            let active = Set(snapshot.activeTrackIDs ?? [])
            let tracks = snapshot.tracks.map {
                TrackDescription($0, isActive: $0.trackID.map(active.contains) ?? false)
            }
            var object: JSONObject = ids == nil && style == nil ? [:] : ["action": "tracksSet"]
            object["style"] = snapshot.status.media?.textTrackStyle.map { .object($0.fields) }
            object.merge([
                "device": .object(DeviceDescription(session.connection.device).briefJSON),
                "tracks": .array(tracks.map { .object($0.json) }),
            ])
            console.emit(object)
            guard !tracks.isEmpty else { return console.result("No tracks.") }
            let table = TextTable(header: TrackDescription.header, rows: tracks.map(\.row))
            for line in table.lines { console.result(line) }
        }
    }
}

// MARK: - Transfer

extension RemoteControl {
    /// Moves playback to another device and reports the result.
    ///
    /// - Parameter destination: Finds the other device; called after it is known that there is media.
    func transfer(to destination: () async throws -> CastDevice) async throws {
        try await withMedia { session, _ in
            let device = try await destination()
            var options = SessionManagerOptions()
            options.connection = finder.options
            let manager = await SessionManager.managing(session, options: options)
            do {
                try await manager.transfer(to: device)
            } catch {
                await manager.close()
                throw error
            }
            let snapshot = await session.media.status
            let report = await DeviceReport(device: session.device, status: session.connection.status, media: snapshot)
            await manager.close()
            let title = report.media.flatMap { $0.title ?? $0.contentID } ?? session.displayName
            printResult("transferred", report, "Moved \(title) to \(report.device.name).")
        }
    }
}
