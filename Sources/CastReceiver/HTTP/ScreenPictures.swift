import CastArtwork
import CastWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Fetches the pictures that pages show, so that no browser follows a redirect into the local network.
///
/// Only pictures that the current media names are fetched, by a name that only pages learn. An address may be on the
/// local network, and for a page on this machine also on the machine itself. A client on another machine gets no picture
/// of this one, and one error for every reason, so that the device does not tell it which services answer and how.
struct ScreenPictures: Sendable {
    private let artwork = PagePictures()
    /// A camera's pictures are larger than any cover, and one that is cast again may be another.
    private let media: PagePictures

    init() {
        var limits = ArtworkLimits()
        limits.bytes = 60_000_000
        limits.pixels = 120_000_000
        // Before the device itself gives up.
        limits.time = .seconds(25)
        media = PagePictures(limits: limits, capacity: 0)
    }

    /// - Parameter isLocal: Whether the client is on this machine.
    func response(_ picture: ScreenPicture, isLocal: Bool) async -> Response {
        let pictures = picture.role == .media ? media : artwork
        do {
            let mayBeHere = isLocal && picture.mayBeOnThisMachine
            let found = try await pictures.picture(at: picture.address, mayBeHere: mayBeHere)
            return Response(
                status: .ok,
                headers: Self.headers(
                    type: found.format.mediaType,
                    cache: picture.role == .media ? "no-store" : "private, max-age=3600"
                ),
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: found.bytes))
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
    /// What a person is told; nil where there is nothing that they could do about it.
    var obstacle: PlaybackObstacle? {
        switch self {
        case .notAnAddress, .status(404), .status(410): .missing
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
