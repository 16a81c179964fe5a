public import CastTransport
public import CastWire
import NIOCore

extension CastSocket {
    /// Runs something on the socket's event loop and gives back what it gave.
    public func onLoop<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await eventLoop.submit(body).get()
    }

    /// ``send(_:)`` from anywhere.
    ///
    /// - Throws: `CastSocketError`.
    public func sendOnLoop(_ messages: CastMessage...) async throws {
        try await onLoop { for message in messages { try self.send(message) } }
    }

    /// ``close(_:)`` from anywhere.
    public func closeOnLoop(_ reason: CastCloseReason = .local) async throws {
        try await onLoop { self.close(reason) }
    }
}
