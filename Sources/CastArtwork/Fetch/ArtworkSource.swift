// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

/// What loads images from the network for an ``ArtworkCache``.
public protocol ArtworkSource: Sendable {
    /// The limits for each image.
    var limits: ArtworkLimits { get }

    /// Loads an image.
    ///
    /// - Parameter address: The URL.
    /// - Throws: ``ArtworkError``; ``ArtworkError/cancelled`` if the task is canceled.
    func download(_ address: String) async throws(ArtworkError) -> ArtworkDownload
}

/// An image that was loaded from the network.
public struct ArtworkDownload: Sendable, Hashable {
    public var artwork: Artwork
    /// Whether the server allows storing the image: its `Cache-Control` does not contain `no-store`.
    public var mayBeStored: Bool

    /// - Parameter cacheControl: The `Cache-Control` fields of the response.
    public init(artwork: Artwork, cacheControl: [String]) {
        self.artwork = artwork
        mayBeStored = !cacheControl.contains { $0.lowercased().contains("no-store") }
    }

    /// An image that was stored before, and so may be stored again.
    public init(stored artwork: Artwork) {
        self.artwork = artwork
        mayBeStored = true
    }
}

/// The body of a response, which is rejected as soon as its bytes show that it is not an acceptable image.
public struct ArtworkReader: Sendable {
    private let limits: ArtworkLimits
    private var bytes: [UInt8] = []
    private var isKnown = false
    /// The header is parsed from its beginning each time, so it is not parsed again for every small piece.
    private var nextCheck = 1

    /// - Parameters:
    ///   - limits: The limits for the image.
    ///   - length: The `Content-Length` of the response, if it has one.
    /// - Throws: ``ArtworkError/tooLarge(limit:)``.
    public init(limits: ArtworkLimits, length: Int?) throws(ArtworkError) {
        if let length, length > limits.bytes { throw .tooLarge(limit: limits.bytes) }
        self.limits = limits
    }

    /// Adds a piece of the body.
    ///
    /// - Throws: ``ArtworkError`` if the image exceeds a limit, or is no image.
    public mutating func append(_ piece: some Collection<UInt8>) throws(ArtworkError) {
        guard bytes.count + piece.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
        bytes.append(contentsOf: piece)
        guard !isKnown, bytes.count >= nextCheck else { return }
        nextCheck = 2 * bytes.count
        switch ImageHeader.read(bytes) {
        case .noImage: throw .notAnImage
        case .incomplete: break
        case .found(let header):
            try limits.check(header)
            isKnown = true
        }
    }

    /// Returns the image, at the end of the body.
    ///
    /// - Throws: ``ArtworkError`` if it is incomplete or no image.
    public func artwork() throws(ArtworkError) -> Artwork { try Artwork(bytes: bytes, limits: limits) }
}
