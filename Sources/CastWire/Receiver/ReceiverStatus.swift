/// What a device says about itself: always all of it, never a change.
public struct ReceiverStatus: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        applications: [Application] = [],
        volume: Volume? = nil,
        isActiveInput: Bool? = nil,
        isStandBy: Bool? = nil,
        userEq: JSONObject? = nil,
        displayName: String? = nil
    ) {
        fields = JSONObject()
        self.applications = applications
        self.volume = volume
        self.isActiveInput = isActiveInput
        self.isStandBy = isStandBy
        self.userEq = userEq
        self.displayName = displayName
    }

    /// What runs, normally one application; empty when the key is absent.
    public var applications: [Application] {
        get { self["applications"] ?? [] }
        set { self["applications"] = newValue }
    }

    /// The device's volume.
    public var volume: Volume? {
        get { self["volume"] }
        set { self["volume"] = newValue }
    }

    /// Televisions: whether the device is the chosen input. Absent means unknown.
    public var isActiveInput: Bool? {
        get { self["isActiveInput"] }
        set { self["isActiveInput"] = newValue }
    }

    /// Televisions: whether it stands by. Absent means unknown.
    public var isStandBy: Bool? {
        get { self["isStandBy"] }
        set { self["isStandBy"] = newValue }
    }

    /// The equaliser's settings.
    public var userEq: JSONObject? {
        get { self["userEq"] }
        set { self["userEq"] = newValue }
    }

    /// Never seen on the wire of a device.
    public var displayName: String? {
        get { self["displayName"] }
        set { self["displayName"] = newValue }
    }

    /// False when the status does not mention applications at all, which is how most devices say that none runs.
    public var hasApplicationsKey: Bool { fields["applications"] != nil }
}
