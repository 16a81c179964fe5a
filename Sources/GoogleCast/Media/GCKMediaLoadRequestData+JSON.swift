import CastSender
import CastWire
import Foundation

extension GCKMediaLoadRequestData.Content: WireContent {
    init?(_ wire: LoadRequest) {
        let fields = wire.fields
        self.init(
            mediaInformation: fields.model("media", as: GCKMediaInformation.Content.self),
            queueData: fields.model("queueData", as: GCKMediaQueueData.Content.self),
            autoplay: fields.flag("autoplay"),
            startTime: fields.real("currentTime") ?? kGCKInvalidTimeInterval,
            playbackRate: fields.real("playbackRate").map { Float($0) } ?? 1,
            activeTrackIDs: fields.integers("activeTrackIds"),
            customData: fields.anything("customData"),
            credentials: fields.text("credentials"),
            credentialsType: fields.text("credentialsType"),
            atvCredentials: fields.text("atvCredentials"),
            atvCredentialsType: fields.text("atvCredentialsType")
        )
    }

    /// - Throws: ``GCKError`` (``GCKErrorCode/invalidRequest``) with nothing to load, and for custom data that is no JSON.
    func wire() throws(GCKError) -> LoadRequest {
        guard mediaInformation != nil || queueData != nil else {
            throw GCKError(
                code: .invalidRequest,
                userInfo: [kGCKErrorExtraInfoKey: "There is neither media nor a queue to load. Set one of them."]
            )
        }
        var request = LoadRequest(
            media: try mediaInformation?.wire(),
            // Without a word the items of a queue decide; a single item has none to do so.
            autoplay: autoplay ?? (queueData == nil ? false : nil),
            currentTime: startTime.finite,
            playbackRate: playbackRate.wireNumber ?? 1,
            activeTrackIDs: activeTrackIDs,
            queueData: try queueData?.wire(),
            credentials: credentials,
            credentialsType: credentialsType,
            atvCredentials: atvCredentials,
            atvCredentialsType: atvCredentialsType
        )
        request.customData = try $customData.wire()
        return request
    }
}

extension GCKMediaLoadOptions {
    /// The data for loading media with these options.
    func requestData(for media: GCKMediaInformation) -> GCKMediaLoadRequestData {
        GCKMediaLoadRequestData(
            content: GCKMediaLoadRequestData.Content(
                mediaInformation: media,
                autoplay: autoplay,
                startTime: playPosition,
                playbackRate: playbackRate,
                activeTrackIDs: content.activeTrackIDs,
                customData: customData,
                credentials: credentials,
                credentialsType: credentialsType
            )
        )
    }
}

extension GCKMediaQueueLoadOptions {
    /// The data for loading items with these options. A new queue has no mode to leave unchanged: it does not repeat.
    func requestData(for items: [GCKMediaQueueItem]) -> GCKMediaLoadRequestData {
        GCKMediaLoadRequestData(
            content: GCKMediaLoadRequestData.Content(
                queueData: GCKMediaQueueData(
                    content: GCKMediaQueueData.Content(
                        repeatMode: repeatMode == .unchanged ? .off : repeatMode,
                        startIndex: startIndex,
                        startTime: playPosition,
                        items: items
                    )
                ),
                startTime: playPosition,
                customData: customData
            )
        )
    }
}

extension Float {
    /// The number as one writes it, 1.1 and not 1.10000002384185791; nil where JSON cannot hold it.
    var wireNumber: Double? { isFinite ? Double(description) : nil }
}
