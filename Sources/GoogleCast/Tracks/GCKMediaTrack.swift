// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// A track of a media item.
#if canImport(ObjectiveC)
@objc(GCKMediaTrack)
@objcMembers
#endif
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

    /// The ID of the track, unique within the media.
    open var identifier: Int { content.identifier }

    /// The URL or ID of a track that isn't part of the media file.
    open var contentIdentifier: String? { content.contentIdentifier }

    /// The MIME type of a track that isn't part of the media file. Empty if unknown.
    open var contentType: String { content.contentType }

    /// The type of the track.
    open var type: GCKMediaTrackType { content.type }

    /// The purpose of a text track.
    open var textSubtype: GCKMediaTextTrackSubtype { content.textSubtype }

    /// The name to display.
    open var name: String? { content.name }

    /// The language of the track, as an RFC 5646 language tag.
    open var languageCode: String? { content.languageCode }

    /// Application-specific data. Must be representable as JSON.
    open var customData: Any? { content.customData }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content(identifier: 0)) }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Creates a track.
    ///
    /// - Returns: Nil if the ID is negative or the type is unknown.
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

/// The type of a track.
#if canImport(ObjectiveC)
@objc(GCKMediaTrackType)
#endif
public enum GCKMediaTrackType: Int, CaseIterable, Sendable {
    case unknown = 0
    case text = 1
    case audio = 2
    case video = 3
}

/// The purpose of a text track.
#if canImport(ObjectiveC)
@objc(GCKMediaTextTrackSubtype)
#endif
public enum GCKMediaTextTrackSubtype: Int, CaseIterable, Sendable {
    /// The purpose is unknown.
    case unknown = 0
    /// A translation of the dialogue.
    case subtitles = 1
    /// A transcription of dialogue and sounds for viewers who are deaf or hard of hearing.
    case captions = 3
    /// Descriptions of the video for viewers who are blind or have low vision.
    case descriptions = 4
    /// Chapter titles for navigation.
    case chapters = 5
    /// Data for scripts, which isn't displayed.
    case metadata = 6
}

extension GCKMediaTrack.Content: WireContent {
    /// Returns nil if the track has no ID or an unknown type.
    init?(_ wire: MediaTrack) {
        let fields = wire.fields
        let type = GCKMediaTrackType(fields.word("type"))
        guard let identifier = fields.integer("trackId"), type != .unknown else { return nil }
        self.init(
            identifier: identifier,
            contentIdentifier: fields.text("trackContentId"),
            contentType: fields.text("trackContentType") ?? "",
            type: type,
            textSubtype: GCKMediaTextTrackSubtype(fields.word("subtype")),
            name: fields.text("name"),
            languageCode: fields.text("language"),
            customData: fields.anything("customData")
        )
    }

    func wire() throws(GCKError) -> MediaTrack {
        var track = MediaTrack(fields: JSONObject())
        track.trackID = identifier
        track.type = type.word
        track.subtype = type == .text ? textSubtype.word : nil
        track.name = name
        track.language = languageCode
        track.trackContentID = contentIdentifier
        track.trackContentType = contentType.nonEmpty
        track.customData = try $customData.wire()
        return track
    }
}

extension GCKMediaTrackType: WireStringMapped {
    static let words: [GCKMediaTrackType: TrackType] = [.text: .text, .audio: .audio, .video: .video]
    static let defaultCase = GCKMediaTrackType.unknown
}

extension GCKMediaTextTrackSubtype: WireStringMapped {
    static let words: [GCKMediaTextTrackSubtype: TrackSubtype] = [
        .subtitles: .subtitles, .captions: .captions, .descriptions: .descriptions, .chapters: .chapters,
        .metadata: .metadata,
    ]
    static let defaultCase = GCKMediaTextTrackSubtype.unknown
}
