// SPDX-License-Identifier: Apache-2.0

import CastArtwork
public import Foundation

#if !canImport(Darwin)
import CastArtworkHTTP
#endif
#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// Loads images and may cache them.
#if canImport(ObjectiveC)
@objc(GCKUIImageCache)
#endif
@preconcurrency
@MainActor
public protocol GCKUIImageCache: NSObjectProtocol {
    /// Loads an image.
    ///
    /// - Parameters:
    ///   - imageURL: The URL of the image.
    ///   - completion: Must be called once, on the main thread, with the image or with nil if it can't be loaded.
    #if canImport(ObjectiveC)
    @objc(fetchImageForURL:completion:)
    #endif
    func fetchImage(for imageURL: URL, completion: @escaping @Sendable (UIImage?) -> Void)
}

extension GCKUIImageCache {
    /// Loads an image. Returns nil if it can't be loaded.
    public func fetchImage(for imageURL: URL) async -> UIImage? {
        await withCheckedContinuation { continuation in
            let pending = Locked<CheckedContinuation<UIImage?, Never>?>(continuation)
            fetchImage(for: imageURL) { image in
                // An app's own cache may call the completion more than once.
                let continuation = pending.withLock { continuation in
                    defer { continuation = nil }
                    return continuation
                }
                continuation?.resume(returning: image)
            }
        }
    }

    /// Loads an image for a widget. The closure is called once, on the main actor, even if an app's own cache calls its
    /// completion on another thread or more than once.
    func fetch(_ address: URL, then show: @escaping @MainActor (UIImage?) -> Void) {
        let pending = Locked<(@MainActor (UIImage?) -> Void)?>(show)
        fetchImage(for: address) { image in
            guard
                let show = pending.withLock({ show in
                    defer { show = nil }
                    return show
                })
            else { return }
            MainThread.perform { show(image) }
        }
    }
}

/// The default image cache, which stores images as files in the app's caches directory.
///
/// Only HTTPS URLs are loaded. Concurrent requests for an image share one download. The files are limited in total size
/// and age. Failures are not cached.
@MainActor
final class FileImageCache: NSObject, GCKUIImageCache {
    private let load: @Sendable (String) async throws -> Artwork
    /// The requests in progress. They are canceled when this object is deallocated.
    private var fetches: [Int: Task<Void, Never>] = [:]
    private var lastFetch = 0
    private let log = Log(of: "GCKUIImageCache")

    /// Creates a cache.
    ///
    /// - Parameter load: Loads the image at a URL.
    init(load: @escaping @Sendable (String) async throws -> Artwork) {
        self.load = load
        super.init()
    }

    /// Creates a cache with a directory.
    ///
    /// - Parameters:
    ///   - directory: The directory for the files, or nil to store no files.
    ///   - source: Loads the images.
    convenience init(
        directory: String? = FileImageCache.standardDirectory,
        source: any ArtworkSource = FileImageCache.standardSource
    ) {
        let cache = ArtworkCache(configuration: ArtworkCache.Configuration(directory: directory), source: source)
        self.init { try await cache.artwork(at: $0) }
    }

    deinit {
        for fetch in fetches.values { fetch.cancel() }
    }

    /// The default directory, which the system may purge when storage runs low.
    nonisolated static var standardDirectory: String? {
        FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
            .appendingPathComponent(Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
            .appendingPathComponent("GCKImageCache").path
    }

    /// Loads HTTPS URLs only. Apps for Apple's systems use the system's HTTP client.
    nonisolated static var standardSource: any ArtworkSource {
        #if canImport(Darwin)
        SystemArtworkSource()
        #else
        ArtworkFetcher(requiresHTTPS: true)
        #endif
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

    /// Decodes off the main thread, because an image may be large.
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
            log.warning("failed to load the image at \(address.prefix(200)): \(error)")
            return nil
        }
    }
}

/// The image picker and the image cache of a context.
@MainActor
final class ContextImages {
    let standardPicker = FirstImagePicker()
    private(set) lazy var standardCache = makeStandardCache()
    private let makeStandardCache: @MainActor () -> any GCKUIImageCache
    lazy var picker: any GCKUIImagePicker = standardPicker
    lazy var cache: any GCKUIImageCache = standardCache

    init(_ makeStandardCache: @escaping @MainActor () -> any GCKUIImageCache = { FileImageCache() }) {
        self.makeStandardCache = makeStandardCache
    }
}
