/// What the player does after a seek.
public enum GCKMediaResumeState: Int, CaseIterable, Sendable {
    /// What it did before.
    case unchanged = 0
    /// It plays.
    case play = 1
    /// It pauses.
    case pause = 2
}

/// The name of ``GCKMediaResumeState`` in old versions of the original.
@available(*, deprecated, message: "Use GCKMediaResumeState.")
public typealias GCKMediaControlChannelResumeState = GCKMediaResumeState
