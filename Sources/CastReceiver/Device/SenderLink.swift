import CastTransport
import CastWire

/// Passes what a socket says to the device's core; both live on the same event loop.
final class SenderLink: CastSocketHandler {
    private let id: SocketID
    private let core: DeviceCore

    init(id: SocketID, core: DeviceCore) {
        self.id = id
        self.core = core
    }

    func socketDidReceive(_ message: CastMessage) {
        core.received(message, on: id)
    }

    func socketDidChangeWritability(_ isWritable: Bool) {
        // What is sent to senders are answers and statuses: nothing that could wait. The socket's own limit closes
        // the connection of a sender that does not read.
    }

    func socketDidClose(_ reason: CastCloseReason) {
        core.closed(id, reason: reason)
    }
}
