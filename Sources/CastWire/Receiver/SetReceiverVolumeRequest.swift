/// SET_VOLUME: changes the device's volume. Answered by a ``ReceiverStatusMessage``.
///
/// Level and mute go in separate requests.
public struct SetReceiverVolumeRequest: CastRequest {
    public static let type = "SET_VOLUME"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The new level or mute.
    public var volume: Volume? {
        get { self["volume"] }
        set { self["volume"] = newValue }
    }

    /// - Parameter level: 0…1.
    public init(level: Double) {
        fields = JSONObject(type: Self.type)
        volume = Volume(level: level)
    }

    public init(muted: Bool) {
        fields = JSONObject(type: Self.type)
        volume = Volume(muted: muted)
    }
}
