import AsyncHTTPClient
import CastHTTPClient
import CastMediaProbe
import NIOCore
import NIOHTTP1
internal import NIOSSL

/// A client that loads images from untrusted servers within limits.
///
/// The URL comes from an app or a sender and may be on the local network. A server on the local network may redirect to
/// the internet, but not to this machine or to another private network. `RestrictedHTTPClient` implements these rules.
public struct ArtworkFetcher: Sendable {
    /// An image that was loaded from the network.
    public struct Download: Sendable, Hashable {
        public var artwork: Artwork
        /// Whether the server allows storing the image: its `Cache-Control` does not contain `no-store`.
        public var mayBeStored: Bool

        init(artwork: Artwork, mayBeStored: Bool) {
            self.artwork = artwork
            self.mayBeStored = mayBeStored
        }
    }

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

    func download(_ address: String) async throws(ArtworkError) -> Download {
        let result = await withTimeLimit(limits.time) { await load(address) }
        guard let result else { throw Task.isCancelled ? ArtworkError.cancelled : .tooSlow(limit: limits.time) }
        return try result.get()
    }

    // MARK: - Requests

    private static let headers: HTTPHeaders = [
        "Accept": "image/png, image/jpeg, image/gif, image/webp", "Accept-Encoding": "identity",
        "User-Agent": "swift-cast",
    ]

    private func load(_ address: String) async -> Result<Download, ArtworkError> {
        let client = RestrictedHTTPClient(configuration)
        let result: Result<Download, ArtworkError>
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

    private func read(_ response: HTTPClientResponse) async throws -> Download {
        guard response.status == .ok else { throw ArtworkError.status(Int(response.status.code)) }
        if let length = response.headers.first(name: "Content-Length").flatMap(Int.init), length > limits.bytes {
            throw ArtworkError.tooLarge(limit: limits.bytes)
        }
        let bytes = try await collect(response.body)
        let directives = response.headers[canonicalForm: "Cache-Control"].map { $0.lowercased() }
        return Download(
            artwork: try Artwork(bytes: bytes, limits: limits),
            mayBeStored: !directives.contains("no-store")
        )
    }

    /// Reads the body. Throws as soon as the bytes received show that they are not an acceptable image.
    private func collect(_ body: HTTPClientResponse.Body) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        var isKnown = false
        // The header is parsed from its beginning each time, so do not parse it again for every small piece.
        var nextCheck = 1
        do {
            for try await piece in body {
                guard bytes.count + piece.readableBytes <= limits.bytes else {
                    throw ArtworkError.tooLarge(limit: limits.bytes)
                }
                bytes.append(contentsOf: piece.readableBytesView)
                guard !isKnown, bytes.count >= nextCheck else { continue }
                nextCheck = 2 * bytes.count
                switch ImageHeader.read(bytes) {
                case .noImage: throw ArtworkError.notAnImage
                case .incomplete: break
                case .found(let header):
                    try limits.check(header)
                    isKnown = true
                }
            }
        } catch let error as ArtworkError {
            throw error
        } catch {
            // The response had started, so other addresses of the host are not tried.
            throw Task.isCancelled ? ArtworkError.cancelled : .truncated
        }
        return bytes
    }
}

/// Limits on the images that are loaded.
public struct ArtworkLimits: Sendable, Hashable {
    /// The maximum size of an image in bytes. Default 10 MB.
    public var bytes: Int
    /// The time limit from the request to the last byte, redirects included. Default 15 seconds.
    public var time: Duration
    /// The maximum number of redirects. Default 5.
    public var redirects: Int
    /// The maximum number of pixels. Default 40 million. A decoder needs four bytes for each.
    public var pixels: Int

    public init(bytes: Int = 10_000_000, time: Duration = .seconds(15), redirects: Int = 5, pixels: Int = 40_000_000) {
        self.bytes = bytes
        self.time = time
        self.redirects = redirects
        self.pixels = pixels
    }

    func check(_ header: ImageHeader) throws(ArtworkError) {
        let (area, isTooLarge) = header.width.multipliedReportingOverflow(by: header.height)
        guard !isTooLarge, area <= pixels else {
            throw .tooManyPixels(width: header.width, height: header.height)
        }
    }
}
