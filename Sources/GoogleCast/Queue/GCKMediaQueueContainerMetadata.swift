public import Foundation

/// What a queue is, for people. Made by a ``GCKMediaQueueContainerMetadataBuilder``.
open class GCKMediaQueueContainerMetadata: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        @Numbered var containerType: GCKMediaQueueContainerType = .generic
        var title: String?
        @NestedList var sections: [GCKMediaMetadata]? = []
        @Real var containerDuration: TimeInterval = .nan
        @NestedList var containerImages: [GCKImage]? = []
        var authors: [String] = []
        var narrators: [String] = []
        var publisher: String = ""
        var releaseDate: String = ""

        var model: GCKMediaQueueContainerMetadata { GCKMediaQueueContainerMetadata(content: self) }
    }

    let content: Content

    /// What kind of container it is.
    open var containerType: GCKMediaQueueContainerType { content.containerType }

    /// For people.
    open var title: String? { content.title }

    /// Its parts, such as chapters or programmes.
    open var sections: [GCKMediaMetadata] { content.sections ?? [] }

    /// Seconds; ``kGCKInvalidTimeInterval`` where unknown.
    open var containerDuration: TimeInterval { content.containerDuration }

    /// Pictures.
    open var containerImages: [GCKImage] { content.containerImages ?? [] }

    /// Who wrote it; for audio books.
    open var authors: [String] { content.authors }

    /// Who reads it; for audio books.
    open var narrators: [String] { content.narrators }

    /// Who published it; for audio books.
    open var publisher: String { content.publisher }

    /// When it was published, in ISO 8601; for audio books.
    open var releaseDate: String { content.releaseDate }

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
