package import CastWire
internal import NIOConcurrencyHelpers
internal import NIOCore

/// Everything that happens to the media of one application, in one order, for somebody who lives on another thread and
/// does not wait: statuses, messages about the queue, updates of followed queues, and what became of orders.
///
/// Orders are carried out in the order in which they were given, and answered after the status that their answer
/// brought. The reader waits on ``signals`` and takes what there is by ``take()``. While it does not, statuses of which
/// newer ones wait are dropped first, then whatever is oldest, but never an answer; there are at most ``limit`` other
/// reports.
package final class MediaFeed: Sendable {
    package enum Report: Sendable {
        /// A status came, or what was known is gone; with the media session that it began.
        case status(MediaSnapshot?, started: Int?)
        /// The receiver told a change of the queue that was not known.
        case queueChanged(QueueChangeMessage)
        case queueItemIDs([Int])
        case queueItems([QueueItem])
        /// A queue that is followed, by the number given to it.
        case queue(Int, MediaQueueUpdate)
        /// What was asked of a queue by ``touch(_:_:)`` has been done.
        case touched(Int)
        /// A load failed after it was accepted, another sender's did, or something is wrong with an item of the queue.
        case failed(CastError)
        /// An order was carried out, by the number given to it; the error says why not.
        case answered(Int, CastError?)
    }

    fileprivate struct State {
        var reports: [Report] = []
        var queues: [Int: MediaQueue] = [:]
        /// Queues of which an update was dropped, so that the next one tells no steps.
        var outdated: Set<Int> = []
        var isFinished = false
    }

    /// How many reports wait for a slow reader, answers aside.
    package static var limit: Int { 256 }

    /// One element whenever there is something to take. Ends with ``finish()``.
    package let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let media: MediaController
    private let state = NIOLockedValueBox(State())

    package init(of media: MediaController) {
        self.media = media
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        run { [weak self] media in
            guard let self else { return }
            media.attach(self)
        }
    }

    deinit { signal.finish() }

    /// Reports what there is now once more: the status, and every queue as a reload.
    package func refresh() {
        run { [weak self] media in
            guard let self else { return }
            if let snapshot = media.status { put(.status(snapshot, started: nil)) }
            for (number, queue) in state.withLockedValue({ $0.queues }).sorted(by: { $0.key < $1.key }) {
                let contents = queue.contents
                guard contents.count > 0 else { continue }
                put(.queue(number, MediaQueueUpdate(changes: [.reloaded], contents: contents)))
            }
        }
    }

    /// The clock by which positions are carried forward.
    package var now: ContinuousClock.Instant { media.connection.now() }

    /// Takes what has been reported, oldest first.
    package func take() -> [Report] {
        state.withLockedValue { state in
            defer { state.reports = [] }
            return state.reports
        }
    }

    /// Ends the feed: nothing is reported any more, and the queues are not followed any longer.
    package func finish() {
        state.withLockedValue { $0 = State(isFinished: true) }
        signal.finish()
    }

    // MARK: Orders

    /// Gives an order, which is answered by ``Report/answered(_:_:)``.
    ///
    /// - Returns: The id under which its first message goes out.
    package func order(
        _ number: Int,
        _ order: @escaping @Sendable (isolated MediaController) async throws(CastError) -> Void
    ) -> Int {
        let id = media.connection.makeRequestID()
        let reserved = ReservedRequestID(id)
        run { [weak self] media in
            media.begin { [weak self] media in
                await ReservedRequestID.$current.withValue(reserved) {
                    do throws(CastError) {
                        try await order(media)
                        self?.put(.answered(number, nil))
                    } catch {
                        self?.put(.answered(number, error))
                    }
                }
            }
        }
        return id
    }

    /// Follows the queue, with updates under a number, until ``leave(_:)``.
    package func follow(_ number: Int, cacheSize: Int, fetchLimit: Int) {
        run { [weak self] media in
            guard let self, let queue = try? media.followQueue(cacheSize: cacheSize, fetchLimit: fetchLimit) else {
                return
            }
            queue.assumeIsolated { queue in
                queue.observer = { [weak self] update in self?.put(.queue(number, update)) }
            }
            state.withLockedValue { if !$0.isFinished { $0.queues[number] = queue } }
        }
    }

    /// Does something with a queue that is followed.
    ///
    /// - Parameter isReported: Whether ``Report/touched(_:)`` says when it is done.
    package func touch(
        _ number: Int,
        isReported: Bool = false,
        _ deed: @escaping @Sendable (isolated MediaQueue) -> Void
    ) {
        run { [weak self] _ in
            if let queue = self?.state.withLockedValue({ $0.queues[number] }) { queue.assumeIsolated { deed($0) } }
            if isReported { self?.put(.touched(number)) }
        }
    }

    /// Follows a queue no longer.
    package func leave(_ number: Int) {
        run { [weak self] _ in
            let queue = self?.state.withLockedValue { $0.queues.removeValue(forKey: number) }
            queue?.assumeIsolated { $0.observer = nil }
        }
    }

    private func run(_ deed: @escaping @Sendable (isolated MediaController) -> Void) {
        media.route.eventLoop.execute { [media] in media.assumeIsolated(deed) }
    }

    // MARK: Reports

    func put(_ report: Report) {
        let isNew = state.withLockedValue { state in
            guard !state.isFinished else { return false }
            state.put(report)
            return true
        }
        if isNew { signal.yield() }
    }
}

extension MediaFeed.State {
    fileprivate mutating func put(_ report: MediaFeed.Report) {
        if case .queue(let number, let update) = report, outdated.remove(number) != nil {
            reports.append(.queue(number, update.reloaded))
        } else {
            reports.append(report)
        }
        // Counting answers too makes it early, never late; what cannot be dropped is then left.
        guard reports.count > MediaFeed.limit, let index = dispensable else { return }
        let dropped = reports.remove(at: index)
        guard case .queue(let number, _) = dropped else { return }
        let next = reports[index...].firstIndex { if case .queue(number, _) = $0 { true } else { false } }
        if let next, case .queue(_, let update) = reports[next] {
            reports[next] = .queue(number, update.reloaded)
        } else {
            outdated.insert(number)
        }
    }

    /// The report that is missed least.
    private var dispensable: Int? {
        let statuses = reports.indices.filter { if case .status(_, started: nil) = reports[$0] { true } else { false } }
        if statuses.count > 1 { return statuses[0] }
        return reports.firstIndex { report in
            switch report {
            case .answered, .touched: false
            default: true
            }
        }
    }
}

extension MediaQueueUpdate {
    /// The same contents for somebody who has missed steps before them.
    fileprivate var reloaded: MediaQueueUpdate { MediaQueueUpdate(changes: [.reloaded], contents: contents) }
}
