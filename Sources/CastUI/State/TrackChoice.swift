/// The track selector while it is on the screen: what is chosen and not yet applied.
public struct TrackChoice: Sendable, Hashable {
    public enum Tab: Sendable, Hashable, CaseIterable {
        case text, audio
    }

    public var tab: Tab
    /// nil shows no text.
    public var text: Int?
    /// nil is the stream's own choice.
    public var audio: Int?
}
