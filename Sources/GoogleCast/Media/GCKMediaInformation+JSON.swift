import CastWire
import Foundation

extension GCKMediaInformation.Content: WireContent {
    init?(_ wire: MediaInformation) {
        let fields = wire.fields
        let streamType = GCKMediaStreamType(fields.word("streamType"))
        self.init(
            contentID: fields.text("contentId"),
            contentURL: fields.address("contentUrl"),
            streamType: streamType,
            contentType: fields.text("contentType") ?? "",
            metadata: fields.model("metadata", as: GCKMediaMetadata.Content.self),
            adBreaks: fields.models("breaks", as: GCKAdBreakInfo.Content.self),
            adBreakClips: fields.models("breakClips", as: GCKAdBreakClipInfo.Content.self),
            streamDuration: Self.duration(fields.real("duration"), of: streamType),
            mediaTracks: fields.models("tracks", as: GCKMediaTrack.Content.self),
            textTrackStyle: fields.model("textTrackStyle", as: GCKMediaTextTrackStyle.Content.self),
            entity: fields.text("entity"),
            vmap: fields.model("vmapAdsRequest", as: GCKVASTAdsRequest.Content.self),
            startAbsoluteTime: fields.real("startAbsoluteTime") ?? kGCKInvalidTimeInterval,
            hlsSegmentFormat: GCKHLSSegmentFormat(spelled: fields.text("hlsSegmentFormat")),
            hlsVideoSegmentFormat: GCKHLSVideoSegmentFormat(spelled: fields.text("hlsVideoSegmentFormat")),
            customData: fields.anything("customData")
        )
    }

    /// Receivers say -1 for a live stream, or nothing at all.
    private static func duration(_ seconds: Double?, of streamType: GCKMediaStreamType) -> TimeInterval {
        guard let seconds else { return streamType == .live ? .infinity : 0 }
        return seconds < 0 ? .infinity : seconds
    }

    func wire() throws(GCKError) -> MediaInformation {
        var media = MediaInformation(fields: JSONObject())
        // Old receivers play the id alone, so an address goes out as both.
        media.contentID = contentID ?? contentURL?.absoluteString
        media.contentURL = contentURL?.absoluteString
        media.streamType = streamType.word
        media.contentType = contentType.nonEmpty
        media.metadata = try metadata?.wire()
        if let vmap {
            media.vmapAdsRequest = try vmap.wire()
        } else {
            media.breaks = try adBreaks?.wires()
            media.breakClips = try adBreakClips?.wires()
        }
        media.fields["duration"] = streamDuration.isFinite ? .number(streamDuration) : .null
        media.tracks = try mediaTracks?.wires()
        media.textTrackStyle = try textTrackStyle?.wire()
        media.entity = entity
        media.startAbsoluteTime = startAbsoluteTime.finite
        media.hlsSegmentFormat = hlsSegmentFormat.word
        media.hlsVideoSegmentFormat = hlsVideoSegmentFormat.word
        media.customData = try $customData.wire()
        return media
    }
}
