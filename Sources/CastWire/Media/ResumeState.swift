/// What the player does after a seek.
public struct ResumeState: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It plays.
    public static let play = ResumeState(rawValue: "PLAYBACK_START")

    /// It pauses.
    public static let pause = ResumeState(rawValue: "PLAYBACK_PAUSE")
}
