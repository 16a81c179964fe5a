public import Foundation

/// What to load and how. Made by a ``GCKMediaLoadRequestDataBuilder``.
open class GCKMediaLoadRequestData: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        @Nested var mediaInformation: GCKMediaInformation? = nil
        @Nested var queueData: GCKMediaQueueData? = nil
        var autoplay: Bool? = true
        @Real var startTime: TimeInterval = .nan
        @Real var playbackRate: Float = 1
        var activeTrackIDs: [Int]?
        @CustomData var customData: Any? = nil
        var credentials: String?
        var credentialsType: String?
        var atvCredentials: String?
        var atvCredentialsType: String?

        var model: GCKMediaLoadRequestData { GCKMediaLoadRequestData(content: self) }
    }

    let content: Content

    /// What to play; may be nil where there is a queue.
    open var mediaInformation: GCKMediaInformation? { content.mediaInformation }

    /// A queue to play.
    open var queueData: GCKMediaQueueData? { content.queueData }

    /// Whether it plays as soon as it can. Default true; nil leaves it to the items of a queue.
    open var autoplay: NSNumber? { content.autoplay.map { NSNumber(value: $0) } }

    /// Where to begin, in seconds; ``kGCKInvalidTimeInterval``, the default, for the beginning or the live edge.
    open var startTime: TimeInterval { content.startTime }

    /// The speed. Default 1.
    open var playbackRate: Float { content.playbackRate }

    /// The tracks to use; nil leaves the choice to the receiver.
    open var activeTrackIDs: [NSNumber]? { content.activeTrackIDs?.map { NSNumber(value: $0) } }

    /// Anything for the receiver's application that can be written as JSON.
    open var customData: Any? { content.customData }

    /// Who the user is, in the application's own form.
    open var credentials: String? { content.credentials }

    /// Where the credentials come from.
    open var credentialsType: String? { content.credentialsType }

    /// The same for the application on Android TV.
    open var atvCredentials: String? { content.atvCredentials }

    /// Where those come from.
    open var atvCredentialsType: String? { content.atvCredentialsType }

    init(content: Content) {
        self.content = content
        super.init()
    }
    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

}
