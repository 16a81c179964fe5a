// SPDX-License-Identifier: Apache-2.0

package import CastWire

/// The response to `GET /setup/eureka_info`: the properties of a device for clients that are not connected to it.
///
/// Old devices respond with a flat object and newer ones with sections. This device responds with sections if the
/// client requests them by `params`.
package struct EurekaInfoDocument: Sendable {
    private let description: ReceiverDescription
    /// The address by which the client addressed the device.
    private let address: String
    /// The time since the device started, in seconds.
    private let uptime: Double

    package init(description: ReceiverDescription, address: String, uptime: Double) {
        self.description = description
        self.address = address
        self.uptime = uptime
    }

    /// The layout version of the response on current devices.
    private static let layoutVersion: JSONValue = 12
    /// The value of `setup_state` on a device that has been set up.
    private static let setupDone: JSONValue = 60

    /// Returns all properties in one object.
    ///
    /// - Parameter hasDetail: Whether to add the `detail` section, as requested by `options=detail`.
    package func flat(hasDetail: Bool = false) -> JSONObject {
        var info: JSONObject = [
            "build_version": .string(description.systemBuildNumber),
            "cast_build_revision": .string(description.castBuildRevision),
            "connected": true,
            "ethernet_connected": false,
            "has_update": false,
            "ip_address": .string(address),
            "locale": "en-US",
            "location": ["country_code": "", "latitude": 255.0, "longitude": 255.0],
            "name": .string(description.name),
            "opt_in": Self.optIn,
            "release_track": "stable-channel",
            "setup_state": Self.setupDone,
            "ssdp_udn": .string(description.id),
            "timezone": "UTC",
            "uptime": .number(uptime),
            "version": Self.layoutVersion,
        ]
        if hasDetail { info["detail"] = detail }
        if description.setup.layout == .flat { info.merge(description.setup.members) }
        return info
    }

    /// Returns the requested sections. Unsupported sections are omitted, as on real devices. Old devices have no sections.
    package func sections(_ names: [String], hasDetail: Bool = false) -> JSONObject {
        guard description.setup.layout == .sections else { return flat(hasDetail: hasDetail) }
        var info = JSONObject()
        for name in names {
            info[name] = description.setup.members[name].map { Self.merged(section(name), $0) } ?? section(name)
        }
        if hasDetail { info["detail"] = detail }
        return info
    }

    /// Returns a section with the members of another one, which replace those of equal keys at every depth.
    private static func merged(_ section: JSONValue?, _ other: JSONValue) -> JSONValue {
        guard case .object(var merged)? = section, let members = other.objectValue?.members else { return other }
        for member in members { merged[member.key] = Self.merged(merged[member.key], member.value) }
        return .object(merged)
    }

    private func section(_ name: String) -> JSONValue? {
        switch name {
        case "version": Self.layoutVersion
        case "name": .string(description.name)
        case "build_info":
            [
                "build_type": 2,
                "cast_build_revision": .string(description.castBuildRevision),
                "cast_control_version": 1,
                "release_track": "stable-channel",
                "system_build_number": .string(description.systemBuildNumber),
            ]
        case "detail": detail
        case "device_info":
            [
                "capabilities": capabilities,
                "manufacturer": .string(description.manufacturer),
                "model_name": .string(description.model),
                "product_name": .string(description.product ?? description.model),
                "ssdp_udn": .string(description.id),
                "uptime": .number(uptime),
            ]
        case "multizone":
            [
                "audio_output_delay": 0.0,
                "audio_output_delay_oem": 0.0,
                "aux_in_group": "",
                "dynamic_groups": .array(description.groups.filter(\.isDynamic).map(Self.entry)),
                "groups": .array(description.groups.filter { !$0.isDynamic }.map(Self.entry)),
                "multichannel_status": 0,
            ]
        case "net": ["ethernet_connected": false, "ip_address": .string(address), "online": true]
        case "opt_in": Self.optIn
        case "settings": ["closed_caption": [:], "country_code": "", "locale": "en-US", "timezone": "UTC"]
        case "setup": ["setup_state": Self.setupDone, "tos_accepted": true]
        default: nil
        }
    }

    private static func entry(_ group: GroupDescription) -> JSONValue {
        [
            "cast_port": .integer(Int64(group.port)),
            "elected_leader": .string(group.electedLeader),
            "multichannel_group": false,
            "name": .string(group.name),
            "uuid": .string(group.id),
        ]
    }

    private static let optIn: JSONValue = ["crash": false, "opencast": false, "stats": false]

    private var capabilities: JSONValue {
        [
            "bluetooth_supported": false,
            "display_supported": .bool(description.hasDisplay),
            "hi_res_audio_supported": false,
            "multizone_supported": true,
            "remote_ducking_supported": false,
            "wifi_supported": false,
        ]
    }

    private var detail: JSONValue {
        [
            "icon_list": [
                ["depth": 32, "height": 55, "mimetype": "image/png", "url": "/setup/icon.png", "width": 98]
            ],
            "locale": "en-US",
            "manufacturer": .string(description.manufacturer),
            "model_name": .string(description.model),
            "timezone": "UTC",
        ]
    }
}
