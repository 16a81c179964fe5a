// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
public import Foundation

/// Controls media in the application of the ``GCKDeviceManager`` to which it is added.
///
/// Methods that send a request return its ID. If the request can't be sent, they set ``lastError`` and return
/// ``kGCKInvalidRequestID``. This is the case without a connection, with invalid arguments and, except for loading,
/// while ``mediaStatus`` is nil.
@available(*, deprecated, message: "Use the remoteMediaClient of GCKCastSession.")
@preconcurrency @MainActor
#if canImport(ObjectiveC)
@objc(GCKMediaControlChannel)@objcMembers
#endif
open class GCKMediaControlChannel: GCKCastChannel {
    /// The client that implements the channel, as in a session.
    let client = GCKRemoteMediaClient()
    weak var owner: GCKDeviceManager?
    private let log = Log(of: "GCKMediaControlChannel")
    private weak var recipient: (any GCKMediaControlChannelDelegate)?
    private var failure: GCKError?
    private var requests: [Int: GCKRequest] = [:]
    private var listener: MediaControlListener?

    /// Creates a channel for the media namespace.
    public init() {
        super.init(namespace: CastNamespace.media.rawValue)
        let listener = MediaControlListener(self)
        self.listener = listener
        client.add(listener)
    }

    // MARK: State

    /// The delegate. Held weakly.
    open var delegate: (any GCKMediaControlChannelDelegate)? {
        get {
            requireMainThread(of: GCKMediaControlChannel.self)
            return recipient
        }
        set {
            requireMainThread(of: GCKMediaControlChannel.self)
            recipient = newValue
        }
    }

    /// The media status. Nil if no media is loaded or its status isn't known.
    open var mediaStatus: GCKMediaStatus? {
        requireMainThread(of: GCKMediaControlChannel.self)
        return client.mediaStatus
    }

    /// The reason why the last request couldn't be sent, or nil if it was sent.
    open var lastError: GCKError? {
        requireMainThread(of: GCKMediaControlChannel.self)
        return failure
    }

    /// The time since the last media status, in seconds. NaN if there was none.
    open var timeSinceLastMediaStatusUpdate: TimeInterval {
        requireMainThread(of: GCKMediaControlChannel.self)
        return client.timeSinceLastMediaStatusUpdate
    }

    /// Returns the estimated current position in seconds. 0 without a connection or media.
    open func approximateStreamPosition() -> TimeInterval {
        requireMainThread(of: GCKMediaControlChannel.self)
        return client.approximateStreamPosition()
    }

    // MARK: Sending

    /// The state that a request requires.
    enum Requirement {
        case nothing
        case media
    }

    /// Sends a request if its requirements are met, and tracks its outcome.
    func send(
        _ requirement: Requirement = .media,
        isValid: Bool = true,
        isLoad: Bool = false,
        function: StaticString = #function,
        _ make: (GCKRemoteMediaClient) -> GCKRequest
    ) -> Int {
        failure = refusal(requirement, isValid: isValid)
        if let failure {
            log.warning("request not sent: \(failure.localizedDescription)", function: function)
            return kGCKInvalidRequestID
        }
        let request = make(client)
        let id = request.requestID
        log.debug("request \(id)", function: function)
        requests[id] = request
        request.onEnd = { [weak self] in self?.ended($0, isLoad: isLoad) }
        return id
    }

    private func refusal(_ requirement: Requirement, isValid: Bool) -> GCKError? {
        guard client.connected else { return GCKError(code: .channelNotConnected) }
        guard isValid else { return GCKError(code: .invalidRequest) }
        return requirement == .media && client.mediaStatus == nil ? GCKError(code: .noMediaSession) : nil
    }

    private func ended(_ request: GCKRequest, isLoad: Bool) {
        let id = request.requestID
        guard requests.removeValue(forKey: id) != nil else { return }
        switch request.outcome {
        case .completed:
            if isLoad, let sessionID = client.lastSessionID {
                recipient?.implemented.mediaControlChannel(self, didCompleteLoadWithSessionID: sessionID)
            }
            recipient?.implemented.mediaControlChannel(self, requestDidCompleteWithID: id)
        case .failed(let error):
            if isLoad { recipient?.implemented.mediaControlChannel(self, didFailToLoadMediaWithError: error) }
            recipient?.implemented.mediaControlChannel(self, requestDidFailWithID: id, error: error)
        case .aborted(.replaced): recipient?.implemented.mediaControlChannel(self, didReplaceRequestWithID: id)
        case .aborted: recipient?.implemented.mediaControlChannel(self, didCancelRequestWithID: id)
        case nil: break
        }
    }

    /// Stops waiting for the response to a request. A late response is ignored.
    ///
    /// - Returns: False if no request with this ID is pending.
    @discardableResult
    open func cancelRequest(withID requestID: Int) -> Bool {
        requireMainThread(of: GCKMediaControlChannel.self)
        guard let request = requests[requestID] else { return false }
        request.cancel()
        return true
    }

    // MARK: Application

    /// Connects the channel when an application was joined or rejoined.
    func connect(to media: MediaController) {
        client.connect(to: media)
        log.info("connected to an application")
        linkChanged(isConnected: true, isWritable: true)
        _ = client.requestStatus()
    }

    /// Disconnects the channel when the connection or the application was lost.
    func disconnect(_ error: GCKError, isOver: Bool) {
        client.disconnect(error, isOver: isOver)
        log.info("disconnected: \(error.localizedDescription)")
        linkChanged(isConnected: false, isWritable: false)
    }

    func notify(_ call: (GCKMediaControlChannelDelegateMethods) -> Void) {
        if let recipient { call(recipient.implemented) }
    }
}

/// Forwards the client's events to the channel's delegate.
@available(*, deprecated, message: "Internal to GCKMediaControlChannel.")
@MainActor
private final class MediaControlListener: NSObject, GCKRemoteMediaClientListener {
    private weak var channel: GCKMediaControlChannel?

    init(_ channel: GCKMediaControlChannel) {
        self.channel = channel
        super.init()
    }

    private func notify(_ call: (GCKMediaControlChannelDelegateMethods, GCKMediaControlChannel) -> Void) {
        guard let channel else { return }
        channel.notify { call($0, channel) }
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaStatus: GCKMediaStatus?) {
        notify { $0.mediaControlChannelDidUpdateStatus($1) }
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaMetadata: GCKMediaMetadata?) {
        notify { $0.mediaControlChannelDidUpdateMetadata($1) }
    }

    func remoteMediaClientDidUpdateQueue(_ client: GCKRemoteMediaClient) {
        notify { $0.mediaControlChannelDidUpdateQueue($1) }
    }

    func remoteMediaClientDidUpdatePreloadStatus(_ client: GCKRemoteMediaClient) {
        notify { $0.mediaControlChannelDidUpdatePreloadStatus($1) }
    }
}

#if !canImport(ObjectiveC)
/// Receives the media updates and request outcomes of a ``GCKMediaControlChannel``. All methods are optional.
///
/// The callbacks for one message from the receiver are called in this order: status, metadata, queue, preload status,
/// outcome of the request.
@available(*, deprecated, message: "Use GCKRemoteMediaClientListener.")
@preconcurrency @MainActor
public protocol GCKMediaControlChannelDelegate: NSObjectProtocol {
    /// Called when media was loaded.
    func mediaControlChannel(
        _ mediaControlChannel: GCKMediaControlChannel,
        didCompleteLoadWithSessionID sessionID: Int
    )
    /// Called when media couldn't be loaded.
    func mediaControlChannel(
        _ mediaControlChannel: GCKMediaControlChannel,
        didFailToLoadMediaWithError error: any Error
    )
    /// Called when the media status changed, by a request of this or another sender or by the receiver itself.
    func mediaControlChannelDidUpdateStatus(_ mediaControlChannel: GCKMediaControlChannel)
    /// Called when the queue changed.
    func mediaControlChannelDidUpdateQueue(_ mediaControlChannel: GCKMediaControlChannel)
    /// Called when the preload status changed.
    func mediaControlChannelDidUpdatePreloadStatus(_ mediaControlChannel: GCKMediaControlChannel)
    /// Called when the metadata changed.
    func mediaControlChannelDidUpdateMetadata(_ mediaControlChannel: GCKMediaControlChannel)
    /// Called when a request completed.
    func mediaControlChannel(_ mediaControlChannel: GCKMediaControlChannel, requestDidCompleteWithID requestID: Int)
    /// Called when a request was superseded by a newer request of the same kind.
    func mediaControlChannel(_ mediaControlChannel: GCKMediaControlChannel, didReplaceRequestWithID requestID: Int)
    /// Called when a request was canceled.
    func mediaControlChannel(_ mediaControlChannel: GCKMediaControlChannel, didCancelRequestWithID requestID: Int)
    /// Called when a request failed. Custom data from the application is stored under ``kGCKErrorCustomDataKey``.
    func mediaControlChannel(
        _ mediaControlChannel: GCKMediaControlChannel,
        requestDidFailWithID requestID: Int,
        error: any Error
    )
}

@available(*, deprecated, message: "Use GCKRemoteMediaClientListener.")
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
#endif
