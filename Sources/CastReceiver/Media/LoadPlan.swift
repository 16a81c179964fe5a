// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The parameters of a LOAD or QUEUE_LOAD, validated and completed by defaults (media namespace, LOAD).
struct LoadPlan: Sendable, Hashable {
    var queue: ReceiverQueue
    /// The queue data of the request, without items; nil if the request has none.
    var queueData: QueueData?
    var autoplay: Bool
    /// The start position in seconds; nil for the beginning or the live edge.
    var startTime: Double?
    var rate: Double
    var activeTrackIDs: [Int]?
    /// Data for the app in the sender's request, which is transferred to another device with the media.
    var senderData = JSONObject()

    private static let senderKeys = [
        "customData", "credentials", "credentialsType", "atvCredentials", "atvCredentialsType", "loadOptions",
    ]
    /// The maximum size of the transferred data in bytes, which leaves room for the media.
    private static let senderDataLimit = 16 * 1024

    static let rates = 0.5...2.0

    /// Creates the plan of a LOAD.
    static func plan(_ request: LoadRequest) throws(MediaRequestRefusal) -> LoadPlan {
        var plan = try media(request)
        var data = JSONObject()
        for key in senderKeys { data[key] = request.fields[key] }
        if data.jsonString.utf8.count <= senderDataLimit { plan.senderData = data }
        return plan
    }

    private static func media(_ request: LoadRequest) throws(MediaRequestRefusal) -> LoadPlan {
        let rate = request.playbackRate ?? 1
        guard rates.contains(rate) else { throw .invalidParameters }
        if let data = request.queueData, let items = try items(data.fields), !items.isEmpty {
            var plan = try plan(
                items,
                startIndex: data.startIndex,
                repeatMode: data.repeatMode,
                startTime: data.startTime ?? request.currentTime
            )
            plan.rate = rate
            plan.autoplay = startsPlayback(request) ?? plan.autoplay
            plan.activeTrackIDs = try activeTracks(request, in: plan.queue.current.media) ?? plan.activeTrackIDs
            plan.queueData = data
            plan.queueData?.items = nil
            return plan
        }
        guard let media = request.media else { throw .invalidParameters }
        try check(media)
        let autoplay = startsPlayback(request) ?? true
        let item = QueueItem(media: media, autoplay: autoplay, customData: request.customData)
        return LoadPlan(
            queue: ReceiverQueue(items: [item], startIndex: 0, repeatMode: try known(request.queueData?.repeatMode)),
            queueData: request.queueData,
            autoplay: autoplay,
            startTime: position(request.currentTime),
            rate: rate,
            activeTrackIDs: try activeTracks(request, in: media)
        )
    }

    /// Creates the plan of a QUEUE_LOAD.
    static func plan(_ request: QueueLoadRequest) throws(MediaRequestRefusal) -> LoadPlan {
        guard let items = try items(request.fields), !items.isEmpty else { throw .invalidParameters }
        return try plan(
            items,
            startIndex: request.startIndex,
            repeatMode: request.repeatMode,
            startTime: request.currentTime
        )
    }

    private static func plan(
        _ items: [QueueItem],
        startIndex: Int?,
        repeatMode: RepeatMode?,
        startTime: Double?
    ) throws(MediaRequestRefusal) -> LoadPlan {
        let startIndex = startIndex ?? 0
        guard items.indices.contains(startIndex) else { throw .invalidParameters }
        try check(items)
        var queue = ReceiverQueue(items: items, startIndex: startIndex, repeatMode: try known(repeatMode))
        guard queue.isWithinLimits else { throw .queueLimit }
        // Items with a playback duration of zero are skipped.
        guard queue.start() else { throw .invalidParameters }
        let first = queue.current
        return LoadPlan(
            queue: queue,
            queueData: nil,
            autoplay: first.autoplay ?? true,
            startTime: position(startTime ?? first.startTime),
            rate: 1,
            activeTrackIDs: first.activeTrackIDs
        )
    }

    /// Refuses items without usable media, and items with an id, because the receiver assigns the ids.
    static func check(_ items: [QueueItem]) throws(MediaRequestRefusal) {
        for item in items {
            guard item.fields["itemId"]?.isNull ?? true, let media = item.media else { throw .invalidParameters }
            try check(media)
        }
    }

    private static func activeTracks(
        _ request: LoadRequest,
        in media: MediaInformation?
    ) throws(MediaRequestRefusal) -> [Int]? {
        guard let value = request.fields["activeTrackIds"], !value.isNull, let media else { return nil }
        return try TrackSelection.validate(value, in: media)
    }

    /// Returns whether to start playback, evaluated as in a web receiver: in JavaScript, every string except the empty
    /// one is true. VLC sends `"false"` with each load, expects playback, and waits forever if the device pauses.
    private static func startsPlayback(_ request: LoadRequest) -> Bool? {
        if case .string(let text) = request.fields["autoplay"] {
            return !text.isEmpty
        }
        return request.autoplay
    }

    /// Returns the start position in seconds; nil for a negative value, which means the beginning or the live edge.
    static func position(_ seconds: Double?) -> Double? {
        guard let seconds, seconds >= 0 else { return nil }
        return seconds
    }

    /// Returns the items of an object; nil if it has none.
    static func items(_ object: JSONObject) throws(MediaRequestRefusal) -> [QueueItem]? {
        guard let value = object["items"], !value.isNull else { return nil }
        guard let elements = value.arrayValue else { throw .invalidParameters }
        let items = elements.compactMap(QueueItem.init(json:))
        guard items.count == elements.count else { throw .invalidParameters }
        return items
    }

    static func known(_ mode: RepeatMode?) throws(MediaRequestRefusal) -> RepeatMode {
        switch mode {
        case nil: .off
        case .off, .all, .single, .allAndShuffle: mode ?? .off
        default: throw .invalidParameters
        }
    }

    static func check(_ media: MediaInformation) throws(MediaRequestRefusal) {
        guard media.contentID != nil || media.contentURL != nil || media.entity != nil else { throw .invalidParameters }
        try TrackSelection.check(media)
    }
}
