// SPDX-License-Identifier: Apache-2.0

public import CastMedia
public import CastSender

extension CastSession {
    /// Casts a file, a URL or bytes, and returns when the device plays.
    ///
    /// The source is inspected, served from this machine if it is local, converted with `ffmpeg` while it plays if the
    /// device does not play its format or rejects it, and loaded with its subtitles:
    ///
    /// ```swift
    /// let playback = try await session.cast(.file(path: "/home/ada/film.mkv"))
    /// print(playback.explain())
    /// let end = await playback.end
    /// ```
    ///
    /// - Parameters:
    ///   - source: What to cast.
    ///   - options: Title, artwork, start position, subtitles and quality.
    /// - Returns: The playback, which serves the source until it ends.
    /// - Throws: ``MediaPlaybackError`` with what the device said, what the server saw, and what to do next.
    @discardableResult
    public nonisolated func cast(
        _ source: CastSource,
        options: MediaItem.Options = MediaItem.Options()
    ) async throws(MediaPlaybackError) -> MediaPlayback {
        let playback = playback(of: source, options: options)
        try await playback.start()
        return playback
    }

    /// Returns a playback that has not started, to observe ``MediaPlayback/progress`` during ``MediaPlayback/start()``.
    ///
    /// - Parameters:
    ///   - source: What to cast.
    ///   - options: Title, artwork, start position, subtitles and quality.
    public nonisolated func playback(
        of source: CastSource,
        options: MediaItem.Options = MediaItem.Options()
    ) -> MediaPlayback {
        MediaPlayback(session: self, source: source, options: options)
    }
}
