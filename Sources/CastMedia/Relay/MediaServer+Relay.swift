// SPDX-License-Identifier: Apache-2.0

import CastHTTPClient
import CastWire
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore

extension MediaServer {
    /// Shares the media of a URL, which this machine requests with the headers that the user specified.
    func share(
        relaying url: String,
        contentType: String,
        headers: RequestHeaders,
        client: RestrictedHTTPClient.Configuration,
        limits: MediaRelay.Limits = MediaRelay.Limits()
    ) -> SharedMedia {
        let token = Hexadecimal.random(bytes: 16)
        let relay = MediaRelay(
            url: url,
            contentType: contentType,
            headers: headers,
            token: token,
            client: client,
            limits: limits
        )
        return insert(
            .relay(relay),
            name: Self.relayName(url, contentType),
            contentType: contentType,
            size: 0,
            id: token
        )
    }

    /// The last component of the path for the device: that of the URL, without its query, which may be a secret.
    private static func relayName(_ url: String, _ contentType: String) -> String {
        let last = WebOrigin.path(of: url).split(separator: "/").last ?? "media"
        let name = PercentEncoding.decode(last).map { String(decoding: $0, as: UTF8.self) } ?? "media"
        guard MediaRelay.isManifest(contentType), !name.contains(".") else { return PrintableText.line(name) }
        return "stream." + (contentType.hasSuffix("dash+xml") ? "mpd" : "m3u8")
    }

    /// Responds with a resource that is relayed. The server of the resource is read at the pace of the device.
    ///
    /// A thrown error closes the connection, so that the client detects an incomplete response.
    func respond(
        to request: Request,
        with resource: MediaRelay.Resource,
        of relay: MediaRelay,
        media: SharedMedia,
        writer: consuming ResponseWriter,
        channel: any Channel
    ) async throws {
        let client = URLHost.client(channel)
        guard request.method == .get || request.method == .head else {
            // Preflight requests by pages, and methods that are not allowed.
            let nothing = Representation(length: 0, contentType: media.contentType, entityTag: "\"\"")
            let response = MediaResponse(
                to: request.head,
                representation: nothing,
                maximumRanges: 1,
                now: .now,
                boundary: ""
            )
            report(request, media, client: client, status: response.status.code)
            try await writer.writeResponse(response.head)
            sharedMedia.answered(media, bytesSent: 0, isComplete: true)
            return
        }
        let hasRange = request.method == .get
        let deviceRequest = MediaRelay.DeviceRequest(
            range: hasRange ? request.headers[.range] : nil,
            ifRange: hasRange ? request.headers[.ifRange] : nil,
            userAgent: request.headers[.userAgent]
        )
        var pending: ResponseWriter? = consume writer
        var sent = 0
        var isReported = false
        let parts = Handoff<MediaRelay.Part>()
        let (connection, end) = AsyncStream.makeStream(of: Void.self)
        channel.closeFuture.whenComplete { _ in end.finish() }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await relay.fetch(resource, for: deviceRequest, into: parts) }
                // A device that leaves while the server is silent would otherwise not be noticed.
                group.addTask {
                    for await _ in connection {}
                    parts.finish(throwing: CancellationError())
                }
                defer { group.cancelAll() }
                let timeout = RelayFailure(.unreachable(reason: "the request timed out"), url: resource.url)
                let loop = channel.eventLoop
                let first = try await parts.next(within: relay.limits.firstByte, on: loop, else: timeout)
                guard case .head(let response)? = first, let writer = pending.take() else { throw timeout }
                report(request, media, client: client, status: response.status.code)
                isReported = true
                guard request.method == .get, response.status != .rangeNotSatisfiable else {
                    return try await writer.writeResponse(response.head)
                }
                var body = try await writer.writeHead(response.head)
                let seconds = relay.limits.stall.components.seconds
                let reason = "it has sent nothing for \(seconds) seconds"
                let stall = RelayFailure(.unreachable(reason: reason), url: resource.url)
                while case .bytes(let bytes)? = try await parts.next(within: relay.limits.stall, on: loop, else: stall)
                {
                    // See send(_:of:content:writer:eventLoop:sent:).
                    if sent > 0 { try await loop.submit {}.get() }
                    try await body.write(bytes)
                    sent += bytes.readableBytes
                    sharedMedia.sent(bytes.readableBytes, of: media)
                }
                try await body.finish(nil)
            }
            sharedMedia.answered(media, bytesSent: sent, isComplete: true)
        } catch let failure as RelayFailure {
            logger.debug(
                "media could not be relayed",
                metadata: ["cast-media-name": "\(media.name)", "cast-media-error": "\(failure)"]
            )
            guard let writer = pending.take() else {
                sharedMedia.failed(media, problem: "\(failure)")
                sharedMedia.answered(media, bytesSent: sent, isComplete: false)
                throw failure
            }
            report(request, media, client: client, status: failure.status, problem: "\(failure)")
            sharedMedia.answered(media, bytesSent: 0, isComplete: false)
            try await writer.writeResponse(MediaResponse(relayFailure: failure.status).head)
        } catch {
            if isReported { sharedMedia.answered(media, bytesSent: sent, isComplete: false) }
            throw error
        }
    }
}
