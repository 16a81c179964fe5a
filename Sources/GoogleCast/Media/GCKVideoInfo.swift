public import Foundation

/// The picture that is shown.
open class GCKVideoInfo: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked, since only a final class can be checked: all it holds is one constant, and that type is checked.

    struct Content: ModelContent, Sendable {
        var width: UInt = 0
        var height: UInt = 0
        @Numbered var hdrType: GCKVideoInfoHDRType = .unknown

        var model: GCKVideoInfo { GCKVideoInfo(content: self) }
    }

    let content: Content

    /// Pixels; 0 where unknown.
    open var width: UInt { content.width }

    /// Pixels; 0 where unknown.
    open var height: UInt { content.height }

    /// Its dynamic range.
    open var hdrType: GCKVideoInfoHDRType { content.hdrType }

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
