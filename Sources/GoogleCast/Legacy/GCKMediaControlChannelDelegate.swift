public import Foundation

/// Hears what a ``GCKMediaControlChannel``'s application plays, and what becomes of requests. Everything is optional.
///
/// For one message from the receiver: status, metadata, queue, preloading, and then the outcome of a request.
@available(*, deprecated, message: "use GCKRemoteMediaClientListener")
@preconcurrency @MainActor
public protocol GCKMediaControlChannelDelegate: NSObjectProtocol {
    /// A load is done.
    func mediaControlChannel(
        _ mediaControlChannel: GCKMediaControlChannel,
        didCompleteLoadWithSessionID sessionID: Int
    )
    func mediaControlChannel(
        _ mediaControlChannel: GCKMediaControlChannel,
        didFailToLoadMediaWithError error: any Error
    )
    /// The status is another one: by a command of this sender's, of another one's, or by the receiver itself.
    func mediaControlChannelDidUpdateStatus(_ mediaControlChannel: GCKMediaControlChannel)
    func mediaControlChannelDidUpdateQueue(_ mediaControlChannel: GCKMediaControlChannel)
    func mediaControlChannelDidUpdatePreloadStatus(_ mediaControlChannel: GCKMediaControlChannel)
    func mediaControlChannelDidUpdateMetadata(_ mediaControlChannel: GCKMediaControlChannel)
    func mediaControlChannel(_ mediaControlChannel: GCKMediaControlChannel, requestDidCompleteWithID requestID: Int)
    /// A newer request of the same kind took its place.
    func mediaControlChannel(_ mediaControlChannel: GCKMediaControlChannel, didReplaceRequestWithID requestID: Int)
    func mediaControlChannel(_ mediaControlChannel: GCKMediaControlChannel, didCancelRequestWithID requestID: Int)
    /// What the application added to the error is under ``kGCKErrorCustomDataKey``.
    func mediaControlChannel(
        _ mediaControlChannel: GCKMediaControlChannel,
        requestDidFailWithID requestID: Int,
        error: any Error
    )
}

@available(*, deprecated, message: "use GCKRemoteMediaClientListener")
extension GCKMediaControlChannelDelegate {
    public func mediaControlChannel(
        _ mediaControlChannel: GCKMediaControlChannel,
        didCompleteLoadWithSessionID sessionID: Int
    ) {}
    public func mediaControlChannel(
        _ mediaControlChannel: GCKMediaControlChannel,
        didFailToLoadMediaWithError error: any Error
    ) {}
    public func mediaControlChannelDidUpdateStatus(_ mediaControlChannel: GCKMediaControlChannel) {}
    public func mediaControlChannelDidUpdateQueue(_ mediaControlChannel: GCKMediaControlChannel) {}
    public func mediaControlChannelDidUpdatePreloadStatus(_ mediaControlChannel: GCKMediaControlChannel) {}
    public func mediaControlChannelDidUpdateMetadata(_ mediaControlChannel: GCKMediaControlChannel) {}
    public func mediaControlChannel(
        _ mediaControlChannel: GCKMediaControlChannel,
        requestDidCompleteWithID requestID: Int
    ) {}
    public func mediaControlChannel(
        _ mediaControlChannel: GCKMediaControlChannel,
        didReplaceRequestWithID requestID: Int
    ) {}
    public func mediaControlChannel(
        _ mediaControlChannel: GCKMediaControlChannel,
        didCancelRequestWithID requestID: Int
    ) {}
    public func mediaControlChannel(
        _ mediaControlChannel: GCKMediaControlChannel,
        requestDidFailWithID requestID: Int,
        error: any Error
    ) {}
}
