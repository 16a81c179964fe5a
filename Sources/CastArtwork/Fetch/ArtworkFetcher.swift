import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
internal import NIOSSL

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Loads a picture from the network, and trusts nobody on the way.
///
/// The first address was named by an app or by whoever plays something, and may be in the same home. From there a server
/// may send on to the world, but not to this machine or a private network that it is not in itself. What is checked is
/// the number that is connected to, so a name that means something else the second time is of no use.
public struct ArtworkFetcher: Sendable {
    public var limits: ArtworkLimits
    /// Whether plain http is refused, also after a redirect. Default false.
    public var requiresHTTPS: Bool
    /// Whether this machine and what is on its link without a router may be asked at all. Default true; false where
    /// addresses come from somebody else, who is not to have this machine ask its own services.
    public var allowsThisMachine = true
    var resolver: any HostResolver = SystemResolver()
    /// Tests have no other machine to ask than their own.
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

    // MARK: Redirects

    private func follow(_ address: String) async -> Result<Download, ArtworkError> {
        do {
            var hop = try Hop(address, requiresHTTPS: requiresHTTPS)
            var origin: NetworkReach?
            for _ in 0...max(0, limits.redirects) {
                let places = try await places(of: hop, from: origin)
                let answer = try await ask(hop, at: places)
                switch answer.answer {
                case .picture(let download):
                    return .success(download)
                case .redirect(let location):
                    // What the first server may reach, its successors may not widen.
                    origin = origin ?? answer.reach
                    hop = try hop.next(location, requiresHTTPS: requiresHTTPS)
                }
            }
            throw ArtworkError.tooManyRedirects(limit: limits.redirects)
        } catch let error as ArtworkError {
            return .failure(error)
        } catch {
            return .failure(Task.isCancelled ? .cancelled : .unreachable(address, reason: "\(error)"))
        }
    }

    // MARK: Addresses

    struct Place: Sendable {
        var address: String
        var reach: NetworkReach
    }

    /// Where to connect to, at most three addresses.
    private func places(of hop: Hop, from origin: NetworkReach?) async throws -> [Place] {
        let addresses: [String]
        if reach(hop.host) != nil {
            addresses = [hop.host]
        } else {
            do {
                addresses = try await resolver.addresses(of: hop.host, within: limits.time)
            } catch {
                throw Task.isCancelled
                    ? ArtworkError.cancelled : .unreachable(hop.host, reason: "no address is known for this name")
            }
        }
        let allowed = addresses.compactMap { address -> Place? in
            guard let reach = reach(address) else { return nil }
            guard let origin else {
                // This machine has to be called by its name: another one that leads here was made up by somebody else.
                guard reach != .nobody, reach != .machine || hop.namesThisMachine else { return nil }
                guard allowsThisMachine || reach > .link else { return nil }
                return Place(address: address, reach: reach)
            }
            return origin.mayLead(to: reach) ? Place(address: address, reach: reach) : nil
        }
        guard !allowed.isEmpty else { throw ArtworkError.forbiddenAddress(host: hop.host) }
        return Array(allowed.prefix(3))
    }

    // MARK: One request

    private enum Answer {
        case picture(Download)
        case redirect(String)
    }

    private func ask(_ hop: Hop, at places: [Place]) async throws -> (answer: Answer, reach: NetworkReach) {
        var failure: any Error = ArtworkError.forbiddenAddress(host: hop.host)
        for place in places {
            do {
                return (try await ask(hop, at: place), place.reach)
            } catch let error as ArtworkError {
                throw error
            } catch {
                guard !Task.isCancelled else { throw ArtworkError.cancelled }
                failure = error
            }
        }
        throw ArtworkError.unreachable(hop.host, reason: "\(failure)")
    }

    private func ask(_ hop: Hop, at place: Place) async throws -> Answer {
        let client = HTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            configuration: configuration(hop, place)
        )
        do {
            let answer = try await ask(hop, client)
            try? await client.shutdown()
            return answer
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    /// A client for one request: no cookies, no proxy, nothing kept open, and only this address.
    private func configuration(_ hop: Hop, _ place: Place) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(min(limits.time, .seconds(5)))),
            decompression: .disabled
        )
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        if place.address != hop.host { configuration.dnsOverride = [hop.host: place.address] }
        configuration.http1_1ConnectionDebugInitializer = { [reach] channel in
            // What was connected to is what was checked.
            guard let number = channel.remoteAddress?.ipAddress, reach(number) == place.reach else {
                return channel.eventLoop.makeFailedFuture(ArtworkError.forbiddenAddress(host: hop.host))
            }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        return configuration
    }

    private func ask(_ hop: Hop, _ client: HTTPClient) async throws -> Answer {
        var request = HTTPClientRequest(url: hop.url.absoluteString)
        request.headers.add(name: "Accept", value: "image/png, image/jpeg, image/gif, image/webp")
        request.headers.add(name: "Accept-Encoding", value: "identity")
        request.headers.add(name: "User-Agent", value: "swift-cast")
        // The time is measured over all addresses; this is only for the library's own book-keeping.
        let response = try await client.execute(request, timeout: TimeAmount(limits.time) + .seconds(1))
        if [301, 302, 303, 307, 308].contains(response.status.code),
            let place = response.headers.first(name: "Location")
        {
            return .redirect(place)
        }
        guard response.status == .ok else { throw ArtworkError.status(Int(response.status.code)) }
        if let length = response.headers.first(name: "Content-Length").flatMap(Int.init), length > limits.bytes {
            throw ArtworkError.tooLarge(limit: limits.bytes)
        }
        let bytes = try await collect(response.body)
        let directives = response.headers[canonicalForm: "Cache-Control"].map { $0.lowercased() }
        return .picture(
            Download(artwork: try Artwork(bytes: bytes, limits: limits), mayBeStored: !directives.contains("no-store"))
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
