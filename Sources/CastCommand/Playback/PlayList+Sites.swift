// SPDX-License-Identifier: Apache-2.0

import CastMedia

extension PlayList {
    /// Replaces each URL of a list on a video site by the entries of the list, and asks for the media of other pages.
    ///
    /// The media of an entry is looked up when it is played, because the URLs of sites expire.
    ///
    /// - Parameters:
    ///   - lookup: When `yt-dlp` is asked.
    ///   - searchPath: The folders of `yt-dlp`, separated by colons; nil for `PATH`.
    ///   - onNote: Called with notes for the user.
    /// - Throws: ``CommandFailure`` if the only entry is a page without media.
    mutating func resolvePages(
        _ lookup: SiteLookup,
        searchPath: String? = nil,
        onNote: (String) -> Void
    ) async throws(CommandFailure) {
        guard lookup != .never, let program = VideoSite.find(searchPath: searchPath) else { return }
        var resolved: [Entry] = []
        for entry in entries {
            guard case .url(let url) = entry.source, await Self.isPage(url, lookup) else {
                resolved.append(entry)
                continue
            }
            onNote("Looking for the media of \(url) with yt-dlp.")
            do throws(VideoSiteError) {
                resolved += Self.entries(try await program.page(at: url), of: entry)
            } catch {
                guard entries.count > 1, error != .ended else { throw CommandFailure(MediaItemError(error, page: url)) }
                // The error is reported when the item is played.
                resolved.append(entry)
            }
        }
        entries = resolved
    }

    private static func entries(_ page: SitePage, of entry: Entry) -> [Entry] {
        switch page {
        case .media(let media):
            var entry = entry
            entry.siteMedia = media
            entry.title = entry.title ?? media.title
            return [entry]
        case .list(let list):
            return list.entries.map { listed in
                Entry(
                    source: .url(listed.url),
                    title: listed.title,
                    siteMedia: listed.media,
                    isLookedUpLate: listed.media == nil
                )
            }
        }
    }

    /// Whether a URL leads to a web page. URLs with the name of a media file are not requested for this.
    private static func isPage(_ url: String, _ lookup: SiteLookup) async -> Bool {
        if lookup == .always { return true }
        guard !WebMedia.hasMediaName(url) else { return false }
        var limits = WebInspection.Limits()
        limits.requests = 1
        return await WebInspection.inspect(url: url, limits: limits).problems.contains(.page)
    }
}
