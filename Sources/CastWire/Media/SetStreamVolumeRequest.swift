/// SET_VOLUME: changes the volume of the stream, as for a fade; not the device's.
public struct SetStreamVolumeRequest: MediaSessionRequest {
    public static let type = "SET_VOLUME"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(mediaSessionID: Int, volume: Volume) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.volume = volume
    }

    /// Level 0…1, mute, or both.
    public var volume: Volume? {
        get { self["volume"] }
        set { self["volume"] = newValue }
    }
}
