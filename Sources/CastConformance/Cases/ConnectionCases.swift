// SPDX-License-Identifier: Apache-2.0

import CastWire

extension ConformanceCase {
    static let connection: [ConformanceCase] = [
        ConformanceCase("CO01", .must, "CONNECT with `type` alone opens a virtual connection") { context in
            let connection = try await context.open(greets: false)
            try await connection.send(["type": "CONNECT"], in: .connection)
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("CO02", .must, "CONNECT with the members of official senders opens a virtual connection") {
            context in
            let connection = try await context.open(greets: false)
            let information: JSONObject = [
                "sdkType": 2, "version": "15.605.1.3", "browserVersion": "44.0.2403.30", "platform": 6,
                "connectionType": 1,
            ]
            try await connection.send(
                [
                    "type": "CONNECT", "origin": [:], "userAgent": "conformance", "connType": 0,
                    "senderInfo": .object(information),
                ],
                in: .connection
            )
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("CO03", .should, "A request without a virtual connection is not answered") { context in
            let connection = try await context.open(greets: false)
            let id = connection.nextRequestID()
            try await connection.send(["type": "GET_STATUS", "requestId": .integer(Int64(id))], in: .receiver)
            try await connection.silence("no reply without CONNECT", for: .seconds(3)) { $0.object?.requestID == id }
        },
        ConformanceCase("CO04", .must, "CONNECT twice is harmless") { context in
            let connection = try await context.open()
            try await connection.connect()
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("CO05", .should, "After CLOSE, requests are not answered") { context in
            let connection = try await context.open()
            _ = try await context.receiverStatus(connection)
            try await connection.send(["type": "CLOSE"], in: .connection)
            let id = connection.nextRequestID()
            try await connection.send(["type": "GET_STATUS", "requestId": .integer(Int64(id))], in: .receiver)
            try await connection.silence("no reply after CLOSE", for: .seconds(3)) { $0.object?.requestID == id }
        },
        ConformanceCase("CO06", .must, "CONNECT after CLOSE opens the virtual connection again") { context in
            let connection = try await context.open()
            try await connection.send(["type": "CLOSE", "reasonCode": 5], in: .connection)
            try await connection.connect()
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("CO07", .must, "Two sender IDs on one connection are served separately") { context in
            let connection = try await context.open()
            let other = "sender-other"
            try await connection.send(["type": "CONNECT"], in: .connection, from: other)
            let id = connection.nextRequestID()
            try await connection.send(
                ["type": "GET_STATUS", "requestId": .integer(Int64(id))],
                in: .receiver,
                from: other
            )
            let reply = try await connection.next("a reply to the second sender ID") { $0.object?.requestID == id }
            let destination = reply.message.destinationID
            try require(
                destination == other || destination == CastMessage.broadcastID,
                "the destination \(other)",
                received: destination
            )
        },
        ConformanceCase("CO08", .should, "A version in CONNECT is answered with CONNECTED") { context in
            let connection = try await context.open(greets: false)
            try await connection.send(
                ["type": "CONNECT", "protocolVersion": 0, "protocolVersionList": [0, 1, 2, 3]],
                in: .connection
            )
            _ = try await connection.next("CONNECTED", within: .seconds(3)) { $0.type == "CONNECTED" }
        },
        ConformanceCase("CO09", .must, "A message to an unknown destination is not answered, and does no harm") {
            context in
            let connection = try await context.open()
            let id = connection.nextRequestID()
            try await connection.connect(to: "conformance-nobody")
            try await connection.send(
                ["type": "GET_STATUS", "requestId": .integer(Int64(id))],
                in: .media,
                to: "conformance-nobody"
            )
            try await connection.silence("no MEDIA_STATUS of nobody", for: .seconds(2)) {
                $0.type == "MEDIA_STATUS" && $0.object?.requestID == id
            }
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("CO10", .must, "A message in an unknown namespace is not answered, and does no harm") {
            context in
            let connection = try await context.open()
            let namespace: CastNamespace = "urn:x-cast:org.swift-cast.conformance"
            try await connection.send(["type": "HELLO", "requestId": 7_777_777], in: namespace)
            try await connection.silence("no message in the namespace", for: .seconds(2)) { $0.namespace == namespace }
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("CO11", .must, "The same sender ID on two connections are two senders") { context in
            var connections: [TestConnection] = []
            for _ in 0..<2 { connections.append(try await context.open(as: CastMessage.senderID)) }
            for connection in connections { _ = try await context.receiverStatus(connection) }
        },
        ConformanceCase("CO12", .must, "Weak and invisible connections are answered") { context in
            for kind in [1, 2] {
                let connection = try await context.open(greets: false)
                try await connection.send(["type": "CONNECT", "connType": .integer(Int64(kind))], in: .connection)
                _ = try await context.receiverStatus(connection)
            }
        },
        ConformanceCase("CO13", .should, "CONNECT of an unknown kind is answered with CLOSE") { context in
            let connection = try await context.open(greets: false)
            try await connection.send(["type": "CONNECT", "connType": 99], in: .connection)
            _ = try await connection.next("CLOSE", within: .seconds(5)) {
                $0.namespace == .connection && $0.type == "CLOSE"
            }
        },
        ConformanceCase("CO14", .should, "CLOSE to all destinations is ignored") { context in
            let connection = try await context.open()
            try await connection.send(["type": "CLOSE"], in: .connection, to: CastMessage.broadcastID)
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("CO15", .should, "CONNECTED has a version that the sender named") { context in
            let connection = try await context.open(greets: false)
            let versions: [Int64] = [0, 1, 2, 3]
            try await connection.send(
                ["type": "CONNECT", "protocolVersionList": .array(versions.map { .integer($0) })],
                in: .connection
            )
            let reply = try await connection.next("CONNECTED", within: .seconds(3)) { $0.type == "CONNECTED" }
            let version = reply.object?["protocolVersion"]?.numberValue
            try require(
                versions.contains { Double($0) == version },
                "a protocolVersion from 0 to 3",
                received: reply.summary
            )
        },
        ConformanceCase("CO16", .must, "CLOSE to an app keeps the connection to the platform", requires: [.media]) {
            context in
            let connection = try await context.open()
            let app = try await context.launch(connection)
            try await connection.send(["type": "CLOSE"], in: .connection, to: app.transportID)
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("CO17", .should, "After CLOSE to an app, its messages no longer arrive", requires: [.media]) {
            context in
            let connection = try await context.open()
            let app = try await context.launch(connection)
            try await connection.send(["type": "CLOSE"], in: .connection, to: app.transportID)
            let id = connection.nextRequestID()
            try await connection.send(
                ["type": "GET_STATUS", "requestId": .integer(Int64(id))],
                in: .media,
                to: app.transportID
            )
            try await connection.silence("no MEDIA_STATUS after CLOSE", for: .seconds(2)) {
                $0.object?.requestID == id
            }
        },
    ]

    static let heartbeat: [ConformanceCase] = [
        ConformanceCase("HB01", .must, "PING is answered with PONG within 5 seconds") { context in
            let connection = try await context.open()
            try await connection.send(["type": "PING"], in: .heartbeat)
            _ = try await connection.next("PONG", within: .seconds(5)) {
                $0.namespace == .heartbeat && $0.type == "PONG"
            }
        },
        ConformanceCase("HB02", .must, "PONG has the sender as its destination") { context in
            let connection = try await context.open()
            try await connection.send(["type": "PING"], in: .heartbeat)
            let pong = try await connection.next("PONG", within: .seconds(5)) { $0.type == "PONG" }
            let destination = pong.message.destinationID
            try require(
                destination == connection.senderID || destination == CastMessage.broadcastID,
                "the destination \(connection.senderID)",
                received: destination
            )
        },
        ConformanceCase("HB03", .should, "PING is answered before CONNECT") { context in
            let connection = try await context.open(greets: false)
            try await connection.send(["type": "PING"], in: .heartbeat)
            _ = try await connection.next("PONG", within: .seconds(5)) { $0.type == "PONG" }
        },
        ConformanceCase("HB04", .should, "The device sends PING to a silent sender within 15 seconds") { context in
            let connection = try await context.open()
            _ = try await context.receiverStatus(connection)
            _ = try await connection.next("PING", within: .seconds(15)) { $0.type == "PING" }
        },
        ConformanceCase(
            "HB05",
            .should,
            "A sender that answers no PING is disconnected within a minute",
            requires: [.time]
        ) { context in
            let connection = try await context.open()
            connection.answersPings = false
            try await connection.left("CLOSE, or the end of the connection", within: .seconds(60))
        },
        ConformanceCase(
            "HB06",
            .must,
            "A sender that answers PING stays connected for 40 seconds",
            requires: [.time]
        ) { context in
            let connection = try await context.open()
            try await connection.silence("no CLOSE", for: .seconds(40)) {
                $0.namespace == .connection && $0.type == "CLOSE"
            }
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("HB07", .must, "A heartbeat that is no JSON does not end the connection") { context in
            let connection = try await context.open()
            try await connection.send(
                CastMessage(
                    from: connection.senderID,
                    to: CastMessage.receiverID,
                    namespace: .heartbeat,
                    payload: .text("PING")
                )
            )
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("HB08", .must, "PONG comes from the ID to which PING was sent") { context in
            let connection = try await context.open()
            try await connection.send(["type": "PING"], in: .heartbeat)
            let pong = try await connection.next("PONG", within: .seconds(5)) { $0.type == "PONG" }
            let source = pong.message.sourceID
            try require(source == CastMessage.receiverID, CastMessage.receiverID, received: source)
        },
        ConformanceCase("HB09", .should, "Each of twenty PINGs is answered") { context in
            let connection = try await context.open()
            for _ in 0..<20 { try await connection.send(["type": "PING"], in: .heartbeat) }
            for _ in 0..<20 {
                _ = try await connection.next("twenty PONGs", within: .seconds(5)) { $0.type == "PONG" }
            }
        },
        ConformanceCase("HB10", .must, "A PONG that nobody asked for is harmless") { context in
            let connection = try await context.open()
            try await connection.send(["type": "PONG"], in: .heartbeat)
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("HB11", .may, "An app answers PING as well", requires: [.media]) { context in
            let connection = try await context.open()
            let app = try await context.launch(connection)
            try await connection.send(["type": "PING"], in: .heartbeat, to: app.transportID)
            _ = try await connection.next("PONG from the app", within: .seconds(5)) {
                $0.type == "PONG" && $0.message.sourceID == app.transportID
            }
        },
    ]
}
