// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastConcurrency
import CastHTTPClient
import CastWire
import NIOCore
import NIOHTTP1

extension MediaItem {
    /// Whether the URL is passed to `yt-dlp` without a request to its server before.
    var isPage: Bool { options.contentType == nil && (options.siteLookup == .always || options.siteMedia != nil) }

    /// Asks `yt-dlp` for the media of a page.
    ///
    /// - Throws: ``MediaItemError`` with the reason of `yt-dlp`, or how to install it.
    func site(
        at url: String,
        searchPath: String?,
        onStep: @Sendable (PreparationStep) -> Void
    ) async throws(MediaItemError) -> SiteItem {
        if let media = options.siteMedia { return SiteItem(media) }
        do throws(VideoSiteError) {
            guard let site = VideoSite.find(searchPath: searchPath) else { throw .notInstalled }
            onStep(.note("Looking for the media of this page with yt-dlp."))
            let item = try await site.item(at: url)
            if let count = item.listCount, count > 1 {
                onStep(.note("The page is a list with \(count) entries. This is the first one."))
            }
            return item
        } catch {
            throw MediaItemError(error, page: url)
        }
    }

    /// Chooses the form of a site's media that the device plays, and requests it as the device does.
    func declaration(
        of site: SiteItem,
        at url: String,
        for target: CastTarget,
        client: RestrictedHTTPClient.Configuration,
        onStep: @Sendable (PreparationStep) -> Void
    ) async throws(MediaItemError) -> WebDeclaration {
        let stream: SiteStream
        do throws(VideoSiteError) {
            stream = try SiteStream.choose(
                from: site.media,
                for: target.capabilities,
                maximumHeight: options.conversion.maximumHeight
            )
        } catch {
            throw MediaItemError(error, page: url)
        }
        var limits = WebInspection.Limits()
        limits.checksSegments = false
        let inspection = await WebInspection.inspect(
            url: stream.url,
            limits: limits,
            headers: stream.headers,
            client: client
        )
        let isRelayed = options.relays || !stream.headers.isEmpty
        for problem in inspection.problems where problem.preventsPlayback && !(isRelayed && problem.isOrigin) {
            onStep(.note("The device may not play this: \(problem.description(of: "the media of the page"))."))
        }
        return WebDeclaration(
            contentType: stream.contentType,
            segments: inspection.stream?.segments ?? HLSSegmentFormats(),
            site: WebDeclaration.Site(
                stream: stream,
                isLive: site.media.isLive || inspection.stream?.isLive == true,
                author: site.media.uploader,
                thumbnail: site.media.thumbnail
            )
        )
    }

    /// Adds what a site says about its media, as far as the user did not specify it.
    func describe(_ information: inout MediaInformation, _ site: WebDeclaration.Site) {
        if site.isLive { information.streamType = .live }
        if let author = site.author, options.subtitle == nil {
            if information.metadata?.metadataType == .musicTrack {
                information.metadata?.artist = author
            } else {
                information.metadata?.subtitle = author
            }
        }
        if let thumbnail = site.thumbnail { information.metadata?.images = [MediaImage(url: thumbnail)] }
    }

    /// The number of subtitles of a site that are offered. Sites translate them into a hundred languages.
    private static let siteSubtitleLimit = 16

    /// Fetches the subtitles of a site and shares them, because devices may read only those of servers that allow it
    /// (CORS). Those that cannot be fetched are skipped.
    func shareSubtitles(
        of site: SiteItem,
        client configuration: RestrictedHTTPClient.Configuration
    ) async -> [MediaServer.SharedSubtitles] {
        let listed = site.media.subtitles.prefix(Self.siteSubtitleLimit)
        guard !listed.isEmpty else { return [] }
        let client = RestrictedHTTPClient(configuration)
        let (server, delay) = (server, self.subtitles.delay)
        let found = await withTaskGroup(of: (Int, MediaServer.SharedSubtitles?).self) { group in
            for (index, subtitles) in listed.enumerated() {
                group.addTask { (index, await server.share(subtitles, delay: delay, client: client)) }
            }
            return await group.reduce(into: [:]) { found, result in found[result.0] = result.1 }
        }
        await client.shutdown()
        return found.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension MediaServer {
    /// Fetches subtitles in WebVTT and shares them; `nil` if they cannot be fetched or have no cues.
    fileprivate func share(
        _ subtitles: SiteMedia.Subtitles,
        delay: Double,
        client: RestrictedHTTPClient
    ) async -> SharedSubtitles? {
        let limits = Subtitles.Limits()
        let bytes = await withTimeLimit(.seconds(10)) { () -> [UInt8]? in
            try? await client.request(subtitles.url, headers: ["User-Agent": "swift-cast"]) { response, _ in
                guard response.status.code == 200 else { return nil }
                return Array((try await response.body.collect(upTo: limits.bytes)).readableBytesView)
            }
        }
        guard let bytes = bytes ?? nil, let content = try? Subtitles(bytes, fileName: "subtitles.vtt") else {
            return nil
        }
        let file = SidecarSubtitle(path: subtitles.url, language: subtitles.language, title: subtitles.name)
        return share(content, as: SubtitleTrack(file, origin: .site(url: subtitles.url)), delay: delay)
    }
}

extension MediaItemError {
    /// Describes why the media of a page cannot be cast.
    package init(_ error: VideoSiteError, page url: String) {
        let message =
            error == .notInstalled
            ? "\(url) leads to a web page, not to media, and yt-dlp, which finds the media of video sites, is not "
                + "installed"
            : "\(url) leads to a web page, and \(error)"
        self.init(.urlNotPlayable(status: nil), location: url, message: message, advice: error.advice, problem: "page")
    }
}

extension SiteStream {
    /// The headers that the server of the media expects. Those that a relay cannot send are left out.
    var headers: RequestHeaders {
        var headers = RequestHeaders()
        for (name, value) in requestHeaders.sorted(by: { $0.key < $1.key }) {
            try? headers.add(name: name, value: value)
        }
        return headers
    }
}
