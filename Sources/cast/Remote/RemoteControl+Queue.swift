import CastMedia
import CastSender
import CastWire

extension RemoteControl {
    /// Plays the next item.
    func next() async throws {
        try await queueControl("next", "Next on") { media in _ = try await media.next() }
    }

    /// Plays the previous item.
    func previous() async throws {
        try await queueControl("previous", "Back to the item before on") { media in _ = try await media.previous() }
    }

    /// Plays an item.
    func jump(to id: Int) async throws {
        try await queueControl("jumped", "Item \(id) plays on") { media in _ = try await media.jump(to: id) }
    }

    /// Lists the queue.
    func listQueue() async throws { try await queueControl(nil, nil) { _ in } }

    /// Adds what is at these addresses.
    func addToQueue(_ urls: [String], before id: Int?) async throws {
        var items: [QueueItem] = []
        for url in urls {
            let type = try await WebMedia.contentType(of: url) { console.note($0) }
            var metadata = MediaMetadata(metadataType: type.hasPrefix("audio/") ? .musicTrack : .generic)
            metadata.title = PlaySource.url(url).title
            items.append(
                QueueItem(
                    media: MediaInformation(
                        contentID: url,
                        contentType: type,
                        streamType: .buffered,
                        metadata: metadata
                    )
                )
            )
        }
        try await queueControl("added", "\(urls.count) added to the queue of") { media in
            _ = try await media.insert(items, before: id)
        }
    }

    /// Takes items out.
    func removeFromQueue(_ ids: [Int]) async throws {
        try await queueControl("removed", "\(ids.count) removed from the queue of") { media in
            _ = try await media.removeItems(ids)
        }
    }

    /// Moves items.
    func moveInQueue(_ ids: [Int], before id: Int?) async throws {
        try await queueControl("moved", "\(ids.count) moved in the queue of") { media in
            _ = try await media.reorderItems(ids, before: id)
        }
    }

    /// Skips the advertisement.
    func skipAd() async throws {
        try await control("adSkipped", "Playing") { session, _ in try await session.media.skipAd() }
    }

    /// Sets the speed.
    func setRate(_ rate: Double) async throws {
        try await control("rateSet", "At \(rate) times the speed:") { session, _ in
            try await session.media.setPlaybackRate(rate)
        }
    }

    /// Lists tracks, after choosing those to show.
    func tracks(choosing ids: [Int]?) async throws {
        try await withMedia { session, playing in
            var snapshot = playing
            if let ids { snapshot = try await session.media.setActiveTracks(ids) ?? playing }
            let active = Set(snapshot.activeTrackIDs ?? [])
            let tracks = snapshot.tracks.map {
                TrackDescription($0, isActive: $0.trackID.map(active.contains) ?? false)
            }
            var object: JSONObject = ids == nil ? [:] : ["action": "tracksSet"]
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

    /// Runs a command about the queue and reports it, or lists the queue when there is no command.
    ///
    /// The command's own reply decides whether it succeeded. Nothing after it makes the command fail: the list of items is
    /// asked for only where it is printed, and taken from the statuses where the device does not give it.
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
            console.note("\(device.name) does not list its queue; these are the items it has reported.")
        }
    }
}
