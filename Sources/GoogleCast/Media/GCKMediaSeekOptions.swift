public import Foundation

/// Where to play from, and what the player does then.
open class GCKMediaSeekOptions: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        @Real var interval: TimeInterval = 0
        var relative: Bool = false
        @Numbered var resumeState: GCKMediaResumeState = .unchanged
        var seekToInfinite: Bool = false
        @CustomData var customData: Any? = nil

        var model: GCKMediaSeekOptions { GCKMediaSeekOptions(content: self) }
    }

    var content: Content

    /// Seconds, from the beginning or from where it plays. Default 0.
    open var interval: TimeInterval {
        get { content.interval }
        set { content.interval = newValue }
    }

    /// Whether the interval counts from where it plays. Default false.
    open var relative: Bool {
        get { content.relative }
        set { content.relative = newValue }
    }

    /// What the player does then.
    open var resumeState: GCKMediaResumeState {
        get { content.resumeState }
        set { content.resumeState = newValue }
    }

    /// Whether to go to the end, or the live edge, whatever the interval says. Default false.
    open var seekToInfinite: Bool {
        get { content.seekToInfinite }
        set { content.seekToInfinite = newValue }
    }

    /// Anything for the receiver's application that can be written as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Options with their defaults.
    public override init() {
        content = Content()
        super.init()
    }
    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// An independent object.
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaSeekOptions(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

}
