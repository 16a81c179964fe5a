/// More about an audio track.
public struct AudioTrackInfo: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(audioCodec: String? = nil, numAudioChannels: Int? = nil, spatialAudio: Bool? = nil) {
        fields = JSONObject()
        self.audioCodec = audioCodec
        self.numAudioChannels = numAudioChannels
        self.spatialAudio = spatialAudio
    }

    /// Codec, such as `mp4a.40.2`.
    public var audioCodec: String? {
        get { self["audioCodec"] }
        set { self["audioCodec"] = newValue }
    }

    /// How many channels.
    public var numAudioChannels: Int? {
        get { self["numAudioChannels"] }
        set { self["numAudioChannels"] = newValue }
    }

    /// Whether it is spatial.
    public var spatialAudio: Bool? {
        get { self["spatialAudio"] }
        set { self["spatialAudio"] = newValue }
    }
}
