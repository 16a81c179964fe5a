import DequeModule
import NIOCore

/// One end of a pipe in memory.
///
/// Sendable although it has mutable state: that state is touched on `eventLoop` only; what is meant for the other
/// end is handed over by a task on the other end's loop.
final class MemoryCarrier: SocketCarrier, @unchecked Sendable {
    /// What arrives at an end.
    enum Delivery {
        case bytes(ByteBuffer)
        /// Bytes that the other end did not send, so that nobody waits for their receipt.
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

    /// Joins this end with the other one and with the socket it carries; on the loop, before anything arrives.
    func open(_ socket: FramedSocket, other: MemoryCarrier) {
        self.socket = socket
        self.other = other
    }

    // MARK: - SocketCarrier

    func write(_ frame: ByteBuffer) {
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
        self.isReading = isReading
        // Not at once: the socket asks from within a delivery.
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

    // MARK: - What the other end and the tests do, on this loop

    func arrived(_ delivery: Delivery) {
        guard !isCut else { return }
        inbox.append(delivery)
        deliver()
    }

    func setStalled(_ isStalled: Bool) {
        self.isStalled = isStalled
        deliver()
    }

    func cut() {
        isCut = true
        inbox.removeAll()
    }

    func finish(failure: String?) {
        timer?.cancel()
        timer = nil
        other = nil
        inbox.removeAll()
        guard let socket else { return }
        self.socket = nil
        bufferedBytes = 0
        socket.carrierEnded(failure: failure)
    }

    private func taken(_ bytes: Int) {
        guard let socket else { return }
        bufferedBytes -= bytes
        socket.carrierWritabilityChanged()
    }

    private func deliver() {
        while let socket, isReading, !isStalled, let delivery = inbox.popFirst() {
            switch delivery {
            case .bytes(let bytes):
                if let other { other.eventLoop.execute { other.taken(bytes.readableBytes) } }
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
