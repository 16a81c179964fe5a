// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

extension SiteMachine {
    private static let defaultLifetime = 30.0
    private static let lifetimes = 0.1...3600.0
    /// For how many seconds after a command has expired its progress is retained, because a repetition may be on its way.
    private static let retentionMargin: UInt32 = 60
    /// The largest number of commands of a device that wait or have just ended. Each needs less than a kilobyte, except for those
    /// that can be executed.
    private static let pendingLimit = 8192
    /// The same as ``retentionMargin`` for commands without an id, which are not repeated.
    private static let namedRetention: UInt32 = 10

    /// Handles a command as a JSON object.
    mutating func commandReceived(_ message: BrokerMessage, for device: String, now: NIODeadline) -> [Action] {
        guard !message.isRetained else {
            // It would be executed again after each connection.
            drop(.retainedCommand)
            return []
        }
        var reply = Reply(message, topics: topics, device: device)
        let parsed: (id: String?, lifetime: Double, command: SiteCommand)
        do throws(CommandError) {
            guard let object = try? JSONValue(parsing: message.payload).objectValue else {
                throw .invalid("the message is not a JSON object")
            }
            let id = try Self.id(object, message)
            reply.id = id
            parsed = (id, try Self.lifetime(object), try SiteCommand(object))
        } catch {
            return refuse(error, reply, device: device, now: now)
        }
        return commandReceived(
            parsed.command,
            id: parsed.id,
            lifetime: parsed.lifetime,
            message,
            reply,
            device: device,
            now: now
        )
    }

    /// Handles a command that has a topic of its own, with its argument as text.
    mutating func simpleCommandReceived(
        _ name: String,
        _ message: BrokerMessage,
        for device: String,
        now: NIODeadline
    ) -> [Action] {
        guard !message.isRetained else {
            drop(.retainedCommand)
            return []
        }
        let reply = Reply(message, topics: topics, device: device)
        let command: SiteCommand
        do throws(CommandError) { command = try SiteCommand(name, argument: message.text) } catch {
            return refuse(error, reply, device: device, now: now)
        }
        return commandReceived(
            command,
            id: nil,
            lifetime: Self.defaultLifetime,
            message,
            reply,
            device: device,
            now: now
        )
    }

    private mutating func commandReceived(
        _ command: SiteCommand,
        id: String?,
        lifetime: Double,
        _ message: BrokerMessage,
        _ reply: Reply,
        device: String,
        now: NIODeadline
    ) -> [Action] {
        guard !isEnding else { return [] }
        guard let isOwner = devices[device]?.ownership.isValidOwner(now: now) else {
            return refuseUnknownDevice(device, reply)
        }
        var id = id
        var retention = UInt32(lifetime.rounded(.up)) + Self.retentionMargin
        if id == nil {
            // Without an id, bridges cannot agree about it: only the owner knows the command.
            guard isOwner else { return [] }
            namedCommands += 1
            id = "\(bridge).\(namedCommands)"
            retention = Self.namedRetention
        }
        guard let id else { return [] }
        let seconds = min(lifetime, message.expiry.map(Double.init) ?? lifetime)
        let expires = now + .nanoseconds(Int64(seconds * 1e9))
        var reply = reply
        reply.id = id
        if devices[device]?.pending[id] == nil {
            guard let count = devices[device]?.pending.count, count < Self.pendingLimit else {
                return isOwner ? [response(.refused, to: reply, device: device)] : []
            }
            devices[device]?.pending[id] = PendingCommand(
                command: command,
                reply: reply,
                expires: now + .seconds(Int64(retention)),
                retention: retention
            )
        }
        return update(device) { device in
            let actions = device.ownership.commandReceived(.init(id: id, expires: expires), now: now)
            if !device.ownership.isPending(id) { device.pending[id]?.command = nil }
            return actions
        }
    }

    /// Keeps what is needed to respond again for a while: the next owner repeats the last responses.
    mutating func commandFinished(_ id: String, device: String, now: NIODeadline) {
        guard let pending = devices[device]?.pending[id] else { return }
        let lease = configuration.ownership.lease
        devices[device]?.pending[id]?.command = nil
        devices[device]?.pending[id]?.expires = min(pending.expires, now + lease + lease)
    }

    private static func id(_ object: JSONObject, _ message: BrokerMessage) throws(CommandError) -> String? {
        if let id = object["id"] {
            guard let id = id.stringValue, SiteTopics.isCommandID(id) else {
                throw .invalid("\"id\" is not a text of 1 to 64 letters, digits, and . _ - :")
            }
            return id
        }
        guard let correlation = message.correlation else { return nil }
        let text = String(decoding: correlation, as: UTF8.self)
        if SiteTopics.isCommandID(text) { return text }
        // The bytes of a UUID, for example.
        return correlation.count <= 32 && !correlation.isEmpty
            ? correlation.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() : nil
    }

    private static func lifetime(_ object: JSONObject) throws(CommandError) -> Double {
        guard let value = object["timeout"] else { return defaultLifetime }
        guard let seconds = Double(json: value), lifetimes.contains(seconds) else {
            throw .invalid("\"timeout\" is not a number of seconds from 0.1 to 3600")
        }
        return seconds
    }

    // MARK: Responses

    /// Responds to a command that is not valid. Only the owner does.
    private mutating func refuse(_ error: CommandError, _ reply: Reply, device: String, now: NIODeadline) -> [Action] {
        guard let known = devices[device] else { return refuseUnknownDevice(device, reply) }
        guard known.ownership.isValidOwner(now: now) else { return [] }
        return [response(.failed(error), to: reply, device: device)]
    }

    /// Responds to a command for a device that no bridge sees. Of several bridges, the first by name does.
    private func refuseUnknownDevice(_ device: String, _ reply: Reply) -> [Action] {
        guard !isKnownElsewhere(device), onlineBridges.min() == bridge else { return [] }
        let error = CommandError(
            code: "deviceNotFound",
            message: "no bridge of the site \(topics.site) sees the device \(device.prefix(64))"
        )
        return [response(.failed(error), to: reply, device: device)]
    }

    /// Retains the outcome of a command, and sends it to the sender.
    mutating func respond(_ id: String, _ outcome: CommandOutcome, device: String) -> [Action] {
        var reply = devices[device]?.pending[id]?.reply ?? Reply(topic: topics.result(device))
        reply.id = id
        return [
            .publish(progress(of: id, outcome.json, device: device)),
            response(outcome, to: reply, device: device),
        ]
    }

    private func response(_ outcome: CommandOutcome, to reply: Reply, device: String) -> Action {
        var object: JSONObject = ["device": .string(device), "bridge": .string(bridge)]
        if let id = reply.id { object["id"] = .string(id) }
        object.merge(outcome.json)
        return .publish(
            BrokerMessage(
                topic: reply.topic,
                payload: JSONValue.object(object).jsonBytes,
                correlation: reply.correlation
            ),
            .response
        )
    }

    /// The retained message about the progress of a command.
    func progress(of id: String, _ object: JSONObject, device: String) -> BrokerMessage {
        BrokerMessage(
            topic: topics.progress(device, id),
            payload: JSONValue.object(object).jsonBytes,
            isRetained: true,
            expiry: devices[device]?.pending[id]?.retention ?? Self.retentionMargin
        )
    }

    /// Handles the end of an execution.
    mutating func executed(_ id: String, _ outcome: CommandOutcome, device: String, now: NIODeadline) -> [Action] {
        update(device) { device in
            device.executing.remove(id)
            return device.ownership.executed(id, outcome)
        } + leaveIfGone(device, now: now)
    }
}

extension SiteMachine.Reply {
    private static let limit = 256

    /// Where the sender of a message wants the response. Topics of bridges are not possible: with them, a sender that may only
    /// send commands could change what only bridges may change.
    init(_ message: BrokerMessage, topics: SiteTopics, device: String) {
        topic = topics.result(device)
        if let topic = message.responseTopic, (1...Self.limit).contains(topic.utf8.count),
            !topic.contains(where: { "+#\0".contains($0) }), !topic.hasPrefix("$"),
            !topic.hasPrefix(topics.prefix + "/")
        {
            self.topic = topic
        }
        correlation = message.correlation.flatMap { $0.count <= Self.limit ? $0 : nil }
    }
}
