import CastArtwork
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Keeps pictures as files in the app's caches directory: what is installed as long as an app installs nothing else.
///
/// Only https is loaded. Who asks for a picture that is on its way gets that one. Files are bounded in bytes and age, and
/// a failure is not kept.
@MainActor
final class FileImageCache: NSObject, GCKUIImageCache {
    private let load: @Sendable (String) async throws -> Artwork
    /// Those that are under way; they end with this object.
    private var fetches: [Int: Task<Void, Never>] = [:]
    private var lastFetch = 0
    private let log = Log(of: "GCKUIImageCache")

    /// - Parameter load: Brings the picture at an address.
    init(load: @escaping @Sendable (String) async throws -> Artwork) {
        self.load = load
        super.init()
    }

    /// - Parameter directory: Where files are kept; nil keeps none.
    convenience init(directory: String? = FileImageCache.standardDirectory, fetcher: ArtworkFetcher = .secure) {
        let cache = ArtworkCache(configuration: ArtworkCache.Configuration(directory: directory), fetcher: fetcher)
        self.init { try await cache.artwork(at: $0) }
    }

    deinit {
        for fetch in fetches.values { fetch.cancel() }
    }

    /// In the directory that the system empties when it needs room.
    nonisolated static var standardDirectory: String? {
        FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
            .appendingPathComponent(Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
            .appendingPathComponent("GCKImageCache").path
    }

    func fetchImage(for imageURL: URL, completion: @escaping @Sendable (UIImage?) -> Void) {
        lastFetch += 1
        let number = lastFetch
        let (load, log) = (load, log)
        let address = imageURL.absoluteString
        fetches[number] = Task { [weak self] in
            let image = await Self.image(at: address, load, log)
            self?.fetches[number] = nil
            completion(image)
        }
    }

    /// Off the main thread, since a picture may be large.
    private nonisolated static func image(
        at address: String,
        _ load: @Sendable (String) async throws -> Artwork,
        _ log: Log
    ) async -> UIImage? {
        do {
            let artwork = try await load(address)
            guard let image = UIImage(data: Data(artwork.bytes)) else { return nil }
            #if canImport(UIKit)
            return await image.byPreparingForDisplay() ?? image
            #else
            return image
            #endif
        } catch {
            log.warning("no picture from \(address.prefix(200)): \(error)")
            return nil
        }
    }
}

extension ArtworkFetcher {
    /// Only https.
    static var secure: ArtworkFetcher { ArtworkFetcher(requiresHTTPS: true) }
}
