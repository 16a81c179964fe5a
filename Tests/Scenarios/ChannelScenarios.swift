// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Testing

/// An application that greets senders, echoes messages, counts numbered messages, and changes its namespaces.
private struct Chat: ReceiverApplication {
    static let appID = "C4A70000"
    static let talk: CastNamespace = "urn:x-cast:org.example.talk"
    static let news: CastNamespace = "urn:x-cast:org.example.news"
    static let installed = InstalledApplication(
        ApplicationInformation(appIDs: [appID], name: "Chat", namespaces: [talk, news])
    ) { _ in Chat() }

    private var numbered = 0
    private var isInOrder = true

    mutating func senderConnected(_ sender: ApplicationSender, context: inout ApplicationContext) {
        context.send(.text("welcome"), in: Self.talk, to: sender)
    }

    mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) {
        switch message.payload {
        case .text("to all"): context.broadcast(.text("to all"), in: Self.news)
        case .text("lose"): context.ready(namespaces: [Self.talk])
        case .text("regain"): context.ready(namespaces: [Self.talk, Self.news])
        case .text("report"):
            context.send(.text("\(numbered) \(isInOrder)"), in: message.namespace, to: message.sender)
        case .text(let text) where text.hasPrefix("#"):
            isInOrder = isInOrder && text.hasPrefix("#\(numbered) ")
            numbered += 1
        default: context.send(message.payload, in: message.namespace, to: message.sender)
        }
    }
}

@Suite("Channels between a sender and an application", .serialized)
struct ChannelScenarios {
    private static let configuration = DeviceConfiguration(name: "Scenario TV", applications: [Chat.installed])
    private static let options = LaunchOptions(requiredNamespaces: [Chat.talk])

    @Test("C2 C14 The greeting, text and binary messages arrive unchanged", arguments: Stage.Kind.allCases)
    func talk(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind, configuration: Self.configuration) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(Chat.appID, options: Self.options) }
            let channel = try CastChannel(Chat.talk)
            try session.add(channel)
            try channel.send("no { JSON")
            try channel.send([0, 255, 7])
            try channel.send("")
            let heard = try await stage.passing {
                var heard: [CastMessage.Payload] = []
                for await message in channel.messages {
                    heard.append(message.payload)
                    if heard.count == 4 { break }
                }
                return heard
            }
            #expect(heard == [.text("welcome"), .text("no { JSON"), .binary([0, 255, 7]), .text("")])
            await connection.close()
        }
    }

    @Test(
        "C13 Each namespace has its own channel, and a broadcast reaches the channels of all senders",
        arguments: Stage.Kind.allCases
    )
    func broadcast(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind, configuration: Self.configuration) { stage in
            var news: [CastChannel] = []
            var talks: [CastChannel] = []
            var connections: [CastConnection] = []
            for _ in 0..<2 {
                let connection = try await stage.connect()
                let session = try await stage.passing { try await connection.launch(Chat.appID, options: Self.options) }
                news.append(try CastChannel(Chat.news))
                talks.append(try CastChannel(Chat.talk))
                try session.add(try #require(news.last))
                try session.add(try #require(talks.last))
                connections.append(connection)
            }
            try talks[0].send("to all")
            for channel in news {
                let message = try await stage.passing { () -> ChannelMessage? in
                    for await message in channel.messages { return message }
                    return nil
                }
                #expect(message == ChannelMessage(.text("to all"), isBroadcast: true))
            }
            for connection in connections { await connection.close() }
            var heard: [String?] = []
            for await message in talks[1].messages { heard.append(message.text) }
            #expect(heard == ["welcome"])
        }
    }

    @Test(
        "C18 A channel disconnects when the application drops its namespace, and reconnects when it returns",
        arguments: Stage.Kind.allCases
    )
    func namespaces(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind, configuration: Self.configuration) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(Chat.appID, options: Self.options) }
            let talk = try CastChannel(Chat.talk)
            let news = try CastChannel(Chat.news)
            try session.add(talk)
            try session.add(news)
            try talk.send("lose")
            #expect(try await stage.wait { !news.currentState.isConnected })
            #expect(throws: CastError.self) { try news.send("x") }
            #expect(talk.currentState.isConnected)
            try talk.send("regain")
            #expect(try await stage.wait { news.currentState.isConnected })
            await connection.close()
            #expect(!news.currentState.isConnected)
        }
    }

    @Test(
        "C11 Sending fails while the channel is full; accepted messages arrive complete and in order",
        arguments: Stage.Kind.allCases
    )
    func flood(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind, configuration: Self.configuration) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(Chat.appID, options: Self.options) }
            let channel = try CastChannel(Chat.talk)
            try session.add(channel)
            let filling = String(repeating: "x", count: 30_000)
            var refusals = 0
            var number = 0
            while number < 60 {
                do throws(CastError) {
                    try channel.send("#\(number) \(filling)")
                    number += 1
                } catch {
                    #expect(error.code == .queueFull)
                    refusals += 1
                    #expect(try await stage.wait { channel.currentState.isWritable })
                }
            }
            // 1.8 MB exceed what the channel and the socket can hold. A real socket may be drained meanwhile.
            if kind == .memory { #expect(refusals > 0) }
            #expect(try await stage.wait { channel.currentState.isWritable })
            try channel.send("report")
            let report = try await stage.passing { () -> String? in
                for await message in channel.messages where message.text != "welcome" { return message.text }
                return nil
            }
            #expect(report == "60 true")
            #expect(connection.state == .connected)
            await connection.close()
        }
    }

    @Test(
        "S36 Channels of a managed session reconnect after a network loss, including one that was added meanwhile",
        arguments: Stage.Kind.allCases
    )
    func survives(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind, configuration: Self.configuration) { stage in
            let manager = stage.sessionManager()
            let session = try await stage.passing {
                try await manager.start(
                    .application(Chat.appID),
                    on: CastDevice(at: stage.endpoint),
                    options: Self.options
                )
            }
            let talk = try CastChannel(Chat.talk)
            try session.add(talk)
            try talk.send("#0 before")
            try await hear("1 true", from: talk, asking: "report", on: stage)

            try await stage.device.refuseConnections()
            await stage.device.cutConnections()
            #expect(try await stage.wait { !talk.currentState.isConnected })
            guard case .suspended = session.state else {
                Issue.record("\(session.state)")
                return
            }
            #expect(throws: CastError.self) { try talk.send("#1 lost") }
            let news = try CastChannel(Chat.news)
            try session.add(news)
            #expect(!news.currentState.isConnected)

            try await stage.device.acceptConnections()
            #expect(try await stage.wait(within: .seconds(20)) { session.state == .running })
            #expect(await manager.session === session)
            #expect(talk.currentState.isConnected && news.currentState.isConnected)
            try talk.send([0, 255])
            try talk.send("#1 after")
            // One message before, one after: the rejected message was not sent, and the sent message was not sent
            // again.
            try await hear("2 true", from: talk, asking: "report", on: stage)
            try talk.send("to all")
            let message = try await stage.passing { () -> ChannelMessage? in
                for await message in news.messages { return message }
                return nil
            }
            #expect(message == ChannelMessage(.text("to all"), isBroadcast: true))
            #expect(talk.droppedMessages == 0)
            try await stage.passing { try await manager.end(.stop) }
            #expect(!talk.currentState.isConnected)
            await manager.close()
        }
    }

    /// Sends a question and checks the application's reply.
    private func hear(
        _ answer: String,
        from channel: CastChannel,
        asking question: String,
        on stage: Stage
    ) async throws {
        try channel.send(question)
        let heard = try await stage.passing { () -> String? in
            for await message in channel.messages where message.text != "welcome" {
                if let text = message.text { return text }
            }
            return nil
        }
        #expect(heard == answer)
    }
}
