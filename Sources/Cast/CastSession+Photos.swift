// SPDX-License-Identifier: Apache-2.0

#if canImport(Photos)
public import CastMedia
import CastMediaProbe
public import CastSender
public import Photos

extension CastSession {
    /// Casts a photo or a video of the photo library, and returns when the device plays.
    ///
    /// The app must have the permission to read the library, and the description of its use in `Info.plist`
    /// (`NSPhotoLibraryUsageDescription`). What is only in iCloud is downloaded first.
    /// - A photo in a format that devices do not show, such as HEIC, becomes a JPEG image of at most 3840 pixels.
    /// - A video is copied to a temporary MP4 file, which is deleted when the playback ends. It is encoded again, with
    ///   H.264, only if the device does not play its codec.
    ///
    /// - Parameters:
    ///   - asset: The photo or video.
    ///   - options: Title, artwork, start position, subtitles and quality.
    /// - Throws: ``MediaPlaybackError``. If the task is canceled, the export ends.
    @discardableResult
    public nonisolated func cast(
        _ asset: PHAsset,
        options: MediaItem.Options = MediaItem.Options()
    ) async throws(MediaPlaybackError) -> MediaPlayback {
        let export: PhotoExport
        do throws(MediaItemError) {
            export = try await PhotoExport(of: asset, for: PlaybackCapabilities(device))
        } catch {
            throw MediaPlaybackError(
                .preparation(error),
                title: options.title ?? PhotoExport.name(of: asset),
                device: device.friendlyName,
                advice: error.advice
            )
        }
        let playback = MediaPlayback(session: self, source: export.source, options: options, access: export.access)
        try await playback.start()
        return playback
    }
}
#endif
