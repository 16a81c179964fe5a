/// What a media status may leave out.
public struct MediaStatusOptions: OptionSet, JSONConvertible, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public init?(json: JSONValue) {
        guard let bits = Int(json: json) else { return nil }
        self.init(rawValue: bits)
    }

    public var json: JSONValue { rawValue.json }

    /// No media metadata.
    public static let noMetadata = MediaStatusOptions(rawValue: 1)
    /// No queue items.
    public static let noQueueItems = MediaStatusOptions(rawValue: 2)
}
