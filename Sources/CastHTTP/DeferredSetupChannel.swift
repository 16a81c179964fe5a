// SPDX-License-Identifier: Apache-2.0

package import HummingbirdCore
package import Logging
package import NIOCore

/// Sets up a connection when a server serves it instead of when it is accepted.
///
/// A server that shuts down does not serve connections that were accepted in the meantime. If such a connection had
/// been set up, its asynchronous writer would be released without being finished, for which NIO traps. Therefore the
/// setup is deferred, and input that arrives earlier is buffered. The owner of the server calls
/// ``AcceptedChannels/end()`` after the server has shut down, which closes the connections that were never served.
///
/// Connections that exceed the limits of ``AcceptedChannels`` are closed when they are accepted.
package struct DeferredSetupChannel<Base: ServerChildChannel>: ServerChildChannel {
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
        fileprivate let input: NIOLoopBound<InputBufferHandler>
    }

    private let base: Base
    private let accepted: AcceptedChannels

    /// - Parameters:
    ///   - base: The channel that serves the connection.
    ///   - accepted: Tracks the open connections and enforces their limits.
    package init(_ base: Base, accepted: AcceptedChannels) {
        self.base = base
        self.accepted = accepted
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            guard accepted.insert(channel) else { throw ChannelError.ioOnClosedChannel }
            return Value(channel: channel, input: try InputBufferHandler.install(on: channel))
        }
    }

    package func handle(value: Value, logger: Logger) async {
        let channel = value.channel
        do {
            let opened = try await channel.eventLoop.flatSubmit {
                base.setup(channel: channel, logger: logger).map { opened in
                    value.input.value.release()
                    return opened
                }
            }.get()
            // Fails only if the connection is closed, which `handle` detects.
            try? await channel.setOption(.autoRead, value: true).get()
            await base.handle(value: opened, logger: logger)
        } catch {
            logger.trace("connection closed before it was served", metadata: ["cast-error": "\(error)"])
            channel.close(promise: nil)
        }
    }
}
