import CastWire

/// What to do about the numbers with which devices refuse media. What they mean, the library says.
enum MediaFailure {
    /// What to try; nil where nothing helps.
    static func hint(for code: DetailedErrorCode, isLocal: Bool) -> String? {
        switch code.family {
        case .mediaDecode, .mediaSourceNotSupported:
            isLocal
                ? "convert it to MP4 with H.264 and AAC, which every device plays: "
                    + "ffmpeg -i FILE -c:v libx264 -c:a aac -movflags +faststart film.mp4"
                : "open the URL in a browser: it must lead to the media itself, not to a page, in a format the device plays"
        case .mediaNetwork, .networkUnknown, .segmentNetwork, .hlsNetworkMasterPlaylist, .hlsNetworkPlaylist:
            isLocal
                ? "run: cast doctor" : "check that the URL works, and that the device may reach the internet"
        case .loadInterrupted: "try again"
        default: nil
        }
    }
}
