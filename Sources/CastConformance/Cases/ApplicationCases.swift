// SPDX-License-Identifier: Apache-2.0

import CastWire

// Cases about requests to the platform that launch, stop and describe apps, and about requests that it refuses.

extension ConformanceCase {
    static let applications: [ConformanceCase] = [
        ConformanceCase("RC26", .must, "LAUNCH with the members of official senders starts the app", requires: [.media])
        { context in
            let connection = try await context.open()
            let app = try await context.launch(
                connection,
                [
                    "language": "en-US", "supportedAppTypes": ["WEB", "ANDROID_TV"],
                    "appParams": ["launchCheckerParams": ["credentialsData": ["credentialsType": "web"]]],
                ]
            )
            try require(!app.transportID.isEmpty, "a transportId", received: "an empty one")
        },
        ConformanceCase("RC27", .must, "A launch is sent to every sender", requires: [.media]) { context in
            let (connection, observer) = (try await context.open(), try await context.open())
            _ = try await context.receiverStatus(observer)
            let app = try await context.launch(connection)
            _ = try await observer.next("RECEIVER_STATUS with the app to another sender") { received in
                let status = received.object?["status"]?.objectValue
                return CaseContext.application(CaseContext.app, in: status)?.sessionID == app.sessionID
            }
        },
        ConformanceCase("RC28", .must, "Each launch has a session of its own", requires: [.media]) { context in
            let connection = try await context.open()
            let first = try await context.launch(connection)
            _ = try await connection.request(["type": "STOP", "sessionId": .string(first.sessionID)])
            // The status of the stop is not that of the second launch.
            let second = try await context.launch(try await context.open())
            try require(first.sessionID != second.sessionID, "another sessionId", received: "the same")
        },
        ConformanceCase("RC29", .should, "STOP without sessionId stops the app that runs", requires: [.media]) {
            context in
            let connection = try await context.open()
            let app = try await context.launch(connection)
            let reply = try await connection.request(["type": "STOP"])
            let rest = CaseContext.application(CaseContext.app, in: reply.object?["status"]?.objectValue)
            try require(
                reply.type == "RECEIVER_STATUS" && rest?.sessionID != app.sessionID,
                "a status without the session",
                received: reply.summary
            )
        },
        ConformanceCase("RC30", .must, "LAUNCH without appId is refused") { context in
            let connection = try await context.open()
            let reply = try await context.requestLaunch(["type": "LAUNCH"], connection)
            try require(
                ["LAUNCH_ERROR", "INVALID_REQUEST"].contains(reply.type),
                "LAUNCH_ERROR or INVALID_REQUEST",
                received: reply.summary
            )
        },
        ConformanceCase("RC31", .may, "An invisible connection cannot launch an app", requires: [.media]) { context in
            let connection = try await context.open(greets: false)
            try await connection.send(["type": "CONNECT", "connType": 2], in: .connection)
            let reply = try await context.requestLaunch(
                ["type": "LAUNCH", "appId": .string(CaseContext.app)],
                connection
            )
            try require(reply.type == "LAUNCH_ERROR", "LAUNCH_ERROR", received: reply.summary)
        },
        ConformanceCase("RC32", .should, "SET_VOLUME without a volume is answered with INVALID_REQUEST") { context in
            let reply = try await context.open().request(["type": "SET_VOLUME"])
            try require(reply.type == "INVALID_REQUEST", "INVALID_REQUEST", received: reply.summary)
        },
        ConformanceCase("RC33", .should, "GET_APP_AVAILABILITY without appId is answered with INVALID_REQUEST") {
            context in
            let reply = try await context.open().request(["type": "GET_APP_AVAILABILITY"])
            try require(reply.type == "INVALID_REQUEST", "INVALID_REQUEST", received: reply.summary)
        },
        ConformanceCase("RC34", .must, "GET_APP_AVAILABILITY of twenty apps answers each of them") { context in
            let apps = (1..<20).map { "000000\($0 + 10)" } + [CaseContext.app]
            let reply = try await context.open().request(
                ["type": "GET_APP_AVAILABILITY", "appId": .array(apps.map { .string($0) })]
            )
            let missing = apps.filter { reply.object?["availability"]?[$0]?.stringValue == nil }
            try require(missing.isEmpty, "an availability of each app", received: "none of \(missing)")
        },
        ConformanceCase("RC35", .must, "The Default Media Receiver is available") { context in
            let reply = try await context.open().request(
                ["type": "GET_APP_AVAILABILITY", "appId": [.string(CaseContext.app)]]
            )
            let answer = reply.object?["availability"]?[CaseContext.app]?.stringValue ?? "none"
            try require(answer == "APP_AVAILABLE", "APP_AVAILABLE", received: answer)
        },
        ConformanceCase("RC36", .should, "A request whose requestId is text is not answered") { context in
            let connection = try await context.open()
            try await connection.send(["type": "CONFORMANCE", "requestId": "abc"], in: .receiver)
            try await connection.silence("no reply", for: .seconds(2)) { $0.type == "INVALID_REQUEST" }
        },
        ConformanceCase("RC37", .must, "The reply to GET_STATUS goes to the sender that asked") { context in
            let (connection, observer) = (try await context.open(), try await context.open())
            _ = try await context.receiverStatus(observer)
            let id = connection.nextRequestID()
            try await connection.send(["type": "GET_STATUS", "requestId": .integer(Int64(id))], in: .receiver)
            _ = try await connection.next("RECEIVER_STATUS") { $0.object?.requestID == id }
            try await observer.silence("no reply to the other sender", for: .seconds(1)) {
                $0.object?.requestID == id
            }
        },
    ]
}
