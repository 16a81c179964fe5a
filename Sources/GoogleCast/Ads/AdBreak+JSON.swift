import CastWire
import Foundation

extension GCKVASTAdsRequest.Content: WireContent {
    /// Nil without a document and without an address.
    init?(_ wire: VASTAdsRequest) {
        adTagUrl = wire.fields.address("adTagUrl")
        adsResponse = wire.fields.text("adsResponse")
        guard adTagUrl != nil || adsResponse != nil else { return nil }
    }

    func wire() throws(GCKError) -> VASTAdsRequest {
        VASTAdsRequest(adTagURL: adTagUrl?.absoluteString, adsResponse: adsResponse)
    }
}

extension GCKAdBreakClipInfo.Content: WireContent {
    /// Nil without an id.
    init?(_ wire: BreakClip) {
        let fields = wire.fields
        guard let id = fields.text("id") else { return nil }
        self.init(
            adBreakClipID: id,
            duration: fields.real("duration") ?? 0,
            title: fields.text("title"),
            clickThroughURL: fields.address("clickThroughUrl"),
            contentURL: fields.address("contentUrl"),
            mimeType: fields.text("contentType"),
            contentID: fields.text("contentId"),
            posterURL: fields.address("posterUrl"),
            whenSkippable: fields.real("whenSkippable") ?? TimeInterval(kAdBreakClipNotSkippable),
            hlsSegmentFormat: GCKHLSSegmentFormat(spelled: fields.text("hlsSegmentFormat")),
            vastAdsRequest: fields.model("vastAdsRequest", as: GCKVASTAdsRequest.Content.self),
            customData: fields.anything("customData")
        )
    }

    func wire() throws(GCKError) -> BreakClip {
        var clip = BreakClip(id: adBreakClipID)
        clip.duration = duration.finite
        clip.title = title
        clip.clickThroughURL = clickThroughURL?.absoluteString
        clip.contentURL = contentURL?.absoluteString
        clip.contentType = mimeType
        clip.contentID = contentID
        clip.posterURL = posterURL?.absoluteString
        clip.whenSkippable = whenSkippable < 0 ? nil : whenSkippable.finite
        clip.hlsSegmentFormat = hlsSegmentFormat.word
        clip.vastAdsRequest = try vastAdsRequest?.wire()
        clip.customData = try $customData.wire()
        return clip
    }
}

extension GCKAdBreakInfo.Content: WireContent {
    /// Nil without an id, which may be empty.
    init?(_ wire: Break) {
        let fields = wire.fields
        guard let id = fields.text("id") else { return nil }
        self.init(
            adBreakID: id,
            playbackPosition: fields.real("position") ?? 0,
            adBreakClipIDs: fields.texts("breakClipIds"),
            watched: fields.flag("isWatched") ?? false,
            embedded: fields.flag("isEmbedded") ?? false,
            expanded: fields.flag("expanded") ?? false
        )
    }

    func wire() throws(GCKError) -> Break {
        Break(
            id: adBreakID,
            breakClipIDs: adBreakClipIDs ?? [],
            position: playbackPosition.finite,
            isWatched: watched,
            isEmbedded: embedded,
            expanded: expanded
        )
    }
}

extension GCKAdBreakStatus.Content {
    init(_ wire: BreakStatus) {
        let fields = wire.fields
        self.init(
            currentAdBreakTime: fields.real("currentBreakTime") ?? 0,
            currentAdBreakClipTime: fields.real("currentBreakClipTime") ?? 0,
            whenSkippable: fields.real("whenSkippable") ?? TimeInterval(kAdBreakClipNotSkippable),
            adBreakID: fields.text("breakId") ?? "",
            adBreakClipID: fields.text("breakClipId") ?? ""
        )
    }
}
