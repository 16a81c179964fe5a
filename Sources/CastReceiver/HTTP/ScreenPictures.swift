// SPDX-License-Identifier: Apache-2.0

import CastArtwork
import CastArtworkHTTP
import CastWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Fetches the pictures that pages show, so that no browser follows a redirect into the local network.
///
/// Only pictures of the current media are fetched, by names that only pages know. A URL may refer to the local network
/// and, for a page on this machine, also to this machine. A client on another machine gets no picture of this machine
/// and the same error for every reason, so that it does not learn which services respond and how.
struct ScreenPictures: Sendable {
    private let artwork = PageImages()
    /// The pictures of a camera are larger than any cover, and a picture at the same URL may have changed.
    private let media: PageImages

    init() {
        var limits = ArtworkLimits()
        limits.bytes = 60_000_000
        limits.pixels = 120_000_000
        // Shorter than the page's own time limit.
        limits.time = .seconds(25)
        media = PageImages(limits: limits, capacity: 0)
    }

    /// - Parameter isLocal: Whether the client is on this machine.
    func response(_ picture: ScreenPicture, isLocal: Bool) async -> Response {
        let pictures = picture.role == .media ? media : artwork
        do {
            let allowsThisMachine = isLocal && picture.mayBeOnThisMachine
            let download = try await pictures.image(at: picture.address, allowsThisMachine: allowsThisMachine)
            let mayBeStored = download.mayBeStored && picture.role != .media
            return Response(
                status: .ok,
                headers: Self.headers(
                    type: download.artwork.mediaType,
                    cache: mayBeStored ? "private, max-age=3600" : "no-store"
                ),
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: download.artwork.bytes))
            )
        } catch {
            let obstacle = isLocal ? error.obstacle : .unreachable
            let reason: JSONValue = ["obstacle": obstacle.map { .string($0.rawValue) } ?? .null]
            return Response(
                status: .badGateway,
                headers: Self.headers(type: "application/json; charset=utf-8", cache: "no-store"),
                body: ResponseBody(byteBuffer: ByteBuffer(string: reason.jsonString))
            )
        }
    }

    func close() {
        artwork.close()
        media.close()
    }

    private static func headers(type: String, cache: String) -> HTTPFields {
        [
            .contentType: type, .cacheControl: cache, .contentSecurityPolicy: "default-src 'none'; sandbox",
            .xContentTypeOptions: "nosniff",
        ]
    }
}

extension ArtworkError {
    /// The reason that is shown to the user; nil if the user cannot do anything about it.
    var obstacle: PlaybackObstacle? {
        switch self {
        case .invalidURL, .status(404), .status(410): .missing
        case .status(401), .status(403): .forbidden
        case .status, .tooManyRedirects: .server
        case .unreachable: .unreachable
        case .notSecure, .forbiddenAddress: .astray
        case .tooLarge, .tooManyPixels: .tooLarge
        case .tooSlow: .timeout
        case .notAnImage: .format
        case .truncated: .damaged
        case .tooMany, .cancelled: nil
        }
    }
}
