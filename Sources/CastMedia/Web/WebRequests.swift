// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastConcurrency
import CastHTTPClient
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// The requests of one inspection, limited in number, time and size.
struct WebRequests {
    /// The response to a request.
    struct Response: Sendable {
        var status: Int
        /// The media type without parameters, in lower case; nil if the server sent none.
        var contentType: String?
        /// The size of the whole content; nil if the server does not report it.
        var length: Int?
        /// Whether the response is the range that was requested.
        var isPartial: Bool
        var allowedOrigin: String?
        /// The beginning of the content.
        var bytes: [UInt8] = []
        /// Whether ``bytes`` is the whole content.
        var isComplete = false
        var timeToHead: Duration
        var source: RestrictedHTTPClient.Source
    }

    /// A request without a response.
    struct Failure: Error {
        /// Nil if the limit of requests is reached, which does not show a problem.
        var problem: WebInspection.Problem?
        /// A description that can follow a colon.
        var reason: String
    }

    /// How much of a response to read.
    enum Extent: Sendable {
        /// The beginning of media, or the whole text if it is a playlist or manifest.
        case start
        /// The same as ``start``, without a range.
        case whole
        /// The beginning of a segment, until it shows the format.
        case segment
    }

    private let client: RestrictedHTTPClient
    /// The headers that the user specified for the media.
    private let userHeaders: RequestHeaders
    /// The URL for which the user specified them.
    private let mediaURL: String
    private let limits: WebInspection.Limits
    private let clock = ContinuousClock()
    private let deadline: ContinuousClock.Instant
    private var remaining: Int
    /// The targets of the redirects of the latest request.
    private(set) var redirects: [String] = []

    init(
        client: RestrictedHTTPClient,
        limits: WebInspection.Limits,
        headers: RequestHeaders = RequestHeaders(),
        media url: String = ""
    ) {
        self.client = client
        userHeaders = headers
        mediaURL = url
        self.limits = limits
        deadline = clock.now + limits.total
        remaining = limits.requests
    }

    /// Requests a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - extent: How much to read.
    ///   - origin: The server that referred to the URL; nil for the first URL.
    mutating func get(
        _ url: String,
        _ extent: Extent,
        from origin: NetworkScope? = nil
    ) async throws(Failure) -> Response {
        redirects = []
        let limit = min(limits.request, deadline - clock.now)
        guard remaining > 0 else { throw Failure(reason: "too many requests are necessary") }
        guard limit > .zero else {
            throw Failure(problem: .unreachable(reason: "the request timed out"), reason: "the request timed out")
        }
        remaining -= 1
        let targets = NIOLockedValueBox<[String]>([])
        let (client, limits, clock) = (client, limits, clock)
        let (userHeaders, mediaURL) = (userHeaders, mediaURL)
        let begin = clock.now
        let result = await withTimeLimit(limit) { () -> Result<Response, any Error> in
            do {
                let response = try await client.request(
                    url,
                    headersFor: { target in
                        var headers = Self.headers(extent, limits)
                        headers.replace(with: userHeaders, for: target, media: mediaURL)
                        return headers
                    },
                    from: origin,
                    onRedirect: { target in targets.withLockedValue { $0.append(target) } },
                    read: { response, source in
                        let head = Self.response(response, source, after: clock.now - begin)
                        return try await Self.read(response, into: head, extent, limits)
                    }
                )
                return .success(response)
            } catch {
                return .failure(error)
            }
        }
        redirects = targets.withLockedValue { $0 }
        switch result {
        case .success(let response)?: return response
        case .failure(let error)?: throw Self.failure(error, url, redirects: redirects)
        case nil: throw Failure(problem: .unreachable(reason: "the request timed out"), reason: "the request timed out")
        }
    }

    // MARK: - Requests and responses

    private static func headers(_ extent: Extent, _ limits: WebInspection.Limits) -> HTTPHeaders {
        var headers: HTTPHeaders = [
            "User-Agent": "swift-cast", "Accept": "*/*", "Accept-Encoding": "identity",
            "Origin": WebInspection.receiverOrigin,
        ]
        switch extent {
        case .start, .segment: headers.add(name: "Range", value: "bytes=0-\(limits.start - 1)")
        case .whole: break
        }
        return headers
    }

    private static func response(
        _ response: HTTPClientResponse,
        _ source: RestrictedHTTPClient.Source,
        after time: Duration
    ) -> Response {
        let type = response.headers.first(name: "Content-Type")?.prefix { $0 != ";" }.filter { !$0.isWhitespace }
        let isPartial = response.status == .partialContent
        // `bytes 0-65535/1048576`: the total size follows the slash.
        let length =
            isPartial
            ? response.headers.first(name: "Content-Range")?.split(separator: "/").last.flatMap { Int($0) }
            : response.headers.first(name: "Content-Length").flatMap { Int($0) }
        return Response(
            status: Int(response.status.code),
            contentType: type.flatMap { $0.isEmpty ? nil : $0.lowercased() },
            length: length.flatMap { $0 >= 0 ? $0 : nil },
            isPartial: isPartial,
            allowedOrigin: response.headers.first(name: "Access-Control-Allow-Origin"),
            timeToHead: time,
            source: source
        )
    }

    /// The number of bytes that show the type of media. More would delay the inspection of a live stream.
    private static let signature = 4096

    private static func read(
        _ response: HTTPClientResponse,
        into head: Response,
        _ extent: Extent,
        _ limits: WebInspection.Limits
    ) async throws -> Response {
        var head = head
        guard (200..<300).contains(head.status) else { return head }
        // Servers may ignore the range and send the whole content. Returning from the closure closes the connection.
        // One byte more than the limit shows that a manifest is too large.
        let most = max(limits.manifest + 1, limits.start, signature)
        for try await part in response.body {
            head.bytes += part.readableBytesView.prefix(most - head.bytes.count)
            let isEnough =
                switch extent {
                case .whole, .start: head.bytes.count >= (isManifest(head.bytes) ? limits.manifest + 1 : signature)
                case .segment:
                    head.bytes.count >= limits.start || HLSSegmentDetection.byFirstBytes(head.bytes) != nil
                }
            if isEnough { return head }
        }
        head.isComplete = !head.isPartial || head.length.map { $0 <= head.bytes.count } ?? false
        return head
    }

    /// Returns whether content begins like an HLS playlist or a DASH manifest.
    static func isManifest(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(signature)
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start
        return text.starts(with: "#EXTM3U".utf8) || DASHManifest.matches(Array(text))
    }

    // MARK: - Failures

    /// Returns the failure for an error of ``RestrictedHTTPClient``.
    static func failure(_ error: any Error, _ url: String, redirects: [String]) -> Failure {
        switch error {
        case RestrictedHTTPError.certificate(_, let problem):
            return Failure(problem: .certificate(WebInspection.Certificate(problem)), reason: "\(problem)")
        case RestrictedHTTPError.tooManyRedirects(let limit):
            let visited = [url] + redirects
            let isLoop = Set(visited).count < visited.count
            return Failure(problem: isLoop ? .redirectLoop : .tooManyRedirects(limit: limit), reason: "\(error)")
        case RestrictedHTTPError.forbiddenAddress(let host) where !redirects.isEmpty:
            return Failure(problem: .privateAddress(host: host), reason: "\(error)")
        case RestrictedHTTPError.unreachable(_, let reason):
            return Failure(problem: .unreachable(reason: reason), reason: reason)
        default:
            let reason = (error as? RestrictedHTTPError).map { "\($0)" } ?? HTTPErrorText.describe(error)
            return Failure(problem: .unreachable(reason: reason), reason: reason)
        }
    }
}

extension WebInspection.Certificate {
    init(_ problem: CertificateProblem) {
        self =
            switch problem {
            case .untrusted: .untrusted
            case .expired: .expired
            case .notYetValid: .notYetValid
            case .wrongHost: .wrongHost
            }
    }
}
