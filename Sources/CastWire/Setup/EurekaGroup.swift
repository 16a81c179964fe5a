/// A group in a device's ``EurekaInfo``.
public struct EurekaGroup: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
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

    /// The group's name for people.
    public var name: String? {
        get { self["name"] }
        set { self["name"] = newValue }
    }

    /// The group's id.
    public var uuid: String? {
        get { self["uuid"] }
        set { self["uuid"] = newValue }
    }

    /// `self`, or the leader's address and port.
    public var electedLeader: String? {
        get { self["elected_leader"] }
        set { self["elected_leader"] = newValue }
    }

    /// The group's port on its leader.
    public var castPort: Int? {
        get { self["cast_port"] }
        set { self["cast_port"] = newValue }
    }

    /// True for a stereo pair.
    public var isMultichannel: Bool? {
        get { self["multichannel_group"] }
        set { self["multichannel_group"] = newValue }
    }
}
