/// Pictures for the pages of a server on this machine, which may fetch nothing from elsewhere themselves.
public actor PagePictures {
    private let capacity: Int
    /// Addresses that come from somebody far away must not have this machine ask its own services.
    private let cache: ArtworkCache
    /// For those who are on this machine or in its network themselves: so are their pictures.
    private let cacheHere: ArtworkCache
    /// Kept apart by who may ask for them: a picture of this machine is not shown to other machines.
    private var kept: [(address: String, isHere: Bool, picture: Artwork)] = []

    /// - Parameter capacity: Of all that is kept in memory, in bytes. Default 32 MB; 0 asks anew each time.
    public init(limits: ArtworkLimits = ArtworkLimits(), capacity: Int = 32_000_000) {
        self.capacity = capacity
        var fetcher = ArtworkFetcher(limits: limits)
        cacheHere = ArtworkCache(fetcher: fetcher)
        fetcher.allowsThisMachine = false
        cache = ArtworkCache(fetcher: fetcher)
    }

    /// The picture at an address; cancellation of the last who waits ends its download.
    ///
    /// - Parameter mayBeHere: Whether the address may be one of this machine.
    /// - Throws: Why there is none, or none that can be had safely.
    public func picture(at address: String, mayBeHere: Bool) async throws(ArtworkError) -> Artwork {
        if let known = kept.first(where: { $0.address == address && $0.isHere == mayBeHere }) { return known.picture }
        let picture = try await (mayBeHere ? cacheHere : cache).artwork(at: address)
        if !kept.contains(where: { $0.address == address && $0.isHere == mayBeHere }) {
            kept.append((address, mayBeHere, picture))
        }
        while kept.reduce(0, { $0 + $1.picture.bytes.count }) > capacity { kept.removeFirst() }
        return picture
    }

    /// Ends all downloads, those of who asks later as well.
    public nonisolated func close() {
        cache.close()
        cacheHere.close()
    }
}
