import CastWire
import Foundation

extension GCKMediaTrack.Content: WireContent {
    /// Nil without an identifier and for a track of an unknown type.
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
