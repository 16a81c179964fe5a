/// What can be done with the media now. Bits without a name survive.
public struct MediaCommands: OptionSet, JSONConvertible, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public init?(json: JSONValue) {
        guard let bits = Int(json: json) else { return nil }
        self.init(rawValue: bits)
    }

    public var json: JSONValue { rawValue.json }

    public static let pause = MediaCommands(rawValue: 1)
    public static let seek = MediaCommands(rawValue: 2)
    public static let streamVolume = MediaCommands(rawValue: 4)
    public static let streamMute = MediaCommands(rawValue: 8)
    /// Skip forward, of 2013; later receivers offer ``seek``.
    public static let skipForward = MediaCommands(rawValue: 16)
    /// Skip backward, of 2013.
    public static let skipBackward = MediaCommands(rawValue: 32)
    public static let queueNext = MediaCommands(rawValue: 64)
    public static let queuePrev = MediaCommands(rawValue: 128)
    public static let queueShuffle = MediaCommands(rawValue: 256)
    public static let skipAd = MediaCommands(rawValue: 512)
    public static let queueRepeatAll = MediaCommands(rawValue: 1024)
    public static let queueRepeatOne = MediaCommands(rawValue: 2048)
    public static let editTracks = MediaCommands(rawValue: 4096)
    public static let playbackRate = MediaCommands(rawValue: 8192)
    public static let like = MediaCommands(rawValue: 16_384)
    public static let dislike = MediaCommands(rawValue: 32_768)
    public static let follow = MediaCommands(rawValue: 65_536)
    public static let unfollow = MediaCommands(rawValue: 131_072)
    public static let streamTransfer = MediaCommands(rawValue: 262_144)
    public static let lyrics = MediaCommands(rawValue: 524_288)

    /// What the default media receiver offers for a single item: 12303.
    public static let basic: MediaCommands = [
        .pause, .seek, .streamVolume, .streamMute, .editTracks, .playbackRate,
    ]
}
