// SPDX-License-Identifier: Apache-2.0

import CastHTTP
import CastMedia
import CastUI
import CastWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

// Uploads: `PUT` with the file as the body by the script, and `POST` with a form without it.

extension RemoteRoutes {
    /// The time without a part of an upload after which it is aborted.
    private static let uploadIdleTimeout = TimeAmount.seconds(60)
    /// The time in which a browser can read the response to an upload that is refused while the browser sends it.
    private static let refusalDelay = TimeAmount.seconds(3)
    private static let maximumFieldSize = 1024

    /// Receives a file whose content is the body of the request. The name is percent-encoded in a header field.
    func receiveFile(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        do {
            try admit(request, context)
            let client = try await host.pages.page(of: request)
            guard let uploads = host.uploads else { throw HTTPError(.notFound) }
            guard let size = request.headers[.contentLength].flatMap(UInt64.init) else {
                throw HTTPError(.lengthRequired)
            }
            let encodedName = request.headers[.castFileName] ?? ""
            let name = PercentEncoding.decode(encodedName[...]).flatMap { String(validUTF8: $0) } ?? ""
            await client.seen()
            do throws(UploadRefusal) {
                let reservation = try await uploads.reserve(size, isSingleFile: true)
                do throws(UploadRefusal) {
                    try await receive(request, context, named: name, size: size, uploads)
                } catch {
                    await uploads.release(reservation)
                    throw error
                }
                await uploads.release(reservation)
                await host.uploadsDidChange()
                return Response(status: .noContent)
            } catch {
                try? await HTTPServerChannel.closeAfterResponse(on: context.channel, delay: Self.refusalDelay)
                return await refused(error)
            }
        } catch {
            try? await HTTPServerChannel.closeAfterResponse(on: context.channel, delay: Self.refusalDelay)
            throw error
        }
    }

    private func receive(
        _ request: Request,
        _ context: RemoteRequestContext,
        named name: String,
        size: UInt64,
        _ uploads: RemoteUploads
    ) async throws(UploadRefusal) {
        var writer = try await UploadWriter(name: name, limit: size, uploads: uploads)
        do {
            try await HTTPServerChannel.allowLongBody(on: context.channel, idleTimeout: Self.uploadIdleTimeout)
            for try await part in request.body { try await writer.append(part.readableBytesView) }
            guard writer.size == size else { throw UploadRefusal.incomplete }
            try await writer.finish()
        } catch {
            writer.abort()
            throw (error as? UploadRefusal) ?? .incomplete
        }
    }

    /// Receives files from a form of a page without script, and redirects to the updated page.
    func receiveForm(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        do {
            try admit(request, context)
            guard let uploads = host.uploads else { throw HTTPError(.notFound) }
            guard let parser = MultipartParser(contentType: request.headers[.contentType] ?? "") else {
                throw HTTPError(.unsupportedMediaType)
            }
            guard let size = request.headers[.contentLength].flatMap(UInt64.init) else {
                throw HTTPError(.lengthRequired)
            }
            let reservation: RemoteUploads.Reservation
            do {
                reservation = try await uploads.reserve(size, isSingleFile: false)
            } catch {
                try? await HTTPServerChannel.closeAfterResponse(on: context.channel, delay: Self.refusalDelay)
                return await refused(error)
            }
            do {
                let response = try await receive(request, context, parser, uploads)
                await uploads.release(reservation)
                return response
            } catch {
                await uploads.release(reservation)
                throw error
            }
        } catch {
            try? await HTTPServerChannel.closeAfterResponse(on: context.channel, delay: Self.refusalDelay)
            throw error
        }
    }

    private func receive(
        _ request: Request,
        _ context: RemoteRequestContext,
        _ initialParser: MultipartParser,
        _ uploads: RemoteUploads
    ) async throws -> Response {
        var parser = initialParser
        var fields: [String: [UInt8]] = [:]
        var fieldName: String?
        var client: RemoteClient?
        var writer: UploadWriter?
        do {
            for try await part in request.body {
                for event in try parser.parse(part.readableBytesView) {
                    switch event {
                    case .part(let name, let fileName?):
                        fieldName = nil
                        // The fields of the page precede the files, so a request without them is refused first.
                        if client == nil {
                            client = try await uploadingClient(fields)
                            try await HTTPServerChannel.allowLongBody(
                                on: context.channel,
                                idleTimeout: Self.uploadIdleTimeout
                            )
                        }
                        // A form without a chosen file has an empty one.
                        guard name == "file", !fileName.isEmpty else { continue }
                        writer = try await UploadWriter(
                            name: fileName,
                            limit: uploads.limits.fileSize,
                            uploads: uploads
                        )
                    case .part(let name, nil):
                        guard fields.count < 8 else { throw HTTPError(.badRequest) }
                        fields[name] = []
                        fieldName = name
                    case .content(let bytes):
                        if let fieldName {
                            fields[fieldName, default: []] += bytes
                            guard fields[fieldName, default: []].count <= Self.maximumFieldSize else {
                                throw HTTPError(.contentTooLarge)
                            }
                        } else {
                            try await writer?.append(bytes)
                        }
                    case .partEnd:
                        try await writer?.finish()
                        writer = nil
                    }
                }
            }
            guard parser.isComplete else { throw UploadRefusal.incomplete }
        } catch {
            writer?.abort()
            await host.uploadsDidChange()
            guard let refusal = error as? UploadRefusal ?? ((error is MultipartParser.Malformed) ? .incomplete : nil)
            else { throw error }
            if let client { await client.notify(Self.phrase(refusal)) }
            try? await HTTPServerChannel.closeAfterResponse(on: context.channel, delay: Self.refusalDelay)
            return await refused(refusal)
        }
        guard let client else { throw HTTPError(.badRequest) }
        await host.uploadsDidChange()
        return Response.seeOther("/?page=\(client.id)")
    }

    @MainActor
    private func uploadingClient(_ fields: [String: [UInt8]]) throws -> RemoteClient {
        func field(_ name: String) -> String { String(decoding: fields[name] ?? [], as: UTF8.self) }
        guard host.pages[field("page")] != nil else { throw HTTPError(.gone) }
        guard let client = host.pages.page(field("page"), secret: field("secret")) else { throw HTTPError(.forbidden) }
        client.seen()
        return client
    }

    @MainActor
    private func refused(_ refusal: UploadRefusal) -> Response {
        Response(
            status: Self.status(refusal),
            headers: [.contentType: "text/plain; charset=utf-8", .connection: "close"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: host.localizer.text(Self.phrase(refusal))))
        )
    }

    private static func status(_ refusal: UploadRefusal) -> HTTPResponse.Status {
        switch refusal {
        case .tooLarge, .allTooLarge, .tooMany: .contentTooLarge
        case .diskFull: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
        case .notMedia, .notSubtitles: .unsupportedMediaType
        case .incomplete: .badRequest
        case .closed: .serviceUnavailable
        case .failed: .internalServerError
        }
    }

    private static func phrase(_ refusal: UploadRefusal) -> Phrase {
        switch refusal {
        case .tooLarge(let limit): Phrase(.uploadTooLarge, .text(ByteText.size(limit)))
        case .allTooLarge(let limit): Phrase(.uploadAllTooLarge, .text(ByteText.size(limit)))
        case .tooMany(let limit): Phrase(.uploadTooMany, .number(limit))
        case .diskFull: Phrase(.uploadDiskFull)
        case .notMedia: Phrase(.uploadNotMedia)
        case .notSubtitles: Phrase(.uploadNotSubtitles)
        case .incomplete, .closed: Phrase(.uploadIncomplete)
        case .failed(let reason): Phrase(.uploadFailed, .text(reason))
        }
    }
}

extension HTTPField.Name {
    /// The name of an uploaded file, percent-encoded.
    static let castFileName = Self("Cast-File-Name")!
}
