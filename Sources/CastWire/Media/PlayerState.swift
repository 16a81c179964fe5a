/// What the player does.
public struct PlayerState: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing: not started yet, ended, stopped or failed; see ``IdleReason``.
    public static let idle = PlayerState(rawValue: "IDLE")

    /// The position moves.
    public static let playing = PlayerState(rawValue: "PLAYING")

    /// The position stands, because somebody wanted it.
    public static let paused = PlayerState(rawValue: "PAUSED")

    /// The position stands, because data is missing.
    public static let buffering = PlayerState(rawValue: "BUFFERING")

    /// Media is being loaded; only in ``ExtendedStatus``.
    public static let loading = PlayerState(rawValue: "LOADING")
}
