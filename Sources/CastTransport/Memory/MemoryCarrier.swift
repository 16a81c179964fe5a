// SPDX-License-Identifier: Apache-2.0

import DequeModule
import NIOCore

/// One end of an in-memory pipe.
///
/// `@unchecked Sendable`: its mutable state is accessed on `eventLoop` only, which its methods assert. Data for the
/// other end is handed over by a task on that end's event loop.
final class MemoryCarrier: SocketCarrier, @unchecked Sendable {
    /// An event that arrives at this end.
    enum Delivery {
        case bytes(ByteBuffer)
        /// Bytes that a test injected. The other end did not send them, so they are not acknowledged to it.
        case injected(ByteBuffer)
        case end
    }

    let eventLoop: any EventLoop
    private let closeTimeout: TimeAmount
    private var other: MemoryCarrier?
    private var socket: FramedSocket?
    private var unflushed = ByteBuffer()
    private var inbox: Deque<Delivery> = []
    private var isReading = true
    private var isStalled = false
    private var isCut = false
    private var isClosing = false
    private var timer: Scheduled<Void>?
    private(set) var bufferedBytes = 0

    init(eventLoop: any EventLoop, closeTimeout: Duration) {
        self.eventLoop = eventLoop
        self.closeTimeout = TimeAmount(closeTimeout)
    }

    /// Connects this end with its peer and its socket. Runs on the event loop, before anything arrives.
    func open(_ socket: FramedSocket, other: MemoryCarrier) {
        self.socket = socket
        self.other = other
    }

    // MARK: - SocketCarrier

    func write(_ frame: ByteBuffer) {
        eventLoop.assertInEventLoop()
        unflushed.writeImmutableBuffer(frame)
    }

    func flush() {
        guard let other, unflushed.readableBytes > 0 else { return }
        let bytes = unflushed
        unflushed = ByteBuffer()
        bufferedBytes += bytes.readableBytes
        other.eventLoop.execute { other.arrived(.bytes(bytes)) }
    }

    func setReading(_ isReading: Bool) {
        eventLoop.assertInEventLoop()
        self.isReading = isReading
        // Deferred: the socket calls this from within a delivery.
        if isReading { eventLoop.execute { self.deliver() } }
    }

    func close() {
        guard !isClosing, let other else { return }
        isClosing = true
        other.eventLoop.execute { other.arrived(.end) }
        timer = eventLoop.scheduleTask(in: closeTimeout) { self.finish(failure: nil) }
    }

    func abort() {
        if let other { other.eventLoop.execute { other.arrived(.end) } }
        finish(failure: nil)
    }

    // MARK: - Events from the peer and from tests, on this event loop

    func arrived(_ delivery: Delivery) {
        eventLoop.assertInEventLoop()
        guard !isCut else { return }
        inbox.append(delivery)
        deliver()
    }

    /// Holds back incoming data and the close while stalled; delivers them when no longer stalled.
    func setStalled(_ isStalled: Bool) {
        eventLoop.assertInEventLoop()
        self.isStalled = isStalled
        deliver()
    }

    /// Silently drops what has not been delivered and what arrives later. The socket is not notified.
    func cut() {
        eventLoop.assertInEventLoop()
        isCut = true
        inbox.removeAll()
    }

    /// Ends the connection at this end and notifies the socket.
    ///
    /// - Parameter failure: The description of the failure; nil after a clean close.
    func finish(failure: String?) {
        eventLoop.assertInEventLoop()
        timer?.cancel()
        timer = nil
        other = nil
        inbox.removeAll()
        guard let socket else { return }
        self.socket = nil
        bufferedBytes = 0
        socket.carrierEnded(failure: failure)
    }

    private func bytesDelivered(_ bytes: Int) {
        eventLoop.assertInEventLoop()
        guard let socket else { return }
        bufferedBytes -= bytes
        socket.carrierWritabilityChanged()
    }

    private func deliver() {
        eventLoop.assertInEventLoop()
        while let socket, isReading, !isStalled, let delivery = inbox.popFirst() {
            switch delivery {
            case .bytes(let bytes):
                if let other { other.eventLoop.execute { other.bytesDelivered(bytes.readableBytes) } }
                socket.carrierRead(bytes)
                socket.carrierReadComplete()
            case .injected(let bytes):
                socket.carrierRead(bytes)
                socket.carrierReadComplete()
            case .end:
                if let other { other.eventLoop.execute { other.finish(failure: nil) } }
                finish(failure: nil)
            }
        }
    }
}
