import NIOConcurrencyHelpers
import NIOCore

/// An open port of a ``CastTLSAcceptor``.
public final class CastTLSListener: CastListener {
    private let channel: any Channel
    private let admission: NIOLockedValueBox<Admission>

    public let endpoint: CastEndpoint

    init(channel: any Channel, admission: NIOLockedValueBox<Admission>) {
        self.channel = channel
        self.admission = admission
        endpoint = CastEndpoint(channel.localAddress)
    }

    /// How many connections are open, how many of them are still within their handshake, and how many were refused
    /// because a limit was reached.
    public var counts: (open: Int, handshaking: Int, refused: Int) {
        admission.withLockedValue { ($0.open + $0.handshaking, $0.handshaking, $0.refused) }
    }

    public func close() async {
        admission.withLockedValue { $0.isListening = false }
        // Fails only when it is closed already.
        try? await channel.close().get()
    }
}
