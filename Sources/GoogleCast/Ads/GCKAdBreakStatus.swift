public import Foundation

/// The break that goes on.
open class GCKAdBreakStatus: NSObject, NSCopying, ContentModel, @unchecked Sendable {
    // Unchecked, since only a final class can be checked: all it holds is one constant, and that type is checked.

    struct Content: ModelContent, Sendable {
        @Real var currentAdBreakTime: TimeInterval = 0
        @Real var currentAdBreakClipTime: TimeInterval = 0
        @Real var whenSkippable: TimeInterval = TimeInterval(kAdBreakClipNotSkippable)
        var adBreakID: String = ""
        var adBreakClipID: String = ""

        var model: GCKAdBreakStatus { GCKAdBreakStatus(content: self) }
    }

    let content: Content

    /// Position in the break, in seconds.
    open var currentAdBreakTime: TimeInterval { content.currentAdBreakTime }

    /// Position in the clip, in seconds.
    open var currentAdBreakClipTime: TimeInterval { content.currentAdBreakClipTime }

    /// From which position of the clip it may be skipped; ``kAdBreakClipNotSkippable`` for never.
    open var whenSkippable: TimeInterval { content.whenSkippable }

    /// Which break.
    open var adBreakID: String { content.adBreakID }

    /// Which clip of it; empty where the receiver does not say.
    open var adBreakClipID: String { content.adBreakClipID }

    init(content: Content) {
        self.content = content
        super.init()
    }
    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

}
