// SPDX-License-Identifier: Apache-2.0

package import AsyncHTTPClient
import NIOConcurrencyHelpers
import NIOCore
package import NIOHTTP1
import NIOPosix
package import NIOSSL

/// An HTTP client for URLs from a peer: from a sender, a playlist or a redirect.
///
/// Every request, including each redirect, follows the same rules:
/// - Only http and https.
/// - The client resolves the host name itself, checks the address, and connects to exactly that address, so that a
///   name cannot resolve to a different address after the check (DNS rebinding).
/// - The first URL may name a host on the local network, where media servers are. A redirect, or a URL found in a
///   response, may lead to the internet or stay in the same scope (``NetworkScope``), never to a narrower one. A server
///   on this machine may refer to any host.
/// - This machine is reached by `localhost` or a loopback address only, not by a name that resolves to it.
///
/// Connections to one address are reused until ``shutdown()``, which the owner must call.
package final class RestrictedHTTPClient: Sendable {
    /// The limits and rules of a client.
    package struct Configuration: Sendable {
        /// The timeout of each name lookup; each attempt of a request gets one second more. A request makes up to two
        /// attempts at each of up to three addresses, per redirect. Default 15 seconds.
        package var timeLimit: Duration = .seconds(15)
        /// The maximum number of redirects. Default 5.
        package var redirectLimit = 5
        /// Whether plain http is refused, also after a redirect. Default false.
        package var requiresHTTPS = false
        /// The narrowest scope that the first URL may name. Default ``NetworkScope/machine``. A wider scope prevents a
        /// peer on another machine from reaching services of this one.
        package var narrowestScope = NetworkScope.machine
        package var resolver: any HostResolver = SystemResolver()
        /// Classifies addresses. Tests replace it, because they have no machine other than their own.
        package var classify: @Sendable (String) -> NetworkScope? = { NetworkScope(address: $0) }
        package var tls: TLSConfiguration?
        /// Whether a server whose certificate is not trusted is contacted again to find out whether the certificate has
        /// expired. Default false: every such certificate is ``CertificateProblem/untrusted``.
        package var examinesCertificates = false

        package init() {}
    }

    /// The origin of a response.
    package struct Source: Sendable, Hashable {
        /// The URL after all redirects. References in the response are relative to it.
        package var url: String
        /// The scope that limits references in the response: they must not lead to a narrower one.
        package var origin: NetworkScope
    }

    /// A host with one of its addresses.
    private struct ResolvedHost: Sendable, Hashable {
        var host: String
        var address: String
        var scope: NetworkScope
    }

    /// The clients, each of which connects to one address.
    private enum Clients {
        case open([ResolvedHost: HTTPClient])
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

    /// Requests a URL and passes the response to `read`. The response is not available after `read` returns.
    ///
    /// - Parameters:
    ///   - url: An http or https URL.
    ///   - method: The HTTP method. Default GET.
    ///   - headers: The header fields of each request, including those after a redirect.
    ///   - origin: For a URL found in a response, the ``Source/origin`` of that response. Nil for the first URL.
    ///   - onRedirect: Receives the target of each redirect before it is requested.
    ///   - read: Reads the response. Its status can be any except that of a followed redirect.
    /// - Returns: The result of `read`.
    /// - Throws: ``RestrictedHTTPError``, an error that `read` throws, an error of the connection after the response
    ///   has started, or `CancellationError` if the task was canceled.
    package func request<Value: Sendable>(
        _ url: String,
        method: HTTPMethod = .GET,
        headers: HTTPHeaders,
        from origin: NetworkScope? = nil,
        onRedirect: @Sendable (String) -> Void = { _ in },
        read: @Sendable (HTTPClientResponse, Source) async throws -> Value
    ) async throws -> Value {
        try await request(
            url,
            method: method,
            headersFor: { _ in headers },
            from: origin,
            onRedirect: onRedirect,
            read: read
        )
    }

    /// Requests a URL with header fields that depend on the URL, such as credentials that a redirect to another server
    /// must not receive.
    ///
    /// - Parameter headers: Returns the header fields of a request for its URL: the first one, or the target of a
    ///   redirect.
    package func request<Value: Sendable>(
        _ url: String,
        method: HTTPMethod = .GET,
        headersFor headers: @Sendable (String) -> HTTPHeaders,
        from origin: NetworkScope? = nil,
        onRedirect: @Sendable (String) -> Void = { _ in },
        read: @Sendable (HTTPClientResponse, Source) async throws -> Value
    ) async throws -> Value {
        var target = try RequestTarget(url, requiresHTTPS: configuration.requiresHTTPS)
        var origin = origin
        for _ in 0...max(0, configuration.redirectLimit) {
            let (response, serverScope) = try await response(
                of: target,
                method: method,
                headers: headers(target.text),
                from: origin
            )
            // The scope of the first server limits all later ones.
            let scope = origin ?? serverScope
            guard [301, 302, 303, 307, 308].contains(response.status.code),
                let location = response.headers.first(name: "Location")
            else {
                return try await read(response, Source(url: target.text, origin: scope))
            }
            origin = scope
            target = try target.redirected(to: location, requiresHTTPS: configuration.requiresHTTPS)
            onRedirect(target.text)
        }
        throw RestrictedHTTPError.tooManyRedirects(limit: configuration.redirectLimit)
    }

    /// Closes all connections. Requests in progress and later requests fail.
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

    /// Returns at most three addresses to connect to.
    private func resolvedHosts(of target: RequestTarget, from origin: NetworkScope?) async throws -> [ResolvedHost] {
        let addresses: [String]
        if configuration.classify(target.host) != nil {
            addresses = [target.host]
        } else {
            do {
                addresses = try await configuration.resolver.addresses(of: target.host, within: configuration.timeLimit)
            } catch {
                try Task.checkCancellation()
                throw RestrictedHTTPError.unreachable(
                    host: target.host,
                    reason: error is HostLookupTimedOut
                        ? "looking up the host name timed out" : "the host name could not be resolved"
                )
            }
        }
        let allowed = addresses.compactMap { address -> ResolvedHost? in
            guard let scope = configuration.classify(address) else { return nil }
            let isAllowed =
                if let origin {
                    origin.allowsReference(to: scope)
                } else {
                    scope != .noHost && (scope != .machine || target.namesThisMachine)
                        && scope >= configuration.narrowestScope
                }
            return isAllowed ? ResolvedHost(host: target.host, address: address, scope: scope) : nil
        }
        guard !allowed.isEmpty else { throw RestrictedHTTPError.forbiddenAddress(host: target.host) }
        return Array(allowed.prefix(3))
    }

    // MARK: - One request

    private func response(
        of target: RequestTarget,
        method: HTTPMethod,
        headers: HTTPHeaders,
        from origin: NetworkScope?
    ) async throws -> (HTTPClientResponse, NetworkScope) {
        var request = HTTPClientRequest(url: target.text)
        request.method = method
        request.headers = headers
        var failure: any Error = RestrictedHTTPError.forbiddenAddress(host: target.host)
        for resolved in try await resolvedHosts(of: target, from: origin) {
            do {
                return (try await execute(request, at: resolved), resolved.scope)
            } catch let error as RestrictedHTTPError {
                throw error
            } catch {
                try Task.checkCancellation()
                failure = error
                guard let problem = CertificateProblem(error) else { continue }
                failure = RestrictedHTTPError.certificate(
                    host: target.host,
                    await examined(problem, of: target, at: resolved.address)
                )
            }
        }
        if let failure = failure as? RestrictedHTTPError { throw failure }
        throw RestrictedHTTPError.unreachable(host: target.host, reason: HTTPErrorText.describe(failure))
    }

    private func examined(
        _ problem: CertificateProblem,
        of target: RequestTarget,
        at address: String
    ) async -> CertificateProblem {
        guard problem == .untrusted, configuration.examinesCertificates else { return problem }
        let dates = await CertificateProblem.ofDates(
            host: target.host,
            address: address,
            port: target.port,
            within: configuration.timeLimit
        )
        return dates ?? problem
    }

    /// Sends the request, and repeats it once if the connection failed: a pooled connection may have been closed by the
    /// server at the same moment.
    private func execute(_ request: HTTPClientRequest, at resolved: ResolvedHost) async throws -> HTTPClientResponse {
        let client = try client(for: resolved)
        // The caller limits the total time; this timeout only releases resources of the library.
        let timeout = TimeAmount(configuration.timeLimit) + .seconds(1)
        do {
            return try await client.execute(request, timeout: timeout)
        } catch {
            let isFinal =
                error is RestrictedHTTPError || Task.isCancelled || error as? HTTPClientError == .deadlineExceeded
                || error as? HTTPClientError == .connectTimeout || CertificateProblem(error) != nil
            guard !isFinal else { throw error }
            return try await client.execute(request, timeout: timeout)
        }
    }

    /// Returns the client for one address, which connects to no other address.
    private func client(for resolved: ResolvedHost) throws -> HTTPClient {
        try clients.withLockedValue { clients in
            guard case .open(var open) = clients else { throw CancellationError() }
            if let client = open[resolved] { return client }
            let client = HTTPClient(
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                configuration: configuration(for: resolved)
            )
            open[resolved] = client
            clients = .open(open)
            return client
        }
    }

    /// Returns a configuration without cookies, proxy and automatic redirects that only connects to this address.
    private func configuration(for resolved: ResolvedHost) -> HTTPClient.Configuration {
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
        if resolved.host != resolved.address { result.dnsOverride = [resolved.host: resolved.address] }
        result.http1_1ConnectionDebugInitializer = { [classify = configuration.classify] channel in
            // The connected address must be the checked one; a channel without an IP address is a Unix socket.
            guard let address = channel.remoteAddress?.ipAddress, classify(address) == resolved.scope else {
                return channel.eventLoop.makeFailedFuture(RestrictedHTTPError.forbiddenAddress(host: resolved.host))
            }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        return result
    }
}
