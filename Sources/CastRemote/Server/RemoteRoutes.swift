// SPDX-License-Identifier: Apache-2.0

import CastArtwork
import CastArtworkHTTP
import CastHTTP
import CastUI
import CastWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The routes of the web remote. All other paths return 404.
struct RemoteRoutes: Sendable {
    /// The maximum size of a form in bytes. The page's form has a few fields for each item of its lists.
    private static let maximumFormSize = 64 * 1024
    private static let maximumRequestSize = AccessRoutes.maximumRequestSize

    let host: RemoteHost
    let access: AccessRoutes

    func router() -> Router<RemoteRequestContext> {
        let router = Router(context: RemoteRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestGuard())
        router.get("/") { request, context in try await page(request, context) }
        access.addRoutes(to: router)
        router.get("artwork/:name") { request, context in
            try admit(request, context)
            return try await picture(context.parameters.get("name") ?? "", request)
        }
        router.get("cover/:file") { request, context in try await cover(request, context) }
        router.get("events") { request, context in try await events(request, context) }
        router.post("intent") { request, context in try await receiveIntent(request, context) }
        router.put("upload") { request, context in try await receiveFile(request, context) }
        router.post("upload") { request, context in try await receiveForm(request, context) }
        return router
    }

    func admit(_ request: Request, _ context: RemoteRequestContext) throws { try access.admit(request, context) }

    // MARK: Page

    private func page(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        try AccessRoutes.requireNavigation(request)
        guard access.isAdmitted(request, context) else { return access.loginPage(status: .ok) }
        let known = request.uri.queryParameters["page"].map(String.init)
        return try await showPage(known)
    }

    @MainActor
    private func showPage(_ known: String?) async throws -> Response {
        var client: RemoteClient?
        if let known, let page = host.pages[known], !page.hasScript { client = page }
        if client == nil { client = await host.open() }
        guard let client else { throw HTTPError(.serviceUnavailable, message: "Too many pages are open.") }
        client.seen()
        let frame = PageFrame(page: client.id, secret: client.secret, version: RemoteAsset.version)
        return Response.page(client.page().document(frame))
    }

    // MARK: Events

    @MainActor
    private func events(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        try admit(request, context)
        guard request.method == .get, RequestGuard.isFromHere(request) else { throw HTTPError(.forbidden) }
        let client = try host.pages.page(of: request)
        client.seen()
        return PageEventStream.response(to: request, from: client)
    }

    // MARK: Intents

    private func receiveIntent(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        try admit(request, context)
        let type = request.headers[.contentType] ?? ""
        if type.hasPrefix("application/json") {
            let body = try await request.body.collect(upTo: Self.maximumRequestSize)
            return try await handleJSON(request, Array(body.readableBytesView))
        }
        guard type.hasPrefix(RemoteForm.contentType) else { throw HTTPError(.unsupportedMediaType) }
        let body = try await request.body.collect(upTo: Self.maximumFormSize)
        return try await handleForm(RemoteForm(String(buffer: body)))
    }

    @MainActor
    private func handleJSON(_ request: Request, _ body: [UInt8]) throws -> Response {
        let client = try host.pages.page(of: request)
        guard let json = try? JSONValue(parsing: body), let text = json["intent"]?.stringValue else {
            throw HTTPError(.badRequest)
        }
        guard let pageRequest = PageRequest(text, value: json["value"].flatMap(PageRequest.Value.init)) else {
            throw HTTPError(.badRequest)
        }
        client.take(pageRequest)
        return Response(status: .noContent)
    }

    /// Handles a request from a page without script, and redirects to the updated page.
    @MainActor
    private func handleForm(_ form: RemoteForm) throws -> Response {
        guard let id = form["page"], let secret = form["secret"] else { throw HTTPError(.forbidden) }
        guard host.pages[id] != nil else { return Response.seeOther("/") }
        guard let client = host.pages.page(id, secret: secret) else { throw HTTPError(.forbidden) }
        let text = form["intent"] ?? ""
        if text == "applyTracks" {
            for tab in ["text", "audio"] {
                guard let choice = form["selectTrack:\(tab)"] else { continue }
                if let selection = PageRequest("selectTrack:\(tab)", value: .text(choice)) { client.take(selection) }
            }
        }
        if text.hasSuffix("Chosen") {
            for kind in MediaChoices.Kind.allCases {
                if let choice = form["option:\(kind.rawValue)"] { client.take(.choose(kind, choice)) }
            }
        }
        var value = form[text]
        if value == nil, text.contains("Address") { value = form["address"] }
        if value == nil, text.hasSuffix("Chosen") { value = form["start"] }
        guard let pageRequest = PageRequest(text, value: value.map(PageRequest.Value.text)) else {
            throw HTTPError(.badRequest)
        }
        client.take(pageRequest)
        return Response.seeOther("/?page=\(client.id)")
    }

    // MARK: Images

    @MainActor
    private func picture(_ name: String, _ request: Request) throws -> Response {
        guard let picture = host.pictures.picture(named: name) else { throw HTTPError(.notFound) }
        // A browser that stores the image must revalidate it, because the image at a URL may change.
        let caching = picture.mayBeStored ? "private, no-cache" : "no-store"
        guard request.headers[.ifNoneMatch] != picture.tag else {
            return Response(status: .notModified, headers: [.eTag: picture.tag, .cacheControl: caching])
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: picture.artwork.mediaType, .cacheControl: caching, .eTag: picture.tag,
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.artwork.bytes))
        )
    }
}
