import CastWire

/// Items on their way into a queue, in several messages.
struct QueueShipment {
    struct Batch: Equatable {
        var range: Range<Int>
        /// The item that follows; nil for the end of the queue.
        var before: Int?
        /// Whether its first item is played.
        var plays = false
        /// Where in that item, in seconds.
        var position: Double?
    }

    var items: [QueueItem]
    var mediaSessionID: Int
    var customData: JSONValue?
    /// What the device has already.
    var arrived: [Range<Int>]
    var batches: [Batch] = []

    func request(for batch: Batch) -> QueueInsertRequest {
        var request = QueueInsertRequest(
            mediaSessionID: mediaSessionID,
            items: Array(items[batch.range]),
            insertBefore: batch.before,
            currentItemIndex: batch.plays ? 0 : nil,
            currentTime: batch.plays ? batch.position : nil
        )
        if let customData { request.customData = customData }
        return request
    }

    /// What reached the device when a batch did not.
    func partial(lost batch: Range<Int>, isUncertain: Bool) -> PartialQueue {
        PartialQueue(count: items.count, arrived: arrived, uncertain: isUncertain ? batch : nil)
    }
}

extension MediaController {
    /// Sends batch after batch, each when the one before was taken.
    ///
    /// - Throws: ``CastError``: the first failure, as `queueIncomplete` when part of the items reached the device.
    func ship(_ shipment: QueueShipment, timeout: Duration) async throws(CastError) {
        var shipment = shipment
        for batch in shipment.batches {
            var wasSent = false
            do throws(CastError) {
                guard !Task.isCancelled else { throw .unsent(QueueInsertRequest.type, device: device) }
                wasSent = true
                _ = try await ask(shipment.request(for: batch), timeout: timeout)
            } catch {
                let partial = shipment.partial(lost: batch.range, isUncertain: wasSent && error.leavesEffectOpen)
                let isSome = partial.arrivedCount > 0 || partial.uncertain != nil && !partial.missing.isEmpty
                throw isSome ? .queueIncomplete(partial, because: error, device: device) : error
            }
            shipment.arrived.append(batch.range)
        }
    }

    /// What each item takes in a message.
    ///
    /// - Throws: ``CastError``: `messageTooLarge`, naming the item that fits in none.
    func sizes(of items: [QueueItem], room: Int) throws(CastError) -> [Int] {
        var sizes: [Int] = []
        sizes.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            let size = item.size
            guard size <= room else {
                throw CastError.itemTooLarge(item, at: index, bytes: size, limit: max(room, 0), device: device)
            }
            sizes.append(size)
        }
        return sizes
    }

    func room(for request: some MediaSessionRequest) -> Int { request.room(to: transportID) }
}

extension CastError {
    /// Whether the device may have done what was asked, although the answer did not come.
    var leavesEffectOpen: Bool {
        switch code {
        case .requestTimedOut, .connectionClosed, .heartbeatLost, .sessionEnded, .requestCancelled: true
        default: false
        }
    }
}
