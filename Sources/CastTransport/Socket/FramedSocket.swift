import CastWire
import NIOCore

/// The socket of every carrier: framing, order, queue accounting and the one close.
///
/// Feeds ``SocketStateMachine`` and ``FrameReader`` and does what they say; the carrier only moves bytes.
final class FramedSocket: CastSocket, @unchecked Sendable {
    // Sendable although it has mutable state: that state is touched on `eventLoop` only, which every entry checks
    // in every build; what may be read from anywhere is immutable.

    let eventLoop: any EventLoop
    let remoteEndpoint: CastEndpoint
    let localEndpoint: CastEndpoint
    let peerCertificate: [UInt8]?
    let localCertificate: [UInt8]?

    private let configuration: CastSocketConfiguration
    let carrier: any SocketCarrier
    private var machine: SocketStateMachine
    private var reader: FrameReader
    private var handler: (any CastSocketHandler)?
    private var isActivated = false
    private var unflushedBytes = 0
    /// What the carrier held when it was last asked; without a flush since, it can only have become less.
    private var bufferedBytes = 0
    private var isFlushScheduled = false
    private var isWithinRead = false
    private var isWithinSend = false
    private var isDelivering = false
    private var isReadingPaused = false
    /// What the carrier reported at its end, kept until the messages before it have been delivered.
    private var end: CastCloseReason?

    init(
        eventLoop: any EventLoop,
        local: SocketSide,
        remote: SocketSide,
        configuration: CastSocketConfiguration,
        carrier: any SocketCarrier
    ) {
        self.eventLoop = eventLoop
        localEndpoint = local.endpoint
        localCertificate = local.certificate
        remoteEndpoint = remote.endpoint
        peerCertificate = remote.certificate
        self.configuration = configuration
        self.carrier = carrier
        machine = SocketStateMachine(configuration: configuration)
        reader = FrameReader(limit: configuration.frameLimit)
    }

    // MARK: - What the owner calls

    var queuedBytes: Int {
        eventLoop.preconditionInEventLoop()
        return unflushedBytes + carrier.bufferedBytes
    }

    var isWritable: Bool {
        eventLoop.preconditionInEventLoop()
        return machine.isWritable
    }

    func activate(_ handler: any CastSocketHandler) {
        eventLoop.preconditionInEventLoop()
        precondition(!isActivated, "a Cast socket is activated once")
        isActivated = true
        self.handler = handler
        eventLoop.execute { self.deliver() }
    }

    func send(_ message: CastMessage) throws(CastSocketError) {
        eventLoop.preconditionInEventLoop()
        if let reason = machine.closeReason { throw .closed(reason) }
        let frame: [UInt8]
        do throws(CastFrameError) {
            frame = try CastFrame.encode(message, limit: configuration.frameLimit)
        } catch {
            throw .unsendable(error)
        }
        if bufferedBytes > 0 { bufferedBytes = carrier.bufferedBytes }
        switch machine.send(bytes: frame.count, queued: unflushedBytes + bufferedBytes) {
        case .write:
            carrier.write(ByteBuffer(bytes: frame))
            unflushedBytes += frame.count
            reportQueue()
            scheduleFlush()
        case .refuse(let error):
            throw error
        case .refuseAndAbort(let error):
            eventLoop.execute { self.carrier.abort() }
            throw error
        }
    }

    /// Queues bytes that are no message; nothing when the socket has closed.
    func writeBytes(_ bytes: [UInt8]) {
        guard machine.closeReason == nil else { return }
        carrier.write(ByteBuffer(bytes: bytes))
        unflushedBytes += bytes.count
        scheduleFlush()
    }

    func close(_ reason: CastCloseReason) {
        eventLoop.preconditionInEventLoop()
        guard let order = machine.close(reason) else { return }
        reader.discard()
        // Never at once, so that the handler is not called from within this call.
        eventLoop.execute { self.perform(order) }
    }

    // MARK: - What the carrier reports

    func carrierRead(_ buffer: ByteBuffer) {
        guard machine.closeReason == nil else { return }
        isWithinRead = true
        reader.append(buffer)
        deliver()
        if !isActivated, reader.isFull, !isReadingPaused {
            isReadingPaused = true
            carrier.setReading(false)
        }
    }

    func carrierReadComplete() {
        isWithinRead = false
        flush()
    }

    func carrierWritabilityChanged() {
        bufferedBytes = carrier.bufferedBytes
        reportQueue()
    }

    /// - Parameter failure: The system's words when the network or TLS failed; nil when the other end closed in
    ///   order, or this end did.
    func carrierEnded(failure: String?) {
        isWithinRead = false
        end = failure.map(CastCloseReason.failure) ?? .remote
        if isWithinSend {
            // A write has failed: the owner is told after its call.
            eventLoop.execute { self.deliver() }
        } else {
            deliver()
        }
    }

    // MARK: - What follows

    private func perform(_ order: SocketStateMachine.CloseOrder) {
        switch order {
        case .orderly:
            flush()
            carrier.close()
        case .abort:
            carrier.abort()
        }
    }

    /// Hands over every complete message, then the end if it has come.
    private func deliver() {
        guard isActivated, !isDelivering else { return }
        isDelivering = true
        defer { isDelivering = false }
        do throws(CastFrameError) {
            while machine.closeReason == nil, let message = try reader.next() {
                handler?.socketDidReceive(message)
            }
        } catch {
            _ = machine.close(.protocolViolation(error))
            reader.discard()
            if end == nil { carrier.abort() }
        }
        if isReadingPaused, machine.closeReason == nil {
            isReadingPaused = false
            carrier.setReading(true)
        }
        reportEnd()
    }

    private func reportEnd() {
        guard var reason = end else { return }
        if reason == .remote, let error = reader.errorAtEnd { reason = .protocolViolation(error) }
        guard let reported = machine.carrierEnded(reason) else { return }
        reader.discard()
        let handler = handler
        self.handler = nil
        handler?.socketDidClose(reported)
    }

    /// Lets the first message of a turn of the loop go out at once, and the others together at the turn's end; those
    /// that answer what is being read go out together when it has been read.
    private func scheduleFlush() {
        guard !isWithinRead, !isFlushScheduled else { return }
        isFlushScheduled = true
        isWithinSend = true
        flush()
        isWithinSend = false
        eventLoop.execute {
            self.isFlushScheduled = false
            self.flush()
        }
    }

    private func flush() {
        guard unflushedBytes > 0 else { return }
        unflushedBytes = 0
        carrier.flush()
        bufferedBytes = carrier.bufferedBytes
        reportQueue()
    }

    private func reportQueue() {
        guard let isWritable = machine.queueChanged(to: unflushedBytes + bufferedBytes) else { return }
        // Told in a later turn: the change may come from within a call of the owner.
        eventLoop.execute { self.reportWritability(isWritable) }
    }

    private func reportWritability(_ isWritable: Bool) {
        guard machine.closeReason == nil else { return }
        handler?.socketDidChangeWritability(isWritable)
    }
}

/// One side of a socket: where it is and what certificate it showed.
struct SocketSide: Sendable {
    var endpoint: CastEndpoint
    var certificate: [UInt8]?
}
