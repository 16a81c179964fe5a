// SPDX-License-Identifier: Apache-2.0

import CastWire

extension MediaStatus {
    /// The id of the session that this status is about: the one that is loading, if there is one.
    var effectiveSessionID: Int? {
        isLoading ? extendedStatus?.mediaSessionID ?? mediaSessionID : mediaSessionID
    }

    /// Returns this status as a status of one session.
    ///
    /// A status may report the end of one session together with the loading of the next; then only the members that
    /// apply to the next one are kept. While loading, the media is the one that is loading.
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
        // Receivers shorten the media within the extended status; when both describe the same media, the longer one is
        // kept.
        if let loading, media == nil || media?.contentID != loading.contentID { status.media = loading }
        return status
    }

    /// Merges a newer status of the same session into this one.
    func merging(_ newer: MediaStatus, clearing cleared: [String], ignoring ignored: Set<String>) -> MediaStatus {
        var merged = self
        for key in cleared { merged.fields[key] = nil }
        var members: [(String, JSONValue)] = []
        for member in newer.fields.members where !ignored.contains(member.key) {
            switch member.key {
            case "media" where member.value.isNull: break
            case "media":
                // A malformed `media` means that the media is unknown.
                merged.fields["media"] = nil
                if let newest = newer.media?.keepingBreaks(of: media) { members.append((member.key, newest.json)) }
            case "items": members.append((member.key, Self.merge(items ?? [], with: newer.items ?? []).json))
            default: members.append((member.key, member.value))
            }
        }
        merged.fields.merge(JSONObject(members))
        // A receiver that uses new keys in every status must not exhaust memory; beyond the limit, only the newest keys
        // are kept.
        return merged.fields.count > Self.fieldLimit ? MediaStatus(fields: JSONObject(members)) : merged
    }

    /// Whether a newer status is about another queue item, or other media.
    func isOtherItem(_ newer: MediaStatus) -> Bool {
        if let item = currentItemID, let other = newer.currentItemID, item != other { return true }
        guard let known = media?.contentID, let other = newer.media?.contentID else { return false }
        return known != other
    }

    /// Merges a window of the queue: known items are updated, new ones are inserted after the item that they follow.
    private static func merge(_ known: [QueueItem], with window: [QueueItem]) -> [QueueItem] {
        var items = known
        let knownIndexes = Dictionary(known.enumerated().map { ($1.itemID, $0) }) { first, _ in first }
        /// New items, by the index of the known item that they follow; -1 for those before the first known item.
        var inserted: [Int: [QueueItem]] = [:]
        var previous = -1
        var seen: Set<Int?> = []
        // Of several items with the same id, the last one is used, at the position of the first.
        let newest = Dictionary(window.map { ($0.itemID, $0) }) { _, last in last }
        for listed in window where seen.insert(listed.itemID).inserted {
            var item = newest[listed.itemID] ?? listed
            if let index = knownIndexes[item.itemID] {
                if item.media == nil { item.media = items[index].media }
                items[index] = item
                previous = index
            } else {
                inserted[previous, default: []].append(item)
            }
        }
        if !inserted.isEmpty {
            items = items.indices.reduce(into: inserted[-1] ?? []) { all, index in
                all.append(items[index])
                all += inserted[index] ?? []
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

    /// The maximum number of items that are kept; a radio station that plays for days adds one for every song.
    private static let itemLimit = 500
    /// The maximum number of members that are kept; the protocol defines 20.
    static let fieldLimit = 128
}

extension MediaInformation {
    /// Returns this media with the break information of an older status of the same media.
    ///
    /// Receivers list only the clips of the current or the next break; clips that were known before are kept.
    func keepingBreaks(of old: MediaInformation?) -> MediaInformation {
        guard let old, contentID == nil || contentID == old.contentID else { return self }
        var media = self
        if fields["breaks"] == nil, let breaks = old.fields["breaks"] { media.fields["breaks"] = breaks }
        guard let known = old.breakClips, !known.isEmpty else { return media }
        let reported = breakClips ?? []
        let reportedIDs = Set(reported.compactMap(\.id))
        let kept = known.filter { clip in clip.id.map { !reportedIDs.contains($0) } ?? false }
        if !kept.isEmpty || breakClips == nil { media.breakClips = Array((kept + reported).suffix(Self.clipLimit)) }
        return media
    }

    /// The maximum number of clips that are kept; a channel that plays for days shows new ones all the time.
    private static let clipLimit = 500
}

extension JSONObject {
    func without(_ keys: Set<String>) -> JSONObject {
        var object = self
        for key in keys { object[key] = nil }
        return object
    }
}
