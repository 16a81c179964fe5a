// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import Testing

@testable import CastSender

@Suite("Channels of a session")
struct CastChannelTests {
    private static let chat: CastNamespace = "urn:x-cast:com.example.chat"
    private static let game: CastNamespace = "urn:x-cast:com.example.game"

    private struct Joined {
        let model: ModelDevice
        let connection: CastConnection
        let session: CastSession
        let peer: ScriptedConnection

        func send(
            _ payload: CastMessage.Payload,
            in namespace: CastNamespace = chat,
            from source: String = "web-1",
            to destination: String = "sender-0"
        ) async throws {
            try await peer.socket.sendOnLoop(
                CastMessage(from: source, to: destination, namespace: namespace, payload: payload)
            )
            await model.time.settle()
        }
    }

    private func join(listing namespaces: [CastNamespace] = [chat]) async throws -> Joined {
        let model = try await ModelDevice()
        let status = ModelDevice.status(appID: "AAAA1111", namespaces: namespaces)
        let (connection, peer) = try await model.connect(status: status)
        async let joining = connection.join(appID: "AAAA1111")
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), status)
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        return Joined(model: model, connection: connection, session: try await joining, peer: peer)
    }

    @Test("C2 A channel is connected when add returns, and a message sent right after is delivered")
    func addsAndSends() async throws {
        let it = try await join()
        let channel = try CastChannel(Self.chat)
        #expect(channel.currentState == .disconnected)
        try it.session.add(channel)
        #expect(channel.currentState == .connected(isWritable: true))
        try channel.send("hello, no JSON")
        try channel.send([0, 255, 1])
        try channel.send("")
        let text = try await it.peer.nextRequest().message
        #expect(
            text == CastMessage(from: "sender-0", to: "web-1", namespace: Self.chat, payload: .text("hello, no JSON"))
        )
        #expect(try await it.peer.nextRequest().message.payload == .binary([0, 255, 1]))
        #expect(try await it.peer.nextRequest().message.payload == .text(""))
        try it.peer.verify()
        await it.connection.close()
    }

    @Test("C3 A channel whose namespace the application does not list stays disconnected and sends nothing")
    func unsupported() async throws {
        let it = try await join()
        let channel = try CastChannel(Self.game)
        try it.session.add(channel)
        #expect(channel.currentState == .disconnected)
        let error = #expect(throws: CastError.self) { try channel.send("x") }
        #expect(error?.code == .channelNotConnected)
        #expect(error?.reason.contains("Test TV") == true)
        await it.model.time.settle()
        try it.peer.verify()
        await it.connection.close()
    }

    @Test("C4 C5 A second channel for a namespace is rejected; removing works once and disconnects at once")
    func twice() async throws {
        let it = try await join()
        let channel = try CastChannel(Self.chat)
        let second = try CastChannel(Self.chat)
        try it.session.add(channel)
        #expect(throws: CastError.self) { try it.session.add(second) }
        #expect(throws: CastError.self) { try it.session.add(channel) }
        #expect(channel.currentState.isConnected)
        #expect(it.session.remove(second) == false)
        #expect(it.session.remove(channel))
        #expect(channel.currentState == .disconnected)
        #expect(it.session.remove(channel) == false)
        #expect(throws: CastError.self) { try channel.send("x") }
        var events: [ChannelEvent] = []
        for await event in channel.events { events.append(event) }
        #expect(events == [.state(.connected(isWritable: true)), .state(.disconnected)])
        try it.session.add(second)
        await it.connection.close()
    }

    @Test("C6 C7 The end of the session disconnects its channels once, and they can be added to another session")
    func ends() async throws {
        let it = try await join()
        let channel = try CastChannel(Self.chat)
        try it.session.add(channel)
        let messages = channel.messages
        let other = try await join()
        #expect(throws: CastError.self) { try other.session.add(channel) }
        await it.connection.close()
        #expect(channel.currentState == .disconnected)
        for await _ in messages { Issue.record("unexpected message") }
        #expect(throws: CastError.self) { try channel.send("x") }
        #expect(throws: CastError.self) { try it.session.add(try CastChannel(Self.game)) }
        try other.session.add(channel)
        try channel.send("again")
        #expect(try await other.peer.nextRequest().message.payload == .text("again"))
        try await other.send(.text("answer"))
        var iterator = channel.messages.makeAsyncIterator()
        #expect(await iterator.next()?.text == "answer")
        await other.connection.close()
    }

    @Test("C8 Request ids are positive, increasing, shared with the connection, and nil without a connection")
    func requestIDs() async throws {
        let it = try await join()
        let channel = try CastChannel(Self.chat)
        #expect(channel.makeRequestID() == nil)
        try it.session.add(channel)
        let first = try #require(channel.makeRequestID())
        async let status = it.connection.refreshStatus()
        let request = try await it.peer.expect("GET_STATUS", in: .receiver)
        let second = try #require(channel.makeRequestID())
        #expect(first > 0)
        #expect(try #require(request.requestID) > first)
        #expect(try #require(request.requestID) < second)
        try await it.peer.reply(to: request, ModelDevice.idle)
        _ = try await status
        #expect(channel.makeRequestID() == nil)
        await it.connection.close()
    }

    @Test("C9 A text of 70,000 bytes is rejected as too large, and the connection stays open")
    func tooBig() async throws {
        let it = try await join()
        let channel = try CastChannel(Self.chat)
        try it.session.add(channel)
        let error = #expect(throws: CastError.self) { try channel.send(String(repeating: "x", count: 70_000)) }
        #expect(error?.code == .messageTooLarge)
        try channel.send("small")
        #expect(try await it.peer.nextRequest().message.payload == .text("small"))
        #expect(it.connection.state == .connected)
        await it.connection.close()
    }

    @Test("C11 A device that does not read makes the channel unwritable; accepted messages arrive in order")
    func stalled() async throws {
        let it = try await join()
        let channel = try CastChannel(Self.chat)
        try it.session.add(channel)
        let pipe = try #require(it.model.network.connections.last)
        pipe.stall(.acceptor)
        var accepted = 0
        var refusal: CastError?
        while refusal == nil {
            do throws(CastError) {
                try channel.send("\(accepted) " + String(repeating: "x", count: 20_000))
                accepted += 1
            } catch {
                refusal = error
            }
            await it.model.time.settle()
        }
        #expect(refusal?.code == .queueFull)
        #expect(channel.currentState == .connected(isWritable: false))
        #expect(it.connection.state == .connected)
        // The limits of the channel and of the socket, far below the size at which a socket is closed.
        #expect(accepted * 20_000 > 512 * 1024 && accepted * 20_000 < 1024 * 1024)
        pipe.resume(.acceptor)
        for index in 0..<accepted {
            let text = try await it.peer.nextRequest().message.payload
            guard case .text(let text) = text else { throw ScriptedPeerError.timedOut(expected: "", within: .zero) }
            #expect(text.hasPrefix("\(index) "))
            await it.model.time.settle()
        }
        #expect(channel.currentState == .connected(isWritable: true))
        try it.peer.verify()
        await it.connection.close()
    }

    @Test("C13 A message or broadcast reaches the channel of its namespace only, and from the application only")
    func routing() async throws {
        let it = try await join(listing: [Self.chat, Self.game])
        let chat = try CastChannel(Self.chat)
        let game = try CastChannel(Self.game)
        try it.session.add(chat)
        try it.session.add(game)
        try await it.send(.text("{\"for\":\"chat\"}"))
        try await it.send(.binary([1, 2]), in: Self.game)
        try await it.send(.text("to all"), to: "*")
        try await it.send(.text("another sender's"), to: "sender-7")
        try await it.send(.text("another application's"), from: "web-9")
        try await it.send(.text("the platform's"), from: "receiver-0")
        await it.connection.close()
        var received: [ChannelMessage] = []
        for await message in chat.messages { received.append(message) }
        #expect(
            received == [
                ChannelMessage(.text("{\"for\":\"chat\"}")), ChannelMessage(.text("to all"), isBroadcast: true),
            ]
        )
        received = []
        for await message in game.messages { received.append(message) }
        #expect(received == [ChannelMessage(.binary([1, 2]))])
    }

    @Test("C14 A message that an application sends on connecting is delivered to a channel that is added shortly after")
    func greeting() async throws {
        let it = try await join()
        try await it.send(.text("welcome"))
        await it.model.time.advance(by: .seconds(2))
        let channel = try CastChannel(Self.chat)
        try it.session.add(channel)
        var iterator = channel.events.makeAsyncIterator()
        #expect(await iterator.next() == .state(.connected(isWritable: true)))
        #expect(await iterator.next() == .message(ChannelMessage(.text("welcome"))))
        it.session.remove(channel)
        try await it.send(.text("too old"))
        await it.model.time.advance(by: .seconds(6))
        try it.session.add(channel)
        await it.connection.close()
        for await message in channel.messages { Issue.record("\(message)") }
        #expect(it.session.channelDrops.expired == 1)
    }

    @Test(
        "C16 C17 Namespaces without the prefix, too long ones and Google's own are rejected",
        arguments: [
            "com.example.chat", "urn:x-cast:", "", "URN:X-CAST:com.example", "urn:x-cast:com.google.cast.media",
            "urn:x-cast:" + String(repeating: "n", count: 118),
        ]
    )
    func namespaces(text: String) throws {
        let error = #expect(throws: CastError.self) { _ = try CastChannel(CastNamespace(text)) }
        #expect(error?.code == .invalidArgument)
        _ = try CastChannel(CastNamespace("urn:x-cast:" + String(repeating: "n", count: 117)))
    }

    @Test("C18 Changes of the application's list of namespaces connect and disconnect a channel")
    func namespaceChanges() async throws {
        let it = try await join()
        let channel = try CastChannel(Self.game)
        try it.session.add(channel)
        for namespaces in [[Self.chat, Self.game], [Self.chat], [Self.game]] {
            try await it.peer.send(ModelDevice.status(appID: "AAAA1111", namespaces: namespaces), in: .receiver)
            await it.model.time.settle()
            #expect(channel.currentState.isConnected == namespaces.contains(Self.game))
        }
        await it.connection.close()
        var states: [ChannelState] = []
        for await event in channel.events { if case .state(let state) = event { states.append(state) } }
        let connected = ChannelState.connected(isWritable: true)
        #expect(states == [connected, .disconnected, connected, .disconnected])
    }

    @Test("C19 A channel that only the session references stays alive and receives")
    func retained() async throws {
        let it = try await join()
        var channel: CastChannel? = try CastChannel(Self.chat)
        weak let weakly = channel
        try it.session.add(try #require(channel))
        let messages = try #require(channel).messages
        channel = nil
        #expect(weakly != nil)
        try await it.send(.text("still here"))
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next()?.text == "still here")
        await it.connection.close()
        await it.model.time.settle()
        #expect(weakly == nil)
    }

    @Test("Unread messages of a channel are limited in memory, and the reader learns how many were dropped")
    func flood() async throws {
        let it = try await join()
        let channel = try CastChannel(Self.chat)
        try it.session.add(channel)
        for index in 0..<1000 {
            try await it.peer.socket.sendOnLoop(
                CastMessage(from: "web-1", to: "sender-0", namespace: Self.chat, payload: .text("\(index)"))
            )
        }
        await it.model.time.settle()
        #expect(channel.droppedMessages == 1000 - CastChannel.unreadLimit.messages)
        #expect(it.session.channelDrops.unread == 1000 - CastChannel.unreadLimit.messages)
        var iterator = channel.messages.makeAsyncIterator()
        for index in 0..<CastChannel.unreadLimit.messages { #expect(await iterator.next()?.text == "\(index)") }
        try await it.send(.text("after"))
        #expect(
            await iterator.next()
                == ChannelMessage(.text("after"), missed: 1000 - CastChannel.unreadLimit.messages)
        )
        await it.connection.close()
    }

    @Test("A reply in the application's own namespace completes its request and is delivered to the channel")
    func settles() async throws {
        let it = try await join()
        let channel = try CastChannel(Self.chat)
        try it.session.add(channel)
        async let answer = it.connection.request(Greeting(fields: ["type": "HI"]), to: "web-1")
        let request = try await it.peer.expect("HI", in: Self.chat)
        try await it.send(.binary([9]))
        try await it.send(.text("no JSON"))
        try await it.peer.reply(to: request, ["type": "HELLO"])
        #expect(try await answer.messageType == "HELLO")
        await it.connection.close()
        var received = 0
        for await _ in channel.messages { received += 1 }
        #expect(received == 3)
        #expect(await it.connection.machine.counters.unreadable == 0)
    }

    @Test("Accepted messages are sent before a session is left, even when the device reads slowly")
    func leaving() async throws {
        let it = try await join()
        let channel = try CastChannel(Self.chat)
        try it.session.add(channel)
        let pipe = try #require(it.model.network.connections.last)
        pipe.stall(.acceptor)
        for index in 0..<30 { try channel.send("\(index) " + String(repeating: "x", count: 20_000)) }
        await it.session.leave()
        pipe.resume(.acceptor)
        for index in 0..<30 {
            guard case .text(let text) = try await it.peer.nextRequest().message.payload else {
                Issue.record("no text was sent")
                break
            }
            #expect(text.hasPrefix("\(index) "))
        }
        try await it.peer.expect("CLOSE", in: .connection, to: "web-1")
        await it.connection.close()
    }

    @Test("The channels of a suspended session reconnect over the next connection, with another transport id")
    func suspension() async throws {
        let it = try await join()
        await it.session.suspendOnLoss()
        let channel = try CastChannel(Self.chat)
        try it.session.add(channel)
        try await it.peer.close()
        await it.model.time.settle()
        #expect(channel.currentState == .disconnected)
        #expect(throws: CastError.self) { try channel.send("x") }
        let status = ModelDevice.status(appID: "AAAA1111", transport: "web-2", namespaces: [Self.chat])
        let (connection, peer) = try await it.model.connect(status: status)
        let application = try #require(await connection.status.runningApplication)
        peer.whenever("GET_STATUS", in: .receiver) { _ in [status] }
        _ = try await connection.rejoin(application, it.session) { _, _ in }
        await it.session.resumed(application)
        try await peer.expect("CONNECT", in: .connection, to: "web-2")
        #expect(channel.currentState == .connected(isWritable: true))
        try channel.send("again")
        #expect(try await peer.nextRequest().message.destinationID == "web-2")
        await connection.close()
        await it.connection.close()
    }
}

/// A request of a custom namespace.
private struct Greeting: CastRequest {
    static let type = "HI"
    static let namespace: CastNamespace = "urn:x-cast:com.example.chat"
    var fields: JSONObject
}

extension CastSession {
    /// Sets a loss handler, so that the session is suspended instead of ended when its connection is lost.
    fileprivate func suspendOnLoss() { lossHandler = { _, _ in } }
}
