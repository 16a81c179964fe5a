// SPDX-License-Identifier: Apache-2.0

package import CastHTTPClient
package import CastWire
import NIOConcurrencyHelpers

/// The container formats of an HLS stream, which a Cast device needs before it loads the stream.
///
/// Without a declaration, a device expects transport streams, and does not play fragmented MP4.
package struct HLSSegmentFormats: Sendable, Hashable {
    /// The format of the segments that contain the audio; `nil` if it is not known.
    package var audio: HLSSegmentFormat?
    /// The format of the segments that contain the video; `nil` if it is not known or if there is no video.
    package var video: HLSVideoSegmentFormat?

    package init(audio: HLSSegmentFormat? = nil, video: HLSVideoSegmentFormat? = nil) {
        self.audio = audio
        self.video = video
    }

    /// Creates the formats of a stream whose audio and video are in the same segments.
    ///
    /// - Parameter format: The format that the user specified. Formats of audio alone have no video.
    package init(_ format: HLSSegmentFormat) {
        audio = format
        switch format {
        case .fmp4: video = .fmp4
        case .ts: video = .mpeg2TS
        default: video = nil
        }
    }

    package var isEmpty: Bool { audio == nil && video == nil }

    /// Declares the formats in the description of an item, except those that it declares already.
    package func describe(_ information: inout MediaInformation) {
        // Detected formats must not be mixed with those of the caller, which may know the stream better.
        guard information.hlsSegmentFormat == nil, information.hlsVideoSegmentFormat == nil else { return }
        if let audio { information.hlsSegmentFormat = audio }
        if let video { information.hlsVideoSegmentFormat = video }
    }

    /// Whether a URL with a media type is an HLS stream.
    package static func applies(to url: String, contentType: String) -> Bool {
        let type = contentType.prefix { $0 != ";" }.lowercased()
        if type.hasSuffix("mpegurl") { return true }
        // Another type that was declared for the same URL takes precedence for the device.
        return type.isEmpty && ContentType.fileExtension(String(url.prefix { $0 != "?" && $0 != "#" })) == "m3u8"
    }

    // MARK: Detection

    /// Returns the formats of the stream at a URL; none if it is not an HLS stream, or if they are not known.
    ///
    /// The playlists, and if necessary the first bytes of segments, are requested once per URL and process.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - contentType: The media type; empty if it is not known.
    ///   - headers: The headers that the server requires.
    ///   - client: The rules for the requests, for a URL from a peer.
    package static func detect(
        url: String,
        contentType: String,
        headers: RequestHeaders = RequestHeaders(),
        client: RestrictedHTTPClient.Configuration = RestrictedHTTPClient.Configuration()
    ) async -> HLSSegmentFormats {
        guard applies(to: url, contentType: contentType) else { return HLSSegmentFormats() }
        if let known = known.withLockedValue({ $0[url] }) { return known }
        var limits = WebInspection.Limits()
        limits.checksSegments = false
        return await WebInspection.inspect(url: url, limits: limits, headers: headers, client: client).stream?.segments
            ?? HLSSegmentFormats()
    }

    /// Records the result of an inspection for ``detect(url:contentType:client:)``.
    static func remember(_ formats: HLSSegmentFormats, of url: String) {
        guard !formats.isEmpty else { return }
        known.withLockedValue { known in
            if known.count >= knownLimit { known.removeAll() }
            known[url] = formats
        }
    }

    /// The maximum number of URLs whose formats are kept.
    private static let knownLimit = 1_000
    private static let known = NIOLockedValueBox<[String: HLSSegmentFormats]>([:])
}
