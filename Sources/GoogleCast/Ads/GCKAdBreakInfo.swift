public import Foundation

/// An interruption of the content for advertisements. Made by a ``GCKAdBreakInfoBuilder``.
open class GCKAdBreakInfo: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked, since only a final class can be checked: all it holds is one constant, and that type is checked.

    struct Content: ModelContent, Sendable {
        var adBreakID: String = ""
        @Real var playbackPosition: TimeInterval = 0
        var adBreakClipIDs: [String]?
        var watched: Bool = false
        var embedded: Bool = false
        var expanded: Bool = false

        var model: GCKAdBreakInfo { GCKAdBreakInfo(content: self) }
    }

    let content: Content

    /// Unique within the media.
    open var adBreakID: String { content.adBreakID }

    /// Where in the content, in seconds; 0 before it, -1 after it.
    open var playbackPosition: TimeInterval { content.playbackPosition }

    /// The clips, in order.
    open var adBreakClipIDs: [String]? { content.adBreakClipIDs }

    /// Whether it has begun once.
    open var watched: Bool { content.watched }

    /// Whether it is part of the content's own stream.
    open var embedded: Bool { content.embedded }

    /// Whether it takes time of the content's duration.
    open var expanded: Bool { content.expanded }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Always nil: a break without an id cannot be.
    @available(*, deprecated, message: "Use GCKAdBreakInfoBuilder.")
    public init!(playbackPosition: TimeInterval) { return nil }
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
