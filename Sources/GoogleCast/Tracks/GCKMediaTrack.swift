public import Foundation

/// One track of media.
open class GCKMediaTrack: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var identifier: Int
        var contentIdentifier: String?
        var contentType: String = ""
        @Numbered var type: GCKMediaTrackType = .unknown
        @Numbered var textSubtype: GCKMediaTextTrackSubtype = .unknown
        var name: String?
        var languageCode: String?
        @CustomData var customData: Any? = nil

        var model: GCKMediaTrack { GCKMediaTrack(content: self) }
    }

    let content: Content

    /// Unique within the media.
    open var identifier: Int { content.identifier }

    /// Address or id of a track outside the media's own file.
    open var contentIdentifier: String? { content.contentIdentifier }

    /// MIME type of such a track; empty where unknown.
    open var contentType: String { content.contentType }

    /// What it carries.
    open var type: GCKMediaTrackType { content.type }

    /// What a text track is for.
    open var textSubtype: GCKMediaTextTrackSubtype { content.textSubtype }

    /// For people.
    open var name: String? { content.name }

    /// Its language (RFC 5646).
    open var languageCode: String? { content.languageCode }

    /// Anything for the receiver's application that can be written as JSON.
    open var customData: Any? { content.customData }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// A track.
    ///
    /// - Returns: Nil for a negative identifier and for an unknown type.
    public init?(
        identifier: Int,
        contentIdentifier: String?,
        contentType: String,
        type: GCKMediaTrackType,
        textSubtype: GCKMediaTextTrackSubtype,
        name: String?,
        languageCode: String?,
        customData: Any?
    ) {
        guard identifier >= 0, type != .unknown else { return nil }
        content = Content(
            identifier: identifier,
            contentIdentifier: contentIdentifier,
            contentType: contentType,
            type: type,
            textSubtype: textSubtype,
            name: name,
            languageCode: languageCode,
            customData: customData
        )
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
