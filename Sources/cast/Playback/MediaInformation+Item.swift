import CastMedia
import CastSender
import CastWire

extension MediaInformation {
    /// What the device is told to play.
    ///
    /// - Parameter address: Of this machine, as the device sees it.
    init(_ item: PlayItem, at index: Int, offers: MediaOffers?, reachableFrom address: String) async {
        let (url, type) = await MediaOffers.address(of: item, at: index, offers: offers, reachableFrom: address)
        var metadata = MediaMetadata(metadataType: type.hasPrefix("audio/") ? .musicTrack : .generic)
        metadata.title = item.title
        if type.hasPrefix("audio/") { metadata.artist = item.subtitle } else { metadata.subtitle = item.subtitle }
        if let picture = await MediaOffers.artworkURL(of: item, at: index, offers: offers, reachableFrom: address) {
            metadata.images = [Image(url: picture)]
        }
        self.init(contentID: url, contentType: type, streamType: .buffered, metadata: metadata)
    }
}
