import CastArtwork

/// The pictures of media, fetched for pages, which may not fetch anything from elsewhere themselves.
actor RemotePictures {
    /// Of all that is kept, in bytes.
    private static let capacity = 32_000_000

    /// Addresses come from whoever plays something on the device, and must not have this machine ask its own services.
    private let cache: ArtworkCache
    /// For a device that is on this machine itself: so are its pictures.
    private let cacheHere: ArtworkCache
    private var kept: [(address: String, picture: Artwork)] = []

    init() {
        var limits = ArtworkLimits()
        limits.bytes = 4_000_000
        limits.time = .seconds(10)
        var fetcher = ArtworkFetcher(limits: limits)
        cacheHere = ArtworkCache(fetcher: fetcher)
        fetcher.allowsThisMachine = false
        cache = ArtworkCache(fetcher: fetcher)
    }

    /// Nil when there is none at the address, or it cannot be had safely.
    ///
    /// - Parameter isHere: Whether the device whose media it belongs to is on this machine.
    func picture(at address: String, isHere: Bool) async -> Artwork? {
        if let known = kept.first(where: { $0.address == address }) { return known.picture }
        guard let picture = try? await (isHere ? cacheHere : cache).artwork(at: address) else { return nil }
        if !kept.contains(where: { $0.address == address }) { kept.append((address, picture)) }
        while kept.reduce(0, { $0 + $1.picture.bytes.count }) > Self.capacity { kept.removeFirst() }
        return picture
    }

    nonisolated func close() {
        cache.close()
        cacheHere.close()
    }
}
