public import Foundation

/// A picture by its address.
open class GCKImage: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked, since only a final class can be checked: all it holds is one constant, and that type is checked.

    struct Content: ModelContent, Sendable {
        var url: URL
        var width: Int
        var height: Int

        var model: GCKImage { GCKImage(content: self) }
    }

    let content: Content

    /// Where it is.
    open var url: URL { content.url }

    /// Pixels; 0 where unknown.
    open var width: Int { content.width }

    /// Pixels; 0 where unknown.
    open var height: Int { content.height }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// A picture.
    ///
    /// - Parameters:
    ///   - url: Where it is; not empty, or `NSInvalidArgumentException` is raised.
    ///   - width: Pixels; 0 where unknown. Raises when negative.
    ///   - height: Pixels; 0 where unknown. Raises when negative.
    public init(url: URL, width: Int, height: Int) {
        guard !url.absoluteString.isEmpty else { raise("NSInvalidArgumentException", "an image needs an address") }
        guard width >= 0, height >= 0 else {
            raise("NSInvalidArgumentException", "an image cannot be \(width) by \(height) pixels large")
        }
        content = Content(url: url, width: width, height: height)
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
