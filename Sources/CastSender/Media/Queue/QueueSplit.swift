import CastWire

/// How the items of a queue are spread over messages, none of which may be larger than a frame.
///
/// The media namespace has no limit to the number of items, only the frame has. A LOAD takes the item to begin with,
/// the one before it, and as many around them as fit; QUEUE_INSERTs bring the rest, each as many as fit, in order.
struct QueueSplit: Equatable {
    /// Of the items, those in the LOAD.
    var load: Range<Int>
    /// The batches behind them, in order.
    var following: [Range<Int>]
    /// The batches before them, in order.
    var preceding: [Range<Int>]

    var isWhole: Bool { following.isEmpty && preceding.isEmpty }

    /// - Parameters:
    ///   - sizes: What each item takes in a message, in bytes.
    ///   - start: The item to begin with, within the items.
    ///   - loadRoom: What a LOAD has for items.
    ///   - insertRoom: What a QUEUE_INSERT has for items. Every item fits in both.
    init(sizes: [Int], start: Int, loadRoom: Int, insertRoom: Int) {
        var load = start..<(start + 1)
        var left = loadRoom - sizes[start]
        func fits(_ index: Int) -> Bool { sizes.indices.contains(index) && sizes[index] <= left }
        if fits(load.upperBound) {
            left -= sizes[load.upperBound]
            load = load.lowerBound..<(load.upperBound + 1)
        }
        if fits(load.lowerBound - 1) {
            left -= sizes[load.lowerBound - 1]
            load = (load.lowerBound - 1)..<load.upperBound
        }
        // What comes next is wanted sooner than what came before.
        while fits(load.upperBound) {
            left -= sizes[load.upperBound]
            load = load.lowerBound..<(load.upperBound + 1)
        }
        while load.upperBound == sizes.count, fits(load.lowerBound - 1) {
            left -= sizes[load.lowerBound - 1]
            load = (load.lowerBound - 1)..<load.upperBound
        }
        self.load = load
        following = Self.batches(of: sizes, in: load.upperBound..<sizes.count, room: insertRoom)
        preceding = Self.batches(of: sizes, in: 0..<load.lowerBound, room: insertRoom)
    }

    /// Batches in order, each as large as fits.
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
    /// What it takes in a message, in bytes, with the comma behind it.
    var size: Int { fields.jsonString.utf8.count + 1 }

    /// The item without an id, which is the receiver's to give.
    var new: QueueItem {
        var item = self
        item.itemID = nil
        return item
    }
}

extension MediaSessionRequest {
    /// How many bytes of items a message with this request still has room for.
    ///
    /// - Parameter transportID: To whom it goes.
    func room(to transportID: String) -> Int {
        var payload = fields
        payload["requestId"] = .integer(Int64(Int32.max))
        let message = CastMessage(from: CastMessage.senderID, to: transportID, namespace: .media, json: payload)
        guard let frame = try? CastFrame.encode(message) else { return 0 }
        // The lengths within the frame take a few bytes more once there are items.
        return CastFrame.defaultLimit - (frame.count - CastFrame.headerLength) - Self.reserve
    }

    private static var reserve: Int { 16 }
}
