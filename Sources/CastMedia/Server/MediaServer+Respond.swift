import CastHTTP
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension MediaServer {
    /// Answers one request. An error thrown here ends the connection, which is how a client learns that what it got
    /// is not all of what was announced.
    func respond(to request: Request, writer: consuming ResponseWriter, channel: any Channel) async throws {
        let client = NetworkAddress.client(channel)
        guard let offer = offers.offer(atPath: request.head.path ?? ""), let content = await open(offer) else {
            offers.refused(client: client)
            logger.debug("refused a request", metadata: ["cast-media-client": "\(client ?? "unknown")"])
            try await writer.writeResponse(MediaResponse.notFound(now: Self.now))
            // Whoever guesses shall not keep a connection for it.
            channel.close(mode: .output, promise: nil)
            return
        }
        connections.verify(channel)
        let response = MediaResponse(
            to: request.head,
            representation: content.representation(contentType: offer.media.contentType),
            maximumRanges: configuration.maximumRanges,
            now: Self.now,
            boundary: "cast-\(Hexadecimal.text(UInt64.random(in: .min ... .max)))"
        )
        offers.requested(
            offer.media,
            MediaServerEvent.Request(
                method: request.method.rawValue,
                range: request.headers[.range],
                client: client,
                userAgent: request.headers[.userAgent],
                status: response.status.code
            )
        )
        var sent = 0
        do {
            try await send(
                response,
                of: offer.media,
                content: content,
                writer: writer,
                eventLoop: channel.eventLoop,
                sent: &sent
            )
        } catch {
            offers.answered(offer.media, bytesSent: sent, isComplete: false)
            logger.debug(
                "an answer ended early",
                metadata: ["cast-media-name": "\(offer.media.name)", "cast-media-error": "\(error)"]
            )
            throw error
        }
        offers.answered(offer.media, bytesSent: sent, isComplete: true)
    }

    private func send(
        _ response: MediaResponse,
        of media: OfferedMedia,
        content: Content,
        writer: consuming ResponseWriter,
        eventLoop: any EventLoop,
        sent: inout Int
    ) async throws {
        guard !response.body.isEmpty else {
            try await writer.writeResponse(response.head)
            return
        }
        var body = try await writer.writeHead(response.head)
        for piece in response.body {
            switch piece {
            case .text(let text):
                try await body.write(ByteBuffer(string: text))
            case .content(let range):
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let step = offset..<min(offset + configuration.chunkSize, range.upperBound)
                    // Suspends until the client has read enough of what came before. What that is the writer learns
                    // on the event loop: without waiting for its turn, a busy machine would read ahead of it.
                    if sent > 0 { try await eventLoop.submit {}.get() }
                    try await body.write(content.read(step))
                    offset = step.upperBound
                    sent += step.count
                    offers.sent(step.count, of: media)
                }
            }
        }
        try await body.finish(nil)
    }

    /// What is offered, as it is now; nothing when its file has gone.
    private func open(_ offer: OfferTable.Offer) async -> Content? {
        switch offer.source {
        case .data(let buffer):
            return .data(buffer, id: offer.media.id)
        case .file(let location):
            let file = try? await NIOThreadPool.singleton.runIfActive { try location.open() }
            return file.map { .file($0) }
        }
    }

    private static var now: HTTPDate { HTTPDate(seconds: time(nil)) }
}

/// Content that is open for one response.
private enum Content: Sendable {
    case data(ByteBuffer, id: String)
    case file(MediaFile)

    func representation(contentType: String) -> Representation {
        switch self {
        case .data(let buffer, let id):
            Representation(length: buffer.readableBytes, contentType: contentType, entityTag: "\"\(id.suffix(16))\"")
        case .file(let file):
            Representation(
                length: file.identity.size,
                contentType: contentType,
                entityTag: file.identity.entityTag,
                lastModified: HTTPDate(seconds: file.identity.modifiedSeconds)
            )
        }
    }

    func read(_ range: Range<Int>) async throws -> ByteBuffer {
        switch self {
        case .data(let buffer, _):
            guard let slice = buffer.getSlice(at: buffer.readerIndex + range.lowerBound, length: range.count) else {
                throw MediaFile.ReadError.changed
            }
            return slice
        case .file(let file):
            return try await NIOThreadPool.singleton.runIfActive { try file.read(range) }
        }
    }
}
