/// A group and its members. A lone device is its own only member.
public struct MultizoneStatus: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(devices: [MultizoneDevice], isMultichannel: Bool? = nil, playbackSession: PlaybackSession? = nil) {
        fields = JSONObject()
        self.devices = devices
        self.isMultichannel = isMultichannel
        self.playbackSession = playbackSession
    }

    /// The members.
    public var devices: [MultizoneDevice] {
        get { self["devices"] ?? [] }
        set { self["devices"] = newValue }
    }

    /// True for a stereo pair.
    public var isMultichannel: Bool? {
        get { self["isMultichannel"] }
        set { self["isMultichannel"] = newValue }
    }

    /// What plays; absent when nothing does.
    public var playbackSession: PlaybackSession? {
        get { self["playbackSession"] }
        set { self["playbackSession"] = newValue }
    }
}
