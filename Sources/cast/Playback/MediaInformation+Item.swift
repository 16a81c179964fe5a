import CastMedia
import CastSender
import CastWire

extension MediaInformation {
    /// What the device is told to play.
    ///
    /// - Parameters:
    ///   - address: Of this machine, as the device sees it.
    ///   - onWarning: Receives notes for the user, such as that a URL cannot be reached from here.
    /// - Throws: ``CommandFailure`` when the server of a URL says that there is no media.
    init(
        _ item: PlayItem,
        at index: Int,
        offers: MediaOffers?,
        reachableFrom address: String,
        onWarning: @Sendable (String) -> Void
    ) async throws {
        let (url, type) = try await MediaOffers.address(
            of: item,
            at: index,
            offers: offers,
            reachableFrom: address,
            onWarning: onWarning
        )
        var metadata = MediaMetadata(metadataType: type.hasPrefix("audio/") ? .musicTrack : .generic)
        metadata.title = item.title
        if type.hasPrefix("audio/") { metadata.artist = item.subtitle } else { metadata.subtitle = item.subtitle }
        if let picture = await MediaOffers.artworkURL(of: item, at: index, offers: offers, reachableFrom: address) {
            metadata.images = [Image(url: picture)]
        }
        self.init(contentID: url, contentType: type, streamType: .buffered, metadata: metadata)
    }
}
