// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Messages with which Home Assistant shows devices without any configuration.
///
/// Home Assistant itself has no media players over MQTT. The integration `mqtt_media_player`, which users install with HACS, reads
/// `PREFIX/media_player/ID/config`, and needs a topic for each property. Without it, Home Assistant shows the controls of
/// `PREFIX/device/ID/config` (device discovery, since 2024.11), which read the retained state.
extension SiteMachine {
    private enum Part: String, CaseIterable {
        case availability, state, title, artist, album, duration, position, volume, muted, mediaType
    }

    func homeAssistantConfigurations(of id: String) -> [Action] {
        guard let prefix = configuration.homeAssistantPrefix, let device = devices[id] else { return [] }
        // Home Assistant accepts letters, digits, "_" and "-" in the ids of its topics.
        let node = "cast_" + String(id.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return [
            ("\(prefix)/media_player/\(node)/config", player(id, device, node)),
            ("\(prefix)/device/\(node)/config", controls(id, device, node)),
        ]
        .map { topic, object in
            .publish(BrokerMessage(topic: topic, payload: JSONValue.object(object).jsonBytes, isRetained: true))
        }
    }

    private func player(_ id: String, _ device: Device, _ node: String) -> JSONObject {
        func state(_ part: Part) -> JSONValue { .string(topics.homeAssistant(id, part.rawValue)) }
        func command(_ name: String) -> JSONValue { .string("\(topics.command(id))/\(name)") }
        return [
            "name": .string(device.name), "unique_id": .string(node),
            "device": deviceMember(device, node),
            "availability": [
                "topic": state(.availability), "payload_available": "online", "payload_not_available": "offline",
            ],
            "state_state_topic": state(.state), "state_title_topic": state(.title),
            "state_artist_topic": state(.artist), "state_album_topic": state(.album),
            "state_duration_topic": state(.duration), "state_position_topic": state(.position),
            "state_volume_topic": state(.volume), "state_mute_topic": state(.muted), "state_muted_topic": state(.muted),
            "state_mediatype_topic": state(.mediaType),
            "command_play_topic": command("resume"), "command_play_payload": "resume",
            "command_pause_topic": command("pause"), "command_pause_payload": "pause",
            "command_playpause_topic": command("playpause"), "command_playpause_payload": "playpause",
            "command_next_topic": command("next"), "command_next_payload": "next",
            "command_previous_topic": command("previous"), "command_previous_payload": "previous",
            "command_volume_topic": command("volume"), "command_mute_topic": command("mute"),
            "command_playmedia_topic": command("play"), "command_seek_position_topic": command("seek"),
        ]
    }

    private func controls(_ id: String, _ device: Device, _ node: String) -> JSONObject {
        let state = JSONValue.string(topics.state(id))
        func command(_ name: String) -> JSONValue { .string("\(topics.command(id))/\(name)") }
        func button(_ name: String, _ label: String, icon: String) -> (String, JSONValue) {
            (
                name,
                [
                    "platform": "button", "unique_id": .string("\(node)_\(name)"), "name": .string(label),
                    "icon": .string(icon), "command_topic": command(name), "payload_press": .string(name),
                ]
            )
        }
        let components = JSONObject([
            (
                "status",
                [
                    "platform": "sensor", "unique_id": .string("\(node)_status"), "name": "Status",
                    "icon": "mdi:cast", "state_topic": state,
                    "value_template": "{{ value_json.media.state if value_json.media else 'idle' }}",
                ]
            ),
            (
                "title",
                [
                    "platform": "sensor", "unique_id": .string("\(node)_title"), "name": "Title",
                    "icon": "mdi:movie-open", "state_topic": state,
                    "value_template": "{{ (value_json.media.title if value_json.media else '') | default('') }}",
                ]
            ),
            (
                "volume",
                [
                    "platform": "number", "unique_id": .string("\(node)_volume"), "name": "Volume",
                    "icon": "mdi:volume-high", "min": 0, "max": 1, "step": 0.01, "state_topic": state,
                    "value_template": "{{ value_json.volume.level | default(0) }}", "command_topic": command("volume"),
                ]
            ),
            (
                "mute",
                [
                    "platform": "switch", "unique_id": .string("\(node)_mute"), "name": "Mute",
                    "icon": "mdi:volume-off", "state_topic": state,
                    "value_template": "{{ 'mute' if value_json.volume.muted | default(false) else 'unmute' }}",
                    "command_topic": command("mute"), "payload_on": "mute", "payload_off": "unmute",
                    "state_on": "mute", "state_off": "unmute",
                ]
            ),
            (
                "play",
                [
                    "platform": "text", "unique_id": .string("\(node)_play"), "name": "Play URL",
                    "icon": "mdi:link", "max": 255, "command_topic": command("play"),
                ]
            ),
            button("playpause", "Play or pause", icon: "mdi:play-pause"),
            button("stop", "Stop", icon: "mdi:stop"),
            button("next", "Next", icon: "mdi:skip-next"),
            button("previous", "Previous", icon: "mdi:skip-previous"),
        ])
        return [
            "device": deviceMember(device, node),
            "origin": ["name": "swift-cast"],
            // The last will of this bridge counts, too. Another bridge that takes the device over replaces the message.
            "availability_mode": "all",
            "availability": [
                ["topic": .string(topics.homeAssistant(id, Part.availability.rawValue))],
                // Another bridge deletes the message of a bridge that is gone, so it can be empty.
                [
                    "topic": .string(topics.bridge(bridge)),
                    "value_template": "{{ value_json.status if value_json is defined else 'offline' }}",
                ],
            ],
            "components": .object(components),
        ]
    }

    private func deviceMember(_ device: Device, _ node: String) -> JSONValue {
        [
            "identifiers": [.string(node)], "name": .string(device.name),
            "model": .string(device.model.isEmpty ? "Cast device" : device.model),
        ]
    }

    // MARK: States

    /// The properties of a device that have changed since they were published.
    mutating func homeAssistantStates(of id: String) -> [Action] {
        guard configuration.homeAssistantPrefix != nil, let device = devices[id] else { return [] }
        var actions: [Action] = []
        for part in Part.allCases {
            let value = Self.value(of: part, in: device.state)
            guard device.homeAssistant[part.rawValue] != value else { continue }
            devices[id]?.homeAssistant[part.rawValue] = value
            let topic = topics.homeAssistant(id, part.rawValue)
            actions.append(.publish(BrokerMessage(topic: topic, payload: Array(value.utf8), isRetained: true)))
        }
        return actions
    }

    private static func value(of part: Part, in state: PublishedState) -> String {
        let media = state.media
        return switch part {
        case .availability: state.availability == .online ? "online" : "offline"
        case .state: state.application == nil ? "off" : media?.word ?? "idle"
        case .title: media?.title ?? ""
        case .artist: media?.artist ?? media?.subtitle ?? ""
        case .album: media?.album ?? ""
        case .duration: media?.duration.map { "\(Int(clamping: $0.rounded()))" } ?? "0"
        case .position: media.map { "\(Int(clamping: $0.position.rounded()))" } ?? "0"
        case .volume: state.volume.map { "\(($0 * 100).rounded() / 100)" } ?? "0"
        case .muted: state.isMuted == true ? "mute" : "unmute"
        case .mediaType: media?.contentType?.hasPrefix("audio/") == true ? "music" : "video"
        }
    }
}
