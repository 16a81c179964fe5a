// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
public import CastArtwork
import CastConcurrency
import CastHTTPClient
import NIOCore
import NIOHTTP1
internal import NIOSSL

/// A client that loads images from untrusted servers within limits.
///
/// The URL comes from an app or a sender and may be on the local network. A server on the local network may redirect to
/// the internet, but not to this machine or to another private network. `RestrictedHTTPClient` implements these rules.
public struct ArtworkFetcher: ArtworkSource {
    /// The limits on size, time, redirects and pixels.
    public var limits: ArtworkLimits
    /// Whether plain http is refused, also after a redirect. Default false.
    public var requiresHTTPS: Bool
    /// Whether requests to this machine and to link-local addresses are allowed. Default true.
    ///
    /// Set it to false for URLs that other hosts specify, so that they cannot send requests to services of this
    /// machine.
    public var allowsThisMachine = true
    var resolver: any HostResolver = SystemResolver()
    /// Determines the scope of an address. Tests replace it, because all their addresses belong to this machine.
    var classify: @Sendable (String) -> NetworkScope? = { NetworkScope(address: $0) }
    var tls: TLSConfiguration?

    public init(limits: ArtworkLimits = ArtworkLimits(), requiresHTTPS: Bool = false) {
        self.limits = limits
        self.requiresHTTPS = requiresHTTPS
    }

    /// Loads an image.
    ///
    /// - Parameter address: An http or https URL.
    /// - Throws: ``ArtworkError``; ``ArtworkError/cancelled`` if the task is canceled.
    public func fetch(_ address: String) async throws(ArtworkError) -> Artwork {
        try await download(address).artwork
    }

    public func download(_ address: String) async throws(ArtworkError) -> ArtworkDownload {
        let result = await withTimeLimit(limits.time) { await load(address) }
        guard let result else { throw Task.isCancelled ? ArtworkError.cancelled : .tooSlow(limit: limits.time) }
        return try result.get()
    }

    // MARK: - Requests

    private static let headers: HTTPHeaders = [
        "Accept": "image/png, image/jpeg, image/gif, image/webp", "Accept-Encoding": "identity",
        "User-Agent": "swift-cast",
    ]

    private func load(_ address: String) async -> Result<ArtworkDownload, ArtworkError> {
        let client = RestrictedHTTPClient(configuration)
        let result: Result<ArtworkDownload, ArtworkError>
        do {
            result = .success(
                try await client.request(address, headers: Self.headers) { response, _ in try await read(response) }
            )
        } catch let error as ArtworkError {
            result = .failure(error)
        } catch let error as RestrictedHTTPError {
            result = .failure(Task.isCancelled ? .cancelled : ArtworkError(error))
        } catch {
            let reason = HTTPErrorText.describe(error)
            result = .failure(Task.isCancelled ? .cancelled : .unreachable(address, reason: reason))
        }
        await client.shutdown()
        return result
    }

    private var configuration: RestrictedHTTPClient.Configuration {
        var configuration = RestrictedHTTPClient.Configuration()
        configuration.timeLimit = limits.time
        configuration.redirectLimit = limits.redirects
        configuration.requiresHTTPS = requiresHTTPS
        configuration.narrowestScope = allowsThisMachine ? .machine : .site
        configuration.resolver = resolver
        configuration.classify = classify
        configuration.tls = tls
        return configuration
    }

    private func read(_ response: HTTPClientResponse) async throws -> ArtworkDownload {
        guard response.status == .ok else { throw ArtworkError.status(Int(response.status.code)) }
        let length = response.headers.first(name: "Content-Length").flatMap { Int($0) }
        var reader = try ArtworkReader(limits: limits, length: length)
        do {
            for try await piece in response.body { try reader.append(piece.readableBytesView) }
        } catch let error as ArtworkError {
            throw error
        } catch {
            // The response had started, so other addresses of the host are not tried.
            throw Task.isCancelled ? ArtworkError.cancelled : .truncated
        }
        let directives = response.headers[canonicalForm: "Cache-Control"].map { String($0) }
        return ArtworkDownload(artwork: try reader.artwork(), cacheControl: directives)
    }
}

extension ArtworkError {
    init(_ error: RestrictedHTTPError) {
        self =
            switch error {
            case .unsupportedURL(let url): .invalidURL(url)
            case .notSecure(let url): .notSecure(url)
            case .unreachable(let host, let reason): .unreachable(host, reason: reason)
            case .certificate(let host, let problem): .unreachable(host, reason: "\(problem)")
            case .forbiddenAddress(let host): .forbiddenAddress(host: host)
            case .tooManyRedirects(let limit): .tooManyRedirects(limit: limit)
            }
    }
}
