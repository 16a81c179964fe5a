// SPDX-License-Identifier: Apache-2.0

public import CastTransport
public import CastWire
import NIOCore

extension CastSocket {
    /// Runs a closure on the socket's event loop and returns its result.
    public func onLoop<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await eventLoop.submit(body).get()
    }

    /// Calls `send(_:)` on the event loop.
    ///
    /// - Throws: `CastSocketError`.
    public func sendOnLoop(_ messages: CastMessage...) async throws {
        try await onLoop { for message in messages { try self.send(message) } }
    }

    /// Calls `close(_:)` on the event loop.
    public func closeOnLoop(_ reason: CastCloseReason = .local) async throws {
        try await onLoop { self.close(reason) }
    }
}
