// SPDX-License-Identifier: Apache-2.0

package import NIOCore

extension HTTPServerChannel {
    /// Allows the current request of a connection to take any time while its body keeps arriving.
    ///
    /// The connection counts as active until the request is complete. Call it only for clients that may send large
    /// bodies, before the body is read. Does nothing if the request is already complete.
    ///
    /// - Parameters:
    ///   - channel: The connection.
    ///   - idleTimeout: The time without a part of the body after which the connection is closed.
    package static func allowLongBody(on channel: any Channel, idleTimeout: TimeAmount) async throws {
        try await channel.eventLoop.submit {
            let handler = try channel.pipeline.syncOperations.handler(type: RequestDeadlineHandler.self)
            handler.allowLongBody(idleTimeout: idleTimeout)
        }.get()
    }

    /// Closes a connection some time after the response to its current request, whose body is not read.
    ///
    /// The client has this time to read the response. What it sends of the body meanwhile is discarded.
    package static func closeAfterResponse(on channel: any Channel, delay: TimeAmount) async throws {
        try await channel.eventLoop.submit {
            let handler = try channel.pipeline.syncOperations.handler(type: RequestDeadlineHandler.self)
            handler.closeDelay = delay
        }.get()
    }
}
