// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastHTTPClient
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// Requests the media of a URL and everything that its playlists reference, with the headers that the user specified, and
/// passes it on to a device.
///
/// The relay is not an open proxy: apart from the media's URL, it requests only from origins that occur in playlists
/// which it has rewritten, within the scope of the first server (``RestrictedHTTPClient``).
final class MediaRelay: Sendable {
    /// The limits of a relay.
    struct Limits: Sendable {
        /// The time until a response starts, with redirects, and until a playlist is complete. Default 20 s.
        var firstByte = Duration.seconds(20)
        /// The time without any content, while the device is ready for it. Default 30 s.
        var stall = Duration.seconds(30)
        /// The largest playlist or manifest in bytes. Default 4 MiB.
        var manifest = HLSManifest.sizeLimit
        /// The number of origins in playlists. References to further ones fail. Default 1,000.
        var origins = 1_000
        /// The number of playlists whose URLs are known. Others are recognized by their media type. Default 10,000.
        var playlists = 10_000
    }

    /// Something that a device can request.
    struct Resource: Sendable, Equatable {
        var url: String
        /// Whether it is the media itself, and not a part of a stream.
        var isMedia = false
        /// Whether it is a playlist or manifest, which has to be rewritten.
        var isPlaylist: Bool
    }

    /// The part of a device's request that the server has to know.
    struct DeviceRequest: Sendable {
        var range: String?
        var ifRange: String?
        var userAgent: String?
    }

    /// A part of a response to the device.
    enum Part: Sendable {
        case head(MediaResponse)
        case bytes(ByteBuffer)
    }

    private struct State {
        /// The origins in rewritten playlists.
        var origins: Set<String> = []
        /// The URLs of playlists in rewritten playlists.
        var playlists: Set<String> = []
        /// The scope of the first server, which limits all references.
        var scope: NetworkScope?
    }

    /// The media itself.
    let media: Resource
    let contentType: String
    let limits: Limits
    private let headers: RequestHeaders
    private let paths: RelayPath
    private let client: RestrictedHTTPClient
    private let state = NIOLockedValueBox(State())

    /// - Parameters:
    ///   - url: The URL of the media.
    ///   - contentType: The media type.
    ///   - headers: The headers that the server requires.
    ///   - token: The first component of all paths of the relay, which protects them against guessing.
    ///   - client: The rules for the requests.
    ///   - limits: The limits of time and size.
    init(
        url: String,
        contentType: String,
        headers: RequestHeaders,
        token: String,
        client: RestrictedHTTPClient.Configuration,
        limits: Limits = Limits()
    ) {
        media = Resource(url: url, isMedia: true, isPlaylist: Self.isManifest(contentType))
        self.contentType = contentType
        self.limits = limits
        self.headers = headers
        paths = RelayPath(token: token)
        var client = client
        client.timeLimit = limits.firstByte
        self.client = RestrictedHTTPClient(client)
    }

    /// Ends all requests.
    func close() async { await client.shutdown() }

    /// Returns the resource at a path of this relay; `nil` if no playlist references its origin.
    func resource(atPath target: String) -> Resource? {
        guard let found = paths.decode(target) else { return nil }
        return state.withLockedValue { state in
            guard state.origins.contains(found.origin) else { return nil }
            return Resource(url: found.url, isPlaylist: state.playlists.contains(found.url))
        }
    }

    // MARK: - Requests

    /// Requests a resource and passes the parts of the response, the first of which is the head. Ends early with
    /// ``RelayFailure``, and when the receiver ends.
    func fetch(_ resource: Resource, for request: DeviceRequest, into parts: Handoff<Part>) async {
        let redirects = NIOLockedValueBox<[String]>([])
        do {
            try await client.request(
                resource.url,
                headersFor: { self.fields(for: $0, of: resource, request) },
                from: resource.isMedia ? nil : state.withLockedValue { $0.scope },
                onRedirect: { target in redirects.withLockedValue { $0.append(target) } },
                read: { try await self.read($0, from: $1, resource, into: parts) }
            )
            parts.finish()
        } catch let failure as RelayFailure {
            parts.finish(throwing: failure)
        } catch {
            let failure = WebRequests.failure(error, resource.url, redirects: redirects.withLockedValue { $0 })
            let problem = failure.problem ?? .unreachable(reason: failure.reason)
            parts.finish(throwing: RelayFailure(problem, url: resource.url))
        }
    }

    private func fields(for url: String, of resource: Resource, _ request: DeviceRequest) -> HTTPHeaders {
        var fields: HTTPHeaders = [
            "User-Agent": request.userAgent ?? "swift-cast", "Accept": "*/*", "Accept-Encoding": "identity",
        ]
        // Playlists are rewritten as a whole.
        if !resource.isPlaylist {
            if let range = request.range { fields.add(name: "Range", value: range) }
            if let condition = request.ifRange { fields.add(name: "If-Range", value: condition) }
        }
        fields.replace(with: headers, for: url, media: media.url)
        return fields
    }

    private func read(
        _ response: HTTPClientResponse,
        from source: RestrictedHTTPClient.Source,
        _ resource: Resource,
        into parts: Handoff<Part>
    ) async throws {
        if resource.isMedia { state.withLockedValue { $0.scope = $0.scope ?? source.origin } }
        let status = Int(response.status.code)
        let type = response.headers.first(name: "Content-Type")?.prefix { $0 != ";" }.lowercased()
            .filter { !$0.isWhitespace }
        guard status == 200 || status == 206 || (status == 416 && !resource.isPlaylist) else {
            throw failure(.status(status), source.url)
        }
        if resource.isPlaylist || (status == 200 && type.map(Self.isManifest) == true) {
            let playlist = try await playlist(response, from: source, type: type)
            let type = resource.isMedia ? contentType : type ?? "application/octet-stream"
            try await parts.send(.head(MediaResponse(playlistOfSize: playlist.readableBytes, contentType: type)))
            try await parts.send(.bytes(playlist))
            return
        }
        if resource.isMedia, status != 416, Self.isPage(type) { throw failure(.page, source.url) }
        let declared = resource.isMedia ? contentType : Self.passedType(type)
        try await parts.send(.head(MediaResponse(relaying: response, contentType: declared)))
        for try await bytes in response.body where bytes.readableBytes > 0 { try await parts.send(.bytes(bytes)) }
    }

    /// Reads and rewrites a playlist or manifest.
    private func playlist(
        _ response: HTTPClientResponse,
        from source: RestrictedHTTPClient.Source,
        type: String?
    ) async throws -> ByteBuffer {
        func invalid(_ reason: String) -> RelayFailure {
            failure(.invalidPlaylist(url: WebOrigin.redacted(source.url), reason: reason), source.url)
        }
        let coding = response.headers.first(name: "Content-Encoding")?.lowercased() ?? "identity"
        guard coding == "identity" else { throw invalid("the server compresses it without being asked to") }
        var bytes: [UInt8] = []
        for try await part in response.body {
            bytes += part.readableBytesView
            guard bytes.count <= limits.manifest else {
                throw invalid("it is larger than \(limits.manifest >> 10) KiB")
            }
        }
        guard WebRequests.isManifest(bytes) else {
            throw Self.isPage(type)
                ? failure(.page, source.url) : invalid("it is neither an HLS playlist nor a DASH manifest")
        }
        return ByteBuffer(string: rewritten(bytes, of: source.url))
    }

    private func failure(_ problem: WebInspection.Problem, _ url: String) -> RelayFailure {
        var failure = RelayFailure(problem, url: url)
        if [401, 403].contains(problem.statusCode), headers.withholdsCredentials(from: url, media: media.url) {
            failure.hostWithoutCredentials = WebOrigin(url)?.host
        }
        return failure
    }

    // MARK: - Playlists

    /// Replaces the URLs in a playlist by those of this relay, which requests from their origins from now on.
    private func rewritten(_ bytes: [UInt8], of url: String) -> String {
        var origins: Set<String> = []
        var playlists: Set<String> = []
        let paths = paths
        func replace(_ url: String, _ kind: StreamRewriter.Kind) -> String {
            guard let path = paths.encode(url), let origin = URLReference(url)?.origin else { return url }
            origins.insert(origin)
            if kind == .playlist, let target = paths.decode(path) { playlists.insert(target.url) }
            return path
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let isDASH = DASHManifest.matches(Array(bytes.prefix(4096)))
        let result =
            isDASH
            ? StreamRewriter.rewriteDASH(text, url: url, rewrite: replace)
            : StreamRewriter.rewriteHLS(text, url: url, rewrite: replace)
        state.withLockedValue { state in
            for origin in origins where state.origins.count < limits.origins { state.origins.insert(origin) }
            for url in playlists where state.playlists.count < limits.playlists { state.playlists.insert(url) }
        }
        return result
    }

    // MARK: - Media types

    static func isManifest(_ type: String) -> Bool {
        let type = type.prefix { $0 != ";" }.lowercased()
        return type.hasSuffix("mpegurl") || type == "application/dash+xml"
    }

    private static func isPage(_ type: String?) -> Bool {
        type == "text/html" || type == "application/xhtml+xml"
    }

    /// The media type of a part of a stream for the device. A type that a browser would show as a page is replaced.
    private static func passedType(_ type: String?) -> String {
        let types = ["application/mp4", "application/ttml+xml", "text/vtt", "multipart/byteranges"]
        guard let type, types.contains(type) || ["video/", "audio/"].contains(where: type.hasPrefix) else {
            return "application/octet-stream"
        }
        return type
    }
}
