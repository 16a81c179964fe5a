public import Foundation

extension GCKMediaInformation {
    /// Media with neither tracks nor a style for text.
    @available(*, deprecated, message: "use GCKMediaInformationBuilder")
    public convenience init(
        contentID: String,
        streamType: GCKMediaStreamType,
        contentType: String,
        metadata: GCKMediaMetadata?,
        streamDuration: TimeInterval,
        customData: Any?
    ) {
        self.init(
            contentID: contentID,
            streamType: streamType,
            contentType: contentType,
            metadata: metadata,
            streamDuration: streamDuration,
            mediaTracks: nil,
            textTrackStyle: nil,
            customData: customData
        )
    }
}
