package import HummingbirdCore
package import Logging
package import NIOCore

/// Sets a connection up when somebody serves it, not when it is accepted.
///
/// A server that closes no longer hands out what was accepted meanwhile. Had such a connection been set up, NIO would end
/// the program for the writer that is dropped unfinished; so nothing is set up, and nothing read, before that moment.
/// Whoever runs the server calls ``AcceptedChannels/end()`` once it has ended, which ends those nobody served.
package struct OpenedWhenServed<Base: ServerChildChannel>: ServerChildChannel {
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
    }

    private let base: Base
    private let accepted: AcceptedChannels

    /// - Parameters:
    ///   - base: What a connection is set up as.
    ///   - accepted: Where every connection is kept while it is open.
    package init(_ base: Base, accepted: AcceptedChannels) {
        self.base = base
        self.accepted = accepted
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        accepted.insert(channel)
        return channel.setOption(.autoRead, value: false).map { Value(channel: channel) }
    }

    package func handle(value: Value, logger: Logger) async {
        let channel = value.channel
        do {
            let opened = try await channel.eventLoop.flatSubmit {
                base.setup(channel: channel, logger: logger)
            }.get()
            // Fails only when it is closed, which whoever serves it is about to see.
            try? await channel.setOption(.autoRead, value: true).get()
            await base.handle(value: opened, logger: logger)
        } catch {
            logger.trace("a connection was gone before it was served", metadata: ["cast-error": "\(error)"])
            channel.close(promise: nil)
        }
    }
}
