package import AsyncHTTPClient
import NIOConcurrencyHelpers
import NIOCore
package import NIOHTTP1
import NIOPosix
package import NIOSSL

/// An HTTP client for URLs that a peer named: a sender, a playlist, or the target of a redirect.
///
/// Every request, including each redirect, follows the same rules:
/// - Only http and https.
/// - The client resolves the host name itself, checks the address, and connects to exactly that address, so that a
///   name cannot resolve to a different address after the check (DNS rebinding).
/// - The first URL may name a host on the local network, where media servers are. A redirect, or a URL found in a
///   response, may lead to the internet or stay in the same scope (``NetworkReach``), never to a narrower one.
/// - This machine is reached by `localhost` or a loopback address only, not by a name that resolves to it.
///
/// Connections to one address are reused until ``shutdown()``, which the owner must call.
package final class RestrictedHTTPClient: Sendable {
    package struct Configuration: Sendable {
        /// For the lookup of a name and for one request. Default 15 seconds. A caller that needs a limit for all requests
        /// together cancels its task.
        package var timeLimit: Duration = .seconds(15)
        /// Default 5.
        package var redirectLimit = 5
        /// Whether plain http is refused, also after a redirect. Default false.
        package var requiresHTTPS = false
        /// The narrowest scope that the first URL may name. Default ``NetworkReach/machine``; a wider one where the peer is
        /// on another machine and must not reach services of this one.
        package var narrowestScope = NetworkReach.machine
        package var resolver: any HostResolver = SystemResolver()
        /// Classifies addresses. Tests replace it, because they have no machine other than their own.
        package var reach: @Sendable (String) -> NetworkReach? = { NetworkReach(address: $0) }
        package var tls: TLSConfiguration?

        package init() {}
    }

    /// Where a response came from.
    package struct Source: Sendable, Hashable {
        /// The URL after all redirects, against which references in the response are resolved.
        package var url: String
        /// The scope that references in the response may not leave toward a narrower one.
        package var origin: NetworkReach
    }

    private struct Place: Sendable, Hashable {
        var host: String
        var address: String
        var reach: NetworkReach
    }

    private enum Clients {
        case open([Place: HTTPClient])
        case closed
    }

    private let configuration: Configuration
    private let clients = NIOLockedValueBox(Clients.open([:]))

    package init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// Resolves a reference found in a response, such as a playlist's, against the URL of that response.
    package static func resolve(_ reference: String, in source: Source) -> String? {
        let base = try? RequestTarget(source.url, requiresHTTPS: false)
        return try? base?.redirected(to: reference, requiresHTTPS: false).text
    }

    /// Requests a URL and hands the response to `read`; the response is not available after `read` returns.
    ///
    /// - Parameters:
    ///   - method: Default GET.
    ///   - headers: Sent with each request, including those after a redirect.
    ///   - origin: For a URL found in a response, the ``Source/origin`` of that response. Nil for the first URL.
    ///   - read: Reads the response, which has any status except a followed redirect's.
    /// - Throws: ``RestrictedHTTPError``, what `read` throws, or an error of the connection after the response began.
    package func get<Value: Sendable>(
        _ url: String,
        method: HTTPMethod = .GET,
        headers: HTTPHeaders,
        from origin: NetworkReach? = nil,
        read: @Sendable (HTTPClientResponse, Source) async throws -> Value
    ) async throws -> Value {
        var target = try RequestTarget(url, requiresHTTPS: configuration.requiresHTTPS)
        var origin = origin
        for _ in 0...max(0, configuration.redirectLimit) {
            let (response, reach) = try await response(of: target, method: method, headers: headers, from: origin)
            // The first server decides what later ones may reach.
            let scope = origin ?? reach
            guard [301, 302, 303, 307, 308].contains(response.status.code),
                let location = response.headers.first(name: "Location")
            else {
                return try await read(response, Source(url: target.text, origin: scope))
            }
            origin = scope
            target = try target.redirected(to: location, requiresHTTPS: configuration.requiresHTTPS)
        }
        throw RestrictedHTTPError.tooManyRedirects(limit: configuration.redirectLimit)
    }

    /// Closes all connections. Requests that are in progress, and later ones, fail.
    package func shutdown() async {
        let open: [HTTPClient] = clients.withLockedValue { clients in
            defer { clients = .closed }
            guard case .open(let open) = clients else { return [] }
            return Array(open.values)
        }
        // Fails only if the client was shut down before.
        for client in open { try? await client.shutdown() }
    }

    // MARK: - Addresses

    /// Where to connect to, at most three addresses.
    private func places(of target: RequestTarget, from origin: NetworkReach?) async throws -> [Place] {
        let addresses: [String]
        if configuration.reach(target.host) != nil {
            addresses = [target.host]
        } else {
            do {
                addresses = try await configuration.resolver.addresses(of: target.host, within: configuration.timeLimit)
            } catch {
                try Task.checkCancellation()
                throw RestrictedHTTPError.unreachable(
                    host: target.host,
                    reason: "no address is known for this name"
                )
            }
        }
        let allowed = addresses.compactMap { address -> Place? in
            guard let reach = configuration.reach(address) else { return nil }
            let isAllowed =
                if let origin {
                    origin.mayLead(to: reach)
                } else {
                    reach != .nobody && (reach != .machine || target.namesThisMachine)
                        && reach >= configuration.narrowestScope
                }
            return isAllowed ? Place(host: target.host, address: address, reach: reach) : nil
        }
        guard !allowed.isEmpty else { throw RestrictedHTTPError.forbiddenAddress(host: target.host) }
        return Array(allowed.prefix(3))
    }

    // MARK: - One request

    private func response(
        of target: RequestTarget,
        method: HTTPMethod,
        headers: HTTPHeaders,
        from origin: NetworkReach?
    ) async throws -> (HTTPClientResponse, NetworkReach) {
        var request = HTTPClientRequest(url: target.text)
        request.method = method
        request.headers = headers
        var failure: any Error = RestrictedHTTPError.forbiddenAddress(host: target.host)
        for place in try await places(of: target, from: origin) {
            do {
                return (try await execute(request, at: place), place.reach)
            } catch let error as RestrictedHTTPError {
                throw error
            } catch {
                try Task.checkCancellation()
                failure = error
            }
        }
        throw RestrictedHTTPError.unreachable(host: target.host, reason: HTTPErrorText.describe(failure))
    }

    /// Sends the request, a second time where the connection failed: it may have been an idle one of an earlier request,
    /// which the server closed at that moment.
    private func execute(_ request: HTTPClientRequest, at place: Place) async throws -> HTTPClientResponse {
        let client = try client(for: place)
        // The owner bounds the whole; this is only for the library's own bookkeeping.
        let timeout = TimeAmount(configuration.timeLimit) + .seconds(1)
        do {
            return try await client.execute(request, timeout: timeout)
        } catch {
            let isFinal =
                error is RestrictedHTTPError || Task.isCancelled || error as? HTTPClientError == .deadlineExceeded
                || error as? HTTPClientError == .connectTimeout
            guard !isFinal else { throw error }
            return try await client.execute(request, timeout: timeout)
        }
    }

    /// The client that connects to one address only.
    private func client(for place: Place) throws -> HTTPClient {
        try clients.withLockedValue { clients in
            guard case .open(var open) = clients else { throw CancellationError() }
            if let client = open[place] { return client }
            let client = HTTPClient(
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                configuration: configuration(for: place)
            )
            open[place] = client
            clients = .open(open)
            return client
        }
    }

    /// No cookies, no proxy, no redirects that the library follows, and only this address.
    private func configuration(for place: Place) -> HTTPClient.Configuration {
        var tls = configuration.tls ?? TLSConfiguration.makeClientConfiguration()
        // The library's default still includes 1.0 and 1.1, which are deprecated (RFC 8996).
        tls.minimumTLSVersion = .tlsv12
        var result = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(min(configuration.timeLimit, .seconds(5)))),
            decompression: .disabled
        )
        result.connectionPool.retryConnectionEstablishment = false
        result.httpVersion = .http1Only
        if place.host != place.address { result.dnsOverride = [place.host: place.address] }
        result.http1_1ConnectionDebugInitializer = { [reach = configuration.reach] channel in
            // The connected address must be the checked one; a channel without an IP address is a Unix socket.
            guard let address = channel.remoteAddress?.ipAddress, reach(address) == place.reach else {
                return channel.eventLoop.makeFailedFuture(RestrictedHTTPError.forbiddenAddress(host: place.host))
            }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        return result
    }
}
