// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The covers of the files that pages list. They are read when a browser requests them.
@MainActor
final class RemoteCovers {
    /// The maximum total size of the stored covers in bytes. Further covers are read again for each request.
    nonisolated static let capacity = 32_000_000

    private var covers: [String: MediaCover?] = [:]
    private var byteCount = 0

    /// Returns the cover of a file, or a picture itself; nil if there is none, or if it is too large.
    func cover(of file: RemoteFile) async -> MediaCover? {
        if let known = covers[file.id] { return known }
        let cover =
            file.kind == .picture
            ? try? MediaCover(imageFile: file.path) : try? await MediaProbe.cover(file: file.path)
        let size = cover?.bytes.count ?? 0
        if covers[file.id] == nil, byteCount + size <= Self.capacity {
            covers.updateValue(cover, forKey: file.id)
            byteCount += size
        }
        return cover
    }

    /// Forgets the cover of a deleted file.
    func remove(_ id: String) {
        byteCount -= covers.removeValue(forKey: id)??.bytes.count ?? 0
    }
}

extension RemoteRoutes {
    /// Sends the cover of a listed file.
    func cover(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        try admit(request, context)
        guard let id = context.parameters.get("file"), let file = await host.file(id),
            let cover = await host.covers.cover(of: file)
        else { throw HTTPError(.notFound) }
        return Response(
            status: .ok,
            headers: [.contentType: cover.format.mediaType, .cacheControl: "private, max-age=600"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: cover.bytes))
        )
    }
}

extension RemotePage {
    /// Returns the poster in the row of a file: its icon, and its cover in front of it if it has one.
    func poster(of file: RemoteFile, _ icon: HTML) -> HTML {
        guard file.kind != .other, !file.isPlaylist else { return .node("span", ["class": "thumb"], [icon]) }
        let image = HTML.node(
            "img",
            ["src": "/cover/\(file.id)", "alt": "", "loading": "lazy", "decoding": "async"]
        )
        return .node("span", ["class": "thumb"], [icon, image])
    }
}
