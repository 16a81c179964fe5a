import NIOCore

/// An open port of a ``CastTLSAcceptor``.
public final class CastTLSListener: CastListener {
    private let channel: any Channel
    private let admission: TLSArrivals

    public let endpoint: CastEndpoint

    init(channel: any Channel, admission: TLSArrivals) {
        self.channel = channel
        self.admission = admission
        endpoint = CastEndpoint(channel.localAddress)
    }

    /// How many connections are open, how many of them are still within their handshake, and how many were refused
    /// or replaced because a limit was reached.
    public var counts: (open: Int, handshaking: Int, refused: Int) { admission.counts }

    public func close() async {
        admission.stopListening()
        // Fails only when it is closed already.
        try? await channel.close().get()
    }
}
