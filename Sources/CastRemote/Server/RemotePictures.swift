import CastArtwork

/// The pictures of media, fetched for pages, which may not fetch anything from elsewhere themselves.
///
/// A page shows a picture once it is here, so nothing that a page asks for ever waits for a stranger's server: a browser
/// has few connections to one place, and those are for what a person does. A picture is kept for as long as a page
/// shows it and a little longer.
@MainActor
final class RemotePictures {
    /// Of all that is kept, in bytes. What comes when it is full is not shown.
    nonisolated static let capacity = 32_000_000
    /// How many addresses are known, those included whose picture cannot be had.
    nonisolated static let limit = 1_000
    /// How long a picture is kept that no page shows any more; also how long one that could not be had is not asked for.
    nonisolated static let patience = Duration.seconds(60)

    /// A picture that is here.
    struct Kept {
        let artwork: Artwork
        /// Whether its server lets others keep it.
        let mayBeStored: Bool
        /// Changes with its bytes.
        let tag: String
    }

    private struct Entry {
        let name: String
        let number: Int
        /// When a page last had it in what it shows.
        var wanted: ContinuousClock.Instant
        var kept: Kept?
        var load: Task<Void, Never>?
        /// When to ask again for one that could not be had.
        var retry: ContinuousClock.Instant?
    }

    /// Whether the device whose media they belong to is on this machine: so are its pictures then.
    var isDeviceHere: @MainActor () async -> Bool = { false }
    /// Called when there is one more to show.
    var onArrival: @MainActor () -> Void = {}
    /// Addresses come from whoever plays something on the device, and must not have this machine ask its own services.
    private let cache: ArtworkCache
    private let cacheHere: ArtworkCache
    private let names = PictureNames()
    private var entries: [String: Entry] = [:]
    private var addresses: [String: String] = [:]
    private var lastNumber = 0
    private(set) var byteCount = 0

    init(fetcher: ArtworkFetcher = ArtworkFetcher(limits: ArtworkLimits(bytes: 4_000_000, time: .seconds(10)))) {
        var fetcher = fetcher
        cacheHere = ArtworkCache(fetcher: fetcher)
        fetcher.allowsThisMachine = false
        cache = ArtworkCache(fetcher: fetcher)
    }

    /// How many addresses are known.
    var count: Int { entries.count }

    /// How many are on their way.
    var loadingCount: Int { entries.values.count { $0.load != nil } }

    /// Where pages find the pictures that are here, by the address that the media gives.
    var paths: [String: String] { entries.compactMapValues { $0.kept == nil ? nil : "/artwork/" + $0.name } }

    /// The picture that goes by this name, if it is here.
    func picture(named name: String) -> Kept? { addresses[name].flatMap { entries[$0]?.kept } }

    /// Says what a page has in what it shows. What is not here yet is fetched.
    func want(_ addresses: [String], at instant: ContinuousClock.Instant = .now) {
        for address in addresses {
            guard var entry = entries[address] else {
                if entries.count < Self.limit { add(address, at: instant) }
                continue
            }
            entry.wanted = instant
            entries[address] = entry
            if let retry = entry.retry, retry <= instant { load(address, entry) }
        }
    }

    /// Lets go of what no page shows any more.
    func forgetUnwanted(at instant: ContinuousClock.Instant = .now) {
        for (address, entry) in entries where entry.wanted.advanced(by: Self.patience) < instant { remove(address) }
    }

    func removeAll() {
        for address in Array(entries.keys) { remove(address) }
    }

    func close() async {
        let loads = entries.values.compactMap(\.load)
        removeAll()
        cache.close()
        cacheHere.close()
        for load in loads { await load.value }
    }

    private func add(_ address: String, at instant: ContinuousClock.Instant) {
        lastNumber += 1
        let entry = Entry(name: names.name(of: address), number: lastNumber, wanted: instant)
        addresses[entry.name] = address
        load(address, entry)
    }

    private func load(_ address: String, _ entry: Entry) {
        var entry = entry
        let number = entry.number
        entry.retry = nil
        // Owned by its entry: it ends when that goes.
        entry.load = Task { [weak self, cache, cacheHere] in
            guard let isHere = await self?.isDeviceHere() else { return }
            let download = try? await (isHere ? cacheHere : cache).download(at: address)
            self?.arrived(download, at: address, number: number)
        }
        entries[address] = entry
    }

    private func arrived(_ download: ArtworkFetcher.Download?, at address: String, number: Int) {
        // It may have gone, and come again, meanwhile.
        guard entries[address]?.number == number else { return }
        entries[address]?.load = nil
        guard let download, byteCount + download.artwork.bytes.count <= Self.capacity else {
            entries[address]?.retry = .now.advanced(by: Self.patience)
            return
        }
        byteCount += download.artwork.bytes.count
        entries[address]?.kept = Kept(
            artwork: download.artwork,
            mayBeStored: download.mayBeStored,
            tag: PictureNames.tag(of: download.artwork.bytes)
        )
        onArrival()
    }

    private func remove(_ address: String) {
        guard let entry = entries.removeValue(forKey: address) else { return }
        addresses[entry.name] = nil
        entry.load?.cancel()
        byteCount -= entry.kept?.artwork.bytes.count ?? 0
    }
}
