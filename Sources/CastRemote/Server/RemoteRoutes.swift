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
    private static let maximumRequestSize = 8 * 1024
    /// The time without messages after which a comment is sent, because proxies and browsers may close silent
    /// connections.
    private static let keepAliveInterval = Duration.seconds(10)

    let host: RemoteHost
    let accessControl: RemoteAccessControl
    let accepted: AcceptedChannels

    func router() -> Router<RemoteRequestContext> {
        let router = Router(context: RemoteRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestGuard())
        router.get("/") { request, context in try await page(request, context) }
        router.get("assets/:name") { _, context in
            guard let asset = context.parameters.get("name").flatMap({ RemoteAsset.all[$0] }) else {
                throw HTTPError(.notFound)
            }
            return asset.response()
        }
        router.get("artwork/:name") { request, context in
            try admit(request, context)
            return try await picture(context.parameters.get("name") ?? "", request)
        }
        router.get("cover/:file") { request, context in try await cover(request, context) }
        router.get("events") { request, context in try await events(request, context) }
        router.post("intent") { request, context in try await receiveIntent(request, context) }
        router.put("upload") { request, context in try await receiveFile(request, context) }
        router.post("upload") { request, context in try await receiveForm(request, context) }
        router.post("login") { request, context in try await login(request, context) }
        return router
    }

    func admit(_ request: Request, _ context: RemoteRequestContext) throws {
        guard isAdmitted(request, context) else { throw HTTPError(.unauthorized) }
    }

    private func isAdmitted(_ request: Request, _ context: RemoteRequestContext) -> Bool {
        guard accessControl.admits(request.headers[.cookie]) else { return false }
        accepted.verify(context.channel)
        return true
    }

    // MARK: Page

    private func page(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        // Only top-level navigation opens a page; images and frames of other sites do not.
        if let kind = request.headers[.secFetchDest], kind != "document" { throw HTTPError(.forbidden) }
        guard isAdmitted(request, context) else { return loginPage(status: .ok) }
        let known = request.uri.queryParameters["page"].map(String.init)
        return try await showPage(known)
    }

    @MainActor
    private func showPage(_ known: String?) async throws -> Response {
        var client: RemoteClient?
        if let known, let page = host.client(known), !page.hasScript { client = page }
        if client == nil { client = await host.open() }
        guard let client else { throw HTTPError(.serviceUnavailable, message: "Too many pages are open.") }
        client.seen()
        let frame = RemotePage.Frame(page: client.id, secret: client.secret, version: RemoteAsset.version)
        return Self.html(client.page().document(frame))
    }

    private static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }

    // MARK: Events

    /// Sends server-sent events (HTML Standard, section 9.2), one for each change.
    @MainActor
    private func events(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        try admit(request, context)
        guard request.method == .get, RequestGuard.isFromHere(request) else { throw HTTPError(.forbidden) }
        let client = try client(of: request)
        client.seen()
        let body = ResponseBody { writer in
            // Register the reader only here: if the browser disconnects before the body is written, no error is
            // reported.
            let (number, signals) = await client.follow()
            do {
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    var lastWrite = ContinuousClock.now
                    for await _ in signals {
                        if let message = await client.message(for: number) {
                            let text = "event: state\ndata: \(message.json.jsonString)\n\n"
                            try await writer.write(ByteBuffer(string: text))
                        } else if ContinuousClock.now - lastWrite >= Self.keepAliveInterval {
                            try await writer.write(ByteBuffer(string: ": here\n\n"))
                        } else {
                            continue
                        }
                        lastWrite = .now
                    }
                }
            } catch {
                await client.unfollow(number)
                throw error
            }
            await client.unfollow(number)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
    }

    /// Returns the page of a request. An unknown page belongs to an earlier run, or was closed after a period without
    /// requests.
    @MainActor
    func client(of request: Request) throws -> RemoteClient {
        guard let id = request.headers[.castPage], let secret = request.headers[.castPageSecret] else {
            throw HTTPError(.forbidden)
        }
        guard host.client(id) != nil else { throw HTTPError(.gone) }
        guard let client = host.client(id, secret: secret) else { throw HTTPError(.forbidden) }
        return client
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
        let client = try client(of: request)
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
        guard host.client(id) != nil else { return Self.seeOther("/") }
        guard let client = host.client(id, secret: secret) else { throw HTTPError(.forbidden) }
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
        return Self.seeOther("/?page=\(client.id)")
    }

    static func seeOther(_ path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path])
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

    // MARK: Token

    private func loginPage(_ problem: RemoteLogin.Problem? = nil, status: HTTPResponse.Status) -> Response {
        Self.html(RemoteLogin(localizer: host.localizer, problem: problem).document, status: status)
    }

    private func login(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        let isForm = request.headers[.contentType]?.hasPrefix(RemoteForm.contentType) == true
        let isJSON = request.headers[.contentType]?.hasPrefix("application/json") == true
        guard isForm || isJSON else { throw HTTPError(.unsupportedMediaType) }
        let body = try await request.body.collect(upTo: Self.maximumRequestSize)
        let token =
            isForm
            ? RemoteForm(String(buffer: body))["token"]
            : (try? JSONValue(parsing: Array(body.readableBytesView)))?["token"]?.stringValue
        let (verdict, key) = accessControl.authenticate(token ?? "", from: context.remoteAddress)
        switch verdict {
        case .admitted:
            accepted.verify(context.channel)
            var response = isForm ? Self.seeOther("/") : Response(status: .noContent)
            if let key {
                response.headers[.setCookie] =
                    "\(RemoteAccessControl.cookieName)=\(key); HttpOnly; SameSite=Strict; Path=/"
            }
            return response
        case .wrong: return loginPage(.wrongCode, status: .forbidden)
        case .tooMany(let seconds):
            var response = loginPage(.tooManyAttempts(seconds: seconds), status: .tooManyRequests)
            response.headers[.retryAfter] = String(seconds)
            return response
        }
    }
}

/// The context of a request: the local and remote addresses of its connection.
struct RemoteRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address that the client connected to, for example `192.0.2.7`.
    let localAddress: String
    let remoteAddress: String
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        localAddress = source.channel.localAddress?.ipAddress ?? ""
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? ""
        channel = source.channel
    }
}
