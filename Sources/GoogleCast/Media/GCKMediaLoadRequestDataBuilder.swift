public import Foundation

/// Makes a ``GCKMediaLoadRequestData``.
open class GCKMediaLoadRequestDataBuilder: NSObject {
    private var content: GCKMediaLoadRequestData.Content

    /// What to play; may be nil where there is a queue.
    open var mediaInformation: GCKMediaInformation? {
        get { content.mediaInformation }
        set { content.mediaInformation = newValue }
    }

    /// A queue to play.
    open var queueData: GCKMediaQueueData? {
        get { content.queueData }
        set { content.queueData = newValue }
    }

    /// Whether it plays as soon as it can. Default true; nil leaves it to the items of a queue.
    open var autoplay: NSNumber? {
        get { content.autoplay.map { NSNumber(value: $0) } }
        set { content.autoplay = newValue?.boolValue }
    }

    /// Where to begin, in seconds; ``kGCKInvalidTimeInterval``, the default, for the beginning or the live edge.
    open var startTime: TimeInterval {
        get { content.startTime }
        set { content.startTime = newValue }
    }

    /// The speed. Default 1.
    open var playbackRate: Float {
        get { content.playbackRate }
        set { content.playbackRate = newValue }
    }

    /// The tracks to use; nil leaves the choice to the receiver.
    open var activeTrackIDs: [NSNumber]? {
        get { content.activeTrackIDs?.map { NSNumber(value: $0) } }
        set { content.activeTrackIDs = newValue?.map(\.intValue) }
    }

    /// Anything for the receiver's application that can be written as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    /// Who the user is, in the application's own form.
    open var credentials: String? {
        get { content.credentials }
        set { content.credentials = newValue }
    }

    /// Where the credentials come from.
    open var credentialsType: String? {
        get { content.credentialsType }
        set { content.credentialsType = newValue }
    }

    /// The same for the application on Android TV.
    open var atvCredentials: String? {
        get { content.atvCredentials }
        set { content.atvCredentials = newValue }
    }

    /// Where those come from.
    open var atvCredentialsType: String? {
        get { content.atvCredentialsType }
        set { content.atvCredentialsType = newValue }
    }

    /// Begins with defaults.
    public override init() {
        content = GCKMediaLoadRequestData.Content()
        super.init()
    }

    /// Begins with the properties of other data.
    public init(mediaLoadRequestData requestData: GCKMediaLoadRequestData) {
        content = requestData.content
        super.init()
    }

    /// An object of what was set; later changes of the builder do not show in it.
    open func build() -> GCKMediaLoadRequestData { GCKMediaLoadRequestData(content: content) }
}
