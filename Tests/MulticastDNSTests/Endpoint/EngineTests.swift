// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing

@testable import MulticastDNS

/// Tests of how datagrams and handlers are passed on, without sockets.
@Suite("Engine")
struct EngineTests {
    private let loop = EmbeddedEventLoop()

    /// Simulates a query for pointers that accepts a unicast response.
    private func receiveQuery(_ engine: Engine, from host: String, byInterface index: Int = 1) throws {
        let question = DNSQuestion(name: googlecast, type: .ptr, acceptsUnicast: true)
        let group = try SocketAddress(ipAddress: LinkSockets.group4, port: PacketSource.multicastPort)
        let envelope = AddressedEnvelope(
            remoteAddress: try SocketAddress(ipAddress: host, port: PacketSource.multicastPort),
            data: ByteBuffer(bytes: try DNSMessage(questions: [question]).datagram()),
            metadata: AddressedEnvelope<ByteBuffer>.Metadata(
                ecnState: .transportNotCapable,
                packetInfo: NIOPacketInfo(destinationAddress: group, interfaceIndex: index)
            )
        )
        engine.received(envelope, on: 1, by: .group, family: .ipv4)
    }

    @Test("A datagram that arrived on another interface is dropped and counted")
    func dropsOtherInterfaces() throws {
        let engine = testEngine(on: loop)
        defer { engine.shutDown() }
        try receiveQuery(engine, from: "10.0.0.9", byInterface: 2)
        #expect(engine.counters.dropped == [.otherInterface: 1])
        #expect(engine.counters.datagramsReceived == 0)
        try receiveQuery(engine, from: "10.0.0.9")
        #expect(engine.counters.droppedTotal == 1)
        #expect(engine.counters.datagramsReceived == 1)
    }

    @Test("A unicast response is sent to another host, but not to this one, whose programs share the port")
    func answersByUnicast() throws {
        let engine = testEngine(on: loop)
        defer { engine.shutDown() }
        let socket = EmbeddedChannel(loop: loop)
        try socket.connect(to: try SocketAddress(ipAddress: "10.0.0.7", port: 5_353)).wait()
        engine.links[1]?.group[.ipv4] = socket
        // The service was announced long ago.
        let past = NIODeadline.uptimeNanoseconds(0)
        engine.links[1]?.link.responder.add(try offered("A"), now: past)
        for step in 0..<100 {
            _ = engine.links[1]?.link.responder.advance(to: past + .milliseconds(Int64(step) * 50))
        }

        try receiveQuery(engine, from: "127.0.0.2")
        #expect(try socket.readOutbound(as: AddressedEnvelope<ByteBuffer>.self) == nil)
        try receiveQuery(engine, from: "10.0.0.9")
        let answer = try #require(try socket.readOutbound(as: AddressedEnvelope<ByteBuffer>.self))
        #expect(answer.remoteAddress == (try SocketAddress(ipAddress: "10.0.0.9", port: 5_353)))
        let message = try DNSMessage(datagram: Array(answer.data.readableBytesView))
        #expect(message.answers.map(\.data) == [.ptr(instanceName("A"))])
    }

    @Test("An endpoint that is closed releases the handlers of its browses")
    func releasesHandlers() {
        final class Screen {}
        let engine = testEngine(on: loop)
        var screen: Screen? = Screen()
        weak let released = screen
        engine.browse(googlecast, type: "_googlecast._tcp", id: 1, deliver: { [screen] _ in _ = screen }, finish: {})
        screen = nil
        #expect(released != nil)
        engine.shutDown()
        #expect(released == nil)
    }
}
