// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The description of a media item.
public struct MediaInformation: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        contentID: String,
        contentURL: String? = nil,
        contentType: String? = nil,
        streamType: StreamType? = nil,
        duration: Double? = nil,
        metadata: MediaMetadata? = nil,
        mediaCategory: MediaCategory? = nil,
        tracks: [MediaTrack]? = nil,
        textTrackStyle: TextTrackStyle? = nil,
        customData: JSONValue? = nil
    ) {
        fields = JSONObject()
        self.contentID = contentID
        self.contentURL = contentURL
        self.contentType = contentType
        self.streamType = streamType
        self.duration = duration
        self.metadata = metadata
        self.mediaCategory = mediaCategory
        self.tracks = tracks
        self.textTrackStyle = textTrackStyle
        self.customData = customData
    }

    /// The content ID or URL. At most about 1,000 characters; can be empty.
    public var contentID: String? {
        get { self["contentId"] }
        set { self["contentId"] = newValue }
    }

    /// The URL of the content, if ``contentID`` is not a URL.
    public var contentURL: String? {
        get { self["contentUrl"] }
        set { self["contentUrl"] = newValue }
    }

    /// The type of the stream.
    public var streamType: StreamType? {
        get { self["streamType"] }
        set { self["streamType"] = newValue }
    }

    /// The MIME type. Receivers return the value that they received.
    public var contentType: String? {
        get { self["contentType"] }
        set { self["contentType"] = newValue }
    }

    /// The metadata to display.
    public var metadata: MediaMetadata? {
        get { self["metadata"] }
        set { self["metadata"] = newValue }
    }

    /// The duration in seconds, as received. −1, 0 and absent mean unknown; use ``knownDuration`` for display.
    public var duration: Double? {
        get { self["duration"] }
        set { self["duration"] = newValue }
    }

    /// The category: audio, video or image.
    public var mediaCategory: MediaCategory? {
        get { self["mediaCategory"] }
        set { self["mediaCategory"] = newValue }
    }

    /// The tracks, as far as they are known.
    public var tracks: [MediaTrack]? {
        get { self["tracks"] }
        set { self["tracks"] = newValue }
    }

    /// The appearance of captions.
    public var textTrackStyle: TextTrackStyle? {
        get { self["textTrackStyle"] }
        set { self["textTrackStyle"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }

    /// The deep link of the media in the application that plays it.
    public var entity: String? {
        get { self["entity"] }
        set { self["entity"] = newValue }
    }

    /// The deep link of the media in an Android TV application.
    public var atvEntity: String? {
        get { self["atvEntity"] }
        set { self["atvEntity"] = newValue }
    }

    /// The container format of HLS audio segments.
    public var hlsSegmentFormat: HLSSegmentFormat? {
        get { self["hlsSegmentFormat"] }
        set { self["hlsSegmentFormat"] = newValue }
    }

    /// The container format of HLS video segments.
    public var hlsVideoSegmentFormat: HLSVideoSegmentFormat? {
        get { self["hlsVideoSegmentFormat"] }
        set { self["hlsVideoSegmentFormat"] = newValue }
    }

    /// The breaks of the media.
    public var breaks: [Break]? {
        get { self["breaks"] }
        set { self["breaks"] = newValue }
    }

    /// The clips of the breaks.
    public var breakClips: [BreakClip]? {
        get { self["breakClips"] }
        set { self["breakClips"] = newValue }
    }

    /// The VMAP request that provides the breaks.
    public var vmapAdsRequest: VASTAdsRequest? {
        get { self["vmapAdsRequest"] }
        set { self["vmapAdsRequest"] = newValue }
    }

    /// The start time of a live stream, in seconds since 1970.
    public var startAbsoluteTime: Double? {
        get { self["startAbsoluteTime"] }
        set { self["startAbsoluteTime"] = newValue }
    }

    /// The user's actions on the media.
    public var userActionStates: [UserActionState]? {
        get { self["userActionStates"] }
        set { self["userActionStates"] = newValue }
    }

    /// The duration in seconds; nil if it is unknown or the media has none, like a live stream.
    public var knownDuration: Double? {
        guard let duration, duration > 0, duration.isFinite else { return nil }
        return duration
    }

    /// The URL that the receiver plays: the content URL, or else the content ID.
    public var playedURL: String? { contentURL ?? contentID }
}

/// The type of a media stream. Lowercase values and SharpCaster's numbers (0 for NONE, 1 for LIVE, 2 for BUFFERED) are
/// accepted as well.
public struct StreamType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Media of known duration.
    public static let buffered = StreamType(rawValue: "BUFFERED")

    /// A live stream.
    public static let live = StreamType(rawValue: "LIVE")

    /// Unknown, or not a stream (an image). The receiver decides by the duration.
    public static let none = StreamType(rawValue: "NONE")

    /// Sent by old senders only.
    public static let other = StreamType(rawValue: "OTHER")

    /// Reads a string, or the number that SharpCaster sends: 0 for none, 1 for live, 2 for buffered.
    public init?(json: JSONValue) {
        if let word = json.stringValue, Int(word) == nil {
            self.init(rawValue: Self.spelling(of: word))
            return
        }
        switch Int(json: json) {
        case 0: self = .none
        case 1: self = .live
        case 2: self = .buffered
        default: return nil
        }
    }
}

/// The category of media.
public struct MediaCategory: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let audio = MediaCategory(rawValue: "AUDIO")
    public static let video = MediaCategory(rawValue: "VIDEO")
    public static let image = MediaCategory(rawValue: "IMAGE")
}

extension MediaInformation {
    /// Creates the description of the media at a URL. Other properties can be set afterward.
    ///
    /// - Parameters:
    ///   - url: The URL, which the device must be able to reach. It becomes the ``contentID``.
    ///   - contentType: The media type, such as `video/mp4`.
    ///   - metadata: The title and others. Default nil.
    public init(url: URL, contentType: String, metadata: MediaMetadata? = nil) {
        self.init(contentID: url.absoluteString, contentType: contentType, metadata: metadata)
    }
}

extension MediaImage {
    /// Creates the description of the image at a URL.
    ///
    /// - Parameters:
    ///   - url: The URL, which the device must be able to reach.
    ///   - width: The width in pixels. Nil, the default, if unknown.
    ///   - height: The height in pixels. Nil, the default, if unknown.
    public init(url: URL, width: Int? = nil, height: Int? = nil) {
        self.init(url: url.absoluteString, width: width, height: height)
    }
}
