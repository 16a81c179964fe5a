import CastArtwork

/// The pictures of media, fetched for pages, which may not fetch anything from elsewhere themselves.
actor RemotePictures {
    /// Of all that is kept, in bytes.
    private static let capacity = 32_000_000

    private let cache: ArtworkCache
    private var kept: [(address: String, picture: Artwork)] = []

    init() {
        var limits = ArtworkLimits()
        limits.bytes = 4_000_000
        limits.time = .seconds(10)
        cache = ArtworkCache(fetcher: ArtworkFetcher(limits: limits))
    }

    /// Nil when there is none at the address, or it cannot be had safely.
    func picture(at address: String) async -> Artwork? {
        if let known = kept.first(where: { $0.address == address }) { return known.picture }
        guard let picture = try? await cache.artwork(at: address) else { return nil }
        if !kept.contains(where: { $0.address == address }) { kept.append((address, picture)) }
        while kept.reduce(0, { $0 + $1.picture.bytes.count }) > Self.capacity { kept.removeFirst() }
        return picture
    }

    nonisolated func close() { cache.close() }
}
