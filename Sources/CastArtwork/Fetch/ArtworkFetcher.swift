import AsyncHTTPClient
import CastHTTPClient
import NIOCore
import NIOHTTP1
internal import NIOSSL

/// Loads a picture from the network, within limits and without trusting the servers on the way.
///
/// The address was named by an app or by a sender and may be on the local network. From there a server may redirect to
/// the internet, but not to this machine or to a private network that it is not in itself. ``RestrictedHTTPClient`` has
/// the rules.
public struct ArtworkFetcher: Sendable {
    public var limits: ArtworkLimits
    /// Whether plain http is refused, also after a redirect. Default false.
    public var requiresHTTPS: Bool
    /// Whether this machine and what is on its link without a router may be asked at all. Default true; false where
    /// addresses come from somebody else, who is not to have this machine ask its own services.
    public var allowsThisMachine = true
    var resolver: any HostResolver = SystemResolver()
    /// Tests have no machine other than their own.
    var reach: @Sendable (String) -> NetworkReach? = { NetworkReach(address: $0) }
    var tls: TLSConfiguration?

    public init(limits: ArtworkLimits = ArtworkLimits(), requiresHTTPS: Bool = false) {
        self.limits = limits
        self.requiresHTTPS = requiresHTTPS
    }

    /// Loads one picture.
    ///
    /// - Parameter address: http or https.
    /// - Throws: also ``ArtworkError/cancelled`` when the task is.
    public func fetch(_ address: String) async throws(ArtworkError) -> Artwork {
        try await download(address).artwork
    }

    /// A picture as it came from the network.
    public struct Download: Sendable, Hashable {
        public var artwork: Artwork
        /// Whether the server allows that it is kept.
        public var mayBeStored: Bool

        init(artwork: Artwork, mayBeStored: Bool) {
            self.artwork = artwork
            self.mayBeStored = mayBeStored
        }
    }

    func download(_ address: String) async throws(ArtworkError) -> Download {
        let result = await withTaskGroup(of: Result<Download, ArtworkError>.self) { group in
            group.addTask { await follow(address) }
            group.addTask {
                try? await Task.sleep(for: limits.time)
                return .failure(Task.isCancelled ? .cancelled : .tooSlow(limit: limits.time))
            }
            let first = await group.next() ?? .failure(.cancelled)
            group.cancelAll()
            return first
        }
        return try result.get()
    }

    // MARK: Requests

    private static let headers: HTTPHeaders = [
        "Accept": "image/png, image/jpeg, image/gif, image/webp", "Accept-Encoding": "identity",
        "User-Agent": "swift-cast",
    ]

    private func follow(_ address: String) async -> Result<Download, ArtworkError> {
        let client = RestrictedHTTPClient(configuration)
        let result: Result<Download, ArtworkError>
        do {
            result = .success(
                try await client.get(address, headers: Self.headers) { response, _ in try await read(response) }
            )
        } catch let error as ArtworkError {
            result = .failure(error)
        } catch let error as RestrictedHTTPError {
            result = .failure(Task.isCancelled ? .cancelled : ArtworkError(error))
        } catch {
            result = .failure(Task.isCancelled ? .cancelled : .unreachable(address, reason: "\(error)"))
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
        configuration.reach = reach
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

    /// Gives up as soon as the bytes show that it will come to nothing.
    private func collect(_ body: HTTPClientResponse.Body) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        var isKnown = false
        // The header is read from its beginning each time, so pieces of one byte must not make that each byte.
        var nextLook = 1
        do {
            for try await piece in body {
                guard bytes.count + piece.readableBytes <= limits.bytes else {
                    throw ArtworkError.tooLarge(limit: limits.bytes)
                }
                bytes.append(contentsOf: piece.readableBytesView)
                guard !isKnown, bytes.count >= nextLook else { continue }
                nextLook = 2 * bytes.count
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
            // The answer had begun: another address would not do better.
            throw Task.isCancelled ? ArtworkError.cancelled : .truncated
        }
        return bytes
    }
}
