// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Channel table")
struct ChannelTableTests {
    private static let chat: CastNamespace = "urn:x-cast:com.example.chat"
    private static let game: CastNamespace = "urn:x-cast:com.example.game"
    private static let route = ChannelTable.Route(senderID: "sender-0", transportID: "web-1")

    private func connected(listing namespaces: [CastNamespace] = [chat, game]) -> ChannelTable {
        var table = ChannelTable()
        _ = table.connected(over: Self.route, listing: namespaces, now: .at(0))
        return table
    }

    private func received(
        _ table: inout ChannelTable,
        _ text: String,
        in namespace: CastNamespace = chat,
        at seconds: Double = 0
    ) -> [ChannelTable.Action] {
        table.received(.text(text), in: namespace, isBroadcast: false, now: .at(seconds))
    }

    @Test("C1 A channel added before the session connects is connected with it, if the application lists its namespace")
    func before() {
        var table = ChannelTable()
        #expect(table.added(Self.chat, now: .at(0)).isEmpty)
        #expect(table.added(Self.game, now: .at(0)).isEmpty)
        let actions = table.connected(over: Self.route, listing: [Self.game], now: .at(1))
        #expect(actions == [.state(Self.game, .connected(isWritable: true))])
        #expect(throws: ChannelTable.Refusal.notConnected) { _ = try table.accept(.text("x"), in: Self.chat) }
    }

    @Test("C18 A channel disconnects when the application drops its namespace, and connects when it returns")
    func losesAndRegains() {
        var table = connected()
        _ = table.added(Self.chat, now: .at(0))
        #expect(table.namespacesChanged([], now: .at(1)) == [.state(Self.chat, .disconnected)])
        #expect(table.namespacesChanged([], now: .at(2)).isEmpty)
        #expect(table.namespacesChanged([Self.chat], now: .at(3)) == [.state(Self.chat, .connected(isWritable: true))])
    }

    @Test("C14 A greeting is kept and delivered in order right after the connected state")
    func early() {
        var table = connected()
        #expect(received(&table, "one").isEmpty)
        #expect(received(&table, "other", in: Self.game).isEmpty)
        #expect(received(&table, "two", at: 4.9).isEmpty)
        let actions = table.added(Self.chat, now: .at(4.95))
        #expect(
            actions == [
                .state(Self.chat, .connected(isWritable: true)),
                .deliver(Self.chat, ChannelMessage(.text("one"))), .deliver(Self.chat, ChannelMessage(.text("two"))),
            ]
        )
        #expect(table.added(Self.game, now: .at(5)) == [.state(Self.game, .connected(isWritable: true))])
        #expect(table.early.expired == 1)
    }

    @Test("C14 At most 32 early messages and 64 KiB of them are kept; the others are counted")
    func earlyLimits() {
        var table = connected()
        for index in 0..<40 { _ = received(&table, "\(index)") }
        #expect(table.early.count == 32)
        #expect(table.early.refused == 8)
        #expect(table.added(Self.chat, now: .at(1)).count == 33)
        #expect(table.early.count == 0)

        var second = connected()
        for _ in 0..<3 { _ = received(&second, String(repeating: "x", count: 30_000)) }
        #expect(second.early.count == 2)
        #expect(second.added(Self.chat, now: .at(1)).count == 3)
        _ = received(&second, "again", in: Self.game)
        #expect(second.early.count == 1)
    }

    @Test("C6 The end of the connection disconnects every channel once and discards early and waiting messages")
    func disconnects() throws {
        var table = connected()
        _ = table.added(Self.chat, now: .at(0))
        _ = table.added(Self.game, now: .at(0))
        _ = try table.accept(.text("x"), in: Self.chat)
        _ = received(&table, "early", in: "urn:x-cast:com.example.third")
        #expect(table.disconnected() == [.state(Self.chat, .disconnected), .state(Self.game, .disconnected)])
        #expect(table.disconnected().isEmpty)
        #expect(table.outbox.isEmpty)
        #expect(table.early.count == 0)
    }

    @Test("C10 The largest message is accepted and one byte more is rejected, measured on the serialized body")
    func largest() throws {
        var table = connected()
        _ = table.added(Self.chat, now: .at(0))
        let empty = CastMessage(from: "sender-0", to: "web-1", namespace: Self.chat, payload: .text(""))
        // The length prefix of a text of this size takes two bytes more than that of an empty text.
        let room = 65_536 - CastFrame.bodyLength(of: empty) - 2
        _ = try table.accept(.text(String(repeating: "x", count: room)), in: Self.chat)
        let sent = try #require(table.nextOutgoing()?.message)
        #expect(try CastFrame.encode(sent).count == 65_536 + CastFrame.headerLength)
        #expect(throws: ChannelTable.Refusal.tooLong(65_537)) {
            _ = try table.accept(.text(String(repeating: "x", count: room + 1)), in: Self.chat)
        }
        #expect(throws: ChannelTable.Refusal.tooLong(65_537)) {
            _ = try table.accept(.binary([UInt8](repeating: 0, count: room + 1)), in: Self.chat)
        }
        // The limit counts bytes, not characters.
        #expect(throws: ChannelTable.Refusal.self) {
            _ = try table.accept(.text(String(repeating: "ä", count: room / 2 + 1)), in: Self.chat)
        }
    }

    @Test("C11 A queue is full at 512 KiB and writable again below 256 KiB; no accepted message is lost or reordered")
    func flood() throws {
        var table = connected()
        _ = table.added(Self.chat, now: .at(0))
        _ = table.added(Self.game, now: .at(0))
        var accepted: [String] = []
        var actions: [ChannelTable.Action] = []
        for index in 0... {
            let text = "\(index) " + String(repeating: "x", count: 10_000)
            let namespace = index.isMultiple(of: 2) ? Self.chat : Self.game
            do {
                actions += try table.accept(.text(text), in: namespace)
                accepted.append(text)
            } catch { break }
        }
        let full: [ChannelTable.Action] = [
            .state(Self.chat, .connected(isWritable: false)), .state(Self.game, .connected(isWritable: false)),
        ]
        #expect(actions == full)
        #expect(table.outbox.bytes >= 512 * 1024)
        #expect(table.outbox.bytes < 512 * 1024 + 11_000)
        var sent: [String] = []
        var bytesAtRoom: Int?
        while let (message, actions) = table.nextOutgoing() {
            if case .text(let text) = message.payload { sent.append(text) }
            if !actions.isEmpty { bytesAtRoom = table.outbox.bytes }
        }
        #expect(sent == accepted)
        let bytes = try #require(bytesAtRoom)
        #expect(bytes < 256 * 1024 && bytes > 256 * 1024 - 11_000)
    }

    @Test(
        "The length of a body is computed without serializing it",
        arguments: [0, 1, 127, 128, 16_383, 16_384, 65_000],
        ["web-1", String(repeating: "t", count: 200)]
    )
    func bodyLength(payload: Int, transport: String) throws {
        for payload in [
            CastMessage.Payload.text(String(repeating: "x", count: payload)),
            .binary([UInt8](repeating: 1, count: payload)),
        ] {
            let message = CastMessage(from: "sender-0", to: transport, namespace: Self.chat, payload: payload)
            #expect(CastFrame.bodyLength(of: message) == (try CastFrame.encode(message).count) - CastFrame.headerLength)
        }
    }
}
