/// What a device says about itself by HTTP (`/setup/eureka_info`) and in the setup namespace.
///
/// Old devices answer flat, newer ones in sections; each property reads both.
public struct EurekaInfo: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The device's name for people.
    public var name: String? { self["name"] }
    /// Version of the answer's form: 4, 9 and 12 were seen.
    public var version: Int? { self["version"] }
    /// The device's id.
    public var deviceID: String? { value("device_info", "ssdp_udn") ?? self["ssdp_udn"] }
    /// Who made it.
    public var manufacturer: String? { value("device_info", "manufacturer") ?? value("detail", "manufacturer") }
    /// Its model.
    public var modelName: String? { value("device_info", "model_name") ?? value("detail", "model_name") }
    /// The maker's own name of the product.
    public var productName: String? { value("device_info", "product_name") }
    /// Version of the Cast software, such as `1.56.275994`.
    public var buildRevision: String? { value("build_info", "cast_build_revision") ?? self["cast_build_revision"] }
    /// Build number of the system.
    public var buildNumber: String? { value("build_info", "system_build_number") ?? self["build_version"] }
    /// The way by which updates come, such as `stable-channel`.
    public var releaseTrack: String? { value("build_info", "release_track") ?? self["release_track"] }
    /// Address of its network interface; masked or absent on newer devices.
    public var macAddress: String? { value("device_info", "mac_address") ?? self["mac_address"] }
    /// Its address in the local network.
    public var ipAddress: String? { value("net", "ip_address") ?? self["ip_address"] }
    /// Seconds since it started.
    public var uptime: Double? { value("device_info", "uptime") ?? self["uptime"] }
    /// 60 when it is set up.
    public var setupState: Int? { value("setup", "setup_state") ?? self["setup_state"] }
    /// Its language (BCP 47).
    public var locale: String? { value("settings", "locale") ?? self["locale"] }
    /// Its time zone, such as `Europe/Amsterdam`.
    public var timezone: String? { value("settings", "timezone") ?? self["timezone"] }
    /// Flags by name, such as `display_supported`; empty in a flat answer.
    public var capabilities: [String: Bool] { value("device_info", "capabilities") ?? [:] }
    /// Whether it has a picture; nil when the answer does not say.
    public var isDisplaySupported: Bool? { capabilities["display_supported"] }
    /// Whether it can be part of groups; nil when the answer does not say.
    public var isMultizoneSupported: Bool? { capabilities["multizone_supported"] }
    /// The groups it belongs to.
    public var groups: [EurekaGroup] { value("multizone", "groups") ?? [] }
    /// Groups made on the fly.
    public var dynamicGroups: [EurekaGroup] { value("multizone", "dynamic_groups") ?? [] }

    private func value<Value: JSONConvertible>(_ section: String, _ key: String) -> Value? {
        guard let value = fields[section]?[key], !value.isNull else { return nil }
        return Value(json: value)
    }
}
