// SPDX-License-Identifier: Apache-2.0

import MulticastDNS
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// One-shot multicast DNS queries (RFC 6762, section 6.7), to which devices respond by unicast.
///
/// They need no port that another program on this machine may use, and only responders answer them, so that what other
/// queriers on the network ask does not change the result.
struct MulticastQuery: Sendable {
    /// The maximum number of responses that are kept.
    private static let capacity = 256

    private let source: SocketAddress
    private let interface: UInt32
    private let patience: Double

    /// - Throws: ``CaseSkip`` if this machine has no IPv4 address in the device's network.
    init(_ device: DeviceUnderTest) throws(CaseSkip) {
        let bytes = (device.sound.localAddress ?? "").split(separator: ".").compactMap { UInt8($0) }
        guard bytes.count == 4, let source = try? SocketAddress(ipAddress: device.sound.localAddress ?? "", port: 0)
        else { throw CaseSkip(reason: "this machine has no IPv4 address in the network of the device") }
        self.source = source
        // The system takes the address of the interface in network byte order.
        interface = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        patience = device.patience
    }

    /// Asks questions, and returns the responses with this query's ID.
    ///
    /// - Parameters:
    ///   - questions: The questions.
    ///   - known: The answers that the querier already has.
    ///   - limit: How long to wait. Default 3 seconds. The query is repeated once a second, because datagrams get lost.
    ///   - isComplete: Whether the responses so far suffice. Default: never.
    /// - Throws: ``CaseSkip`` if this machine cannot send multicast.
    func ask(
        _ questions: [DNSQuestion],
        knowing known: [DNSRecord] = [],
        within limit: Duration = .seconds(3),
        until isComplete: @escaping @Sendable ([DNSMessage]) -> Bool = { _ in false }
    ) async throws -> [DNSMessage] {
        let query = DNSMessage(id: .random(in: 1 ... .max), questions: questions, answers: known)
        let datagram = ByteBuffer(bytes: try query.datagram())
        let group = try SocketAddress(ipAddress: "224.0.0.251", port: 5353)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let done = loop.makePromise(of: Void.self)
        let responses = NIOLockedValueBox<[DNSMessage]>([])
        let channel: any Channel
        do {
            channel = try await DatagramBootstrap(group: loop)
                .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 9_216))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            ResponseCollector { message in
                                guard message.id == query.id else { return }
                                let all = responses.withLockedValue { responses in
                                    if responses.count < Self.capacity { responses.append(message) }
                                    return responses
                                }
                                if isComplete(all) { done.succeed() }
                            }
                        )
                    }
                }
                .bind(to: source)
                .get()
            guard let options = channel as? any SocketOptionProvider else { throw ChannelError.operationUnsupported }
            try await options.unsafeSetSocketOption(level: .ip, name: .ip_multicast_if, value: interface).get()
            try await options.setIPMulticastTTL(255).get()
            try await options.setIPMulticastLoop(1).get()
            try await channel.writeAndFlush(AddressedEnvelope(remoteAddress: group, data: datagram))
        } catch {
            done.succeed()
            throw CaseSkip(reason: "multicast cannot be sent from this machine: \(error)")
        }
        let repetition = loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
            channel.writeAndFlush(AddressedEnvelope(remoteAddress: group, data: datagram), promise: nil)
        }
        let timer = loop.scheduleTask(in: TimeAmount(limit * patience)) { done.succeed() }
        // Succeeds in any case, by the timer at the latest.
        try? await done.futureResult.get()
        repetition.cancel()
        timer.cancel()
        try? await channel.close()
        return responses.withLockedValue { $0 }
    }
}

extension DNSMessage {
    /// The answers, and the records that come with them.
    var records: [DNSRecord] { answers + additionals }
}

/// Passes the DNS responses of a socket on.
private final class ResponseCollector: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let onResponse: @Sendable (DNSMessage) -> Void

    init(onResponse: @escaping @Sendable (DNSMessage) -> Void) { self.onResponse = onResponse }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Datagrams that are no DNS messages come from anybody, and say nothing about the device.
        guard let message = try? DNSMessage(datagram: Array(unwrapInboundIn(data).data.readableBytesView)),
            message.flags.isResponse
        else { return }
        onResponse(message)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // An ICMP message about a datagram; the socket goes on.
    }
}
