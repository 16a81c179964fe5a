import AsyncHTTPClient
import NIOHTTP1
import SystemErrors

/// Descriptions of the errors of an HTTP request, for users.
package enum HTTPErrorText {
    /// A description that can follow a colon, as `SystemErrorText` has them for the errors below HTTP.
    package static func describe(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: describe(error)
        case is HTTPParserError: "its answer is not HTTP"
        default: SystemErrorText.describe(error)
        }
    }

    private static func describe(_ error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .tlsHandshakeTimeout,
            .getConnectionFromPoolTimeout:
            "there was no answer in time"
        case .remoteConnectionClosed: "the other side closed the connection"
        case .redirectLimitReached, .redirectCycleDetected: "it redirects without end"
        case .invalidURL, .emptyHost, .emptyScheme: "the URL is not valid"
        default: "the request failed"
        }
    }
}
