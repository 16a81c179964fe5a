// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// One of the sockets of a link.
struct LinkSocket: Hashable {
    var inlet: Link.Inlet
    var family: AddressFamilies
}

/// Opens the sockets of a link: for each address family, one that joins the multicast group on port 5353 and one for
/// one-shot queries.
///
/// The first is bound to the group's address rather than to the wildcard address. Other responders on this host also
/// bind to port 5353, and a unicast datagram is delivered to only one of those sockets; bound this way, this socket
/// never receives their unicast datagrams.
enum LinkSockets {
    static let group4 = "224.0.0.251"
    static let group6 = "ff02::fb"
    /// The requested size of the receive buffer, in bytes: 4 MiB. The system may grant less.
    private static let receiveBuffer: ChannelOptions.Types.SocketOption.Value = 4 << 20
    /// The IP time to live of all datagrams sent (RFC 6762 section 11).
    private static let hopLimit: CInt = 255

    /// Opens a socket.
    static func open(
        _ socket: LinkSocket,
        _ interface: NetworkInterface,
        on loop: any EventLoop,
        handler: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> EventLoopFuture<any Channel> {
        switch socket.inlet {
        case .group: openGroup(interface, isIPv6: socket.family == .ipv6, on: loop, handler: handler)
        case .oneShot: openOneShot(interface, isIPv6: socket.family == .ipv6, on: loop, handler: handler)
        }
    }

    /// Opens the socket that joins the multicast group.
    private static func openGroup(
        _ interface: NetworkInterface,
        isIPv6: Bool,
        on loop: any EventLoop,
        handler: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> EventLoopFuture<any Channel> {
        guard let device = interface.device(isIPv6: isIPv6) else {
            return loop.makeFailedFuture(ChannelError.unknownLocalAddress)
        }
        let group: SocketAddress
        do {
            // A link-local address requires its scope. Numeric addresses cause no DNS lookup.
            let text = isIPv6 ? "\(group6)%\(interface.link.name)" : group4
            group = try SocketAddress.makeAddressResolvingHost(text, port: PacketSource.multicastPort)
        } catch {
            return loop.makeFailedFuture(error)
        }
        let boundDevice = NIOLoopBound(device, eventLoop: loop)
        return bootstrap(isIPv6: isIPv6, on: loop, handler: handler)
            .channelOption(.socketOption(.init(rawValue: SO_REUSEPORT)), value: 1)
            .channelOption(.receivePacketInfo, value: true)
            .bind(to: group)
            .flatMap { channel in
                configure(channel, boundDevice.value, isIPv6: isIPv6)
                    .flatMap { limitToOwnMemberships(channel, isIPv6: isIPv6) }
                    .flatMap {
                        (channel as? any MulticastChannel)?.joinGroup(group, device: boundDevice.value)
                            ?? loop.makeSucceededVoidFuture()
                    }
                    .map { channel }
                    .flatMapErrorThrowing { error in
                        channel.close(promise: nil)
                        throw error
                    }
            }
    }

    /// Opens the socket for one-shot queries, on an ephemeral port.
    private static func openOneShot(
        _ interface: NetworkInterface,
        isIPv6: Bool,
        on loop: any EventLoop,
        handler: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> EventLoopFuture<any Channel> {
        guard let device = interface.device(isIPv6: isIPv6), var address = device.address else {
            return loop.makeFailedFuture(ChannelError.unknownLocalAddress)
        }
        address.port = 0
        let boundDevice = NIOLoopBound(device, eventLoop: loop)
        return bootstrap(isIPv6: isIPv6, on: loop, handler: handler)
            .bind(to: address)
            .flatMap { channel in
                configure(channel, boundDevice.value, isIPv6: isIPv6).map { channel }
                    .flatMapErrorThrowing { error in
                        channel.close(promise: nil)
                        throw error
                    }
            }
    }

    private static func bootstrap(
        isIPv6: Bool,
        on loop: any EventLoop,
        handler: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> DatagramBootstrap {
        let bootstrap = DatagramBootstrap(group: loop)
            .channelOption(.socketOption(.so_reuseaddr), value: 1)
            .channelOption(.socketOption(.so_rcvbuf), value: receiveBuffer)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 9_216))
            .channelOption(.maxMessagesPerRead, value: 64)
            .channelInitializer(handler)
        guard isIPv6 else { return bootstrap }
        return bootstrap.channelOption(
            ChannelOptions.Types.SocketOption(level: .ipv6, name: .init(rawValue: IPV6_V6ONLY)),
            value: 1
        )
    }

    /// Configures sending: through the interface, with hop limit 255, and looped back to other responders on this host.
    private static func configure(
        _ channel: any Channel,
        _ device: NIONetworkDevice,
        isIPv6: Bool
    ) -> EventLoopFuture<Void> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        if isIPv6 {
            return provider.setIPv6MulticastIF(CUnsignedInt(device.interfaceIndex))
                .flatMap { provider.setIPv6MulticastHops(hopLimit) }
                .flatMap { provider.setIPv6MulticastLoop(1) }
                .flatMap { set(channel, .ipv6, IPV6_UNICAST_HOPS, hopLimit) }
        }
        guard let host = device.address?.hostBytes, host.count == 4 else {
            return channel.eventLoop.makeFailedFuture(ChannelError.unknownLocalAddress)
        }
        // The option takes an IPv4 address in network byte order.
        let address = host.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        return provider.unsafeSetSocketOption(level: .ip, name: .ip_multicast_if, value: address)
            .flatMap { provider.setIPMulticastTTL(CUnsignedChar(hopLimit)) }
            .flatMap { provider.setIPMulticastLoop(1) }
            .flatMap { set(channel, .ip, IP_TTL, hopLimit) }
    }

    /// Restricts a socket to the groups that it joined. By default, Linux delivers the datagrams of every group that
    /// any process has joined on any interface.
    private static func limitToOwnMemberships(_ channel: any Channel, isIPv6: Bool) -> EventLoopFuture<Void> {
        #if os(Linux) || os(Android)
        let ipMulticastAll: CInt = 49
        let ipv6MulticastAll: CInt = 29
        return set(channel, isIPv6 ? .ipv6 : .ip, isIPv6 ? ipv6MulticastAll : ipMulticastAll, 0)
        #else
        return channel.eventLoop.makeSucceededVoidFuture()
        #endif
    }

    private static func set(
        _ channel: any Channel,
        _ level: NIOBSDSocket.OptionLevel,
        _ name: CInt,
        _ value: CInt
    ) -> EventLoopFuture<Void> {
        channel.setOption(
            ChannelOptions.Types.SocketOption(level: level, name: NIOBSDSocket.Option(rawValue: name)),
            value: ChannelOptions.Types.SocketOption.Value(value)
        )
    }
}

/// Passes the datagrams of one socket to the engine.
final class DatagramInlet: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let engine: Engine
    private let linkIndex: Int
    private let inlet: Link.Inlet
    private let family: AddressFamilies

    init(engine: Engine, linkIndex: Int, inlet: Link.Inlet, family: AddressFamilies) {
        self.engine = engine
        self.linkIndex = linkIndex
        self.inlet = inlet
        self.family = family
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        engine.received(unwrapInboundIn(data), on: linkIndex, by: inlet, family: family)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        engine.socketFailed(error, on: linkIndex)
    }

    func channelInactive(context: ChannelHandlerContext) {
        engine.socketClosed(context.channel, on: linkIndex)
        context.fireChannelInactive()
    }
}
