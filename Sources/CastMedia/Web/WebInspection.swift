// SPDX-License-Identifier: Apache-2.0

/// The facts about a URL that a Cast device plays directly, found with requests like those of a device.
///
/// The requests have the `Origin` of Google's web receivers, so that servers answer cross-origin requests (CORS) as they
/// answer a device. This machine may be on another network than the device, so a URL that it cannot reach may still
/// play.
public struct WebInspection: Sendable, Hashable {
    /// Limits of ``inspect(url:limits:headers:)``.
    public struct Limits: Sendable, Hashable {
        /// The time limit for all requests together. Default 6 seconds.
        public var total = Duration.seconds(6)
        /// The time limit of one request with its redirects. Default 3 seconds.
        public var request = Duration.seconds(3)
        /// The largest size of a playlist or manifest, in bytes. Default 1 MiB.
        public var manifest = 1 << 20
        /// The largest number of bytes to read from the beginning of media. Default 64 KiB.
        public var start = 1 << 16
        /// The largest number of requests, not counting redirects. Default 6.
        public var requests = 6
        /// The time to the first byte above which a server is slow. Default 2 seconds.
        public var slow = Duration.seconds(2)
        /// Whether the first segment of an HLS stream is requested even if its format is known. Default true.
        public var checksSegments = true

        /// Creates the default limits.
        public init() {}
    }

    /// The URL that was inspected.
    public internal(set) var requestedURL: String
    /// The URLs to which the server redirected, in order. The last one is ``url``.
    public internal(set) var redirects: [String] = []
    /// The HTTP status after redirects; `nil` if the server did not respond.
    public internal(set) var status: Int?
    /// The media type that the server reports, in lower case and without parameters; `nil` if it reports none.
    public internal(set) var reportedType: String?
    /// The media type that the first bytes show; `nil` if they have no known signature.
    public internal(set) var detectedType: String?
    /// The media type to declare to a device: the server's if it is a media type, else that of the first bytes, else a
    /// guess from the URL.
    public internal(set) var contentType: String
    /// The size of the content in bytes; `nil` if the server does not report it.
    public internal(set) var length: Int?
    /// Whether the server responds to a request for a byte range with that range; `nil` if it did not respond.
    public internal(set) var hasRanges: Bool?
    /// The value of `Access-Control-Allow-Origin`; `nil` if the server sends none.
    public internal(set) var allowedOrigin: String?
    /// The time from the first request to the head of the response after redirects; `nil` if there was no response.
    public internal(set) var timeToFirstByte: Duration?
    /// The facts about an HLS or DASH stream; `nil` for other media.
    public internal(set) var stream: WebStream?
    /// What can prevent or limit playback, without duplicates.
    public internal(set) var problems: [Problem] = []

    init(requestedURL: String) {
        self.requestedURL = requestedURL
        contentType = WebMedia.contentType(ofURL: requestedURL)
    }

    /// The URL after redirects.
    public var url: String { redirects.last ?? requestedURL }

    /// Whether a web receiver may read the content with a script, as it does for HLS, DASH and subtitles.
    public var allowsReceivers: Bool { Self.allowsReceivers(allowedOrigin) }

    /// The origin of Google's web receivers.
    static let receiverOrigin = "https://www.gstatic.com"

    static func allowsReceivers(_ allowedOrigin: String?) -> Bool {
        allowedOrigin == "*" || allowedOrigin?.lowercased() == receiverOrigin
    }

    mutating func add(_ problem: Problem) {
        if !problems.contains(problem) { problems.append(problem) }
    }
}

/// The facts about an HLS or DASH stream.
public struct WebStream: Sendable, Hashable {
    /// The protocol of a stream.
    public enum Kind: String, Sendable, Hashable {
        case hls
        case dash
    }

    /// A variant of the video or of the whole stream.
    public struct Variant: Sendable, Hashable {
        /// The peak bit rate in bits per second.
        public internal(set) var bandwidth: Int?
        /// The width in pixels.
        public internal(set) var width: Int?
        /// The height in pixels.
        public internal(set) var height: Int?
        /// The codecs, such as `avc1.640028`.
        public internal(set) var codecs: [String] = []
    }

    /// An alternative audio track or subtitles.
    public struct Rendition: Sendable, Hashable {
        /// The name for users; empty if there is none.
        public internal(set) var name: String
        /// The language tag.
        public internal(set) var language: String?
    }

    /// The protocol.
    public internal(set) var kind: Kind
    /// Whether the URL is that of an HLS multivariant playlist, which lists playlists. Always false for DASH.
    public internal(set) var isMaster = false
    /// Whether the stream is live; `nil` if the playlist with the segments is not known.
    public internal(set) var isLive: Bool?
    /// The duration in seconds; `nil` for a live stream, and if it is not known.
    public internal(set) var duration: Double?
    /// The variants.
    public internal(set) var variants: [Variant] = []
    /// The audio tracks outside the variants.
    public internal(set) var audio: [Rendition] = []
    /// The subtitles.
    public internal(set) var subtitles: [Rendition] = []
    /// The encryption methods of HLS, such as `AES-128`, or the protection systems of DASH.
    public internal(set) var encryption: [String] = []
    /// Whether a digital rights management system provides the keys.
    public internal(set) var isDRM = false
    /// The format of the segments of an HLS stream, as far as it is known.
    package internal(set) var segments = HLSSegmentFormats()
}
