// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import NIOCore

/// A sender's socket with a ``FaultInjector`` between it and the device. Fulfills the contract of ``CastSocket``.
final class FaultInjectingSocket: CastSocket, CastSocketHandler, @unchecked Sendable {
    // `@unchecked Sendable`: the mutable state is accessed on the socket's event loop only, which the methods check; the
    // other properties are immutable.

    let inner: any CastSocket
    let id: SocketID
    private let injector: FaultInjector
    private var handler: (any CastSocketHandler)?
    private var isClosed = false

    init(_ inner: any CastSocket, id: SocketID, injector: FaultInjector) {
        self.inner = inner
        self.id = id
        self.injector = injector
    }

    var eventLoop: any EventLoop { inner.eventLoop }
    var remoteEndpoint: CastEndpoint { inner.remoteEndpoint }
    var localEndpoint: CastEndpoint { inner.localEndpoint }
    var peerCertificate: [UInt8]? { inner.peerCertificate }
    var localCertificate: [UInt8]? { inner.localCertificate }
    var queuedBytes: Int { inner.queuedBytes }
    var isWritable: Bool { inner.isWritable }

    func activate(_ handler: any CastSocketHandler) {
        eventLoop.preconditionInEventLoop()
        self.handler = handler
        inner.activate(self)
    }

    func send(_ message: CastMessage) throws(CastSocketError) {
        eventLoop.preconditionInEventLoop()
        try injector.send(message, on: id)
    }

    func close(_ reason: CastCloseReason) {
        eventLoop.preconditionInEventLoop()
        if reason == .local { injector.closing(id) }
        isClosed = true
        inner.close(reason)
    }

    /// Delivers a message to the device after the faults have been applied.
    func deliver(_ message: CastMessage) {
        eventLoop.preconditionInEventLoop()
        if !isClosed { handler?.socketDidReceive(message) }
    }

    // MARK: - CastSocketHandler

    func socketDidReceive(_ message: CastMessage) {
        injector.received(message, on: id)
    }

    func socketDidChangeWritability(_ isWritable: Bool) {
        handler?.socketDidChangeWritability(isWritable)
    }

    func socketDidClose(_ reason: CastCloseReason) {
        eventLoop.preconditionInEventLoop()
        injector.closed(id)
        isClosed = true
        let handler = handler
        self.handler = nil
        handler?.socketDidClose(reason)
    }
}
