// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTransport
import CastWire
import NIOHTTP1

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
        recordCase("DI11", .must, "Each key with its value takes at most 255 bytes") { record in
            let longest = record.text.map { $0.key.utf8.count + 1 + $0.value.utf8.count }.max() ?? 0
            try require(longest <= 255, "at most 255 bytes", received: "\(longest)")
        },
        recordCase("DI12", .should, "The bootstrap address has 12 hexadecimal digits") { record in
            try requireDigits(12, "bs", in: record)
        },
        recordCase("DI13", .should, "The metrics ID is empty or has 16 hexadecimal digits") { record in
            if record.text["rm"] == "" { return }
            try requireDigits(16, "rm", in: record)
        },
        recordCase("DI14", .should, "The notification flag is 1 or 2") { record in
            let text = record.text["nf"] ?? "none"
            try require(["1", "2"].contains(text), "`nf` 1 or 2", received: text)
        },
        ConformanceCase("DI15", .should, "DEVICE_INFO has the ID and the name of the record", requires: [.record]) {
            context in
            let connection = try await context.open()
            let reply = try await connection.request(["type": "GET_DEVICE_INFO"], in: .discovery, within: .seconds(5))
            let id = CastDevice.normalizedID(reply.object?["deviceId"]?.stringValue ?? "")
            try require(id == context.device.record?.id, "the ID of the record", received: "another ID")
            let name = reply.object?["friendlyName"]?.stringValue
            try require(name == context.device.record?.friendlyName, "the name of the record", received: "another name")
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
        ConformanceCase("MZ03", .should, "A device that is no group is its own only member") { context in
            let connection = try await context.open()
            let reply = try await connection.request(["type": "GET_STATUS"], in: .multizone, within: .seconds(5))
            let members = reply.object?["status"]?["devices"]?.arrayValue ?? []
            guard members.count == 1 else { throw CaseSkip(reason: "the device has \(members.count) members") }
            let information = try await connection.request(
                ["type": "GET_DEVICE_INFO"],
                in: .discovery,
                within: .seconds(5)
            )
            let ids = [members[0]["deviceId"], information.object?["deviceId"]].map {
                CastDevice.normalizedID($0?.stringValue ?? "")
            }
            try require(ids[0] == ids[1], "the ID of DEVICE_INFO", received: "another one")
        },
        ConformanceCase("MZ04", .should, "MULTIZONE_STATUS says whether the device is a stereo pair") { context in
            let reply = try await context.open().request(["type": "GET_STATUS"], in: .multizone, within: .seconds(5))
            let value = reply.object?["status"]?["isMultichannel"]
            try require(value?.boolValue != nil, "a Boolean `isMultichannel`", received: "\(value ?? .null)")
        },
        ConformanceCase("MZ05", .should, "After CONNECT, the members are sent without a request") { context in
            let connection = try await context.open()
            let message = try await connection.next("MULTIZONE_STATUS", within: .seconds(5)) {
                $0.namespace == .multizone && $0.type == "MULTIZONE_STATUS"
            }
            let id = message.object?["requestId"]?.numberValue
            try require(id == 0, "the requestId 0", received: message.summary)
        },
    ]

    static let setup: [ConformanceCase] = [
        ConformanceCase("SE01", .should, "eureka_info has the name and the ID of the device", requires: [.http]) {
            context in
            let information = await DeviceHTTPClient(context.device).information()
            try require(information?["name"]?.stringValue != nil, "a text `name`", received: "none")
            let id = information?["ssdp_udn"]?.stringValue ?? information?["device_info"]?["ssdp_udn"]?.stringValue
            try require(id != nil, "a text `ssdp_udn`", received: "none")
        },
        ConformanceCase("SE02", .should, "eureka_info is JSON", requires: [.http]) { context in
            let response = try await DeviceHTTPClient(context.device).request("/setup/eureka_info")
            try require(response.object != nil, "a JSON object", received: "\(response.status) \(response.contentType)")
        },
        ConformanceCase("SE03", .may, "The device has a UPnP description", requires: [.http]) { context in
            let response = try await DeviceHTTPClient(context.device).request("/ssdp/device-desc.xml")
            try require(response.status == 200, "status 200", received: "\(response.status)")
        },
        ConformanceCase("SE04", .should, "The icon of the record exists", requires: [.http]) { context in
            let response = try await DeviceHTTPClient(context.device).request("/setup/icon.png")
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
        ConformanceCase("SE06", .should, "An empty message in the setup namespace is answered") { context in
            let connection = try await context.open()
            try await connection.send(
                CastMessage(
                    from: connection.senderID,
                    to: CastMessage.receiverID,
                    namespace: .setup,
                    payload: .text("")
                )
            )
            _ = try await connection.next("a message in the setup namespace", within: .seconds(5)) {
                $0.namespace == .setup
            }
        },
        ConformanceCase("SE07", .may, "eureka_info has only the requested sections", requires: [.http]) { context in
            let response = try await DeviceHTTPClient(context.device).request("/setup/eureka_info?params=name")
            let keys = response.object?.members.map(\.key) ?? []
            try require(keys == ["name"], "the member `name` alone", received: "\(keys.count) members")
        },
        ConformanceCase("SE08", .should, "eureka_info ignores unknown sections", requires: [.http]) { context in
            let response = try await DeviceHTTPClient(context.device).request(
                "/setup/eureka_info?params=name,conformance"
            )
            try require(
                response.status == 200 && response.object?["name"]?.stringValue != nil,
                "status 200 and a text `name`",
                received: "\(response.status) \(response.contentType)"
            )
        },
        ConformanceCase("SE09", .should, "An unknown path is answered with 404 or 403", requires: [.http]) { context in
            let response = try await DeviceHTTPClient(context.device).request("/setup/conformance")
            try require([403, 404].contains(response.status), "status 404 or 403", received: "\(response.status)")
        },
        ConformanceCase("SE10", .should, "A request that names the device by a host name is refused", requires: [.http])
        { context in
            let client = DeviceHTTPClient(context.device)
            let response = try await client.request("/setup/eureka_info", host: "conformance.example")
            try require(response.status == 403, "status 403", received: "\(response.status)")
        },
        ConformanceCase(
            "SE11",
            .should,
            "A request with the method TRACE is refused, and does no harm",
            requires: [.http]
        ) { context in
            let client = DeviceHTTPClient(context.device)
            let response = try await client.request("/setup/eureka_info", method: .TRACE)
            try require(response.status >= 400, "a status of 400 or more", received: "\(response.status)")
            try require(await client.information() != nil, "eureka_info afterward", received: "no answer")
        },
        ConformanceCase("SE12", .should, "eureka_info and DEVICE_INFO have the same ID", requires: [.http]) { context in
            let information = await DeviceHTTPClient(context.device).information()
            let udn = information?["ssdp_udn"] ?? information?["device_info"]?["ssdp_udn"]
            let reply = try await context.open().request(
                ["type": "GET_DEVICE_INFO"],
                in: .discovery,
                within: .seconds(5)
            )
            let ids = [udn, reply.object?["deviceId"]].map { CastDevice.normalizedID($0?.stringValue ?? "") }
            try require(!ids[0].isEmpty && ids[0] == ids[1], "the ID of DEVICE_INFO", received: "another one")
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
        ConformanceCase("LI07", .must, "Messages in a hundred unknown namespaces do no harm") { context in
            let connection = try await context.open()
            for number in 0..<100 {
                let namespace = CastNamespace("urn:x-cast:org.swift-cast.conformance\(number)")
                try await connection.send(["type": "HELLO"], in: namespace)
            }
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("LI08", .should, "A sender ID of 100 bytes is served") { context in
            let id = "sender-" + String(repeating: "x", count: 93)
            _ = try await context.receiverStatus(try await context.open(as: id))
        },
        ConformanceCase("LI09", .must, "A sender ID of 10,000 bytes does not end the device's service") { context in
            let connection = try await context.open()
            let id = String(repeating: "x", count: 10_000)
            try await connection.send(["type": "CONNECT"], in: .connection, from: id)
            _ = try await context.receiverStatus(try await context.open())
        },
        ConformanceCase("LI10", .must, "Two hundred virtual connections, one after another, are served") { context in
            let connection = try await context.open()
            for number in 0..<200 {
                for type in ["CONNECT", "CLOSE"] {
                    try await connection.send(["type": .string(type)], in: .connection, from: "sender-l\(number)")
                }
            }
            _ = try await context.receiverStatus(connection)
        },
        ConformanceCase("LI11", .must, "Twenty connections, one after another, are served") { context in
            for _ in 0..<20 {
                let connection = try await context.open()
                _ = try await context.receiverStatus(connection)
                await connection.close()
            }
        },
        ConformanceCase("LI12", .must, "JSON of two hundred levels does not end the device's service") { context in
            let connection = try await context.open()
            let nested = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
            try await connection.send(
                CastMessage(
                    from: connection.senderID,
                    to: CastMessage.receiverID,
                    namespace: .receiver,
                    payload: .text(#"{"type":"GET_STATUS","requestId":7777,"padding":\#(nested)}"#)
                )
            )
            _ = try await context.receiverStatus(try await context.open())
        },
        ConformanceCase("LI13", .must, "A message about media to the platform does no harm") { context in
            let connection = try await context.open()
            try await connection.send(["type": "PAUSE", "mediaSessionId": 1, "requestId": 7_777], in: .media)
            _ = try await context.receiverStatus(connection)
        },
    ]

    /// Requires a key with a number of hexadecimal digits.
    private static func requireDigits(_ count: Int, _ key: String, in record: CastDevice) throws(CaseDifference) {
        let text = record.text[key] ?? "none"
        try require(
            text.count == count && text.allSatisfy(\.isHexDigit),
            "`\(key)` with \(count) hexadecimal digits",
            received: record.text[key] == nil ? "none" : "\(text.count) characters"
        )
    }

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
