package import HummingbirdCore
package import Logging
package import NIOCore

/// Sets a connection up when a server serves it, not when it is accepted.
///
/// A server that closes no longer hands out connections that were accepted meanwhile. If such a connection had been set
/// up, NIO would end the program for the writer that is dropped unfinished. So nothing is set up before that moment, and
/// what a client sends meanwhile is kept. The owner of the server calls ``AcceptedChannels/end()`` after the server has
/// ended, which closes the connections that were never served.
///
/// Connections beyond the limits of ``AcceptedChannels`` are closed on acceptance.
package struct OpenedWhenServed<Base: ServerChildChannel>: ServerChildChannel {
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
        fileprivate let input: NIOLoopBound<HeldInput>
    }

    private let base: Base
    private let accepted: AcceptedChannels

    /// - Parameters:
    ///   - base: The channel that serves the connection.
    ///   - accepted: Keeps every connection while it is open.
    package init(_ base: Base, accepted: AcceptedChannels) {
        self.base = base
        self.accepted = accepted
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            guard accepted.insert(channel) else { throw ChannelError.ioOnClosedChannel }
            return Value(channel: channel, input: try HeldInput.install(on: channel))
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
            // Fails only when the connection is closed, which its handler is about to learn.
            try? await channel.setOption(.autoRead, value: true).get()
            await base.handle(value: opened, logger: logger)
        } catch {
            logger.trace("a connection was gone before it was served", metadata: ["cast-error": "\(error)"])
            channel.close(promise: nil)
        }
    }
}
