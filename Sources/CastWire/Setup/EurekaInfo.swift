// SPDX-License-Identifier: Apache-2.0

/// eureka_info: requests information about a device over the Cast connection. Answered by an ``EurekaInfoReply``.
public struct EurekaInfoRequest: CastRequest {
    public static let type = "eureka_info"
    public static let namespace = CastNamespace.setup

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates a request.
    ///
    /// - Parameter params: The requested sections, such as `name` and `device_info`.
    public init(params: [String]) {
        fields = JSONObject(type: Self.type)
        self.params = params
    }

    /// The request ID, under the key `request_id` in this namespace.
    public var requestID: Int? {
        get { fields.requestID }
        set { self["request_id"] = newValue }
    }

    /// The requested sections.
    public var params: [String] {
        get { fields["data"]?["params"].flatMap([String].init(json:)) ?? [] }
        set {
            var data = fields["data"]?.objectValue ?? JSONObject()
            data["params"] = newValue.json
            fields["data"] = .object(data)
        }
    }
}

/// eureka_info: information about a device, in sections.
public struct EurekaInfoReply: CastPayload {
    public static let type = "eureka_info"
    public static let namespace = CastNamespace.setup

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The status code; 200 on success, as in HTTP.
    public var responseCode: Int? {
        get { self["response_code"] }
        set { self["response_code"] = newValue }
    }

    /// The status text; `OK` on success.
    public var responseString: String? {
        get { self["response_string"] }
        set { self["response_string"] = newValue }
    }

    /// The information about the device; empty if the message has none.
    public var data: EurekaInfo {
        get { self["data"] ?? EurekaInfo(fields: JSONObject()) }
        set { self["data"] = newValue }
    }

    /// Creates a successful answer.
    public init(data: EurekaInfo, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.requestID = requestID
        responseCode = 200
        responseString = "OK"
        self.data = data
    }

    /// The request ID, under the key `request_id` in this namespace.
    public var requestID: Int? {
        get { fields.requestID }
        set { self["request_id"] = newValue }
    }
}

/// Information about a device, from its HTTP server (`/setup/eureka_info`) or from the setup namespace.
///
/// Old devices send a flat object, newer ones an object with sections. Each property reads both.
public struct EurekaInfo: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The name to display.
    public var name: String? { self["name"] }
    /// The version of the format. 4, 9 and 12 have been observed.
    public var version: Int? { self["version"] }
    /// The ID of the device.
    public var deviceID: String? { value("device_info", "ssdp_udn") ?? self["ssdp_udn"] }
    /// The manufacturer.
    public var manufacturer: String? { value("device_info", "manufacturer") ?? value("detail", "manufacturer") }
    /// The model name.
    public var modelName: String? { value("device_info", "model_name") ?? value("detail", "model_name") }
    /// The manufacturer's name of the product.
    public var productName: String? { value("device_info", "product_name") }
    /// The version of the Cast software, such as `1.56.275994`.
    public var buildRevision: String? { value("build_info", "cast_build_revision") ?? self["cast_build_revision"] }
    /// The build number of the system.
    public var buildNumber: String? { value("build_info", "system_build_number") ?? self["build_version"] }
    /// The update channel, such as `stable-channel`.
    public var releaseTrack: String? { value("build_info", "release_track") ?? self["release_track"] }
    /// The MAC address of the network interface. Masked or absent on newer devices.
    public var macAddress: String? { value("device_info", "mac_address") ?? self["mac_address"] }
    /// The IP address in the local network.
    public var ipAddress: String? { value("net", "ip_address") ?? self["ip_address"] }
    /// The time since startup, in seconds.
    public var uptime: Double? { value("device_info", "uptime") ?? self["uptime"] }
    /// The state of the setup; 60 when it is complete.
    public var setupState: Int? { value("setup", "setup_state") ?? self["setup_state"] }
    /// The language (BCP 47).
    public var locale: String? { value("settings", "locale") ?? self["locale"] }
    /// The time zone, such as `Europe/Amsterdam`.
    public var timezone: String? { value("settings", "timezone") ?? self["timezone"] }
    /// The capability flags by name, such as `display_supported`; empty in a flat object.
    public var capabilities: [String: Bool] { value("device_info", "capabilities") ?? [:] }
    /// Whether the device has a display; nil if unknown.
    public var isDisplaySupported: Bool? { capabilities["display_supported"] }
    /// Whether the device can be a member of groups; nil if unknown.
    public var isMultizoneSupported: Bool? { capabilities["multizone_supported"] }
    /// The groups that the device belongs to.
    public var groups: [EurekaGroup] { value("multizone", "groups") ?? [] }
    /// The dynamic groups that the device belongs to.
    public var dynamicGroups: [EurekaGroup] { value("multizone", "dynamic_groups") ?? [] }

    private func value<Value: JSONConvertible>(_ section: String, _ key: String) -> Value? {
        guard let value = fields[section]?[key], !value.isNull else { return nil }
        return Value(json: value)
    }
}

/// A group in ``EurekaInfo``.
public struct EurekaGroup: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        name: String? = nil,
        uuid: String? = nil,
        electedLeader: String? = nil,
        castPort: Int? = nil,
        isMultichannel: Bool? = nil
    ) {
        fields = JSONObject()
        self.name = name
        self.uuid = uuid
        self.electedLeader = electedLeader
        self.castPort = castPort
        self.isMultichannel = isMultichannel
    }

    /// The name to display.
    public var name: String? {
        get { self["name"] }
        set { self["name"] = newValue }
    }

    /// The ID of the group.
    public var uuid: String? {
        get { self["uuid"] }
        set { self["uuid"] = newValue }
    }

    /// The leader of the group: `self`, or the leader's address and port.
    public var electedLeader: String? {
        get { self["elected_leader"] }
        set { self["elected_leader"] = newValue }
    }

    /// The port of the group on its leader.
    public var castPort: Int? {
        get { self["cast_port"] }
        set { self["cast_port"] = newValue }
    }

    /// Whether the group is a stereo pair.
    public var isMultichannel: Bool? {
        get { self["multichannel_group"] }
        set { self["multichannel_group"] = newValue }
    }
}
