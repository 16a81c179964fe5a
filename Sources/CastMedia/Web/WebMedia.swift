import AsyncHTTPClient
import CastHTTPClient
import NIOCore
import NIOHTTP1

/// What the server of a URL says about it, asked before the URL is sent to a device.
///
/// A device reports every failure to fetch media with the same number. The server's own answer tells a missing file
/// from a page that requires a login, and it names the media type that a URL without an extension lacks.
package enum WebMedia: Sendable, Hashable {
    /// The server offers media of this type.
    case media(contentType: String)
    /// The server answered, and what it offers cannot play on any device.
    case unusable(Problem)
    /// This machine got no answer. The device may be in a network that does.
    case unreachable(reason: String, contentType: String)

    package enum Problem: Sendable, Hashable {
        /// An HTTP error status.
        case status(Int)
        /// An HTML page instead of media.
        case page
    }

    /// Limits of ``check(_:limits:)``.
    package struct Limits: Sendable {
        /// For all requests together. Default 6 seconds.
        package var total = Duration.seconds(6)
        /// For one request until its response head. Default 3 seconds.
        package var request = Duration.seconds(3)
        /// How many bytes of content are read where the server names no usable type.
        package var content = 512

        package init() {}
    }

    /// Asks the server of a URL for its media type: HEAD, and where that yields no type, GET of the first bytes.
    ///
    /// Redirects are followed as `RestrictedHTTPClient` does. Never throws: without an answer the result is
    /// ``unreachable(reason:contentType:)`` with the type that the URL's path suggests.
    package static func check(_ url: String, limits: Limits = Limits()) async -> WebMedia {
        await withTaskGroup(of: WebMedia?.self) { group in
            group.addTask {
                var configuration = RestrictedHTTPClient.Configuration()
                configuration.timeLimit = limits.request
                let client = RestrictedHTTPClient(configuration)
                let result = await ask(client, url, limits)
                await client.shutdown()
                return result
            }
            group.addTask {
                try? await Task.sleep(for: limits.total)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .unreachable(reason: "there was no answer in time", contentType: contentType(ofURL: url))
        }
    }

    /// The type that a URL's path suggests. Most URLs without an extension lead to video.
    package static func contentType(ofURL url: String) -> String {
        let type = ContentType.guess(fileName: String(path(of: url)))
        return type == ContentType.unknown ? "video/mp4" : type
    }

    // MARK: - Requests

    private struct Answer: Sendable {
        var status: Int
        /// Without parameters, in lower case; empty where the server names none.
        var contentType: String
        /// The URL after redirects.
        var url: String
        var firstBytes: [UInt8] = []
    }

    private static func ask(_ client: RestrictedHTTPClient, _ url: String, _ limits: Limits) async -> WebMedia {
        // Many servers answer HEAD with an error or without a type though GET works.
        if let head = try? await answer(client, .HEAD, url, limits), (200..<300).contains(head.status),
            isMedia(head.contentType)
        {
            return .media(contentType: head.contentType)
        }
        do {
            return judge(try await answer(client, .GET, url, limits), requested: url)
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
        return try await client.get(url, method: method, headers: headers) { response, source in
            let type = response.headers.first(name: "Content-Type") ?? ""
            var answer = Answer(
                status: Int(response.status.code),
                contentType: type.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased(),
                url: source.url
            )
            guard method == .GET, (200..<300).contains(answer.status) else { return answer }
            // A server that ignores the range sends everything; leaving this closure closes the connection.
            for try await part in response.body {
                answer.firstBytes += part.readableBytesView.prefix(limits.content - answer.firstBytes.count)
                if answer.firstBytes.count >= limits.content { break }
            }
            return answer
        }
    }

    // MARK: - Decisions

    private static func judge(_ answer: Answer, requested url: String) -> WebMedia {
        // 416 is the answer to a range of an empty file, and of some servers to every range.
        guard answer.status < 400 || answer.status == 416 else { return .unusable(.status(answer.status)) }
        if isMedia(answer.contentType) { return .media(contentType: answer.contentType) }
        // The type says nothing, such as application/octet-stream, or is that of another kind of file.
        if let detected = ContentType.detect(firstBytes: answer.firstBytes) { return .media(contentType: detected) }
        if answer.contentType == "text/html" || answer.contentType == "application/xhtml+xml" {
            return .unusable(.page)
        }
        let named = [url, answer.url].map { ContentType.guess(fileName: String(path(of: $0))) }.first(where: isMedia)
        return .media(contentType: named ?? contentType(ofURL: url))
    }

    /// Whether a type is one that players take, rather than a server's default for files that it does not know.
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
