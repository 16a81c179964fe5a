/// The system that a sender runs on; numbers without a name survive.
public struct SenderPlatform: WireNumber {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let other = SenderPlatform(rawValue: 0)
    public static let android = SenderPlatform(rawValue: 1)
    public static let iOS = SenderPlatform(rawValue: 2)
    public static let windows = SenderPlatform(rawValue: 3)
    public static let macOS = SenderPlatform(rawValue: 4)
    public static let chromeOS = SenderPlatform(rawValue: 5)
    public static let linux = SenderPlatform(rawValue: 6)
    public static let castDevice = SenderPlatform(rawValue: 7)
}
