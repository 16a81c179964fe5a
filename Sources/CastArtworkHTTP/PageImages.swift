// SPDX-License-Identifier: Apache-2.0

public import CastArtwork
import CastWire
import Crypto

/// Loads and caches images for web pages of a server on this machine, which do not load anything from other hosts.
public actor PageImages {
    private let capacity: Int
    /// The cache for URLs from remote hosts, which must not reach services of this machine.
    private let cache: ArtworkCache
    /// The cache for URLs that are allowed to be on this machine.
    private let localCache: ArtworkCache
    /// The images in memory, separate for the two caches, so that an image of this machine is not shown to other
    /// machines.
    private var images: [(address: String, isOnThisMachine: Bool, artwork: Artwork)] = []

    /// - Parameters:
    ///   - limits: The limits for each image.
    ///   - capacity: The maximum size of all images in memory, in bytes. Default 32 MB; 0 loads each time.
    public init(limits: ArtworkLimits = ArtworkLimits(), capacity: Int = 32_000_000) {
        self.capacity = capacity
        var fetcher = ArtworkFetcher(limits: limits)
        localCache = ArtworkCache(source: fetcher)
        fetcher.allowsThisMachine = false
        cache = ArtworkCache(source: fetcher)
    }

    /// Returns the image at a URL, and whether the page may store it.
    ///
    /// An image whose server does not allow storing it (`Cache-Control: no-store`) is loaded each time. The download is
    /// canceled when the tasks of all its callers are canceled.
    ///
    /// - Parameters:
    ///   - address: An http or https URL.
    ///   - allowsThisMachine: Whether the URL may be one of this machine.
    /// - Throws: ``ArtworkError`` if the image cannot be loaded or the URL is not allowed.
    public func image(
        at address: String,
        allowsThisMachine: Bool
    ) async throws(ArtworkError) -> ArtworkDownload {
        if let known = images.first(where: { $0.address == address && $0.isOnThisMachine == allowsThisMachine }) {
            return ArtworkDownload(stored: known.artwork)
        }
        let download = try await (allowsThisMachine ? localCache : cache).download(at: address)
        guard download.mayBeStored else { return download }
        // A concurrent request may have stored the image meanwhile.
        if !images.contains(where: { $0.address == address && $0.isOnThisMachine == allowsThisMachine }) {
            images.append((address, allowsThisMachine, download.artwork))
        }
        while images.reduce(0, { $0 + $1.artwork.bytes.count }) > capacity { images.removeFirst() }
        return download
    }

    /// Cancels all downloads.
    ///
    /// Pending and later requests throw ``ArtworkError/cancelled``. Only images that are in memory are still returned.
    /// They are kept until this object is released.
    public nonisolated func close() {
        cache.close()
        localCache.close()
    }
}

/// The names with which pages request images. They cannot be computed from a URL without the key.
public struct ImageNames: Sendable {
    // Bytes, because a key is not sendable in older SDKs.
    private let key = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }

    /// Creates names with a new random key.
    public init() {}

    /// Returns 32 hexadecimal digits, which are the same for the same URL.
    public func name(of address: String) -> String {
        Hexadecimal.text(
            HMAC<SHA256>.authenticationCode(for: Array(address.utf8), using: SymmetricKey(data: key)).prefix(16)
        )
    }

    /// Returns an entity tag for the bytes (RFC 9110, section 8.8.3).
    package static func tag(of bytes: [UInt8]) -> String {
        "\"\(Hexadecimal.text(SHA256.hash(data: bytes).prefix(12)))\""
    }
}
