public import Foundation

/// Where in a live stream can be played.
open class GCKMediaLiveSeekableRange: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked, since only a final class can be checked: all it holds is one constant, and that type is checked.

    struct Content: ModelContent, Sendable {
        @Real var startTime: TimeInterval = 0
        @Real var endTime: TimeInterval = 0
        var isMovingWindow: Bool = false
        var isLiveDone: Bool = false

        var model: GCKMediaLiveSeekableRange { GCKMediaLiveSeekableRange(content: self) }
    }

    let content: Content

    /// Seconds of the media.
    open var startTime: TimeInterval { content.startTime }

    /// Seconds of the media; the live edge.
    open var endTime: TimeInterval { content.endTime }

    /// Whether the start moves on too.
    open var isMovingWindow: Bool { content.isMovingWindow }

    /// Whether the stream has ended and the range stands.
    open var isLiveDone: Bool { content.isLiveDone }

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
