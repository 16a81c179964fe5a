// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A request to change a ``VirtualDeviceRegistry``: one JSON object with one answer.
struct DeviceControlCommand: Sendable {
    /// The reason why a request is refused.
    struct Refusal: Error, Hashable, CustomStringConvertible {
        /// A stable code in lower camel case.
        var code: String
        var description: String

        init(_ code: String, _ description: String) {
            self.code = code
            self.description = description
        }
    }

    /// The commands.
    enum Name: String, CaseIterable, Sendable {
        case status
        // Keys of a remote control.
        case play, pause, stop, seek, next, previous, volume
        // Actions of a user at the device, and of another sender.
        case launch, close, takeover, transfer, standby, answer
        // Faults.
        case fault, faults, unfault, cut, refuse, off, port
        // Groups.
        case join, leave, lead, expand, dissolve
    }

    /// The maximum number of faults of a device that can be added by requests.
    static let faultLimit = 256
    /// The maximum time in seconds for which a device can be made unavailable.
    static let maximumOutage = 86_400.0

    private let request: JSONObject
    private let registry: VirtualDeviceRegistry

    init(_ request: JSONObject, registry: VirtualDeviceRegistry) {
        self.request = request
        self.registry = registry
    }

    /// Executes the request.
    ///
    /// - Returns: The members of the answer besides `ok`.
    /// - Throws: ``Refusal``, or the error of the requested action.
    func perform() async throws -> JSONObject {
        guard let text = request["command"]?.stringValue else {
            throw Refusal("invalidRequest", "a request must be an object with a \"command\"")
        }
        guard let name = Name(rawValue: text) else {
            let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw Refusal("unknownCommand", "unknown command \"\(text.prefix(40))\"; the commands are \(names)")
        }
        switch name {
        case .status: return await status
        case .join, .leave, .lead: return try await changeMembers(name)
        case .expand: return try await expand()
        case .dissolve:
            try await registry.dissolve(try self.text("group"), to: try self.text("to"))
            return [:]
        default: return try await perform(name, on: try await registry.device(try self.text("device")))
        }
    }

    private func perform(_ name: Name, on device: VirtualDevice) async throws -> JSONObject {
        switch name {
        case .play: try checkEffect(name, await device.remote.play(), on: device)
        case .pause: try checkEffect(name, await device.remote.pause(), on: device)
        case .stop: try checkEffect(name, await device.remote.stop(), on: device)
        case .next: try checkEffect(name, await device.remote.next(), on: device)
        case .previous: try checkEffect(name, await device.remote.previous(), on: device)
        case .seek:
            let position = try requireArgument("position", try number("position", in: 0...1e9))
            try checkEffect(name, await device.remote.seek(to: position), on: device)
        case .volume:
            if let level = try number("level", in: 0...1) { await device.remote.setVolume(level) }
            if let isMuted = try flag("muted") { await device.remote.setMuted(isMuted) }
        case .launch: try await device.launchApplication(try requireArgument("app", try text("app")))
        case .close: await device.stopApplication()
        case .takeover:
            let media = try text("url").map { MediaInformation(contentID: $0, contentType: try text("type")) }
            try await device.takeOver(appID: try text("app") ?? ApplicationCatalog.defaultMediaReceiverID, media: media)
        case .transfer:
            let other = try await registry.device(try requireArgument("to", try text("to")))
            try await device.transfer(to: other, keepsSession: try flag("keep") ?? false)
        case .standby: await device.setStandby(try requireArgument("on", try flag("on")))
        case .answer:
            guard await device.answerLaunch(isAllowed: try requireArgument("allow", try flag("allow"))) else {
                throw Refusal("nothingToAnswer", "no launch is waiting for an answer on \(device.name)")
            }
        case .fault: return try await addFault(to: device)
        case .faults: return await faults(of: device)
        case .unfault: try await removeFault(from: device)
        case .cut: await device.cutConnections()
        case .refuse: try await device.refuseConnections(for: .seconds(try seconds))
        case .off: try await device.goOffline(for: .seconds(try seconds))
        case .port:
            let endpoint = try await device.changePort(to: Int(try number("port", in: 0...65_535) ?? 0))
            return ["endpoint": .string("\(endpoint)")]
        // Not related to a single device.
        case .status, .join, .leave, .lead, .expand, .dissolve: break
        }
        return [:]
    }

    /// Throws if a key had no effect.
    private func checkEffect(_ name: Name, _ hadEffect: Bool, on device: VirtualDevice) throws {
        guard hadEffect else { throw Refusal("nothingPlays", "\(device.name) cannot execute \(name.rawValue) now") }
    }

    // MARK: - Faults

    private func addFault(to device: VirtualDevice) async throws -> JSONObject {
        let fault = try Fault(parsing: try requireArgument("rule", try text("rule")))
        guard await device.faults.active.count < Self.faultLimit else {
            throw Refusal("tooManyFaults", "\(device.name) has \(Self.faultLimit) faults; remove some with unfault")
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
            throw Refusal("noSuchFault", "\(device.name) has no fault \(Int(id))")
        }
    }

    private var seconds: Double {
        get throws { try requireArgument("seconds", try number("seconds", in: 0...Self.maximumOutage)) }
    }

    // MARK: - Groups

    private func changeMembers(_ name: Name) async throws -> JSONObject {
        let group = try await registry.group(try text("group"))
        let device = try await registry.device(try requireArgument("device", try text("device")))
        switch name {
        case .join: await group.add(device)
        case .leave: await group.remove(device)
        default: await group.lead(device)
        }
        return [:]
    }

    private func expand() async throws -> JSONObject {
        let others = try requireArgument("with", try text("with")).split(separator: ",").map(String.init)
        let group = try await registry.expand(try text("device"), with: others)
        return [
            "group": .string(group.name), "id": .string(group.id),
            "endpoint": .string("\(group.device.endpoint)"),
        ]
    }

    private var status: JSONObject {
        get async {
            var groups: [JSONValue] = []
            for group in await registry.groups {
                var object = describe(group.device)
                object["members"] = .array(await group.presentMembers.map { .string($0) })
                object["leader"] = await group.leader.map { .string($0) }
                groups.append(.object(object))
            }
            let devices = await registry.devices.map { JSONValue.object(describe($0)) }
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

    // MARK: - Arguments, which may be strings from a command line

    private func requireArgument<Value>(_ name: String, _ value: Value?) throws -> Value {
        guard let value else { throw Refusal("missingArgument", "\"\(name)\" is missing") }
        return value
    }

    private func text(_ name: String) throws -> String? {
        guard let value = request[name], !value.isNull else { return nil }
        guard let text = value.stringValue else { throw Refusal("wrongArgument", "\"\(name)\" must be a string") }
        return text
    }

    private func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
        guard let value = request[name], !value.isNull else { return nil }
        guard let number = value.stringValue.flatMap(Double.init) ?? Double(json: value), range.contains(number) else {
            throw Refusal("wrongArgument", "\"\(name)\" must be between \(range.lowerBound) and \(range.upperBound)")
        }
        return number
    }

    private func flag(_ name: String) throws -> Bool? {
        guard let value = request[name], !value.isNull else { return nil }
        switch value {
        case .bool(let flag): return flag
        case .string("true"): return true
        case .string("false"): return false
        default: throw Refusal("wrongArgument", "\"\(name)\" must be true or false")
        }
    }
}
