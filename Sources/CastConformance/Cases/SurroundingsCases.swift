import CastSender
import CastTransport
import CastWire

// Cases about what surrounds the connection: the record, groups, the HTTP server, and limits.

extension ConformanceCase {
    static let discovery: [ConformanceCase] = [
        recordCase("DI01", .must, "The record has a device ID of 128 bits") { record in
            let id = record.text["id"] ?? "none"
            let digits = id.lowercased().filter { $0 != "-" }
            try require(
                digits.count == 32 && digits.allSatisfy(\.isHexDigit),
                "32 hexadecimal digits",
                received: "\(id.count) characters"
            )
        },
        recordCase("DI02", .must, "The record has a name") { record in
            try require(record.text["fn"]?.isEmpty == false, "a text `fn`", received: "none")
        },
        recordCase("DI03", .should, "The record has a model") { record in
            try require(record.text["md"]?.isEmpty == false, "a text `md`", received: "none")
        },
        recordCase("DI04", .should, "The capabilities are a decimal number") { record in
            let text = record.text["ca"] ?? "none"
            try require(UInt64(text) != nil, "a number `ca`", received: text)
        },
        recordCase("DI05", .should, "The protocol version is a number from 2 to 99") { record in
            let text = record.text["ve"] ?? "none"
            try require(Int(text).map { (2...99).contains($0) } ?? false, "`ve` from 2 to 99", received: text)
        },
        recordCase("DI06", .should, "The state is 0 or 1") { record in
            let text = record.text["st"] ?? "none"
            try require(text == "0" || text == "1", "`st` 0 or 1", received: text)
        },
        recordCase("DI07", .should, "The icon is a path on the device's HTTP server") { record in
            let text = record.text["ic"] ?? "none"
            try require(text.hasPrefix("/"), "a path `ic`", received: text)
        },
        recordCase("DI08", .must, "The record leads to a port that is not 0") { record in
            let ports = record.endpoints.map(\.port)
            try require(!ports.isEmpty && ports.allSatisfy { $0 > 0 }, "a port", received: "\(ports)")
        },
        recordCase("DI09", .may, "A device listens at port 8009, and groups at others") { record in
            let port = record.endpoints.first?.port ?? 0
            try require(
                record.isGroup ? port != 8009 : port == 8009,
                record.isGroup ? "another port" : "8009",
                received: "\(port)"
            )
        },
        recordCase("DI10", .should, "A device with a screen has VIDEO_OUT, and every device AUDIO_OUT") { record in
            try require(record.capabilities.contains(.audioOut), "AUDIO_OUT (4)", received: record.text["ca"] ?? "none")
        },
    ]

    static let multizone: [ConformanceCase] = [
        ConformanceCase("MZ01", .should, "GET_STATUS of the multizone namespace is answered with the members") {
            context in
            let reply = try await context.open().request(["type": "GET_STATUS"], in: .multizone, within: .seconds(5))
            try require(reply.type == "MULTIZONE_STATUS", "MULTIZONE_STATUS", received: reply.summary)
            let devices = reply.object?["status"]?["devices"]?.arrayValue ?? []
            try require(!devices.isEmpty, "at least the device itself", received: "no devices")
        },
        ConformanceCase("MZ02", .should, "A member has deviceId, name, capabilities and volume") { context in
            let reply = try await context.open().request(["type": "GET_STATUS"], in: .multizone, within: .seconds(5))
            let member = reply.object?["status"]?["devices"]?[0]
            for key in ["deviceId", "name", "capabilities", "volume"] {
                try require(member?[key] != nil, "a member `\(key)`", received: "none")
            }
        },
    ]

    static let setup: [ConformanceCase] = [
        ConformanceCase("SE01", .should, "eureka_info has the name and the ID of the device", requires: [.http]) {
            context in
            let information = await EurekaRequest(context.device).perform()
            try require(information?["name"]?.stringValue != nil, "a text `name`", received: "none")
            let id = information?["ssdp_udn"]?.stringValue ?? information?["device_info"]?["ssdp_udn"]?.stringValue
            try require(id != nil, "a text `ssdp_udn`", received: "none")
        },
        ConformanceCase("SE02", .should, "eureka_info is JSON", requires: [.http]) { context in
            let response = try await EurekaRequest(context.device).get("/setup/eureka_info")
            try require(response.object != nil, "a JSON object", received: "\(response.status) \(response.contentType)")
        },
        ConformanceCase("SE03", .may, "The device has a UPnP description", requires: [.http]) { context in
            let response = try await EurekaRequest(context.device).get("/ssdp/device-desc.xml")
            try require(response.status == 200, "status 200", received: "\(response.status)")
        },
        ConformanceCase("SE04", .should, "The icon of the record exists", requires: [.http]) { context in
            let response = try await EurekaRequest(context.device).get("/setup/icon.png")
            try require(
                response.status == 200 && response.body.starts(with: [0x89, 0x50, 0x4E, 0x47]),
                "a PNG image",
                received: "\(response.status) \(response.contentType)"
            )
        },
        ConformanceCase("SE05", .should, "eureka_info over the Cast connection is answered") { context in
            let connection = try await context.open()
            try await connection.send(
                ["type": "eureka_info", "request_id": 4711, "data": ["params": ["version", "name", "device_info"]]],
                in: .setup
            )
            _ = try await connection.next("eureka_info with response_code", within: .seconds(5)) {
                $0.namespace == .setup && $0.object?["response_code"] != nil
            }
        },
    ]

    static let limits: [ConformanceCase] = [
        ConformanceCase("LI01", .must, "A message of 60 KiB is read") { context in
            let connection = try await context.open()
            let padding = JSONValue.string(String(repeating: "x", count: 60_000))
            let reply = try await connection.request(["type": "GET_STATUS", "padding": padding])
            try require(reply.type == "RECEIVER_STATUS", "RECEIVER_STATUS", received: reply.summary)
        },
        ConformanceCase("LI02", .must, "Text that is no JSON does not end the device's service") { context in
            let connection = try await context.open()
            for text in ["", "{", "null", "[]", "{\"type\":", String(repeating: "[", count: 10_000)] {
                try await connection.send(
                    CastMessage(
                        from: connection.senderID,
                        to: CastMessage.receiverID,
                        namespace: .receiver,
                        payload: .text(text)
                    )
                )
            }
            _ = try await context.receiverStatus(try await context.open())
        },
        ConformanceCase("LI03", .must, "Members of the wrong type do not end the device's service") { context in
            let connection = try await context.open()
            let odd: [JSONObject] = [
                ["type": 1, "requestId": 1], ["type": "LAUNCH", "appId": 5, "requestId": 2],
                ["type": "SET_VOLUME", "volume": "loud", "requestId": 3], ["type": .null, "requestId": 4],
                ["type": "GET_APP_AVAILABILITY", "appId": "CC1AD845", "requestId": 5],
                ["type": "GET_STATUS", "requestId": "6"], ["type": "GET_STATUS", "requestId": 1e300],
            ]
            for object in odd { try await connection.send(object, in: .receiver) }
            _ = try await context.receiverStatus(try await context.open())
        },
        ConformanceCase("LI04", .must, "Fifty virtual connections on one connection are served") { context in
            let connection = try await context.open()
            for number in 0..<50 {
                try await connection.send(["type": "CONNECT"], in: .connection, from: "sender-c\(number)")
            }
            let id = connection.nextRequestID()
            try await connection.send(
                ["type": "GET_STATUS", "requestId": .integer(Int64(id))],
                in: .receiver,
                from: "sender-c49"
            )
            _ = try await connection.next("a reply to the last of them") { $0.object?.requestID == id }
        },
        ConformanceCase("LI05", .must, "A hundred requests at once are all answered") { context in
            let connection = try await context.open()
            let ids = (0..<100).map { _ in connection.nextRequestID() }
            for id in ids {
                try await connection.send(["type": "GET_STATUS", "requestId": .integer(Int64(id))], in: .receiver)
            }
            for id in ids {
                _ = try await connection.next("a reply to each of 100 requests") { $0.object?.requestID == id }
            }
        },
        ConformanceCase("LI06", .should, "A requestId beyond 32 bits is returned") { context in
            let connection = try await context.open()
            let id: Int64 = 4_294_967_297
            try await connection.send(["type": "GET_STATUS", "requestId": .integer(id)], in: .receiver)
            _ = try await connection.next("a reply with the requestId \(id)", within: .seconds(5)) {
                $0.object?["requestId"]?.numberValue == Double(id)
            }
        },
    ]

    /// A case about the record of the device.
    private static func recordCase(
        _ id: String,
        _ level: Level,
        _ statement: String,
        test: @escaping @Sendable (CastDevice) throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(id, level, statement, requires: [.record]) { context in
            guard let record = context.device.record else { return }
            try test(record)
        }
    }
}
