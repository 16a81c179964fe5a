// SPDX-License-Identifier: Apache-2.0

package import CastHTTPClient

/// A URL as it is declared to a device.
package struct WebDeclaration: Sendable, Hashable {
    /// The media type.
    package var contentType: String
    /// The formats of the segments of an HLS stream, as far as they are known.
    package var segments = HLSSegmentFormats()
    /// The media of a page, if the URL leads to one.
    package var site: Site?

    /// The media of a page on a video site, in the form that was chosen for a device.
    package struct Site: Sendable, Hashable {
        package var stream: SiteStream
        package var isLive: Bool
        package var author: String?
        /// The URL of the artwork.
        package var thumbnail: String?
    }

    /// Returns how to declare a URL to a device, according to its server.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - contentType: The media type that the user specified. The URL is then sent in any case, and only the formats
    ///     of HLS segments are looked for.
    ///   - headers: The headers that the server requires.
    ///   - isRelayed: Whether this machine relays the media, so that it must reach the server itself.
    ///   - client: The rules for the requests, for a URL from a peer.
    ///   - onNote: Called with notes for the user, for example if this machine cannot reach the server. The URL is sent
    ///     to the device nevertheless, because the device may be on another network.
    /// - Throws: ``MediaItemError`` if the server responds that the URL is not media.
    package static func find(
        for url: String,
        contentType: String? = nil,
        headers: RequestHeaders = RequestHeaders(),
        isRelayed: Bool = false,
        client: RestrictedHTTPClient.Configuration = RestrictedHTTPClient.Configuration(),
        onNote: @Sendable (String) -> Void
    ) async throws(MediaItemError) -> WebDeclaration {
        if let contentType {
            let segments = await HLSSegmentFormats.detect(
                url: url,
                contentType: contentType,
                headers: headers,
                client: client
            )
            return WebDeclaration(contentType: contentType, segments: segments)
        }
        var limits = WebInspection.Limits()
        limits.checksSegments = false
        let inspection = await WebInspection.inspect(url: url, limits: limits, headers: headers, client: client)
        switch WebMedia(inspection) {
        case .media(let type):
            // Other problems are limitations, or are reported by the device.
            for problem in inspection.problems where problem.preventsPlayback && !(isRelayed && problem.isOrigin) {
                onNote("The device may not play this: \(problem.description(of: url)).")
            }
            return WebDeclaration(contentType: type, segments: inspection.stream?.segments ?? HLSSegmentFormats())
        case .unreachable(let reason, _) where isRelayed:
            throw failure(.unreachable(reason: reason), url)
        case .unreachable(let reason, let type):
            onNote("This machine cannot reach \(url): \(reason). The device may reach it; sending it as \(type).")
            return WebDeclaration(contentType: type)
        case .unusable(let problem):
            throw failure(problem, url)
        }
    }

    private static func failure(_ problem: WebInspection.Problem, _ url: String) -> MediaItemError {
        MediaItemError(
            .urlNotPlayable(status: problem.statusCode),
            location: url,
            message: problem.description(of: url),
            advice: problem.advice,
            problem: problem.code
        )
    }
}
