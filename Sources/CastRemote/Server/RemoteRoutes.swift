import CastArtwork
import CastHTTP
import CastUI
import CastWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Everything that can be asked of the web remote. Whatever is not listed is 404.
struct RemoteRoutes: Sendable {
    /// The fields of the page's form are a few for each item of its lists.
    private static let largestForm = 64 * 1024
    private static let largestOrder = 8 * 1024
    /// A proxy or a browser that hears nothing for a minute may think that nobody is there.
    private static let silence = Duration.seconds(10)

    let host: RemoteHost
    let door: RemoteDoor
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
        router.get("events") { request, context in try await events(request, context) }
        router.post("intent") { request, context in try await order(request, context) }
        router.post("login") { request, context in try await login(request, context) }
        return router
    }

    private func admit(_ request: Request, _ context: RemoteRequestContext) throws {
        guard isAdmitted(request, context) else { throw HTTPError(.unauthorized) }
    }

    private func isAdmitted(_ request: Request, _ context: RemoteRequestContext) -> Bool {
        guard door.admits(request.headers[.cookie]) else { return false }
        accepted.verify(context.channel)
        return true
    }

    // MARK: Page

    private func page(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        // Only what a person goes to is a page: a picture or a frame of another site's opens none.
        if let kind = request.headers[.secFetchDest], kind != "document" { throw HTTPError(.forbidden) }
        guard isAdmitted(request, context) else { return loginPage(.remoteTitle, status: .ok) }
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

    /// Server-sent events (HTML Standard, section 9.2), one for each change.
    @MainActor
    private func events(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        try admit(request, context)
        guard request.method == .get, RequestGuard.isFromHere(request) else { throw HTTPError(.forbidden) }
        let client = try client(of: request)
        client.seen()
        let body = ResponseBody { writer in
            // Not before: a browser may go before there is anything to write to, and nobody would say so.
            let (number, signals) = await client.follow()
            do {
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    var spoke = ContinuousClock.now
                    for await _ in signals {
                        if let message = await client.message(for: number) {
                            let text = "event: state\ndata: \(message.json.jsonString)\n\n"
                            try await writer.write(ByteBuffer(string: text))
                        } else if ContinuousClock.now - spoke >= Self.silence {
                            try await writer.write(ByteBuffer(string: ": here\n\n"))
                        } else {
                            continue
                        }
                        spoke = .now
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

    /// The page that asks. One that is not known belongs to an earlier run, or was away for too long.
    @MainActor
    private func client(of request: Request) throws -> RemoteClient {
        guard let id = request.headers[.castPage], let secret = request.headers[.castPageSecret] else {
            throw HTTPError(.forbidden)
        }
        guard host.client(id) != nil else { throw HTTPError(.gone) }
        guard let client = host.client(id, secret: secret) else { throw HTTPError(.forbidden) }
        return client
    }

    // MARK: Orders

    private func order(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        try admit(request, context)
        let type = request.headers[.contentType] ?? ""
        if type.hasPrefix("application/json") {
            let body = try await request.body.collect(upTo: Self.largestOrder)
            return try await takeOrder(request, Array(body.readableBytesView))
        }
        guard type.hasPrefix(RemoteForm.contentType) else { throw HTTPError(.unsupportedMediaType) }
        let body = try await request.body.collect(upTo: Self.largestForm)
        return try await takeForm(RemoteForm(String(buffer: body)))
    }

    @MainActor
    private func takeOrder(_ request: Request, _ body: [UInt8]) throws -> Response {
        let client = try client(of: request)
        guard let json = try? JSONValue(parsing: body), let text = json["intent"]?.stringValue else {
            throw HTTPError(.badRequest)
        }
        guard let order = RemoteOrder(text, value: json["value"].flatMap(RemoteOrder.Value.init)) else {
            throw HTTPError(.badRequest)
        }
        client.take(order)
        return Response(status: .noContent)
    }

    /// From a page without script, which is shown anew.
    @MainActor
    private func takeForm(_ form: RemoteForm) throws -> Response {
        guard let id = form["page"], let secret = form["secret"] else { throw HTTPError(.forbidden) }
        guard host.client(id) != nil else { return Self.seeOther("/") }
        guard let client = host.client(id, secret: secret) else { throw HTTPError(.forbidden) }
        let text = form["intent"] ?? ""
        if text == "applyTracks" {
            for tab in ["text", "audio"] {
                guard let choice = form["selectTrack:\(tab)"] else { continue }
                if let order = RemoteOrder("selectTrack:\(tab)", value: .text(choice)) { client.take(order) }
            }
        }
        let value = form[text] ?? (text.hasSuffix("Address") ? form["address"] : nil)
        guard let order = RemoteOrder(text, value: value.map(RemoteOrder.Value.text)) else {
            throw HTTPError(.badRequest)
        }
        client.take(order)
        return Self.seeOther("/?page=\(client.id)")
    }

    private static func seeOther(_ place: String) -> Response {
        Response(status: .seeOther, headers: [.location: place])
    }

    // MARK: Pictures

    @MainActor
    private func picture(_ name: String, _ request: Request) throws -> Response {
        guard let picture = host.pictures.picture(named: name) else { throw HTTPError(.notFound) }
        // A browser that keeps it asks whether it is still the same: the same address may have another one by then.
        let caching = picture.mayBeStored ? "private, no-cache" : "no-store"
        guard request.headers[.ifNoneMatch] != picture.tag else {
            return Response(status: .notModified, headers: [.eTag: picture.tag, .cacheControl: caching])
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: picture.artwork.format.mediaType, .cacheControl: caching, .eTag: picture.tag,
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.artwork.bytes))
        )
    }

    // MARK: Token

    private func loginPage(_ note: TextKey, status: HTTPResponse.Status, seconds: Int = 0) -> Response {
        let localizer = host.localizer
        return Self.html(RemoteLogin(localizer: localizer, note: note, seconds: seconds).document, status: status)
    }

    private func login(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        let isForm = request.headers[.contentType]?.hasPrefix(RemoteForm.contentType) == true
        let isJSON = request.headers[.contentType]?.hasPrefix("application/json") == true
        guard isForm || isJSON else { throw HTTPError(.unsupportedMediaType) }
        let body = try await request.body.collect(upTo: Self.largestOrder)
        let token =
            isForm
            ? RemoteForm(String(buffer: body))["token"]
            : (try? JSONValue(parsing: Array(body.readableBytesView)))?["token"]?.stringValue
        let (verdict, key) = door.knock(token ?? "", from: context.remoteAddress)
        switch verdict {
        case .admitted:
            accepted.verify(context.channel)
            var response = isForm ? Self.seeOther("/") : Response(status: .noContent)
            if let key {
                response.headers[.setCookie] =
                    "\(RemoteDoor.cookieName)=\(key); HttpOnly; SameSite=Strict; Path=/"
            }
            return response
        case .wrong: return loginPage(.loginWrong, status: .forbidden)
        case .tooMany(let seconds):
            var response = loginPage(.loginWait, status: .tooManyRequests, seconds: seconds)
            response.headers[.retryAfter] = String(seconds)
            return response
        }
    }
}
