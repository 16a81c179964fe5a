// SPDX-License-Identifier: Apache-2.0

/// The media of a page on a video site that is cast.
package struct SiteItem: Sendable, Hashable {
    package var media: SiteMedia
    /// The number of entries if the page is a list, of which this is the first one with media.
    package var listCount: Int?

    package init(_ media: SiteMedia, listCount: Int? = nil) {
        self.media = media
        self.listCount = listCount
    }
}

/// When `yt-dlp` is asked for the media of a URL.
///
/// `yt-dlp` opens connections by itself, to any host that the page refers to.
public enum SiteLookup: Sendable, Hashable {
    /// If the URL leads to a web page, and `yt-dlp` is installed.
    case automatic
    /// Without a request to the URL before.
    case always
    case never
}

extension VideoSite {
    /// The number of lists in lists that are followed.
    private static let depthLimit = 2
    /// The number of entries of a list that are tried.
    private static let entryLimit = 3

    /// Finds the media of a page: of a list, that of the first entry that has any.
    ///
    /// - Parameter url: An `http` or `https` URL.
    /// - Throws: ``VideoSiteError``. Cancellation ends the program.
    package func item(at url: String) async throws(VideoSiteError) -> SiteItem {
        try await item(at: url, depth: 1)
    }

    private func item(at url: String, depth: Int) async throws(VideoSiteError) -> SiteItem {
        switch try await page(at: url) {
        case .media(let media): return SiteItem(media)
        case .list(let list):
            var failure = VideoSiteError.noMedia
            for entry in list.entries.prefix(Self.entryLimit) where depth <= Self.depthLimit {
                if let media = entry.media { return SiteItem(media, listCount: list.entries.count) }
                do throws(VideoSiteError) {
                    var item = try await item(at: entry.url, depth: depth + 1)
                    item.listCount = list.entries.count
                    return item
                } catch {
                    if case .ended = error { throw error }
                    failure = error
                }
            }
            throw failure
        }
    }
}
