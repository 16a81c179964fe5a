// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
public import Foundation

/// The data of a load request. Created with a ``GCKMediaLoadRequestDataBuilder``.
#if canImport(ObjectiveC)
@objc(GCKMediaLoadRequestData)
@objcMembers
#endif
open class GCKMediaLoadRequestData: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        @Nested var mediaInformation: GCKMediaInformation? = nil
        @Nested var queueData: GCKMediaQueueData? = nil
        var autoplay: Bool? = true
        @Real var startTime: TimeInterval = .nan
        @Real var playbackRate: Float = 1
        var activeTrackIDs: [Int]?
        @CustomData var customData: Any? = nil
        var credentials: String?
        var credentialsType: String?
        var atvCredentials: String?
        var atvCredentialsType: String?

        var model: GCKMediaLoadRequestData { GCKMediaLoadRequestData(content: self) }
    }

    let content: Content

    /// The media to load. May be nil if there is a queue.
    open var mediaInformation: GCKMediaInformation? { content.mediaInformation }

    /// The queue to load.
    open var queueData: GCKMediaQueueData? { content.queueData }

    /// Whether playback starts as soon as possible. Default true. Nil leaves it to the items of the queue.
    open var autoplay: NSNumber? { content.autoplay.map { NSNumber(value: $0) } }

    /// The start position in seconds. ``kGCKInvalidTimeInterval``, the default, means the start of the media or the
    /// live edge.
    open var startTime: TimeInterval { content.startTime }

    /// The playback rate. Default 1.
    open var playbackRate: Float { content.playbackRate }

    /// The IDs of the active tracks. If nil, the receiver chooses.
    open var activeTrackIDs: [NSNumber]? { content.activeTrackIDs?.map { NSNumber(value: $0) } }

    /// Application-specific data. Must be representable as JSON.
    open var customData: Any? { content.customData }

    /// The credentials of the user, in an application-specific form.
    open var credentials: String? { content.credentials }

    /// The type of the credentials.
    open var credentialsType: String? { content.credentialsType }

    /// The credentials for the Android TV application.
    open var atvCredentials: String? { content.atvCredentials }

    /// The type of the credentials for the Android TV application.
    open var atvCredentialsType: String? { content.atvCredentialsType }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content()) }

    init(content: Content) {
        self.content = content
        super.init()
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }
}

/// Creates a ``GCKMediaLoadRequestData``.
#if canImport(ObjectiveC)
@objc(GCKMediaLoadRequestDataBuilder)
@objcMembers
#endif
open class GCKMediaLoadRequestDataBuilder: NSObject {
    private var content: GCKMediaLoadRequestData.Content

    /// The media to load. May be nil if there is a queue.
    open var mediaInformation: GCKMediaInformation? {
        get { content.mediaInformation }
        set { content.mediaInformation = newValue }
    }

    /// The queue to load.
    open var queueData: GCKMediaQueueData? {
        get { content.queueData }
        set { content.queueData = newValue }
    }

    /// Whether playback starts as soon as possible. Default true. Nil leaves it to the items of the queue.
    open var autoplay: NSNumber? {
        get { content.autoplay.map { NSNumber(value: $0) } }
        set { content.autoplay = newValue?.boolValue }
    }

    /// The start position in seconds. ``kGCKInvalidTimeInterval``, the default, means the start of the media or the
    /// live edge.
    open var startTime: TimeInterval {
        get { content.startTime }
        set { content.startTime = newValue }
    }

    /// The playback rate. Default 1.
    open var playbackRate: Float {
        get { content.playbackRate }
        set { content.playbackRate = newValue }
    }

    /// The IDs of the active tracks. If nil, the receiver chooses.
    open var activeTrackIDs: [NSNumber]? {
        get { content.activeTrackIDs?.map { NSNumber(value: $0) } }
        set { content.activeTrackIDs = newValue?.map(\.intValue) }
    }

    /// Application-specific data. Must be representable as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    /// The credentials of the user, in an application-specific form.
    open var credentials: String? {
        get { content.credentials }
        set { content.credentials = newValue }
    }

    /// The type of the credentials.
    open var credentialsType: String? {
        get { content.credentialsType }
        set { content.credentialsType = newValue }
    }

    /// The credentials for the Android TV application.
    open var atvCredentials: String? {
        get { content.atvCredentials }
        set { content.atvCredentials = newValue }
    }

    /// The type of the credentials for the Android TV application.
    open var atvCredentialsType: String? {
        get { content.atvCredentialsType }
        set { content.atvCredentialsType = newValue }
    }

    /// Creates a builder with default values.
    public override init() {
        content = GCKMediaLoadRequestData.Content()
        super.init()
    }

    /// Creates a builder with the properties of existing load request data.
    public init(mediaLoadRequestData requestData: GCKMediaLoadRequestData) {
        content = requestData.content
        super.init()
    }

    /// Creates an object with the current values. Later changes of the builder don't affect it.
    open func build() -> GCKMediaLoadRequestData { GCKMediaLoadRequestData(content: content) }
}

extension GCKMediaLoadRequestData.Content: WireContent {
    init?(_ wire: LoadRequest) {
        let fields = wire.fields
        self.init(
            mediaInformation: fields.model("media", as: GCKMediaInformation.Content.self),
            queueData: fields.model("queueData", as: GCKMediaQueueData.Content.self),
            autoplay: fields.flag("autoplay"),
            startTime: fields.real("currentTime") ?? kGCKInvalidTimeInterval,
            playbackRate: fields.real("playbackRate").map { Float($0) } ?? 1,
            activeTrackIDs: fields.integers("activeTrackIds"),
            customData: fields.anything("customData"),
            credentials: fields.text("credentials"),
            credentialsType: fields.text("credentialsType"),
            atvCredentials: fields.text("atvCredentials"),
            atvCredentialsType: fields.text("atvCredentialsType")
        )
    }

    /// Returns the request for a message.
    ///
    /// - Throws: ``GCKError`` with the code ``GCKErrorCode/invalidRequest`` if there is nothing to load, or if custom
    ///   data can't be represented as JSON.
    func wire() throws(GCKError) -> LoadRequest {
        guard mediaInformation != nil || queueData != nil else {
            throw GCKError(
                code: .invalidRequest,
                userInfo: [kGCKErrorExtraInfoKey: "The load request has neither media nor a queue. Set one of them."]
            )
        }
        var request = LoadRequest(
            media: try mediaInformation?.wire(),
            // If `autoplay` is nil, the items of a queue determine it. A single media item has no such property.
            autoplay: autoplay ?? (queueData == nil ? false : nil),
            currentTime: startTime.finite,
            playbackRate: playbackRate.wireNumber ?? 1,
            activeTrackIDs: activeTrackIDs,
            queueData: try queueData?.wire(),
            credentials: credentials,
            credentialsType: credentialsType,
            atvCredentials: atvCredentials,
            atvCredentialsType: atvCredentialsType
        )
        request.customData = try $customData.wire()
        return request
    }
}

extension GCKMediaLoadOptions {
    /// Returns the load request data for media with these options.
    func requestData(for media: GCKMediaInformation) -> GCKMediaLoadRequestData {
        GCKMediaLoadRequestData(
            content: GCKMediaLoadRequestData.Content(
                mediaInformation: media,
                autoplay: autoplay,
                startTime: playPosition,
                playbackRate: playbackRate,
                activeTrackIDs: content.activeTrackIDs,
                customData: customData,
                credentials: credentials,
                credentialsType: credentialsType
            )
        )
    }
}

extension GCKMediaQueueLoadOptions {
    /// Returns the load request data for queue items with these options. A new queue has no current repeat mode, so
    /// `unchanged` becomes `off`.
    func requestData(for items: [GCKMediaQueueItem]) -> GCKMediaLoadRequestData {
        GCKMediaLoadRequestData(
            content: GCKMediaLoadRequestData.Content(
                queueData: GCKMediaQueueData(
                    content: GCKMediaQueueData.Content(
                        repeatMode: repeatMode == .unchanged ? .off : repeatMode,
                        startIndex: startIndex,
                        startTime: playPosition,
                        items: items
                    )
                ),
                startTime: playPosition,
                customData: customData
            )
        )
    }
}

extension Float {
    /// The shortest decimal representation, 1.1 instead of 1.10000002384185791. Nil if JSON can't represent the number.
    var wireNumber: Double? { isFinite ? Double(description) : nil }
}
