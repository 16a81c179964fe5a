// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Items that are being inserted into a queue with several messages.
struct QueueInsertion {
    struct Batch: Equatable {
        var range: Range<Int>
        /// The item to insert before; nil for the end of the queue.
        var before: Int?
        /// Whether to play the first item of the batch.
        var plays = false
        /// The position in that item, in seconds.
        var position: Double?
    }

    var items: [QueueItem]
    var mediaSessionID: Int
    var customData: JSONValue?
    /// The items that the device has accepted.
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

    /// Returns which items reached the device when a batch failed.
    func partial(lost batch: Range<Int>, isUncertain: Bool) -> PartialQueue {
        PartialQueue(count: items.count, arrived: arrived, uncertain: isUncertain ? batch : nil)
    }
}

extension MediaController {
    /// Sends the batches in order, each after the previous one was accepted.
    ///
    /// - Parameters:
    ///   - insertion: The items and their batches.
    ///   - firstRequestID: The id of the first request; nil uses the next one.
    ///   - timeout: The time limit of each request.
    /// - Throws: ``CastError``: the first failure, as `queueIncomplete` when some of the items reached the device.
    func sendBatches(
        _ insertion: QueueInsertion,
        firstRequestID: Int? = nil,
        timeout: Duration
    ) async throws(CastError) {
        var insertion = insertion
        for (index, batch) in insertion.batches.enumerated() {
            var wasSent = false
            do throws(CastError) {
                guard !Task.isCancelled else { throw .unsent(QueueInsertRequest.type, device: device) }
                wasSent = true
                _ = try await ask(
                    insertion.request(for: batch),
                    id: index == 0 ? firstRequestID : nil,
                    timeout: timeout
                )
            } catch {
                let partial = insertion.partial(lost: batch.range, isUncertain: wasSent && error.mayHaveTakenEffect)
                let isPartial = partial.arrivedCount > 0 || partial.uncertain != nil && !partial.missing.isEmpty
                throw isPartial ? .queueIncomplete(partial, because: error, device: device) : error
            }
            insertion.arrived.append(batch.range)
        }
    }

    /// Returns the size of each item in a message, in bytes.
    ///
    /// - Throws: ``CastError``: `messageTooLarge` with the name of the item that exceeds a message.
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
    /// Whether the device may have executed the request although no reply arrived.
    var mayHaveTakenEffect: Bool {
        switch code {
        case .requestTimedOut, .connectionClosed, .heartbeatLost, .sessionEnded, .requestCancelled: true
        default: false
        }
    }
}

/// The distribution of the items of a queue over messages, none of which may exceed a frame.
///
/// The media namespace does not limit the number of items; only the frame size does. A LOAD contains the start item,
/// the item before it, and as many others around them as fit; QUEUE_INSERTs contain the rest in order, each as many as
/// fit.
struct QueueSplit: Equatable {
    /// The items in the LOAD.
    var load: Range<Int>
    /// The batches after these items, in order.
    var following: [Range<Int>]
    /// The batches before these items, in order.
    var preceding: [Range<Int>]

    var isWhole: Bool { following.isEmpty && preceding.isEmpty }

    /// Creates a split; every item must fit into a message on its own.
    ///
    /// - Parameters:
    ///   - sizes: The size of each item in a message, in bytes.
    ///   - start: The index of the start item.
    ///   - loadRoom: The number of bytes for items in the LOAD.
    ///   - insertRoom: The number of bytes for items in a QUEUE_INSERT.
    init(sizes: [Int], start: Int, loadRoom: Int, insertRoom: Int) {
        var load = start..<(start + 1)
        var available = loadRoom - sizes[start]
        func fits(_ index: Int) -> Bool { sizes.indices.contains(index) && sizes[index] <= available }
        if fits(load.upperBound) {
            available -= sizes[load.upperBound]
            load = load.lowerBound..<(load.upperBound + 1)
        }
        if fits(load.lowerBound - 1) {
            available -= sizes[load.lowerBound - 1]
            load = (load.lowerBound - 1)..<load.upperBound
        }
        // The following items are needed earlier than the preceding ones.
        while fits(load.upperBound) {
            available -= sizes[load.upperBound]
            load = load.lowerBound..<(load.upperBound + 1)
        }
        while load.upperBound == sizes.count, fits(load.lowerBound - 1) {
            available -= sizes[load.lowerBound - 1]
            load = (load.lowerBound - 1)..<load.upperBound
        }
        self.load = load
        following = Self.batches(of: sizes, in: load.upperBound..<sizes.count, room: insertRoom)
        preceding = Self.batches(of: sizes, in: 0..<load.lowerBound, room: insertRoom)
    }

    /// Splits a range into batches in order, each as large as fits.
    static func batches(of sizes: [Int], in range: Range<Int>, room: Int) -> [Range<Int>] {
        var batches: [Range<Int>] = []
        var start = range.lowerBound
        var used = 0
        for index in range {
            if index > start, used + sizes[index] > room {
                batches.append(start..<index)
                start = index
                used = 0
            }
            used += sizes[index]
        }
        if start < range.upperBound { batches.append(start..<range.upperBound) }
        return batches
    }
}

extension QueueItem {
    /// The size of the item in a message, in bytes, including the comma after it.
    var size: Int { fields.jsonString.utf8.count + 1 }

    /// The item without its id, which the receiver assigns.
    var new: QueueItem {
        var item = self
        item.itemID = nil
        return item
    }
}

extension MediaSessionRequest {
    /// Returns the number of bytes that are left for items in a message with this request.
    ///
    /// - Parameter transportID: The destination of the message.
    func room(to transportID: String) -> Int {
        var payload = fields
        payload["requestId"] = .integer(Int64(Int32.max))
        let message = CastMessage(from: CastMessage.senderID, to: transportID, namespace: .media, json: payload)
        guard let frame = try? CastFrame.encode(message) else { return 0 }
        // With items, the length fields in the frame need a few more bytes.
        return CastFrame.defaultLimit - (frame.count - CastFrame.headerLength) - Self.reserve
    }

    private static var reserve: Int { 16 }
}
