import CastMedia
import CastSender
import CastWire

extension MediaInformation {
    /// What the device is told to play.
    init(_ item: PlayItem, at index: Int, offers: MediaOffers?, target: PlaybackTarget) async {
        let address = target.connection.localAddress
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
