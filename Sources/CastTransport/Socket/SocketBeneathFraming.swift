import NIOCore

/// A socket that lets its owner reach below the framing, for those who disturb a connection on purpose.
///
/// Every socket of this package does. Methods are called on the socket's event loop.
package protocol SocketBeneathFraming: CastSocket {
    /// Sends bytes as they are, in the order of what was sent by ``CastSocket/send(_:)``; nothing when it has closed.
    func sendBytes(_ bytes: [UInt8])

    /// Stops or goes on taking bytes from the network. What was taken already is still delivered.
    func setReading(_ isReading: Bool)
}

extension FramedSocket: SocketBeneathFraming {
    func sendBytes(_ bytes: [UInt8]) {
        eventLoop.preconditionInEventLoop()
        writeBytes(bytes)
    }

    func setReading(_ isReading: Bool) {
        eventLoop.preconditionInEventLoop()
        carrier.setReading(isReading)
    }
}
