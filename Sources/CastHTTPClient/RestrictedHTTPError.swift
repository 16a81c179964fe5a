// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOHTTP1
import SystemErrors

/// The error of a ``RestrictedHTTPClient`` request without a response.
package enum RestrictedHTTPError: Error, Sendable, Hashable {
    /// The string is not a URL, its scheme is neither http nor https, or its port is out of range.
    case unsupportedURL(String)
    /// The URL is http where only https is allowed.
    case notSecure(String)
    /// The host name could not be resolved, or no address of the host accepts a connection.
    case unreachable(host: String, reason: String)
    /// The certificate of the host is not valid for it.
    case certificate(host: String, CertificateProblem)
    /// The request is not allowed to connect to the host's address.
    case forbiddenAddress(host: String)
    case tooManyRedirects(limit: Int)
}

extension RestrictedHTTPError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsupportedURL(let url): "\(url.prefix(200)) is not a valid http or https URL"
        case .notSecure(let url): "\(url.prefix(200)) is not an https URL, and only https is allowed here"
        case .unreachable(let host, let reason): "\(host) cannot be reached: \(reason)"
        case .certificate(let host, let problem): "\(host) cannot be reached: \(problem)"
        case .forbiddenAddress(let host): "this request is not allowed to connect to \(host)"
        case .tooManyRedirects(let limit): "the server redirected more than \(limit) times"
        }
    }
}

/// User-readable descriptions of the errors of HTTP requests.
package enum HTTPErrorText {
    /// Returns a description that can follow a colon. Errors below HTTP are described by `SystemErrorText`.
    package static func describe(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: describe(error)
        case is HTTPParserError: "the response of the server is not valid HTTP"
        default: SystemErrorText.describe(error)
        }
    }

    private static func describe(_ error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .tlsHandshakeTimeout,
            .getConnectionFromPoolTimeout:
            "the request timed out"
        case .remoteConnectionClosed: "the other side closed the connection"
        case .redirectLimitReached, .redirectCycleDetected: "the server redirected too many times"
        case .invalidURL, .emptyHost, .emptyScheme: "the URL is not valid"
        default: "the request failed"
        }
    }
}
