public import Foundation

/// Makes a ``GCKMediaQueueContainerMetadata``.
open class GCKMediaQueueContainerMetadataBuilder: NSObject {
    private var content: GCKMediaQueueContainerMetadata.Content

    /// What kind of container it is.
    open var containerType: GCKMediaQueueContainerType {
        get { content.containerType }
        set { content.containerType = newValue }
    }

    /// For people.
    open var title: String? {
        get { content.title }
        set { content.title = newValue }
    }

    /// Its parts, such as chapters or programmes.
    open var sections: [GCKMediaMetadata] {
        get { content.sections ?? [] }
        set { content.sections = newValue }
    }

    /// Seconds; ``kGCKInvalidTimeInterval`` where unknown.
    open var containerDuration: TimeInterval {
        get { content.containerDuration }
        set { content.containerDuration = newValue }
    }

    /// Pictures.
    open var containerImages: [GCKImage] {
        get { content.containerImages ?? [] }
        set { content.containerImages = newValue }
    }

    /// Who wrote it; for audio books.
    open var authors: [String] {
        get { content.authors }
        set { content.authors = newValue }
    }

    /// Who reads it; for audio books.
    open var narrators: [String] {
        get { content.narrators }
        set { content.narrators = newValue }
    }

    /// Who published it; for audio books.
    open var publisher: String {
        get { content.publisher }
        set { content.publisher = newValue }
    }

    /// When it was published, in ISO 8601; for audio books.
    open var releaseDate: String {
        get { content.releaseDate }
        set { content.releaseDate = newValue }
    }

    /// Begins with defaults.
    public init(containerType: GCKMediaQueueContainerType) {
        content = GCKMediaQueueContainerMetadata.Content(containerType: containerType)
        super.init()
    }

    /// Begins with a container's properties.
    public init(containerMetadata: GCKMediaQueueContainerMetadata) {
        content = containerMetadata.content
        super.init()
    }

    /// An object of what was set; later changes of the builder do not show in it.
    open func build() -> GCKMediaQueueContainerMetadata { GCKMediaQueueContainerMetadata(content: content) }
}
