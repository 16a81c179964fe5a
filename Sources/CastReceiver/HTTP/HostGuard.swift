import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Refuses requests that name the device by a host name.
struct HostGuard: RouterMiddleware {
    func handle(
        _ request: Request,
        context: ReceiverRequestContext,
        next: (Request, ReceiverRequestContext) async throws -> Response
    ) async throws -> Response {
        // Without a name there is no name to abuse; senders that know only a name leave it out on purpose.
        if let authority = request.head.authority, !authority.isEmpty {
            guard HostHeader(authority) != nil else { throw HTTPError(.forbidden) }
        }
        return try await next(request, context)
    }
}

extension Request {
    /// False where a page of another origin is behind the request, as far as the browser says so.
    ///
    /// Programs that are no browser send neither header and pass; they have no use for a page's powers.
    var isSameOrigin: Bool {
        if let site = headers[.secFetchSite], site != "same-origin", site != "none" { return false }
        guard let origin = headers[.origin] else { return true }
        guard let authority = head.authority else { return false }
        return origin == "http://\(authority)" || origin == "https://\(authority)"
    }
}

extension HTTPField.Name {
    /// Fetch Metadata Request Headers, section 2.2.
    static let secFetchSite = Self("Sec-Fetch-Site")!
}
