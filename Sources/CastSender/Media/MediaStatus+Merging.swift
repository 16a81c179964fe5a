import CastWire

extension MediaStatus {
    /// The session that this status is about: the one being loaded, where one is.
    var effectiveSessionID: Int? {
        isLoading ? extendedStatus?.mediaSessionID ?? mediaSessionID : mediaSessionID
    }

    /// This status as one of the session it is really about.
    ///
    /// A status may report the end of one session and the loading of the next together; then only what holds for the
    /// next is kept. While loading, the media is the one on its way.
    func forSession(_ id: Int) -> MediaStatus {
        guard isLoading else {
            guard mediaSessionID != id else { return self }
            var status = self
            status.mediaSessionID = id
            return status
        }
        let loading = extendedStatus?.media
        guard mediaSessionID == id || mediaSessionID == nil else {
            var next = MediaStatus(
                mediaSessionID: id,
                playerState: .idle,
                supportedMediaCommands: supportedMediaCommands,
                volume: volume,
                media: loading,
                extendedStatus: extendedStatus
            )
            next.repeatMode = repeatMode
            return next
        }
        var status = self
        status.mediaSessionID = id
        // Receivers shorten the media within the extended status; where both mean the same one, the fuller wins.
        if let loading, media == nil || media?.contentID != loading.contentID { status.media = loading }
        return status
    }

    /// This status with a newer one of the same session laid over it.
    func merging(_ news: MediaStatus, clearing cleared: [String], ignoring ignored: Set<String>) -> MediaStatus {
        var merged = self
        for key in cleared { merged.fields[key] = nil }
        var members: [(String, JSONValue)] = []
        for member in news.fields.members where !ignored.contains(member.key) {
            switch member.key {
            case "media" where member.value.isNull: break
            case "media":
                // What is no media says that the media is unknown.
                merged.fields["media"] = nil
                if let newest = news.media?.keepingBreaks(of: media) { members.append((member.key, newest.json)) }
            case "items": members.append((member.key, Self.merge(items ?? [], with: news.items ?? []).json))
            default: members.append((member.key, member.value))
            }
        }
        merged.fields.merge(JSONObject(members))
        // A receiver that sends other keys in every status must not fill the memory: then only the newest ones are kept.
        return merged.fields.count > Self.fieldLimit ? MediaStatus(fields: JSONObject(members)) : merged
    }

    /// Whether a newer status is about another item of the queue, or other media.
    func isOtherItem(_ news: MediaStatus) -> Bool {
        if let item = currentItemID, let other = news.currentItemID, item != other { return true }
        guard let known = media?.contentID, let other = news.media?.contentID else { return false }
        return known != other
    }

    /// A status carries a window of the queue: known items are updated, new ones go behind the item they follow.
    private static func merge(_ known: [QueueItem], with window: [QueueItem]) -> [QueueItem] {
        var items = known
        let places = Dictionary(known.enumerated().map { ($1.itemID, $0) }) { first, _ in first }
        /// New items, by the place of the known item that they follow; before the first one -1.
        var inserted: [Int: [QueueItem]] = [:]
        var previous = -1
        var seen: Set<Int?> = []
        // Of several items with one id the last counts, at the place of the first.
        let newest = Dictionary(window.map { ($0.itemID, $0) }) { _, last in last }
        for told in window where seen.insert(told.itemID).inserted {
            var item = newest[told.itemID] ?? told
            if let place = places[item.itemID] {
                if item.media == nil { item.media = items[place].media }
                items[place] = item
                previous = place
            } else {
                inserted[previous, default: []].append(item)
            }
        }
        if !inserted.isEmpty {
            items = items.indices.reduce(into: inserted[-1] ?? []) { all, place in
                all.append(items[place])
                all += inserted[place] ?? []
            }
        }
        let excess = items.count - itemLimit
        guard excess > 0 else { return items }
        var remaining = excess
        items.removeAll { item in
            guard remaining > 0, !seen.contains(item.itemID) else { return false }
            remaining -= 1
            return true
        }
        return items
    }

    /// How many items are kept; a radio station that runs for days adds one with every song.
    private static let itemLimit = 500
    /// How many members are kept; the protocol has 20.
    static let fieldLimit = 128
}

extension MediaInformation {
    /// This media with what an older status of the same media knew of its breaks.
    ///
    /// Receivers list the clips of the present or the next break only; those that were known stay known.
    func keepingBreaks(of old: MediaInformation?) -> MediaInformation {
        guard let old, contentID == nil || contentID == old.contentID else { return self }
        var media = self
        if fields["breaks"] == nil, let breaks = old.fields["breaks"] { media.fields["breaks"] = breaks }
        guard let known = old.breakClips, !known.isEmpty else { return media }
        let news = breakClips ?? []
        let told = Set(news.compactMap(\.id))
        let kept = known.filter { clip in clip.id.map { !told.contains($0) } ?? false }
        if !kept.isEmpty || breakClips == nil { media.breakClips = Array((kept + news).suffix(Self.clipLimit)) }
        return media
    }

    /// How many clips are kept; a channel that runs for days shows new ones all the time.
    private static let clipLimit = 500
}

extension JSONObject {
    func without(_ keys: Set<String>) -> JSONObject {
        var object = self
        for key in keys { object[key] = nil }
        return object
    }
}
