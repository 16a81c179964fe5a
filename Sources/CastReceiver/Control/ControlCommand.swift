import CastWire

/// What somebody outside asks of a ``VirtualHome``: one JSON object, one answer.
struct ControlCommand: Sendable {
    /// Why a request is refused.
    struct Refusal: Error, Hashable, CustomStringConvertible {
        /// Stable, in lower camel case.
        var code: String
        var description: String

        init(_ code: String, _ description: String) {
            self.code = code
            self.description = description
        }
    }

    /// What can be asked.
    enum Name: String, CaseIterable, Sendable {
        case status
        // The keys of a remote control.
        case play, pause, stop, seek, next, previous, volume
        // Somebody at the device, and another sender.
        case launch, close, takeover, transfer, standby, answer
        // Faults.
        case fault, faults, unfault, cut, refuse, off, port
        // Groups.
        case join, leave, lead, expand, dissolve
    }

    /// How many faults a device may have before no more are taken from outside.
    static let faultLimit = 256
    /// For how long a device may be told to be away, in seconds.
    static let longestRest = 86_400.0

    private let request: JSONObject
    private let home: VirtualHome

    init(_ request: JSONObject, home: VirtualHome) {
        self.request = request
        self.home = home
    }

    /// Carries it out.
    ///
    /// - Returns: What the answer says besides `ok`.
    /// - Throws: ``Refusal``, or an error of what was asked for.
    func perform() async throws -> JSONObject {
        guard let text = request["command"]?.stringValue else {
            throw Refusal("invalidRequest", "a request is an object with a \"command\"")
        }
        guard let name = Name(rawValue: text) else {
            let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw Refusal("unknownCommand", "there is no command \"\(text.prefix(40))\"; there are \(names)")
        }
        switch name {
        case .status: return await status
        case .join, .leave, .lead: return try await changeMembers(name)
        case .expand: return try await expand()
        case .dissolve:
            try await home.dissolve(try self.text("group"), to: try self.text("to"))
            return [:]
        default: return try await perform(name, on: try await home.device(try self.text("device")))
        }
    }

    private func perform(_ name: Name, on device: VirtualDevice) async throws -> JSONObject {
        switch name {
        case .play: try pressed(name, await device.remote.play(), on: device)
        case .pause: try pressed(name, await device.remote.pause(), on: device)
        case .stop: try pressed(name, await device.remote.stop(), on: device)
        case .next: try pressed(name, await device.remote.next(), on: device)
        case .previous: try pressed(name, await device.remote.previous(), on: device)
        case .seek:
            let position = try needed("position", try number("position", in: 0...1e9))
            try pressed(name, await device.remote.seek(to: position), on: device)
        case .volume:
            if let level = try number("level", in: 0...1) { await device.remote.setVolume(level) }
            if let isMuted = try flag("muted") { await device.remote.setMuted(isMuted) }
        case .launch: try await device.launchApplication(try needed("app", try text("app")))
        case .close: await device.stopApplication()
        case .takeover:
            let media = try text("url").map { MediaInformation(contentID: $0, contentType: try text("type")) }
            try await device.takeOver(appID: try text("app") ?? ApplicationCatalog.defaultMediaReceiverID, media: media)
        case .transfer:
            let other = try await home.device(try needed("to", try text("to")))
            try await device.transfer(to: other, keepsSession: try flag("keep") ?? false)
        case .standby: await device.setStandby(try needed("on", try flag("on")))
        case .answer:
            guard await device.answerLaunch(isAllowed: try needed("allow", try flag("allow"))) else {
                throw Refusal("nothingToAnswer", "no launch waits for an answer on \(device.name)")
            }
        case .fault: return try await addFault(to: device)
        case .faults: return await faults(of: device)
        case .unfault: try await removeFault(from: device)
        case .cut: await device.cutConnections()
        case .refuse: try await device.refuseConnections(for: .seconds(try seconds))
        case .off: try await device.goOff(for: .seconds(try seconds))
        case .port:
            let endpoint = try await device.changePort(to: Int(try number("port", in: 0...65_535) ?? 0))
            return ["endpoint": .string("\(endpoint)")]
        // About no single device.
        case .status, .join, .leave, .lead, .expand, .dissolve: break
        }
        return [:]
    }

    private func pressed(_ name: Name, _ hasWorked: Bool, on device: VirtualDevice) throws {
        guard hasWorked else { throw Refusal("nothingPlays", "nothing on \(device.name) obeys \(name.rawValue) now") }
    }

    // MARK: - Faults

    private func addFault(to device: VirtualDevice) async throws -> JSONObject {
        let fault = try Fault(parsing: try needed("rule", try text("rule")))
        guard await device.faults.active.count < Self.faultLimit else {
            throw Refusal("tooManyFaults", "\(device.name) has \(Self.faultLimit) faults; unfault takes them back")
        }
        return ["id": .integer(Int64(await device.faults.add(fault)))]
    }

    private func faults(of device: VirtualDevice) async -> JSONObject {
        let faults = await device.faults.active.map { active -> JSONValue in
            [
                "id": .integer(Int64(active.id)), "effect": .string("\(active.fault.effect)"),
                "hits": .integer(Int64(active.hits)),
            ]
        }
        return ["faults": .array(faults)]
    }

    private func removeFault(from device: VirtualDevice) async throws {
        guard let id = try number("id", in: 0...1e15) else { return await device.faults.removeAll() }
        guard await device.faults.remove(Int(id)) else {
            throw Refusal("noSuchFault", "there is no fault \(Int(id)) on \(device.name)")
        }
    }

    private var seconds: Double {
        get throws { try needed("seconds", try number("seconds", in: 0...Self.longestRest)) }
    }

    // MARK: - Groups

    private func changeMembers(_ name: Name) async throws -> JSONObject {
        let group = try await home.group(try text("group"))
        let device = try await home.device(try needed("device", try text("device")))
        switch name {
        case .join: await group.add(device)
        case .leave: await group.remove(device)
        default: await group.lead(device)
        }
        return [:]
    }

    private func expand() async throws -> JSONObject {
        let others = try needed("with", try text("with")).split(separator: ",").map(String.init)
        let group = try await home.expand(try text("device"), with: others)
        return [
            "group": .string(group.name), "id": .string(group.id),
            "endpoint": .string("\(group.device.endpoint)"),
        ]
    }

    private var status: JSONObject {
        get async {
            var groups: [JSONValue] = []
            for group in await home.groups {
                var object = describe(group.device)
                object["members"] = .array(await group.presentMembers.map { .string($0) })
                object["leader"] = await group.leader.map { .string($0) }
                groups.append(.object(object))
            }
            let devices = await home.devices.map { JSONValue.object(describe($0)) }
            return ["devices": .array(devices), "groups": .array(groups)]
        }
    }

    private func describe(_ device: VirtualDevice) -> JSONObject {
        let snapshot = device.snapshot
        var object: JSONObject = [
            "id": .string(device.id), "name": .string(device.name), "endpoint": .string("\(device.endpoint)"),
            "volume": .number(snapshot.volumeLevel), "muted": .bool(snapshot.isMuted),
            "sockets": .integer(Int64(snapshot.socketCount)),
        ]
        if let application = snapshot.application {
            object["app"] = .string(application.appID)
            object["sessionID"] = .string(application.sessionID)
        }
        if let media = snapshot.media {
            object["media"] = .string(media.url)
            object["state"] = .string(media.state.rawValue)
        }
        return object
    }

    // MARK: - Arguments, which a command line gives as texts

    private func needed<Value>(_ name: String, _ value: Value?) throws -> Value {
        guard let value else { throw Refusal("missingArgument", "\"\(name)\" is missing") }
        return value
    }

    private func text(_ name: String) throws -> String? {
        guard let value = request[name], !value.isNull else { return nil }
        guard let text = value.stringValue else { throw Refusal("wrongArgument", "\"\(name)\" is a text") }
        return text
    }

    private func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
        guard let value = request[name], !value.isNull else { return nil }
        guard let number = value.stringValue.flatMap(Double.init) ?? Double(json: value), range.contains(number) else {
            throw Refusal("wrongArgument", "\"\(name)\" is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func flag(_ name: String) throws -> Bool? {
        guard let value = request[name], !value.isNull else { return nil }
        switch value {
        case .bool(let flag): return flag
        case .string("true"): return true
        case .string("false"): return false
        default: throw Refusal("wrongArgument", "\"\(name)\" is true or false")
        }
    }
}
