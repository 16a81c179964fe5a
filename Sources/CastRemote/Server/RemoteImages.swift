// SPDX-License-Identifier: Apache-2.0

import CastArtwork
import CastArtworkHTTP

/// Fetches the images of media for pages, which cannot load anything from other servers themselves.
///
/// A page shows an image once it has been fetched, so no request of a page waits for another server: a browser has few
/// connections to a server, and user actions need them. An image is kept while a page shows it and for a short time
/// after.
@MainActor
final class RemoteImages {
    /// The maximum total size of the images, in bytes. Images beyond it are not shown.
    nonisolated static let capacity = 32_000_000
    /// The maximum number of URLs, including those whose image could not be fetched.
    nonisolated static let limit = 1_000
    /// The time for which an image is kept that no page shows any more. It is also the delay before a failed fetch is
    /// retried.
    nonisolated static let retentionTime = Duration.seconds(60)

    /// A fetched image.
    struct StoredImage {
        let artwork: Artwork
        /// Whether the server's caching rules allow browsers to store it.
        let mayBeStored: Bool
        /// The entity tag, which changes with the bytes.
        let tag: String
    }

    private struct Entry {
        let name: String
        let number: Int
        /// When a page last showed the image.
        var lastShown: ContinuousClock.Instant
        var image: StoredImage?
        var load: Task<Void, Never>?
        /// When to retry a failed fetch.
        var retry: ContinuousClock.Instant?
    }

    /// Whether the device is on this machine. The images of its media may then be on this machine, too.
    var isDeviceLocal: @MainActor () async -> Bool = { false }
    /// Called when another image is available.
    var onArrival: @MainActor () -> Void = {}
    /// The cache for devices on other machines. Any sender on the network can choose the URLs, so it does not send
    /// requests to this machine.
    private let cache: ArtworkCache
    /// The cache for devices on this machine.
    private let localCache: ArtworkCache
    private let names = ImageNames()
    private var entries: [String: Entry] = [:]
    private var addresses: [String: String] = [:]
    private var lastNumber = 0
    private(set) var byteCount = 0

    init(fetcher: ArtworkFetcher = ArtworkFetcher(limits: ArtworkLimits(bytes: 4_000_000, time: .seconds(10)))) {
        var fetcher = fetcher
        localCache = ArtworkCache(source: fetcher)
        fetcher.allowsThisMachine = false
        cache = ArtworkCache(source: fetcher)
    }

    /// The number of known URLs.
    var count: Int { entries.count }

    /// The number of fetches in progress.
    var loadingCount: Int { entries.values.count { $0.load != nil } }

    /// The paths of the fetched images on this server, by their URLs in the media.
    var paths: [String: String] { entries.compactMapValues { $0.image == nil ? nil : "/artwork/" + $0.name } }

    /// Returns the image with this name if it has been fetched.
    func picture(named name: String) -> StoredImage? { addresses[name].flatMap { entries[$0]?.image } }

    /// Marks the images that a page shows, and fetches those that are missing.
    func markShown(_ addresses: [String], at instant: ContinuousClock.Instant = .now) {
        for address in addresses {
            guard var entry = entries[address] else {
                if entries.count < Self.limit { add(address, at: instant) }
                continue
            }
            entry.lastShown = instant
            entries[address] = entry
            if let retry = entry.retry, retry <= instant { load(address, entry) }
        }
    }

    /// Removes images that no page shows any more.
    func removeUnused(at instant: ContinuousClock.Instant = .now) {
        for (address, entry) in entries where entry.lastShown.advanced(by: Self.retentionTime) < instant {
            remove(address)
        }
    }

    func removeAll() {
        for address in Array(entries.keys) { remove(address) }
    }

    func close() async {
        let loads = entries.values.compactMap(\.load)
        removeAll()
        cache.close()
        localCache.close()
        for load in loads { await load.value }
    }

    private func add(_ address: String, at instant: ContinuousClock.Instant) {
        lastNumber += 1
        let entry = Entry(name: names.name(of: address), number: lastNumber, lastShown: instant)
        addresses[entry.name] = address
        load(address, entry)
    }

    private func load(_ address: String, _ entry: Entry) {
        var entry = entry
        let number = entry.number
        entry.retry = nil
        // The entry owns the task and cancels it when it is removed.
        entry.load = Task { [weak self, cache, localCache] in
            guard let isHere = await self?.isDeviceLocal() else { return }
            let download = try? await (isHere ? localCache : cache).download(at: address)
            self?.finishLoading(download, at: address, number: number)
        }
        entries[address] = entry
    }

    private func finishLoading(_ download: ArtworkDownload?, at address: String, number: Int) {
        // The entry may have been removed, and added again, meanwhile.
        guard entries[address]?.number == number else { return }
        entries[address]?.load = nil
        guard let download, byteCount + download.artwork.bytes.count <= Self.capacity else {
            entries[address]?.retry = .now.advanced(by: Self.retentionTime)
            return
        }
        byteCount += download.artwork.bytes.count
        entries[address]?.image = StoredImage(
            artwork: download.artwork,
            mayBeStored: download.mayBeStored,
            tag: ImageNames.tag(of: download.artwork.bytes)
        )
        onArrival()
    }

    private func remove(_ address: String) {
        guard let entry = entries.removeValue(forKey: address) else { return }
        addresses[entry.name] = nil
        entry.load?.cancel()
        byteCount -= entry.image?.artwork.bytes.count ?? 0
    }
}
