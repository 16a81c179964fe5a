// SPDX-License-Identifier: Apache-2.0

public import CastWire

extension MediaItem {
    /// The choices of a user for an item. All have defaults.
    public struct Options: Sendable, Hashable {
        /// The title to show; `nil` for ``CastSource/title``.
        public var title: String?
        /// The line of text below the title: the artist of audio; `nil` for none.
        public var subtitle: String?
        /// The artwork; `nil` for none.
        public var artwork: CastSource?
        /// The media type; `nil` to detect it. A specified type also means that the media is not converted.
        public var contentType: String?
        /// The start position in seconds; `nil` for the beginning.
        public var startTime: Double?
        /// The subtitles.
        public var subtitles = Subtitles()
        /// The choices for the conversion of a file that the device does not play.
        public var conversion = MediaPlan.Options()

        /// The format of the segments of an HLS stream; `nil` to detect it.
        public var hlsSegmentFormat: HLSSegmentFormat?
        /// The headers that the server of a URL requires, such as `Authorization`. Default: none.
        ///
        /// This machine sends them when it inspects the URL. If there are any, the media is relayed, because devices do
        /// not send them.
        public var request = RequestHeaders()
        /// Whether this machine requests a URL and passes the media on, for a server that the device cannot reach, or
        /// that does not allow other origins (CORS). Default false.
        public var relays = false
        /// Whether everyone who knows the URL may fetch the media, and not only the device. Default false. A device
        /// that fetches media from another address than the one it is reached at needs this.
        public var isPublic = false
        /// When `yt-dlp` is asked for the media of a URL. Default: if the URL leads to a web page. A specified type
        /// means that it is not asked.
        public var siteLookup = SiteLookup.automatic
        /// The media of the page that the URL leads to, if `yt-dlp` was asked before.
        package var siteMedia: SiteMedia?

        /// Whether the media of a URL is relayed.
        var isRelayed: Bool { relays || !request.isEmpty }

        /// Creates options.
        public init(
            title: String? = nil,
            subtitle: String? = nil,
            artwork: CastSource? = nil,
            contentType: String? = nil,
            startTime: Double? = nil,
            subtitles: Subtitles = Subtitles(),
            conversion: MediaPlan.Options = MediaPlan.Options()
        ) {
            self.title = title
            self.subtitle = subtitle
            self.artwork = artwork
            self.contentType = contentType
            self.startTime = startTime
            self.subtitles = subtitles
            self.conversion = conversion
        }
    }

    /// The choices for the subtitles of an item.
    public struct Subtitles: Sendable, Hashable {
        /// The paths of subtitle files. The first one is shown from the start. Default: none.
        public var paths: [String]
        /// Whether files that belong to the media by their names are added. Default true.
        public var includesSidecars: Bool
        /// Whether the text tracks inside the file are added, which needs `ffmpeg`. Default true.
        public var includesEmbedded = true
        /// The language to show from the start, as a BCP 47 tag or an English name; `nil` to show the first file of
        /// ``paths``, else the first file that belongs to the media, else the default or forced track inside the file.
        public var language: String?
        /// The appearance on the device. Values that are `nil` keep the settings of the device.
        public var style: TextTrackStyle?
        /// The name of the character encoding; `nil` to detect it.
        public var encoding: String?
        /// The number of seconds by which subtitles are shown later; negative to show them earlier. Default 0.
        public var delay: Double

        /// Creates choices.
        public init(
            paths: [String] = [],
            includesSidecars: Bool = true,
            encoding: String? = nil,
            delay: Double = 0,
            language: String? = nil,
            style: TextTrackStyle? = nil
        ) {
            self.paths = paths
            self.includesSidecars = includesSidecars
            self.encoding = encoding
            self.delay = delay
            self.language = language
            self.style = style
        }
    }
}
