import CastTransport
import CastWire
import NIOCore

/// A sender's socket as the device sees it, with a ``FaultInjector`` in between. Keeps the contract of ``CastSocket``.
final class DisturbedSocket: CastSocket, CastSocketHandler, @unchecked Sendable {
    // Sendable although it has mutable state: that state is touched on the socket's loop only; what may be read from
    // anywhere is immutable.

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
        self.handler = handler
        inner.activate(self)
    }

    func send(_ message: CastMessage) throws(CastSocketError) {
        try injector.send(message, on: id)
    }

    func close(_ reason: CastCloseReason) {
        if reason == .local { injector.closing(id) }
        isClosed = true
        inner.close(reason)
    }

    /// Hands the device a message that has come through.
    func deliver(_ message: CastMessage) {
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
        injector.closed(id)
        isClosed = true
        let handler = handler
        self.handler = nil
        handler?.socketDidClose(reason)
    }
}
