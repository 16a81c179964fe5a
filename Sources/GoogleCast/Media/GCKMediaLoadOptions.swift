public import Foundation

/// How media is loaded.
open class GCKMediaLoadOptions: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var autoplay: Bool = true
        @Real var playPosition: TimeInterval = .nan
        @Real var playbackRate: Float = 1
        var activeTrackIDs: [Int]?
        @CustomData var customData: Any? = nil
        var credentials: String?
        var credentialsType: String?

        var model: GCKMediaLoadOptions { GCKMediaLoadOptions(content: self) }
    }

    var content: Content

    /// Whether it plays as soon as it can. Default true.
    open var autoplay: Bool {
        get { content.autoplay }
        set { content.autoplay = newValue }
    }

    /// Where to begin, in seconds; ``kGCKInvalidTimeInterval``, the default, for the beginning or the live edge.
    open var playPosition: TimeInterval {
        get { content.playPosition }
        set { content.playPosition = newValue }
    }

    /// The speed. Default 1.
    open var playbackRate: Float {
        get { content.playbackRate }
        set { content.playbackRate = newValue }
    }

    /// The tracks to use; nil leaves the choice to the receiver.
    open var activeTrackIDs: [NSNumber]? {
        get { content.activeTrackIDs?.map { NSNumber(value: $0) } }
        set { content.activeTrackIDs = newValue?.map(\.intValue) }
    }

    /// Anything for the receiver's application that can be written as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    /// Who the user is, in the application's own form.
    open var credentials: String? {
        get { content.credentials }
        set { content.credentials = newValue }
    }

    /// Where the credentials come from.
    open var credentialsType: String? {
        get { content.credentialsType }
        set { content.credentialsType = newValue }
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
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaLoadOptions(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

}
