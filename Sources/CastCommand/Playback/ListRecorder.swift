// SPDX-License-Identifier: Apache-2.0

/// Decides when the progress of a list is recorded: when another item begins, at most every ten seconds during an item,
/// and at the end.
struct ListRecorder: Sendable {
    /// The time between records of the same item.
    static let period = Duration.seconds(10)

    private let list: ListProgress
    /// The path of each item; nil for a URL.
    private let paths: [String?]
    /// The index of the first item in the whole list.
    private let offset: Int
    private var last: (index: Int, instant: ContinuousClock.Instant)?

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - list: The list and its device.
    ///   - items: The items to play.
    ///   - offset: The number of items of the list that precede them.
    init(_ list: ListProgress, items: [PlayItem], offset: Int) {
        self.list = list
        self.offset = offset
        paths = items.map(ListProgress.path(of:))
    }

    /// Returns the progress to record after an event; nil if it is too early.
    ///
    /// - Parameters:
    ///   - status: The status of the current item; nil while it is loading.
    ///   - index: The index of the current item.
    mutating func changed(
        _ status: PlaybackStatus?,
        index: Int,
        at now: ContinuousClock.Instant
    ) -> ListProgress? {
        guard let status, status.isActive, status.state != .loading else { return nil }
        if let last, last.index == index, now - last.instant < Self.period { return nil }
        last = (index, now)
        return progress(status, index: index)
    }

    /// Returns the progress to record at the end of playback; nil if nothing was played.
    func ended(_ outcome: PlaybackOutcome, _ status: PlaybackStatus?, index: Int) -> ListProgress? {
        guard last != nil else { return nil }
        if outcome == .finished { return finished(index: index) }
        // Without a status, the item was not loaded, and playback continues with its beginning.
        return status.map { progress($0, index: index) } ?? progress(index: index, position: 0)
    }

    private func progress(_ status: PlaybackStatus, index: Int) -> ListProgress {
        guard status.isNearEnd else {
            let isSeekable = status.position.isFinite && !status.isLive && !status.isPicture
            return progress(index: index, position: isSeekable ? max(0, status.position) : 0)
        }
        return index + 1 < paths.count ? progress(index: index + 1, position: 0) : finished(index: index)
    }

    private func progress(index: Int, position: Double) -> ListProgress {
        var progress = list
        progress.item = paths.indices.contains(index) ? paths[index] : nil
        progress.index = index + offset
        progress.position = position
        return progress
    }

    private func finished(index: Int) -> ListProgress {
        var progress = progress(index: index, position: 0)
        progress.isFinished = true
        return progress
    }
}
