// SPDX-License-Identifier: Apache-2.0

import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The TCP options of a Cast socket.
enum TCPOptions {
    /// One option and its value.
    struct Setting: Sendable {
        var option: ChannelOptions.Types.SocketOption
        var value: SocketOptionValue
    }

    /// The options to set on a channel:
    /// - `TCP_NODELAY`: avoids a delay of 40 ms, in which a frame waits for the acknowledgment of the previous one.
    /// - Keep-alive and user timeout: detect a peer that is gone without a FIN after
    ///   ``CastSocketConfiguration/deadPeerTimeout``, both while sent bytes are unacknowledged (user timeout) and while
    ///   the connection is idle (three probes within that time).
    static func settings(_ configuration: CastSocketConfiguration) -> [Setting] {
        // The upper limit, 24 days, is the longest user timeout: the kernel keeps milliseconds in 32 bits.
        let limits = 4...Int64(Int32.max / 1000)
        let timeout = configuration.deadPeerTimeout.components.seconds
        let seconds = SocketOptionValue(min(max(timeout, limits.lowerBound), limits.upperBound))
        var settings = [
            Setting(option: .init(level: tcp, name: .tcp_nodelay), value: 1),
            Setting(option: .init(level: .socket, name: .so_keepalive), value: 1),
        ]
        #if os(Linux)
        settings += [
            Setting(option: .init(level: tcp, name: .init(rawValue: TCP_KEEPIDLE)), value: seconds / 2),
            Setting(option: .init(level: tcp, name: .init(rawValue: TCP_KEEPINTVL)), value: max(1, seconds / 6)),
            Setting(option: .init(level: tcp, name: .init(rawValue: TCP_KEEPCNT)), value: 3),
            Setting(option: .init(level: tcp, name: .init(rawValue: TCP_USER_TIMEOUT)), value: seconds * 1000),
        ]
        #elseif canImport(Darwin)
        settings += [
            Setting(option: .init(level: tcp, name: .init(rawValue: TCP_KEEPALIVE)), value: seconds / 2),
            Setting(option: .init(level: tcp, name: .init(rawValue: TCP_KEEPINTVL)), value: max(1, seconds / 6)),
            Setting(option: .init(level: tcp, name: .init(rawValue: TCP_KEEPCNT)), value: 3),
        ]
        #endif
        return settings
    }

    private static let tcp = NIOBSDSocket.OptionLevel.tcp
}
