// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import CastSender

@Suite("Device links")
struct DeviceLinkTests {
    private struct Linked {
        let model: ModelDevice
        let link: DeviceLink
        let events = NIOLockedValueBox<[DeviceLink.Event]>([])

        init() async throws {
            model = try await ModelDevice()
            link = DeviceLink(
                to: model.device,
                suspendsInBackground: true,
                environment: model.environment,
                report: { [events] event in events.withLockedValue { $0.append(event) } }
            )
        }

        var sessions: [CastSession] {
            events.withLockedValue { events in
                events.compactMap { if case .joined(_, let session, _) = $0 { session } else { nil } }
            }
        }

        var isConnected: Bool {
            events.withLockedValue { $0.contains { if case .connected = $0 { true } else { false } } }
        }

        /// For each `resumed` event, whether it has a session.
        var resumed: [Bool] {
            events.withLockedValue { events in
                events.compactMap { if case .resumed(let session, _) = $0 { session != nil } else { nil } }
            }
        }

        func connect() async throws -> ScriptedConnection {
            await link.connect()
            let peer = try await model.peer.accept()
            try await peer.expect("CONNECT", in: .connection, to: "receiver-0")
            try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.running)
            #expect(await model.time.advance(within: .seconds(1)) { isConnected })
            return peer
        }

        func join(
            _ sessionID: String,
            number: Int,
            over peer: ScriptedConnection,
            status: JSONObject = ModelDevice.running,
            transport: String = "web-1"
        ) async throws -> CastSession {
            await link.handle(.joinSession(sessionID), number: number)
            try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), status)
            try await peer.expect("CONNECT", in: .connection, to: transport)
            let media: JSONObject = ["type": "MEDIA_STATUS", "status": []]
            try await peer.reply(to: try await peer.expect("GET_STATUS", in: .media, to: transport), media)
            #expect(await model.time.advance(within: .seconds(1)) { sessions.count == number })
            return try #require(sessions.last)
        }
    }

    @Test("A closed link ends its session and does not reconnect", arguments: [true, false])
    func closes(isLost: Bool) async throws {
        let linked = try await Linked()
        let model = linked.model
        let peer = try await linked.connect()
        let session = try await linked.join("session-1", number: 1, over: peer)
        if isLost {
            model.network.setFault(.unreachable, at: model.peer.endpoint)
            model.network.connections.last?.fail()
            await model.time.advance(by: .milliseconds(500))
            model.network.setFault(nil, at: model.peer.endpoint)
        }
        let states = session.states
        await linked.link.close()
        #expect(session.state == .ended(.connectionLost(.closedLocally)))
        for await _ in states {}
        await linked.link.networkDidChange(isReachable: false)
        await linked.link.networkDidChange(isReachable: true)
        await model.time.advance(by: .seconds(20))
        #expect(model.network.connections.count == 1)
    }

    @Test("A session whose application ends right after the replies that resume it is not reported as resumed")
    func ghost() async throws {
        let linked = try await Linked()
        let model = linked.model
        let peer = try await linked.connect()
        let session = try await linked.join("session-1", number: 1, over: peer)
        model.network.connections.last?.fail()
        let again = try await model.peer.accept()
        try await again.expect("CONNECT", in: .connection, to: "receiver-0")
        try await again.expect("CONNECT", in: .connection, to: "web-1")
        let questions = [try await again.nextRequest(), try await again.nextRequest()]
        let answers = questions.map { question in
            let isPlatform = question.message.namespace == .receiver
            return question.reply(isPlatform ? ModelDevice.running : ["type": "MEDIA_STATUS", "status": []])
        }
        let end = CastMessage(
            from: CastMessage.receiverID,
            to: CastMessage.broadcastID,
            namespace: .receiver,
            payload: .text(ModelDevice.idle.description)
        )
        // All messages in one write, as a device sends simultaneous messages.
        try await again.socket.onLoop { for message in answers + [end] { try again.socket.send(message) } }
        #expect(await model.time.advance(within: .seconds(5)) { !linked.resumed.isEmpty })
        await model.time.settle()
        #expect(linked.resumed == [false], "the connection is back, the session is not")
        guard case .ended = session.state else {
            Issue.record("\(session.state)")
            return
        }
        await linked.link.close()
    }

    @Test("A session that was replaced by another one ends with its connection")
    func replacedSession() async throws {
        let linked = try await Linked()
        let model = linked.model
        let peer = try await linked.connect()
        let first = try await linked.join("session-1", number: 1, over: peer)
        let applications = [("session-1", "web-1"), ("session-2", "web-2")].map { session, transport in
            ApplicationStatus(
                appID: "CC1AD845",
                displayName: "Player",
                namespaces: [.media],
                sessionID: session,
                transportID: transport
            )
        }
        let both = ReceiverStatusMessage(status: ReceiverStatus(applications: applications), requestID: nil).fields
        let second = try await linked.join("session-2", number: 2, over: peer, status: both, transport: "web-2")
        #expect(first !== second)
        model.network.connections.last?.fail()
        await model.time.settle()
        guard case .ended = first.state, case .suspended = second.state else {
            Issue.record("\(first.state), \(second.state)")
            return
        }
        await linked.link.close()
    }
}
