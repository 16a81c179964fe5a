public import Foundation

/// Reads advertisements from statuses of receivers that tell of them in a way of their own, such as in custom data.
///
/// Asked about each status before any listener hears of it. Either method may be left out.
@preconcurrency @MainActor
public protocol GCKRemoteMediaClientAdInfoParserDelegate: NSObjectProtocol {
    /// Whether ``GCKMediaStatus/playingAd`` is set. Without it, it is set while there is an ad break status.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, shouldSetPlayingAdIn mediaStatus: GCKMediaStatus) -> Bool

    /// What the media's ad breaks are; nil for none. Without it, they are what the receiver told.
    func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        shouldSetAdBreaksIn mediaStatus: GCKMediaStatus
    ) -> [GCKAdBreakInfo]?
}

extension GCKRemoteMediaClientAdInfoParserDelegate {
    public func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        shouldSetPlayingAdIn mediaStatus: GCKMediaStatus
    ) -> Bool {
        mediaStatus.adBreakStatus != nil
    }

    public func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        shouldSetAdBreaksIn mediaStatus: GCKMediaStatus
    ) -> [GCKAdBreakInfo]? {
        mediaStatus.mediaInformation?.adBreaks
    }
}
