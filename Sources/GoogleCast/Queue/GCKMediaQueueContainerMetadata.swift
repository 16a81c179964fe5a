// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// The metadata of a queue's container. Created with a ``GCKMediaQueueContainerMetadataBuilder``.
#if canImport(ObjectiveC)
@objc(GCKMediaQueueContainerMetadata)
@objcMembers
#endif
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

    /// The type of the container.
    open var containerType: GCKMediaQueueContainerType { content.containerType }

    /// The title to display.
    open var title: String? { content.title }

    /// The sections, such as chapters or programs.
    open var sections: [GCKMediaMetadata] { content.sections ?? [] }

    /// The duration in seconds. ``kGCKInvalidTimeInterval`` if unknown.
    open var containerDuration: TimeInterval { content.containerDuration }

    /// The images.
    open var containerImages: [GCKImage] { content.containerImages ?? [] }

    /// The authors of an audiobook.
    open var authors: [String] { content.authors }

    /// The narrators of an audiobook.
    open var narrators: [String] { content.narrators }

    /// The publisher of an audiobook.
    open var publisher: String { content.publisher }

    /// The release date of an audiobook, in ISO 8601 format.
    open var releaseDate: String { content.releaseDate }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content()) }

    init(content: Content) {
        self.content = content
        super.init()
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }
}

/// Creates a ``GCKMediaQueueContainerMetadata``.
#if canImport(ObjectiveC)
@objc(GCKMediaQueueContainerMetadataBuilder)
@objcMembers
#endif
open class GCKMediaQueueContainerMetadataBuilder: NSObject {
    private var content: GCKMediaQueueContainerMetadata.Content

    /// The type of the container.
    open var containerType: GCKMediaQueueContainerType {
        get { content.containerType }
        set { content.containerType = newValue }
    }

    /// The title to display.
    open var title: String? {
        get { content.title }
        set { content.title = newValue }
    }

    /// The sections, such as chapters or programs.
    open var sections: [GCKMediaMetadata] {
        get { content.sections ?? [] }
        set { content.sections = newValue }
    }

    /// The duration in seconds. ``kGCKInvalidTimeInterval`` if unknown.
    open var containerDuration: TimeInterval {
        get { content.containerDuration }
        set { content.containerDuration = newValue }
    }

    /// The images.
    open var containerImages: [GCKImage] {
        get { content.containerImages ?? [] }
        set { content.containerImages = newValue }
    }

    /// The authors of an audiobook.
    open var authors: [String] {
        get { content.authors }
        set { content.authors = newValue }
    }

    /// The narrators of an audiobook.
    open var narrators: [String] {
        get { content.narrators }
        set { content.narrators = newValue }
    }

    /// The publisher of an audiobook.
    open var publisher: String {
        get { content.publisher }
        set { content.publisher = newValue }
    }

    /// The release date of an audiobook, in ISO 8601 format.
    open var releaseDate: String {
        get { content.releaseDate }
        set { content.releaseDate = newValue }
    }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(containerType: .generic) }

    /// Creates a builder with default values.
    public init(containerType: GCKMediaQueueContainerType) {
        content = GCKMediaQueueContainerMetadata.Content(containerType: containerType)
        super.init()
    }

    /// Creates a builder with the properties of existing metadata.
    public init(containerMetadata: GCKMediaQueueContainerMetadata) {
        content = containerMetadata.content
        super.init()
    }

    /// Creates an object with the current values. Later changes of the builder don't affect it.
    open func build() -> GCKMediaQueueContainerMetadata { GCKMediaQueueContainerMetadata(content: content) }
}

/// The type of a queue's container.
#if canImport(ObjectiveC)
@objc(GCKMediaQueueContainerType)
#endif
public enum GCKMediaQueueContainerType: Int, CaseIterable, Sendable {
    case generic = 0
    case audioBook = 1
}

extension GCKMediaQueueContainerMetadata.Content: WireContent {
    init?(_ wire: ContainerMetadata) {
        let fields = wire.fields
        self.init(
            containerType: fields.integer("containerType").flatMap(GCKMediaQueueContainerType.init) ?? .generic,
            title: fields.text("title"),
            sections: fields.models("sections", as: GCKMediaMetadata.Content.self) ?? [],
            containerDuration: fields.real("containerDuration") ?? kGCKInvalidTimeInterval,
            containerImages: fields.models("containerImages", as: GCKImage.Content.self) ?? [],
            authors: fields.texts("authors") ?? [],
            narrators: fields.texts("narrators") ?? [],
            publisher: fields.text("publisher") ?? "",
            releaseDate: fields.text("releaseDate") ?? ""
        )
    }

    func wire() throws(GCKError) -> ContainerMetadata {
        ContainerMetadata(
            containerType: containerType.rawValue,
            title: title,
            containerDuration: containerDuration.finite,
            containerImages: try containerImages?.wires(),
            sections: try sections?.wires(),
            authors: authors.isEmpty ? nil : authors,
            narrators: narrators.isEmpty ? nil : narrators,
            publisher: publisher.nonEmpty,
            releaseDate: releaseDate.nonEmpty
        )
    }
}
