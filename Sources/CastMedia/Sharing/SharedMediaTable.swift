// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import NIOConcurrencyHelpers

/// The state of a media server: its shared items by id, their traffic, the number of refused requests, its port and its
/// events.
final class SharedMediaTable: Sendable {
    /// A shared item with the source of its bytes.
    struct Item: Sendable {
        var media: SharedMedia
        var source: MediaSource
        /// The items that this one references, such as the segments of a playlist. They are withdrawn and restricted
        /// with it.
        var parts: [SharedMedia] = []
        var clients = ClientFilter.everyone
        /// Whether ``clients`` was set.
        var isRestricted = false
        var traffic = MediaTraffic()
    }

    private struct State {
        var items: [String: Item] = [:]
        /// The traffic of withdrawn items, by id. Responses in progress still update it.
        var withdrawn: [String: MediaTraffic] = [:]
        var refused = 0
        var port = 0
        /// Whether the server has ended. What is shared afterward is ended at once.
        var isClosed = false
    }

    private let state = NIOLockedValueBox(State())
    let events = Broadcast<MediaServerEvent>(bufferingNewest: 256)

    var port: Int {
        get { state.withLockedValue { $0.port } }
        set { state.withLockedValue { $0.port = newValue } }
    }

    var refused: Int { state.withLockedValue { $0.refused } }

    func insert(_ item: Item) {
        state.withLockedValue { $0.items[item.media.id] = item }
    }

    /// Removes an item and returns its source; nil if it was removed before.
    @discardableResult
    func remove(_ media: SharedMedia) -> MediaSource? {
        state.withLockedValue { state in
            guard let item = state.items.removeValue(forKey: media.id) else { return nil }
            state.withdrawn[media.id] = item.traffic
            for part in item.parts { state.items[part.id] = nil }
            return item.source
        }
    }

    /// The items that an item references.
    func parts(of media: SharedMedia) -> [SharedMedia] { state.withLockedValue { $0.items[media.id]?.parts ?? [] } }

    /// Returns the source of an item; nil if it is not shared.
    func source(of media: SharedMedia) -> MediaSource? { state.withLockedValue { $0.items[media.id]?.source } }

    /// Whether ``close()`` was called.
    var isClosed: Bool { state.withLockedValue { $0.isClosed } }

    /// Ends the programs and connections of all sources, at the same time.
    func close() async {
        let sources = state.withLockedValue { state in
            state.isClosed = true
            return state.items.values.map(\.source)
        }
        await withTaskGroup(of: Void.self) { group in
            for source in sources { group.addTask { await source.close() } }
        }
    }

    /// Returns the shared item at a request's path, with the part of it that the path names. The query, which some
    /// clients add, is ignored.
    func item(atPath target: String) -> (item: Item, part: SharedMediaPart)? {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty,
            let item = state.withLockedValue({ $0.items[String(parts[1])] })
        else { return nil }
        if case .relay(let relay) = item.source, let resource = relay.resource(atPath: target) {
            return (item, .resource(resource))
        }
        guard let name = PercentEncoding.decode(parts[2]) else { return nil }
        if name.elementsEqual(item.media.name.utf8) { return (item, .whole) }
        let part = String(decoding: name, as: UTF8.self)
        switch item.source {
        case .file, .data, .picture, .relay, .subtitles: return nil
        case .conversion, .live: if part == SegmentSchedule.initializationName { return (item, .initialization) }
        }
        if case .conversion(let conversion) = item.source {
            return conversion.schedule.index(named: part).map { (item, .segment($0)) }
        }
        return LiveWindow.index(named: part).map { (item, .segment($0)) }
    }

    func traffic(of media: SharedMedia) -> MediaTraffic {
        state.withLockedValue { $0.items[media.id]?.traffic ?? $0.withdrawn[media.id] ?? MediaTraffic() }
    }

    func requested(_ media: SharedMedia, _ request: MediaServerEvent.Request) {
        update(media) { traffic in
            traffic.requests += 1
            traffic.openResponses += 1
            traffic.lastClient = request.client
            traffic.lastUserAgent = request.userAgent
            traffic.lastStatus = request.status
            traffic.lastProblem = request.problem
        }
        events.send(.requested(media, request))
    }

    func sent(_ count: Int, of media: SharedMedia) {
        update(media) { $0.bytesSent += count }
    }

    /// Records that the server of a relayed item failed during a response.
    func failed(_ media: SharedMedia, problem: String) {
        update(media) { ($0.lastStatus, $0.lastProblem) = (502, problem) }
    }

    func answered(_ media: SharedMedia, bytesSent: Int, isComplete: Bool) {
        update(media) { $0.openResponses -= 1 }
        events.send(.answered(media, bytesSent: bytesSent, isComplete: isComplete))
    }

    /// Records a request that was refused.
    ///
    /// - Parameter media: The item, if the path is correct but the item is not for this client.
    func refused(client: String?, _ media: SharedMedia? = nil) {
        state.withLockedValue { $0.refused += 1 }
        if let media { update(media) { $0.lastRefusedClient = client ?? "an unknown address" } }
        events.send(.refused(client: client))
    }

    /// Restricts an item and its parts to the clients of devices. Clients of earlier calls stay admitted.
    func restrict(_ media: SharedMedia, to clients: ClientFilter) {
        state.withLockedValue { state in
            let parts = state.items[media.id]?.parts ?? []
            for media in [media] + parts {
                guard var item = state.items[media.id] else { continue }
                if item.isRestricted { item.clients.formUnion(clients) } else { item.clients = clients }
                item.isRestricted = true
                state.items[media.id] = item
            }
        }
    }

    private func update(_ media: SharedMedia, _ change: (inout MediaTraffic) -> Void) {
        state.withLockedValue { state in
            if var traffic = state.items[media.id]?.traffic {
                change(&traffic)
                state.items[media.id]?.traffic = traffic
            } else if var traffic = state.withdrawn[media.id] {
                change(&traffic)
                state.withdrawn[media.id] = traffic
            }
        }
    }
}

/// The part of a shared item that a path names.
enum SharedMediaPart: Sendable, Equatable {
    /// The item itself, which for a conversion is its playlist.
    case whole
    /// The initialization section of a conversion.
    case initialization
    /// A segment of a conversion.
    case segment(Int)
    /// A part of a stream that is relayed.
    case resource(MediaRelay.Resource)
}

/// An item that a ``MediaServer`` shares with every client that knows its URL.
public struct SharedMedia: Sendable, Hashable, Identifiable {
    /// 128 random bits in hexadecimal, which protect the URL against guessing.
    public let id: String
    /// The last component of the URL: the name of the file, or the name with which the item was shared.
    public let name: String
    /// The media type of the item, for the `Content-Type` header of responses and for the load request.
    public let contentType: String
    /// The size in bytes when the item was shared.
    public let size: Int

    /// The path of the URL.
    public var path: String { "/\(id)/\(PercentEncoding.encode(name))" }
}
