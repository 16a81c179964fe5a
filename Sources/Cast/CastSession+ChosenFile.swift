// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
public import CastMedia
public import CastSender
public import Foundation

extension CastSession {
    /// Casts a file that the user chose in a document picker or dropped into the app, and returns when the device
    /// plays.
    ///
    /// The app may read such a file only while it holds the access to its security-scoped URL. The playback holds the
    /// access until it ends. Subtitles and covers beside the file are out of reach, unless the user chose their folder.
    ///
    /// - Parameters:
    ///   - url: The URL that the system passed to the app. Other file URLs work as well.
    ///   - options: Title, artwork, start position, subtitles and quality.
    /// - Throws: ``MediaPlaybackError``.
    @discardableResult
    public nonisolated func cast(
        chosenFile url: URL,
        options: MediaItem.Options = MediaItem.Options()
    ) async throws(MediaPlaybackError) -> MediaPlayback {
        // False for URLs that need no access.
        let access =
            url.startAccessingSecurityScopedResource()
            ? SourceAccess { url.stopAccessingSecurityScopedResource() } : nil
        let playback = MediaPlayback(session: self, source: .file(url), options: options, access: access)
        try await playback.start()
        return playback
    }
}
#endif
