// SPDX-License-Identifier: Apache-2.0

package import CastWire
internal import NIOConcurrencyHelpers
internal import NIOCore

/// All events in the media of one application, in one order, for a reader on another thread that does not await them:
/// controls, statuses, queue messages, updates of observed queues, and results of commands.
///
/// Commands are executed in the order of the calls, and each is answered after the status in its reply. The reader
/// waits on ``signals`` and then calls ``take()``. When the reader is slow, statuses for which a newer one is buffered
/// are dropped first, then the oldest reports, but never an answer; at most ``limit`` other reports are buffered. Of the
/// controls only the newest are buffered, in the place of the oldest, so that they are never older than a status.
package final class MediaFeed: Sendable {
    package enum Report: Sendable {
        /// New values for playback controls. They precede the status that they contain.
        case controls(MediaControls)
        /// A new status, or nil when the status was lost; with the media session that it started.
        case status(MediaSnapshot?, started: Int?)
        /// A change of the queue that observed queues did not contain yet.
        case queueChanged(QueueChangeMessage)
        case queueItemIDs([Int])
        case queueItems([QueueItem])
        /// An update of an observed queue, with the number of the queue.
        case queue(Int, MediaQueueUpdate)
        /// The closure that was passed to ``perform(_:_:)`` for this queue has run.
        case processed(Int)
        /// A load failed after it was accepted, a load of another sender failed, or a queue item has an error.
        case failed(CastError)
        /// The result of the command with this number; nil means success.
        case answered(Int, CastError?)
    }

    fileprivate struct State {
        var reports: [Report] = []
        var queues: [Int: MediaQueue] = [:]
        /// The queues of which an update was dropped, so that their next update is reported as a reload.
        var outdated: Set<Int> = []
        var isFinished = false
    }

    /// The number of reports that are buffered for a slow reader, not counting answers.
    package static var limit: Int { 256 }

    /// Yields an element whenever reports are available. Ends with ``finish()``.
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

    /// Reports the current state again: the status, and every queue as a reload.
    package func refresh() {
        run { [weak self] media in
            guard let self else { return }
            put(.controls(media.controls))
            if let snapshot = media.status { put(.status(snapshot, started: nil)) }
            for (number, queue) in state.withLockedValue({ $0.queues }).sorted(by: { $0.key < $1.key }) {
                let contents = queue.contents
                guard contents.count > 0 else { continue }
                put(.queue(number, MediaQueueUpdate(changes: [.reloaded], contents: contents)))
            }
        }
    }

    /// The time on the clock that positions are extrapolated with.
    package var now: ContinuousClock.Instant { media.connection.now() }

    /// Removes and returns all buffered reports, oldest first.
    package func take() -> [Report] {
        state.withLockedValue { state in
            defer { state.reports = [] }
            return state.reports
        }
    }

    /// Ends the feed and stops observing its queues.
    package func finish() {
        state.withLockedValue { $0 = State(isFinished: true) }
        signal.finish()
    }

    // MARK: Commands

    /// Submits a command, whose result is reported as ``Report/answered(_:_:)``.
    ///
    /// - Parameters:
    ///   - number: The number of the command in the report.
    ///   - body: The command. Receives the request id that its first message must have.
    /// - Returns: That request id.
    package func submit(
        _ number: Int,
        _ body: @escaping @Sendable (isolated MediaController, _ requestID: Int) async throws(CastError) -> Void
    ) -> Int {
        let id = media.connection.makeRequestID()
        run { [weak self] media in
            media.begin { [weak self] media in
                do throws(CastError) {
                    try await body(media, id)
                    self?.put(.answered(number, nil))
                } catch {
                    self?.put(.answered(number, error))
                }
            }
        }
        return id
    }

    /// Observes the queue and reports its updates with a number, until ``leave(_:)``.
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

    /// Runs a closure on an observed queue.
    ///
    /// - Parameter isReported: Whether to report ``Report/processed(_:)`` afterward.
    package func perform(
        _ number: Int,
        isReported: Bool = false,
        _ body: @escaping @Sendable (isolated MediaQueue) -> Void
    ) {
        run { [weak self] _ in
            if let queue = self?.state.withLockedValue({ $0.queues[number] }) { queue.assumeIsolated { body($0) } }
            if isReported { self?.put(.processed(number)) }
        }
    }

    /// Stops observing a queue.
    package func leave(_ number: Int) {
        run { [weak self] _ in
            let queue = self?.state.withLockedValue { $0.queues.removeValue(forKey: number) }
            queue?.assumeIsolated { $0.observer = nil }
        }
    }

    private func run(_ body: @escaping @Sendable (isolated MediaController) -> Void) {
        media.route.eventLoop.execute { [media] in media.assumeIsolated(body) }
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
        } else if case .controls = report,
            let index = reports.firstIndex(where: { if case .controls = $0 { true } else { false } })
        {
            reports[index] = report
        } else {
            reports.append(report)
        }
        // The count includes answers and controls, so reports may be dropped too early, but never too late.
        guard reports.count > MediaFeed.limit, let index = droppableIndex else { return }
        let dropped = reports.remove(at: index)
        guard case .queue(let number, _) = dropped else { return }
        let next = reports[index...].firstIndex { if case .queue(number, _) = $0 { true } else { false } }
        if let next, case .queue(_, let update) = reports[next] {
            reports[next] = .queue(number, update.reloaded)
        } else {
            outdated.insert(number)
        }
    }

    /// The index of the report to drop first.
    private var droppableIndex: Int? {
        let statuses = reports.indices.filter { if case .status(_, started: nil) = reports[$0] { true } else { false } }
        if statuses.count > 1 { return statuses[0] }
        return reports.firstIndex { report in
            switch report {
            case .answered, .processed, .controls: false
            default: true
            }
        }
    }
}

extension MediaQueueUpdate {
    /// The same contents as a reload, for a reader that has missed earlier changes.
    fileprivate var reloaded: MediaQueueUpdate { MediaQueueUpdate(changes: [.reloaded], contents: contents) }
}
