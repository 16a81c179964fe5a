import NIOConcurrencyHelpers

/// What is offered, by token, with what was fetched of it, and who listens to that.
final class OfferTable: Sendable {
    struct Offer: Sendable {
        var media: OfferedMedia
        var source: MediaSource
        var traffic = MediaTraffic()
    }

    private struct State {
        var offers: [String: Offer] = [:]
        var withdrawn: [String: MediaTraffic] = [:]
        var refused = 0
        var port = 0
        var listeners: [Int: AsyncStream<MediaServerEvent>.Continuation] = [:]
        var nextListener = 0
        var isFinished = false
    }

    private let state = NIOLockedValueBox(State())

    var port: Int {
        get { state.withLockedValue { $0.port } }
        set { state.withLockedValue { $0.port = newValue } }
    }

    var refused: Int { state.withLockedValue { $0.refused } }

    func insert(_ offer: Offer) {
        state.withLockedValue { $0.offers[offer.media.id] = offer }
    }

    func remove(_ media: OfferedMedia) {
        state.withLockedValue { state in
            guard let offer = state.offers.removeValue(forKey: media.id) else { return }
            state.withdrawn[media.id] = offer.traffic
        }
    }

    /// The offer at a request's path. The query, which some clients add, says nothing here.
    func offer(atPath target: String) -> Offer? {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, let name = PercentEncoding.decode(parts[2]) else { return nil }
        guard let offer = state.withLockedValue({ $0.offers[String(parts[1])] }) else { return nil }
        return name.elementsEqual(offer.media.name.utf8) ? offer : nil
    }

    func traffic(of media: OfferedMedia) -> MediaTraffic {
        state.withLockedValue { $0.offers[media.id]?.traffic ?? $0.withdrawn[media.id] ?? MediaTraffic() }
    }

    func requested(_ media: OfferedMedia, _ request: MediaServerEvent.Request) {
        update(media) { traffic in
            traffic.requests += 1
            traffic.openResponses += 1
            traffic.lastClient = request.client
            traffic.lastUserAgent = request.userAgent
        }
        yield(.requested(media, request))
    }

    func sent(_ count: Int, of media: OfferedMedia) {
        update(media) { $0.bytesSent += count }
    }

    func answered(_ media: OfferedMedia, bytesSent: Int, isComplete: Bool) {
        update(media) { $0.openResponses -= 1 }
        yield(.answered(media, bytesSent: bytesSent, isComplete: isComplete))
    }

    func refused(client: String?) {
        state.withLockedValue { $0.refused += 1 }
        yield(.refused(client: client))
    }

    func events() -> AsyncStream<MediaServerEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MediaServerEvent.self,
            bufferingPolicy: .bufferingNewest(256)
        )
        let number: Int? = state.withLockedValue { state in
            guard !state.isFinished else { return nil }
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLockedValue { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    func finish() {
        let listeners = state.withLockedValue { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners {
            listener.finish()
        }
    }

    private func update(_ media: OfferedMedia, _ change: (inout MediaTraffic) -> Void) {
        state.withLockedValue { state in
            if var traffic = state.offers[media.id]?.traffic {
                change(&traffic)
                state.offers[media.id]?.traffic = traffic
            } else if var traffic = state.withdrawn[media.id] {
                change(&traffic)
                state.withdrawn[media.id] = traffic
            }
        }
    }

    private func yield(_ event: MediaServerEvent) {
        for listener in state.withLockedValue({ Array($0.listeners.values) }) {
            listener.yield(event)
        }
    }
}
