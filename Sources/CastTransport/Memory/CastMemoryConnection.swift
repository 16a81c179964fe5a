import NIOCore

/// A test's hand on one connection of a ``CastMemoryNetwork``: what networks and broken programs do to it.
///
/// May be used from anywhere; each call takes effect on the event loop of the end concerned, in the order of the
/// calls.
public struct CastMemoryConnection: Sendable {
    /// One of the two ends.
    public enum End: Sendable, Hashable {
        /// The end that connected: a sender.
        case connector
        /// The end that accepted: a device.
        case acceptor
    }

    /// Where the connector connected to.
    public let endpoint: CastEndpoint
    private let connector: MemoryCarrier
    private let acceptor: MemoryCarrier

    init(endpoint: CastEndpoint, connector: MemoryCarrier, acceptor: MemoryCarrier) {
        self.endpoint = endpoint
        self.connector = connector
        self.acceptor = acceptor
    }

    /// Lets raw bytes arrive at one end as if the other had sent them, after what it did send.
    public func inject(_ bytes: [UInt8], into end: End) {
        let carrier = self[end]
        carrier.eventLoop.execute { carrier.arrived(.injected(ByteBuffer(bytes: bytes))) }
    }

    /// Holds back what travels to one end, its close included, until ``resume(_:)``.
    public func stall(_ end: End) {
        let carrier = self[end]
        carrier.eventLoop.execute { carrier.setStalled(true) }
    }

    /// Delivers what was held back, and goes on.
    public func resume(_ end: End) {
        let carrier = self[end]
        carrier.eventLoop.execute { carrier.setStalled(false) }
    }

    /// Loses everything in both directions from now on without telling anyone, as a cable does.
    public func cut() {
        for carrier in [connector, acceptor] { carrier.eventLoop.execute { carrier.cut() } }
    }

    /// Ends the connection at both ends with ``CastCloseReason/failure(_:)``, as a reset does.
    public func fail(_ text: String = "connection reset") {
        for carrier in [connector, acceptor] { carrier.eventLoop.execute { carrier.finish(failure: text) } }
    }

    private subscript(end: End) -> MemoryCarrier {
        switch end {
        case .connector: connector
        case .acceptor: acceptor
        }
    }
}
