// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastHTTPClient
import NIOCore
import NIOHTTP1

/// Media at a URL from a sender or a playlist, read by range requests.
struct HTTPMediaSource: Sendable {
    /// The beginning of the media, and properties from the response.
    struct Start: Sendable {
        var bytes: [UInt8]
        var contentType: String
        /// The size of the whole media in bytes; nil if the server does not report it.
        var size: UInt64?
        /// Whether the server supports range requests.
        var hasRanges: Bool
        /// The server that sent the response.
        var source: RestrictedHTTPClient.Source
    }

    /// The server responded with an error status.
    struct Refusal: Error {
        let status: HTTPResponseStatus
    }

    enum ReadError: Error {
        /// A later range was requested, but the server sends only the whole media.
        case noRanges
    }

    private static let startSize: UInt64 = 64 * 1024

    let client: RestrictedHTTPClient
    let url: String
    /// The scope of the server whose response contained the URL; nil for a URL from a sender.
    var origin: NetworkScope?

    /// Requests the beginning of the media.
    func start() async throws -> Start {
        try await get(0..<Self.startSize) { response, source in
            let hasRanges = response.status == .partialContent
            // `bytes 0-65535/1048576`: the total size follows the slash.
            let total = response.headers.first(name: "Content-Range")?.split(separator: "/").last.flatMap { UInt64($0) }
            let length = response.headers.first(name: "Content-Length").flatMap { UInt64($0) }
            return Start(
                bytes: try await collect(response.body, count: Int(Self.startSize)),
                contentType: response.headers.first(name: "Content-Type") ?? "",
                size: hasRanges ? total : length,
                hasRanges: hasRanges,
                source: source
            )
        }
    }

    /// Returns a range of the media, from the bytes that were read already if they contain it.
    func read(_ range: Range<UInt64>, after start: Start) async throws -> [UInt8] {
        let known = UInt64(start.bytes.count)
        if range.upperBound <= known || start.size.map({ $0 <= known }) == true {
            return Array(start.bytes.dropFirst(Int(min(range.lowerBound, known))).prefix(range.count))
        }
        guard start.hasRanges else {
            guard range.lowerBound < known else { throw ReadError.noRanges }
            return Array(start.bytes.dropFirst(Int(range.lowerBound)))
        }
        do {
            return try await get(range) { response, _ in
                guard response.status == .partialContent else { throw ReadError.noRanges }
                return try await collect(response.body, count: range.count)
            }
        } catch let refusal as Refusal where refusal.status == .rangeNotSatisfiable {
            return []
        }
    }

    private func get<Value: Sendable>(
        _ range: Range<UInt64>,
        read: @escaping @Sendable (HTTPClientResponse, RestrictedHTTPClient.Source) async throws -> Value
    ) async throws -> Value {
        let headers: HTTPHeaders = [
            "Accept": "*/*",
            "Accept-Encoding": "identity;q=1, *;q=0",
            "Range": "bytes=\(range.lowerBound)-\(range.upperBound - 1)",
            "User-Agent": "Mozilla/5.0 (compatible; swift-cast) CrKey/1.56.500000",
            "CAST-DEVICE-CAPABILITIES":
                #"{"bluetooth_supported":false,"display_supported":true,"hi_res_audio_supported":false}"#,
        ]
        return try await client.request(url, headers: headers, from: origin) { response, source in
            guard response.status == .ok || response.status == .partialContent else {
                throw Refusal(status: response.status)
            }
            return try await read(response, source)
        }
    }

    /// Reads the body. Returns at most this many bytes, even if the server sends more.
    private func collect(_ body: HTTPClientResponse.Body, count: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await buffer in body {
            bytes.append(contentsOf: buffer.readableBytesView.prefix(count - bytes.count))
            if bytes.count >= count { break }
        }
        return bytes
    }
}
