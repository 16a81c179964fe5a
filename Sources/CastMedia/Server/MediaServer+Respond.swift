// SPDX-License-Identifier: Apache-2.0

import CastHTTP
import CastWire
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
    /// Responds to a request.
    ///
    /// A thrown error closes the connection, so that the client detects an incomplete response.
    func respond(to request: Request, writer: consuming ResponseWriter, channel: any Channel) async throws {
        let client = URLHost.client(channel)
        guard let (item, part) = sharedMedia.item(atPath: request.head.path ?? "") else {
            try await refuse(nil, writer, client: client, channel: channel)
            return
        }
        // Programs of this machine, such as a browser that shows a virtual device, could read the file as well.
        guard item.clients.admits(client) || client == URLHost.server(channel) else {
            try await refuse(item.media, writer, client: client, channel: channel)
            return
        }
        if case .relay(let relay) = item.source {
            connections.verify(channel)
            let resource = if case .resource(let resource) = part { resource } else { relay.media }
            return try await respond(
                to: request,
                with: resource,
                of: relay,
                media: item.media,
                writer: writer,
                channel: channel
            )
        }
        let content: Content
        let contentType: String
        switch await open(item, part, for: request.head) {
        case .content(let opened, let type): (content, contentType) = (opened, type)
        case .stream(let reader, let contentType):
            connections.verify(channel)
            return try await respond(to: request, with: reader, contentType, of: item.media, writer, channel)
        case .missing:
            try await refuse(nil, writer, client: client, channel: channel)
            return
        case .failed(let error):
            connections.verify(channel)
            logger.debug(
                "media could not be made",
                metadata: ["cast-media-name": "\(item.media.name)", "cast-media-error": "\(error)"]
            )
            report(request, item.media, client: client, status: 503, problem: "\(error)")
            try await writer.writeResponse(MediaResponse.unavailable(now: .now))
            sharedMedia.answered(item.media, bytesSent: 0, isComplete: false)
            return
        }
        connections.verify(channel)
        let response = MediaResponse(
            to: request.head,
            representation: content.representation(contentType: contentType),
            maximumRanges: configuration.maximumRanges,
            now: .now,
            boundary: "cast-\(Hexadecimal.random(bytes: 8))"
        )
        report(request, item.media, client: client, status: response.status.code)
        var sent = 0
        do {
            try await send(
                response,
                of: item.media,
                content: content,
                writer: writer,
                eventLoop: channel.eventLoop,
                sent: &sent
            )
        } catch {
            sharedMedia.answered(item.media, bytesSent: sent, isComplete: false)
            logger.debug(
                "response ended early",
                metadata: ["cast-media-name": "\(item.media.name)", "cast-media-error": "\(error)"]
            )
            throw error
        }
        sharedMedia.answered(item.media, bytesSent: sent, isComplete: true)
    }

    /// Responds with a segment while it is made.
    private func respond(
        to request: Request,
        with segment: SegmentReader,
        _ contentType: String,
        of media: SharedMedia,
        _ writer: consuming ResponseWriter,
        _ channel: any Channel
    ) async throws {
        let head = MediaResponse(streaming: contentType, now: .now).head
        report(request, media, client: URLHost.client(channel), status: head.status.code)
        var sent = 0
        do {
            var body = try await writer.writeHead(head)
            while let bytes = try await segment.next() {
                try await write(bytes, to: &body, of: media, channel.eventLoop, sent: &sent)
            }
            try await body.finish(nil)
        } catch {
            await segment.close()
            sharedMedia.answered(media, bytesSent: sent, isComplete: false)
            throw error
        }
        await segment.close()
        sharedMedia.answered(media, bytesSent: sent, isComplete: true)
    }

    /// Writes bytes of a body when the client has read enough.
    private func write(
        _ bytes: ByteBuffer,
        to body: inout some ResponseBodyWriter,
        of media: SharedMedia,
        _ eventLoop: any EventLoop,
        sent: inout Int
    ) async throws {
        // `write` suspends until the client has read enough. The writer learns on the event loop whether it has, so wait
        // for the event loop. Otherwise a busy machine would read ahead.
        if sent > 0 { try await eventLoop.submit {}.get() }
        let count = bytes.readableBytes
        try await body.write(bytes)
        sent += count
        sharedMedia.sent(count, of: media)
    }

    /// Answers a request for a path that is not shared, or not with this client.
    private func refuse(
        _ media: SharedMedia?,
        _ writer: consuming ResponseWriter,
        client: String?,
        channel: any Channel
    ) async throws {
        sharedMedia.refused(client: client, media)
        logger.debug("refused a request", metadata: ["cast-media-client": "\(client ?? "unknown")"])
        try await writer.writeResponse(MediaResponse.notFound(now: .now))
        // A client that guesses paths must open a new connection for each attempt.
        channel.close(mode: .output, promise: nil)
    }

    func report(
        _ request: Request,
        _ media: SharedMedia,
        client: String?,
        status: Int,
        problem: String? = nil
    ) {
        sharedMedia.requested(
            media,
            MediaServerEvent.Request(
                method: request.method.rawValue,
                range: request.headers[.range],
                client: client,
                userAgent: request.headers[.userAgent],
                status: status,
                problem: problem
            )
        )
    }

    private func send(
        _ response: MediaResponse,
        of media: SharedMedia,
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
                    try await write(content.read(step), to: &body, of: media, eventLoop, sent: &sent)
                    offset = step.upperBound
                }
            }
        }
        try await body.finish(nil)
    }

    /// The result of opening a shared item.
    private enum Opening {
        case content(Content, contentType: String)
        /// A segment that is being made.
        case stream(SegmentReader, contentType: String)
        case missing
        case failed(any Error)
    }

    /// Opens the current content of a part of a shared item, or makes it.
    private func open(
        _ item: SharedMediaTable.Item,
        _ part: SharedMediaPart,
        for request: HTTPRequest
    ) async -> Opening {
        let media = item.media
        do {
            switch item.source {
            case .data(let buffer):
                return .content(.data(buffer, id: media.id), contentType: media.contentType)
            case .file(let location):
                let file = try? await NIOThreadPool.singleton.runIfActive { try location.open() }
                return file.map { .content(.file($0), contentType: media.contentType) } ?? .missing
            case .picture(let picture):
                return .content(.data(try await picture.content(), id: media.id), contentType: media.contentType)
            case .subtitles(let subtitles):
                let text = ByteBuffer(string: try await subtitles.webVTT())
                return .content(.data(text, id: media.id), contentType: media.contentType)
            case .conversion(let conversion):
                switch part {
                case .whole:
                    let playlist = ByteBuffer(string: conversion.schedule.playlist)
                    return .content(.data(playlist, id: media.id), contentType: media.contentType)
                case .initialization:
                    let section = try await conversion.initializationSection()
                    return .content(.segment(section, id: "\(media.id)-i"), contentType: "video/mp4")
                case .segment(let index):
                    let type = "video/iso.segment"
                    guard request.method == .get, request.headerFields[.range] == nil else {
                        let segment = try await conversion.segment(index)
                        return .content(.segment(segment, id: "\(media.id)-\(index)"), contentType: type)
                    }
                    switch try await conversion.content(of: index) {
                    case .complete(let segment):
                        return .content(.segment(segment, id: "\(media.id)-\(index)"), contentType: type)
                    case .stream(let reader): return .stream(reader, contentType: type)
                    }
                case .resource: return .missing
                }
            case .live(let conversion):
                switch part {
                case .whole:
                    let (playlist, version) = try await conversion.playlist()
                    let id = "\(media.id)-p\(version)"
                    return .content(.data(ByteBuffer(string: playlist), id: id), contentType: media.contentType)
                case .initialization:
                    let section = try await conversion.initializationSection()
                    return .content(.data(section, id: "\(media.id)-i"), contentType: "video/mp4")
                case .segment(let index):
                    guard let segment = await conversion.segment(index) else { return .missing }
                    return .content(.data(segment, id: "\(media.id)-\(index)"), contentType: "video/iso.segment")
                case .resource: return .missing
                }
            case .relay: return .missing
            }
        } catch {
            return .failed(error)
        }
    }

}

extension HTTPDate {
    /// The current time.
    static var now: HTTPDate { HTTPDate(seconds: time(nil)) }
}

/// Content that is opened for one response.
private enum Content: Sendable {
    case data(ByteBuffer, id: String)
    /// The initialization section or a segment of a conversion.
    case segment(SegmentData, id: String)
    case file(MediaFile)

    func representation(contentType: String) -> Representation {
        switch self {
        case .data(let buffer, let id):
            Representation(length: buffer.readableBytes, contentType: contentType, entityTag: "\"\(id.suffix(16))\"")
        case .segment(let data, let id):
            Representation(length: data.count, contentType: contentType, entityTag: "\"\(id.suffix(16))\"")
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
        case .segment(let data, _):
            guard let bytes = data.bytes(range) else { throw MediaFile.ReadError.changed }
            return bytes
        case .file(let file):
            return try await NIOThreadPool.singleton.runIfActive { try file.read(range) }
        }
    }
}
