import CastSender
import CastWire
public import Foundation

/// Plays media in the application of a ``GCKDeviceManager``, to which it is added.
///
/// A method that sends returns the request's id, or ``kGCKInvalidRequestID`` and sets ``lastError`` when nothing was sent:
/// without a connection, with arguments that cannot be sent, and, but for loading, while ``mediaStatus`` is nil.
@available(*, deprecated, message: "use the remoteMediaClient of GCKCastSession")
@preconcurrency @MainActor
open class GCKMediaControlChannel: GCKCastChannel {
    /// Does the work; the same as a session's.
    let client = GCKRemoteMediaClient()
    weak var owner: GCKDeviceManager?
    private let log = Log(of: "GCKMediaControlChannel")
    private weak var recipient: (any GCKMediaControlChannelDelegate)?
    private var failure: GCKError?
    private var requests: [Int: GCKRequest] = [:]
    private var listener: MediaControlListener?

    public init() {
        super.init(namespace: CastNamespace.media.rawValue)
        let listener = MediaControlListener(self)
        self.listener = listener
        client.add(listener)
    }

    // MARK: State

    /// Not retained.
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

    /// What is loaded; nil when nothing is, or it is not known.
    open var mediaStatus: GCKMediaStatus? {
        requireMainThread(of: GCKMediaControlChannel.self)
        return client.mediaStatus
    }

    /// Why the last call sent nothing; nil when it did.
    open var lastError: GCKError? {
        requireMainThread(of: GCKMediaControlChannel.self)
        return failure
    }

    /// How many seconds ago the last status came; NaN when there is none.
    open var timeSinceLastMediaStatusUpdate: TimeInterval {
        requireMainThread(of: GCKMediaControlChannel.self)
        return client.timeSinceLastMediaStatusUpdate
    }

    /// Where playback is now, as far as can be told; 0 without connection or media.
    open func approximateStreamPosition() -> TimeInterval {
        requireMainThread(of: GCKMediaControlChannel.self)
        return client.approximateStreamPosition()
    }

    // MARK: Sending

    /// Whether a call needs something loaded.
    enum Need {
        case nothing
        case media
    }

    /// Makes a request if what it needs is there, and follows it.
    func send(
        _ need: Need = .media,
        isValid: Bool = true,
        isLoad: Bool = false,
        function: StaticString = #function,
        _ make: (GCKRemoteMediaClient) -> GCKRequest
    ) -> Int {
        failure = refusal(need, isValid: isValid)
        if let failure {
            log.warning("nothing sent: \(failure.localizedDescription)", function: function)
            return kGCKInvalidRequestID
        }
        let request = make(client)
        let id = request.requestID
        log.debug("request \(id)", function: function)
        requests[id] = request
        request.onEnd = { [weak self] in self?.ended($0, isLoad: isLoad) }
        return id
    }

    private func refusal(_ need: Need, isValid: Bool) -> GCKError? {
        guard client.connected else { return GCKError(code: .channelNotConnected) }
        guard isValid else { return GCKError(code: .invalidRequest) }
        return need == .media && client.mediaStatus == nil ? GCKError(code: .noMediaSession) : nil
    }

    private func ended(_ request: GCKRequest, isLoad: Bool) {
        let id = request.requestID
        guard requests.removeValue(forKey: id) != nil else { return }
        switch request.outcome {
        case .completed:
            if isLoad, let sessionID = client.lastSessionID {
                recipient?.mediaControlChannel(self, didCompleteLoadWithSessionID: sessionID)
            }
            recipient?.mediaControlChannel(self, requestDidCompleteWithID: id)
        case .failed(let error):
            if isLoad { recipient?.mediaControlChannel(self, didFailToLoadMediaWithError: error) }
            recipient?.mediaControlChannel(self, requestDidFailWithID: id, error: error)
        case .aborted(.replaced): recipient?.mediaControlChannel(self, didReplaceRequestWithID: id)
        case .aborted: recipient?.mediaControlChannel(self, didCancelRequestWithID: id)
        case nil: break
        }
    }

    /// Stops waiting for an answer; a late one is ignored.
    ///
    /// - Returns: False when no request with this id waits.
    @discardableResult
    open func cancelRequest(withID requestID: Int) -> Bool {
        requireMainThread(of: GCKMediaControlChannel.self)
        guard let request = requests[requestID] else { return false }
        request.cancel()
        return true
    }

    // MARK: The application

    /// An application is joined, or joined again.
    func connect(to media: MediaController) {
        client.connect(to: media)
        log.info("connected to an application")
        linkChanged(isConnected: true, isWritable: true)
        _ = client.requestStatus()
    }

    /// The connection is lost, or the application is.
    func disconnect(_ error: GCKError, isOver: Bool) {
        client.disconnect(error, isOver: isOver)
        log.info("disconnected: \(error.localizedDescription)")
        linkChanged(isConnected: false, isWritable: false)
    }

    func tell(_ call: (any GCKMediaControlChannelDelegate) -> Void) {
        if let recipient { call(recipient) }
    }
}

/// Hears the client and tells the channel's delegate.
@available(*, deprecated, message: "belongs to GCKMediaControlChannel")
@MainActor
private final class MediaControlListener: NSObject, GCKRemoteMediaClientListener {
    private weak var channel: GCKMediaControlChannel?

    init(_ channel: GCKMediaControlChannel) {
        self.channel = channel
        super.init()
    }

    private func tell(_ call: (any GCKMediaControlChannelDelegate, GCKMediaControlChannel) -> Void) {
        guard let channel else { return }
        channel.tell { call($0, channel) }
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaStatus: GCKMediaStatus?) {
        tell { $0.mediaControlChannelDidUpdateStatus($1) }
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaMetadata: GCKMediaMetadata?) {
        tell { $0.mediaControlChannelDidUpdateMetadata($1) }
    }

    func remoteMediaClientDidUpdateQueue(_ client: GCKRemoteMediaClient) {
        tell { $0.mediaControlChannelDidUpdateQueue($1) }
    }

    func remoteMediaClientDidUpdatePreloadStatus(_ client: GCKRemoteMediaClient) {
        tell { $0.mediaControlChannelDidUpdatePreloadStatus($1) }
    }
}
