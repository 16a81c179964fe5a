// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

/// The socket implementation for every carrier: framing, ordering, queue accounting and closing.
///
/// Feeds ``SocketStateMachine`` and ``FrameReader`` and executes the actions they return. The carrier only moves bytes.
final class FramedSocket: CastSocket, @unchecked Sendable {
    // `@unchecked Sendable`: the mutable state is accessed on `eventLoop` only, which every entry point checks in every
    // build. Properties that may be read from any thread are immutable.

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
    /// The carrier's buffered bytes when last read. Without a flush since then, the value can only have decreased.
    private var bufferedBytes = 0
    private var isFlushScheduled = false
    private var isWithinRead = false
    private var isWithinSend = false
    private var isDelivering = false
    private var isReadingPaused = false
    /// The carrier's final report, kept until the messages received before it have been delivered.
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

    // MARK: - CastSocket

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

    /// Queues bytes that are not a message. Does nothing when the socket has closed.
    func writeBytes(_ bytes: [UInt8]) {
        guard machine.closeReason == nil else { return }
        carrier.write(ByteBuffer(bytes: bytes))
        unflushedBytes += bytes.count
        scheduleFlush()
    }

    func close(_ reason: CastCloseReason) {
        eventLoop.preconditionInEventLoop()
        guard let action = machine.close(reason) else { return }
        reader.discard()
        // Deferred, so that the handler is not called from within this call.
        eventLoop.execute { self.perform(action) }
    }

    // MARK: - Events from the carrier

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

    /// - Parameter failure: The system's description when the network or TLS failed; nil when either end closed
    ///   cleanly.
    func carrierEnded(failure: String?) {
        isWithinRead = false
        end = failure.map(CastCloseReason.failure) ?? .remote
        if isWithinSend {
            // A write failed: report it after the owner's call has returned.
            eventLoop.execute { self.deliver() }
        } else {
            deliver()
        }
    }

    // MARK: - Actions

    private func perform(_ action: SocketStateMachine.CloseAction) {
        switch action {
        case .orderly:
            flush()
            carrier.close()
        case .abort:
            carrier.abort()
        }
    }

    /// Delivers every complete message, then the end of the stream if it was reached.
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

    /// Sends the first message of an event loop tick immediately and batches the others until the end of the tick.
    /// Messages sent while received bytes are handled are flushed together afterward.
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
        // Deferred: the change may occur within a call by the owner.
        eventLoop.execute { self.reportWritability(isWritable) }
    }

    private func reportWritability(_ isWritable: Bool) {
        guard machine.closeReason == nil else { return }
        handler?.socketDidChangeWritability(isWritable)
    }
}

/// The endpoint and certificate of one side of a socket.
struct SocketSide: Sendable {
    var endpoint: CastEndpoint
    var certificate: [UInt8]?
}

/// A socket that gives access below the framing, for fault injection.
///
/// Every socket of this package conforms. Methods must be called on the socket's event loop.
package protocol RawSocketAccess: CastSocket {
    /// Sends raw bytes, in order with the messages sent by ``CastSocket/send(_:)``. Does nothing when the socket has
    /// closed.
    func sendBytes(_ bytes: [UInt8])

    /// Pauses or resumes reading from the network. Bytes that were already read are still delivered.
    func setReading(_ isReading: Bool)
}

extension FramedSocket: RawSocketAccess {
    func sendBytes(_ bytes: [UInt8]) {
        eventLoop.preconditionInEventLoop()
        writeBytes(bytes)
    }

    func setReading(_ isReading: Bool) {
        eventLoop.preconditionInEventLoop()
        carrier.setReading(isReading)
    }
}

/// The transport below a ``FramedSocket``: a TLS channel, or an in-memory pipe.
///
/// It is confined to the socket's event loop. It reports to its socket by ``FramedSocket/carrierRead(_:)``,
/// ``FramedSocket/carrierReadComplete()``, ``FramedSocket/carrierWritabilityChanged()`` and, once and last,
/// ``FramedSocket/carrierEnded(failure:)``.
protocol SocketCarrier: AnyObject {
    /// The bytes that were flushed but not yet taken by the system, or by the other end in memory.
    var bufferedBytes: Int { get }
    /// Buffers one frame, which the next flush sends.
    func write(_ frame: ByteBuffer)
    /// Sends what was written.
    func flush()
    /// Pauses or resumes reading.
    func setReading(_ isReading: Bool)
    /// Closes once the other end has received what was flushed, or after the configured close timeout.
    func close()
    /// Closes immediately.
    func abort()
}
