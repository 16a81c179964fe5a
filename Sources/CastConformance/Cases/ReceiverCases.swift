// SPDX-License-Identifier: Apache-2.0

import CastWire

extension ConformanceCase {
    static let receiver: [ConformanceCase] = [
        ConformanceCase("RC01", .must, "GET_STATUS is answered with RECEIVER_STATUS and the same requestId") {
            context in
            let reply = try await context.open().request(["type": "GET_STATUS"])
            try require(reply.type == "RECEIVER_STATUS", "RECEIVER_STATUS", received: reply.summary)
            try require(
                reply.message.sourceID == CastMessage.receiverID,
                "from receiver-0",
                received: reply.message.sourceID
            )
        },
        ConformanceCase("RC02", .must, "The volume has a level from 0 to 1 and a Boolean `muted`") { context in
            let status = try await context.receiverStatus(try await context.open())
            let volume = status["volume"]
            let level = try unwrap(volume?["level"]?.numberValue, "a number `level`", received: "\(volume ?? .null)")
            try require((0...1).contains(level), "a level from 0 to 1", received: "\(level)")
            try require(volume?["muted"]?.boolValue != nil, "a Boolean `muted`", received: "\(volume ?? .null)")
        },
        ConformanceCase("RC03", .should, "The volume has `controlType` and `stepInterval`") { context in
            let status = try await context.receiverStatus(try await context.open())
            let (volume, kinds) = (status["volume"], ["attenuation", "fixed", "master"])
            let kind = volume?["controlType"]?.stringValue ?? "none"
            try require(kinds.contains(kind), "attenuation, fixed or master", received: kind)
            let step = volume?["stepInterval"]?.numberValue ?? 0
            try require(step > 0 && step <= 1, "a stepInterval above 0 and at most 1", received: "\(step)")
        },
        ConformanceCase("RC04", .should, "`applications` is absent, or has one application") { context in
            let status = try await context.receiverStatus(try await context.open())
            let count = status["applications"]?.arrayValue?.count
            try require(count == nil || count == 1, "absent or one element", received: "\(count ?? 0) elements")
        },
        ConformanceCase("RC05", .must, "LAUNCH of the Default Media Receiver starts it", requires: [.media]) {
            context in
            let app = try await context.launch(try await context.open())
            try require(!app.sessionID.isEmpty, "a sessionId", received: "an empty one")
        },
        ConformanceCase(
            "RC06",
            .must,
            "The status after LAUNCH has the requestId of the request",
            requires: [.media]
        ) { context in
            let connection = try await context.open()
            _ = try await context.launch(connection)
            // LAUNCH of the app that runs is answered as well.
            let reply = try await connection.request(
                ["type": "LAUNCH", "appId": .string(CaseContext.app)],
                within: .seconds(60)
            )
            try require(reply.type == "RECEIVER_STATUS", "RECEIVER_STATUS", received: reply.summary)
        },
        ConformanceCase(
            "RC07",
            .should,
            "LAUNCH is reported with LAUNCH_STATUS and launchRequestId",
            requires: [.media]
        ) { context in
            let connection = try await context.open()
            _ = try await context.launch(connection)
            _ = try await connection.next("LAUNCH_STATUS", within: .seconds(1)) {
                $0.type == "LAUNCH_STATUS" && $0.object?.launchRequestID != nil
            }
        },
        ConformanceCase("RC08", .must, "LAUNCH of the app that runs keeps its session", requires: [.media]) { context in
            let connection = try await context.open()
            let app = try await context.launch(connection)
            let again = try await context.launch(connection)
            try require(app.sessionID == again.sessionID, "the same sessionId", received: "another one")
        },
        ConformanceCase(
            "RC09",
            .must,
            "An application has appId, displayName, sessionId, transportId and statusText",
            requires: [.media]
        ) { context in
            let app = try await context.launch(try await context.open())
            for key in ["appId", "displayName", "sessionId", "transportId", "statusText"] {
                try require(
                    app.fields[key]?.stringValue != nil,
                    "a text `\(key)`",
                    received: "\(app.fields[key] ?? .null)"
                )
            }
        },
        ConformanceCase("RC10", .should, "Namespaces are objects with a `name`", requires: [.media]) { context in
            let app = try await context.launch(try await context.open())
            let list = app.fields["namespaces"]?.arrayValue ?? []
            try require(
                !list.isEmpty && list.allSatisfy { $0["name"]?.stringValue != nil },
                "objects with a name",
                received: "\(app.fields["namespaces"] ?? .null)"
            )
        },
        ConformanceCase("RC11", .must, "STOP ends the app; the status no longer has it", requires: [.media]) {
            context in
            let connection = try await context.open()
            let app = try await context.launch(connection)
            let reply = try await connection.request(["type": "STOP", "sessionId": .string(app.sessionID)])
            let rest = CaseContext.application(CaseContext.app, in: reply.object?["status"]?.objectValue)
            try require(rest?.sessionID != app.sessionID, "a status without the session", received: reply.summary)
        },
        ConformanceCase("RC12", .must, "STOP sends CLOSE to the senders of the app", requires: [.media]) { context in
            let connection = try await context.open()
            let app = try await context.launch(connection)
            try await connection.send(
                ["type": "STOP", "sessionId": .string(app.sessionID), "requestId": 9_999_999],
                in: .receiver
            )
            _ = try await connection.next("CLOSE from the app") {
                $0.namespace == .connection && $0.type == "CLOSE" && $0.message.sourceID == app.transportID
            }
        },
        ConformanceCase("RC13", .must, "STOP of an unknown session is answered with INVALID_REQUEST") { context in
            let reply = try await context.open().request(["type": "STOP", "sessionId": "conformance-nobody"])
            try require(reply.type == "INVALID_REQUEST", "INVALID_REQUEST", received: reply.summary)
        },
        ConformanceCase("RC14", .should, "INVALID_REQUEST of an unknown session has INVALID_SESSION_ID") { context in
            let reply = try await context.open().request(["type": "STOP", "sessionId": "conformance-nobody"])
            let reason = reply.object?["reason"]?.stringValue
            try require(reason == "INVALID_SESSION_ID", "INVALID_SESSION_ID", received: reply.summary)
        },
        ConformanceCase("RC15", .must, "LAUNCH of an unknown app is answered with LAUNCH_ERROR") { context in
            let reply = try await context.open().request(["type": "LAUNCH", "appId": "00000001"], within: .seconds(60))
            try require(reply.type == "LAUNCH_ERROR", "LAUNCH_ERROR", received: reply.summary)
        },
        ConformanceCase("RC16", .should, "LAUNCH_ERROR of an unknown app has the reason NOT_FOUND") { context in
            let reply = try await context.open().request(["type": "LAUNCH", "appId": "00000001"], within: .seconds(60))
            try require(reply.object?["reason"]?.stringValue == "NOT_FOUND", "NOT_FOUND", received: reply.summary)
        },
        ConformanceCase("RC17", .must, "GET_APP_AVAILABILITY says which apps the device runs") { context in
            let reply = try await context.open().request(
                ["type": "GET_APP_AVAILABILITY", "appId": [.string(CaseContext.app), "00000001"]]
            )
            let answers = reply.object?["availability"]
            let known = ["APP_AVAILABLE", "APP_UNAVAILABLE"]
            for app in [CaseContext.app, "00000001"] {
                let answer = answers?[app]?.stringValue ?? "none"
                try require(known.contains(answer), "an availability of \(app)", received: answer)
            }
            let unknown = answers?["00000001"]?.stringValue ?? ""
            try require(unknown == "APP_UNAVAILABLE", "APP_UNAVAILABLE for an unknown app", received: unknown)
        },
        ConformanceCase("RC18", .should, "The reply to GET_APP_AVAILABILITY has `responseType` and no `type`") {
            context in
            let reply = try await context.open().request(
                ["type": "GET_APP_AVAILABILITY", "appId": [.string(CaseContext.app)]]
            )
            try require(
                reply.object?["responseType"]?.stringValue == "GET_APP_AVAILABILITY" && reply.object?["type"] == nil,
                "responseType GET_APP_AVAILABILITY",
                received: reply.summary
            )
        },
        ConformanceCase("RC19", .must, "A request of an unknown type is answered with INVALID_REQUEST") { context in
            let reply = try await context.open().request(["type": "CONFORMANCE"])
            try require(reply.type == "INVALID_REQUEST", "INVALID_REQUEST", received: reply.summary)
        },
        ConformanceCase("RC20", .should, "A request without requestId is not answered") { context in
            let connection = try await context.open()
            try await connection.send(["type": "CONFORMANCE"], in: .receiver)
            try await connection.silence("no reply", for: .seconds(2)) { $0.type == "INVALID_REQUEST" }
        },
        ConformanceCase("RC21", .must, "Unknown members of a request are ignored") { context in
            let reply = try await context.open().request(
                ["type": "GET_STATUS", "conformance": ["a": [1, 2, .null]], "zzz": true]
            )
            try require(reply.type == "RECEIVER_STATUS", "RECEIVER_STATUS", received: reply.summary)
        },
        ConformanceCase("RC22", .must, "SET_VOLUME changes the level, and the status says so", requires: [.volume]) {
            context in
            let connection = try await context.open()
            let status = try await context.receiverStatus(connection)
            let level = try Self.reportedLevel(status)
            // Lower, so that nothing becomes louder; from silence, by one step.
            let wanted = level >= 0.04 ? level - 0.02 : 0.02
            let reply = try await connection.request(["type": "SET_VOLUME", "volume": ["level": .number(wanted)]])
            let got = reply.object?["status"]?["volume"]?["level"]?.numberValue ?? -1
            try require(abs(got - wanted) < 0.02, "a level near \(wanted)", received: reply.summary)
            _ = try await connection.request(["type": "SET_VOLUME", "volume": ["level": .number(level)]])
        },
        ConformanceCase("RC23", .must, "A change of the volume is sent to every sender", requires: [.volume]) {
            context in
            let (connection, observer) = (try await context.open(), try await context.open())
            let status = try await context.receiverStatus(connection)
            _ = try await context.receiverStatus(observer)
            guard let isMuted = status["volume"]?["muted"]?.boolValue else {
                throw CaseSkip(reason: "the device does not report whether it is muted, so it could not be restored")
            }
            for muted in [!isMuted, isMuted] {
                _ = try await connection.request(["type": "SET_VOLUME", "volume": ["muted": .bool(muted)]])
                _ = try await observer.next("RECEIVER_STATUS with muted \(muted) to another sender") {
                    $0.object?["status"]?["volume"]?["muted"]?.boolValue == muted
                }
            }
        },
        ConformanceCase(
            "RC24",
            .should,
            "A level outside of 0 to 1 is limited or rejected, and not stored",
            requires: [.volume]
        ) { context in
            let connection = try await context.open()
            let level = try Self.reportedLevel(try await context.receiverStatus(connection))
            _ = try await connection.request(["type": "SET_VOLUME", "volume": ["level": -5]])
            let after = try await context.receiverStatus(connection)["volume"]?["level"]?.numberValue ?? -1
            _ = try await connection.request(["type": "SET_VOLUME", "volume": ["level": .number(level)]])
            try require((0...1).contains(after), "a level from 0 to 1", received: "\(after)")
        },
        ConformanceCase("RC25", .should, "DEVICE_INFO has the name, the model and the ID of the device") { context in
            let connection = try await context.open()
            let reply = try await connection.request(["type": "GET_DEVICE_INFO"], in: .discovery, within: .seconds(5))
            for key in ["friendlyName", "deviceModel", "deviceId"] {
                try require(
                    reply.object?[key]?.stringValue?.isEmpty == false,
                    "a text `\(key)`",
                    received: "\(reply.object?[key] ?? .null)"
                )
            }
        },
    ]
    /// The level of a status, to which the device is restored.
    ///
    /// - Throws: ``CaseSkip`` if the device does not report it.
    private static func reportedLevel(_ status: JSONObject) throws(CaseSkip) -> Double {
        guard let level = status["volume"]?["level"]?.numberValue else {
            throw CaseSkip(reason: "the device does not report its volume, which could not be restored")
        }
        return level
    }
}
