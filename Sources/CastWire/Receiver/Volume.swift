/// The volume of a device, a group's member, or a media stream.
public struct Volume: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        level: Double? = nil,
        muted: Bool? = nil,
        controlType: VolumeControlType? = nil,
        stepInterval: Double? = nil
    ) {
        fields = JSONObject()
        self.level = level
        self.muted = muted
        self.controlType = controlType
        self.stepInterval = stepInterval
    }

    /// 0…1, with the noise of a 32-bit float.
    public var level: Double? {
        get { self["level"] }
        set { self["level"] = newValue }
    }

    /// Independent of the level.
    public var muted: Bool? {
        get { self["muted"] }
        set { self["muted"] = newValue }
    }

    /// How the volume can be changed; absent means attenuation.
    public var controlType: VolumeControlType? {
        get { self["controlType"] }
        set { self["controlType"] = newValue }
    }

    /// The recommended step of a volume key, 0…1; usually 0.05. Some applications call the key `increment`.
    public var stepInterval: Double? {
        get { self["stepInterval"] ?? self["increment"] }
        set { self["stepInterval"] = newValue }
    }
}
