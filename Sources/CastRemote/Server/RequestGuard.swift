// SPDX-License-Identifier: Apache-2.0

import CastHTTP
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Rejects requests for another host name and, except for GET and HEAD, requests from other origins.
///
/// Adds security headers to responses, including those of a thrown `HTTPResponseError`.
///
/// Only requests that name the address that was connected to, or `localhost` on loopback, are accepted; see
/// ``HostHeader``.
struct RequestGuard: RouterMiddleware {
    func handle(
        _ request: Request,
        context: RemoteRequestContext,
        next: (Request, RemoteRequestContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            guard request.head.authority.flatMap(HostHeader.init)?.names(context.localAddress) == true else {
                throw HTTPError(
                    .forbidden,
                    message: "This server does not accept requests for this host name. Open it by its IP address."
                )
            }
            guard request.method == .get || request.method == .head || Self.isFromHere(request) else {
                throw HTTPError(.forbidden, message: "The request was sent by another site.")
            }
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        }
        for field in Self.fields { response.headers[field.name] = field.value }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    /// Returns false if the request comes from a page of another origin, as far as the browser's headers show it.
    ///
    /// A form sends `Origin: null` if referrers are disabled (Fetch Standard, section 3.2). Such a form
    /// is accepted, because its handler requires a secret that other sites do not know: the page's secret, or the
    /// access code in the login form.
    static func isFromHere(_ request: Request) -> Bool {
        if let site = request.headers[.secFetchSite], site != "same-origin" { return false }
        guard let origin = request.headers[.origin] else { return true }
        guard let authority = request.head.authority else { return false }
        if origin == "null" {
            let type = request.headers[.contentType] ?? ""
            return type.hasPrefix(RemoteForm.contentType) || type.hasPrefix("multipart/form-data")
        }
        return origin == "http://\(authority)"
    }

    /// The Content-Security-Policy: scripts, styles, images, connections and form submissions of the page's own origin
    /// only.
    static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    private static let fields: [HTTPField] = [
        HTTPField(name: .contentSecurityPolicy, value: policy),
        HTTPField(name: .xContentTypeOptions, value: "nosniff"),
        HTTPField(name: HTTPField.Name("Referrer-Policy")!, value: "no-referrer"),
        HTTPField(name: HTTPField.Name("X-Frame-Options")!, value: "DENY"),
        HTTPField(name: HTTPField.Name("Cross-Origin-Resource-Policy")!, value: "same-origin"),
        HTTPField(name: HTTPField.Name("Cross-Origin-Opener-Policy")!, value: "same-origin"),
    ]
}

extension HTTPField.Name {
    /// Fetch Metadata Request Headers, section 2.1.
    static let secFetchDest = Self("Sec-Fetch-Dest")!
    /// The id of the page that sends the request.
    static let castPage = Self("Cast-Page")!
    /// The secret of the page. Pages of other origins cannot send this header.
    static let castPageSecret = Self("Cast-Page-Secret")!
}
