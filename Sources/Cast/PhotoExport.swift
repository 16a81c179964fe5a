// SPDX-License-Identifier: Apache-2.0

#if canImport(Photos)
import AVFoundation
import CastMedia
import CastMediaProbe
import ImageIO
import Photos
import UniformTypeIdentifiers

/// A photo or video of the photo library, in a form that a device plays.
struct PhotoExport {
    let source: CastSource
    /// Deletes the temporary file; nil if there is none.
    let access: SourceAccess?

    /// The longest side of a converted photo in pixels.
    private static let longestSide = 3840

    init(of asset: PHAsset, for device: PlaybackCapabilities) async throws(MediaItemError) {
        if asset.mediaType == .video {
            let film = try await Self.film(of: asset)
            let file = try await Self.export(film, named: Self.name(of: asset), for: device)
            source = .file(file)
            access = SourceAccess { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        } else {
            source = try await Self.picture(of: asset)
            access = nil
        }
    }

    /// The file name in the library, without the extension.
    static func name(of asset: PHAsset) -> String {
        let name = PHAssetResource.assetResources(for: asset).first?.originalFilename ?? ""
        let stem = (name as NSString).deletingPathExtension
        return stem.isEmpty ? "Photo" : stem
    }

    private static func failure(_ name: String, _ reason: String) -> MediaItemError {
        MediaItemError(
            .fileNotReadable,
            location: name,
            message: "\(name) of the photo library cannot be cast: \(reason)",
            advice: "check that the app may read the photo library, and that what is only in iCloud can be downloaded"
        )
    }

    private static func reason(_ information: [AnyHashable: Any]?) -> String {
        (information?[PHImageErrorKey] as? any Error)?.localizedDescription ?? "the system does not give it out"
    }

    // MARK: - Photos

    private static func picture(of asset: PHAsset) async throws(MediaItemError) -> CastSource {
        let options = PHImageRequestOptions()
        options.isNetworkAccessAllowed = true
        options.deliveryMode = .highQualityFormat
        let name = name(of: asset)
        let result: Result<(Data, String?), MediaItemError> = await withCheckedContinuation { continuation in
            PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) {
                data,
                type,
                _,
                info in
                continuation.resume(
                    returning: data.map { .success(($0, type)) } ?? .failure(failure(name, reason(info)))
                )
            }
        }
        let (data, type) = try result.get()
        for known in [UTType.jpeg, .png, .gif, .webP] where type == known.identifier {
            let suffix = known.preferredFilenameExtension ?? "image"
            return .data([UInt8](data), name: "\(name).\(suffix)", contentType: known.preferredMIMEType ?? "image/jpeg")
        }
        guard let converted = jpeg(data) else { throw failure(name, "its format cannot be converted") }
        return .data([UInt8](converted), name: "\(name).jpeg", contentType: "image/jpeg")
    }

    /// Returns an image as JPEG, turned upright; nil if the system cannot decode it.
    private static func jpeg(_ data: Data) -> Data? {
        let result = NSMutableData()
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceThumbnailMaxPixelSize: longestSide,
        ]
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary),
            let target = CGImageDestinationCreateWithData(result, UTType.jpeg.identifier as CFString, 1, nil)
        else { return nil }
        CGImageDestinationAddImage(target, image, [kCGImageDestinationLossyCompressionQuality: 0.9] as CFDictionary)
        return CGImageDestinationFinalize(target) ? result as Data : nil
    }

    // MARK: - Videos

    private static func film(of asset: PHAsset) async throws(MediaItemError) -> sending AVAsset {
        let options = PHVideoRequestOptions()
        options.isNetworkAccessAllowed = true
        options.deliveryMode = .highQualityFormat
        let name = name(of: asset)
        let result: Result<AVAsset, MediaItemError> = await withCheckedContinuation { continuation in
            PHImageManager.default().requestAVAsset(forVideo: asset, options: options) { film, _, info in
                // The manager hands the video over, and does not use it any more.
                nonisolated(unsafe) let result =
                    film.map { Result.success($0) } ?? .failure(failure(name, reason(info)))
                continuation.resume(returning: result)
            }
        }
        return try result.get()
    }

    /// Writes a video to a file in a temporary folder of its own, and returns its URL.
    private static func export(
        _ film: sending AVAsset,
        named name: String,
        for device: PlaybackCapabilities
    ) async throws(MediaItemError) -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(component: "cast-\(UUID().uuidString)")
        let file = folder.appending(component: "\(name).mp4")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw failure(name, error.localizedDescription)
        }
        let preset = await plays(film, on: device) ? AVAssetExportPresetPassthrough : AVAssetExportPreset1920x1080
        let error = await FilmExport(film, preset: preset, to: file).run()
        guard let error else { return file }
        try? FileManager.default.removeItem(at: folder)
        throw failure(name, error)
    }

    /// Whether a device plays the video codec.
    private static func plays(_ film: AVAsset, on device: PlaybackCapabilities) async -> Bool {
        guard let track = try? await film.loadTracks(withMediaType: .video).first,
            let formats = try? await track.load(.formatDescriptions)
        else { return true }
        return formats.allSatisfy { format in
            switch format.mediaSubType {
            case .h264: device.video.contains { $0.codec == .h264 }
            case .hevc: device.video.contains { $0.codec == .hevc }
            default: false
            }
        }
    }
}

/// Writes a video to a file.
private actor FilmExport {
    private let session: AVAssetExportSession?

    init(_ film: sending AVAsset, preset: String, to file: URL) {
        session = AVAssetExportSession(asset: film, presetName: preset)
        session?.outputURL = file
        session?.outputFileType = .mp4
        session?.shouldOptimizeForNetworkUse = true
    }

    /// Returns when the file is complete, with nil, or why it could not be written. Ends early if the task is canceled.
    nonisolated func run() async -> String? {
        await withTaskGroup(of: String??.self) { group in
            group.addTask { await .some(self.export()) }
            group.addTask {
                // Waits for the cancellation of the group or of the caller.
                try? await Task.sleep(for: .seconds(86_400))
                await self.cancel()
                return .none
            }
            for await result in group {
                guard let result else { continue }
                group.cancelAll()
                return result
            }
            return "the export was canceled"
        }
    }

    private func export() async -> String? {
        guard let session else { return "its format cannot be converted" }
        await withCheckedContinuation { continuation in
            session.exportAsynchronously { continuation.resume() }
        }
        guard session.status != .completed else { return nil }
        return session.error?.localizedDescription ?? "the export was canceled"
    }

    private func cancel() { if session?.status == .exporting { session?.cancelExport() } }
}
#endif
