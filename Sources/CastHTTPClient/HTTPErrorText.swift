import AsyncHTTPClient
import NIOHTTP1
import SystemErrors

/// User-readable descriptions of the errors of HTTP requests.
package enum HTTPErrorText {
    /// Returns a description that can follow a colon. Errors below HTTP are described by `SystemErrorText`.
    package static func describe(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: describe(error)
        case is HTTPParserError: "its response is not valid HTTP"
        default: SystemErrorText.describe(error)
        }
    }

    private static func describe(_ error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .tlsHandshakeTimeout,
            .getConnectionFromPoolTimeout:
            "the request timed out"
        case .remoteConnectionClosed: "the other side closed the connection"
        case .redirectLimitReached, .redirectCycleDetected: "it redirected too many times"
        case .invalidURL, .emptyHost, .emptyScheme: "the URL is not valid"
        default: "the request failed"
        }
    }
}
