// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

extension SiteMachine {
    /// Handles a change of a device that this bridge controls.
    mutating func stateChanged(_ state: PublishedState, device id: String, now: NIODeadline) -> [Action] {
        guard let device = devices[id], device.ownership.isOwner else { return [] }
        let events = Self.events(from: device.state, to: state)
        devices[id]?.state = state
        devices[id]?.isStateOutdated = true
        var actions: [Action] = []
        if device.ownership.isValidOwner(now: now) {
            for event in events {
                actions.append(.publish(BrokerMessage(topic: topics.event(id), payload: event.json.jsonBytes)))
            }
        }
        actions += publishState(of: id, now: now)
        return actions + leaveIfGone(id, now: now)
    }

    /// Publishes the state of a device, unless the broker has not confirmed the last one: only the latest counts.
    mutating func publishState(of id: String, now: NIODeadline) -> [Action] {
        guard let device = devices[id], isConnected, device.isStateOutdated, !device.isStateUnconfirmed,
            device.ownership.isValidOwner(now: now)
        else { return [] }
        devices[id]?.isStateOutdated = false
        devices[id]?.isStateUnconfirmed = true
        var object: JSONObject = [
            "device": [
                "id": .string(id), "name": .string(device.name), "model": .string(device.model),
                "group": .bool(device.isGroup),
            ],
            "bridge": .string(bridge), "fence": .integer(Int64(clamping: device.ownership.fence)),
        ]
        object.merge(device.state.json)
        let message = BrokerMessage(
            topic: topics.state(id),
            payload: JSONValue.object(object).jsonBytes,
            isRetained: true
        )
        return [.publish(message, .state(device: id))] + homeAssistantStates(of: id)
    }

    // MARK: Events

    /// The events for viewers that need no state, on the topic `event`.
    private static func events(from old: PublishedState, to new: PublishedState) -> [JSONValue] {
        var events: [JSONValue] = []
        func add(_ type: String, _ members: JSONObject = [:]) {
            var event: JSONObject = ["type": .string(type)]
            event.merge(members)
            events.append(.object(event))
        }
        if (old.availability == .online) != (new.availability == .online) {
            add(new.availability == .online ? "online" : "offline")
        }
        if old.application?.id != new.application?.id {
            if let app = new.application {
                add("applicationStarted", ["id": .string(app.id), "name": .string(app.name)])
            } else {
                add("applicationEnded")
            }
        }
        let (wasActive, isActive) = (old.media?.isActive ?? false, new.media?.isActive ?? false)
        if isActive, !wasActive || old.media?.contentID != new.media?.contentID {
            var members: JSONObject = [:]
            if let contentID = new.media?.contentID { members["contentID"] = .string(contentID) }
            if let title = new.media?.title { members["title"] = .string(title) }
            add("mediaStarted", members)
        } else if wasActive, !isActive {
            add("mediaEnded")
        }
        return events
    }
}

extension PublishedState.Media {
    fileprivate var isActive: Bool { word != "idle" }
}
