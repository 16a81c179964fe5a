import CastMedia
import CastSender
import CastWire

extension MediaInformation {
    /// Creates the description of an item for the device.
    ///
    /// - Parameters:
    ///   - device: The device, whose model decides whether a file is converted.
    ///   - address: The address of this machine as the device sees it.
    ///   - onWarning: Called with notes for the user, for example if this machine cannot reach a URL.
    /// - Throws: ``CommandFailure`` if the server of a URL responds that it is not media.
    init(
        _ item: PlayItem,
        at index: Int,
        sharedFiles: SharedFiles?,
        on device: CastDevice,
        reachableFrom address: String,
        onWarning: @Sendable (String) -> Void
    ) async throws {
        let location = try await SharedFiles.address(
            of: item,
            at: index,
            sharedFiles: sharedFiles,
            on: device,
            reachableFrom: address,
            onWarning: onWarning
        )
        let type = location.contentType
        var metadata = MediaMetadata(metadataType: type.hasPrefix("audio/") ? .musicTrack : .generic)
        metadata.title = item.title
        if type.hasPrefix("audio/") { metadata.artist = item.subtitle } else { metadata.subtitle = item.subtitle }
        if let picture = await SharedFiles.artworkURL(
            of: item,
            at: index,
            sharedFiles: sharedFiles,
            reachableFrom: address
        ) {
            metadata.images = [MediaImage(url: picture)]
        }
        self.init(contentID: location.url, contentType: type, streamType: .buffered, metadata: metadata)
        let tracks = await SharedFiles.tracks(of: item, at: index, sharedFiles: sharedFiles, reachableFrom: address)
        location.prepared?.describe(&self, subtitles: tracks)
    }
}
