import AsyncHTTPClient
import CastHTTPClient
import NIOCore
import NIOHTTP1

/// The result of checking a URL with its server, before the URL is sent to a device.
///
/// A device reports all failures to fetch media with the same error code. The server's response distinguishes a missing
/// file from a page that requires a login, and it provides the media type of a URL without an extension.
package enum WebMedia: Sendable, Hashable {
    /// The server has content that may be media. The type is the server's, that of the first bytes, or, if neither is a
    /// media type, a guess from the URL.
    case media(contentType: String)
    /// The server responded, but no device can play the URL.
    case unusable(Problem)
    /// The server did not respond to this machine. The device may still be able to reach it.
    case unreachable(reason: String, contentType: String)

    /// The reason that a URL is unusable.
    package enum Problem: Sendable, Hashable {
        /// An HTTP error status.
        case status(Int)
        /// An HTML page instead of media.
        case page
    }

    /// Limits of ``check(_:limits:)``.
    package struct Limits: Sendable {
        /// The time limit for all requests together. Default 6 seconds.
        package var total = Duration.seconds(6)
        /// The time limit for the response head of one request. Default 3 seconds.
        package var request = Duration.seconds(3)
        /// The number of content bytes to read if the server provides no usable type. Default 512.
        package var content = 512

        package init() {}
    }

    /// Requests the media type from the server of a URL: with HEAD, then with GET for the first bytes if necessary.
    ///
    /// Redirects are followed as `RestrictedHTTPClient` does. If the server does not respond, the result is
    /// ``unreachable(reason:contentType:)`` with the type that the URL's path suggests.
    package static func check(_ url: String, limits: Limits = Limits()) async -> WebMedia {
        let result = await withTimeLimit(limits.total) {
            var configuration = RestrictedHTTPClient.Configuration()
            configuration.timeLimit = limits.request
            let client = RestrictedHTTPClient(configuration)
            let result = await requestMedia(client, url, limits)
            await client.shutdown()
            return result
        }
        return result ?? .unreachable(reason: "the request timed out", contentType: contentType(ofURL: url))
    }

    /// Returns the type that a URL's path suggests. The default is video, the most common type of such URLs.
    package static func contentType(ofURL url: String) -> String {
        let type = ContentType.guess(fileName: String(path(of: url)))
        return type == ContentType.unknown ? "video/mp4" : type
    }

    // MARK: - Requests

    private struct Answer: Sendable {
        var status: Int
        /// The media type without parameters, in lower case; empty if the server sent none.
        var contentType: String
        /// The URL after redirects.
        var url: String
        var firstBytes: [UInt8] = []
    }

    private static func requestMedia(
        _ client: RestrictedHTTPClient,
        _ url: String,
        _ limits: Limits
    ) async -> WebMedia {
        // Many servers answer HEAD with an error or without a type although GET works.
        if let head = try? await answer(client, .HEAD, url, limits), (200..<300).contains(head.status),
            isMedia(head.contentType)
        {
            return .media(contentType: head.contentType)
        }
        do {
            return evaluate(try await answer(client, .GET, url, limits), requested: url)
        } catch {
            return .unreachable(reason: reason(error), contentType: contentType(ofURL: url))
        }
    }

    private static func answer(
        _ client: RestrictedHTTPClient,
        _ method: HTTPMethod,
        _ url: String,
        _ limits: Limits
    ) async throws -> Answer {
        var headers: HTTPHeaders = ["User-Agent": "swift-cast", "Accept": "*/*"]
        if method == .GET { headers.add(name: "Range", value: "bytes=0-\(limits.content - 1)") }
        return try await client.request(url, method: method, headers: headers) { response, source in
            let type = response.headers.first(name: "Content-Type") ?? ""
            var answer = Answer(
                status: Int(response.status.code),
                contentType: type.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased(),
                url: source.url
            )
            guard method == .GET, (200..<300).contains(answer.status) else { return answer }
            // A server may ignore the range and send the whole file. Returning from this closure closes the connection.
            for try await part in response.body {
                answer.firstBytes += part.readableBytesView.prefix(limits.content - answer.firstBytes.count)
                if answer.firstBytes.count >= limits.content { break }
            }
            return answer
        }
    }

    // MARK: - Decisions

    private static func evaluate(_ answer: Answer, requested url: String) -> WebMedia {
        // Servers answer a range of an empty file with 416. Some do so for every range.
        guard answer.status < 400 || answer.status == 416 else { return .unusable(.status(answer.status)) }
        if isMedia(answer.contentType) { return .media(contentType: answer.contentType) }
        // The type is generic, such as application/octet-stream, or is not a media type.
        if let detected = ContentType.detect(firstBytes: answer.firstBytes) { return .media(contentType: detected) }
        if answer.contentType == "text/html" || answer.contentType == "application/xhtml+xml" {
            return .unusable(.page)
        }
        let named = [url, answer.url].map { ContentType.guess(fileName: String(path(of: $0))) }.first(where: isMedia)
        return .media(contentType: named ?? contentType(ofURL: url))
    }

    /// Returns whether a type is a media type, rather than a server's default for unknown files.
    private static func isMedia(_ type: String) -> Bool {
        let applications: Set<String> = [
            "application/vnd.apple.mpegurl", "application/x-mpegurl", "application/mpegurl", "application/dash+xml",
            "application/vnd.ms-sstr+xml", "application/ogg", "application/mp4",
        ]
        return ["video/", "audio/", "image/"].contains(where: type.hasPrefix) || applications.contains(type)
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case RestrictedHTTPError.unreachable(_, let reason): reason
        case let error as RestrictedHTTPError: "\(error)"
        default: HTTPErrorText.describe(error)
        }
    }

    private static func path(of url: String) -> Substring { url.prefix { $0 != "?" && $0 != "#" } }
}

extension WebMedia.Problem {
    /// The HTTP status; `nil` for a web page.
    package var status: Int? {
        guard case .status(let code) = self else { return nil }
        return code
    }

    /// Returns a sentence, without a period, that describes the problem.
    package func description(of url: String) -> String {
        switch self {
        case .page: "\(url) leads to a web page, not to media"
        case .status(let code): "\(url) cannot be played: the server answered \(code) (\(Self.meaning(of: code)))"
        }
    }

    /// A suggestion for the user.
    package var advice: String {
        switch self {
        case .page: "use the URL of the media itself, which usually ends with .mp4, .m3u8 or .mp3"
        case .status(404), .status(410): "check the URL for typing errors; the file may have been moved"
        case .status(401), .status(403), .status(407):
            "the server requires a login or a permission that a Cast device cannot give; "
                + "download the file and cast that"
        case .status(429), .status(500...): "try again later; the problem is on the server"
        case .status: "check the URL in a browser"
        }
    }

    private static func meaning(of code: Int) -> String {
        switch code {
        case 400: "bad request"
        case 401: "login required"
        case 403: "access denied"
        case 404: "not found"
        case 407: "proxy login required"
        case 410: "no longer available"
        case 429: "too many requests"
        case 451: "unavailable for legal reasons"
        case 500: "server error"
        case 502, 504: "no response from another server"
        case 503: "unavailable at the moment"
        default: code >= 500 ? "server error" : "request refused"
        }
    }
}
