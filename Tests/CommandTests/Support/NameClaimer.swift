// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

@testable import MulticastDNS

/// A host on loopback that claims every instance name with a prefix as soon as another host probes for it.
final class NameClaimer: Sendable {
    private let channel: any Channel
    private let claims: NIOLockedValueBox<Int>

    /// Starts to claim names.
    ///
    /// - Parameter prefix: The prefix of the claimed instance names; other names are not claimed.
    init(claiming prefix: String, on interface: String) async throws {
        let claims = NIOLockedValueBox(0)
        self.claims = claims
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        channel = try await loop.flatSubmit {
            do {
                guard let network = try NetworkInterface.matching(.named([interface])).first else {
                    throw ChannelError.unknownLocalAddress
                }
                return LinkSockets.open(LinkSocket(inlet: .group, family: .ipv4), network, on: loop) { channel in
                    channel.pipeline.addHandler(Handler(prefix: prefix, claims: claims))
                }
            } catch {
                return loop.makeFailedFuture(error)
            }
        }.get()
    }

    /// The number of claimed names.
    var claimCount: Int { claims.withLockedValue { $0 } }

    func close() async { try? await channel.close() }

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = AddressedEnvelope<ByteBuffer>
        typealias OutboundOut = AddressedEnvelope<ByteBuffer>

        private let prefix: String
        private let claims: NIOLockedValueBox<Int>

        init(prefix: String, claims: NIOLockedValueBox<Int>) {
            self.prefix = prefix
            self.claims = claims
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let envelope = unwrapInboundIn(data)
            guard let message = try? DNSMessage(datagram: Array(envelope.data.readableBytesView)),
                !message.flags.isResponse, !message.authorities.isEmpty,
                let group = try? SocketAddress(ipAddress: LinkSockets.group4, port: PacketSource.multicastPort)
            else { return }
            for name in Set(message.questions.map(\.name)) where name.firstLabel.hasPrefix(prefix) {
                guard let target = try? DNSName("thief.local") else { continue }
                let claim = DNSRecord(
                    name: name,
                    flushesCache: true,
                    timeToLive: 120,
                    data: .srv(DNSServiceLocation(port: 4444, target: target))
                )
                guard let bytes = try? DNSMessage(flags: .response, answers: [claim]).datagram() else { continue }
                claims.withLockedValue { $0 += 1 }
                let answer = AddressedEnvelope(remoteAddress: group, data: ByteBuffer(bytes: bytes))
                context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
            }
        }
    }
}
