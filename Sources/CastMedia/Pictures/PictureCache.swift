// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Converted pictures in memory, each of which is made when it is requested.
///
/// The pictures that were not requested for the longest time are removed when the limit is exceeded. At most two
/// conversions run at the same time, because each may need much memory.
actor PictureCache {
    /// The largest size of all pictures in bytes. Default 48 MiB, about 50 pictures for a screen with 1080 lines.
    private let limit: Int

    private var pictures: [String: ByteBuffer] = [:]
    /// The identifiers of the pictures, the one that was requested last at the end.
    private var order: [String] = []
    private var running: [String: Task<ByteBuffer, any Error>] = [:]
    private var permits = 2
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isClosed = false

    init(limit: Int = 48 << 20) { self.limit = limit }

    /// The size of all pictures in bytes.
    var size: Int { pictures.values.reduce(0) { $0 + $1.readableBytes } }

    /// Returns a picture. Several requests for the same picture wait for one conversion, which continues if a request is
    /// canceled.
    ///
    /// - Parameters:
    ///   - id: The identifier of the picture.
    ///   - make: Converts the picture.
    func picture(_ id: String, make: @escaping @Sendable () async throws -> [UInt8]) async throws -> ByteBuffer {
        if let picture = pictures[id] {
            order.removeAll { $0 == id }
            order.append(id)
            return picture
        }
        guard !isClosed else { throw PictureError.canceled }
        if let task = running[id] { return try await task.value }
        // Owned by the cache, which cancels it when it is closed.
        let task = Task {
            await acquire()
            defer { release() }
            try Task.checkCancellation()
            return ByteBuffer(bytes: try await make())
        }
        running[id] = task
        let result = await task.result
        running[id] = nil
        let picture = try result.get()
        if !isClosed { insert(picture, id) }
        return picture
    }

    /// Removes a picture, and ends its conversion.
    func remove(_ id: String) {
        running[id]?.cancel()
        pictures[id] = nil
        order.removeAll { $0 == id }
    }

    /// Removes all pictures and ends running conversions.
    func close() async {
        isClosed = true
        (pictures, order) = ([:], [])
        let tasks = Array(running.values)
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
    }

    private func insert(_ picture: ByteBuffer, _ id: String) {
        pictures[id] = picture
        order.append(id)
        while size > limit, order.count > 1 { pictures[order.removeFirst()] = nil }
    }

    private func acquire() async {
        guard permits == 0 else {
            permits -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func release() {
        guard waiting.isEmpty else {
            waiting.removeFirst().resume()
            return
        }
        permits += 1
    }
}
