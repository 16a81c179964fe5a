// SPDX-License-Identifier: Apache-2.0

import CastHTTP
import CastWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The routes of the page of a fleet. All other paths return 404.
struct FleetRoutes: Sendable {
    let host: FleetHost
    let access: AccessRoutes

    func router() -> Router<RemoteRequestContext> {
        let router = Router(context: RemoteRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestGuard())
        access.addRoutes(to: router)
        router.get("/") { request, context in
            try AccessRoutes.requireNavigation(request)
            guard access.isAdmitted(request, context) else { return access.loginPage(status: .ok) }
            return try await showPage(request.uri.queryParameters["page"].map(String.init))
        }
        router.get("events") { request, context in try await events(request, context) }
        router.post("intent") { request, context in try await receiveIntent(request, context) }
        return router
    }

    @MainActor
    private func showPage(_ known: String?) throws -> Response {
        var page = known.flatMap { host.pages[$0] }
        if page?.hasScript != false { page = host.open() }
        guard let page else { throw HTTPError(.serviceUnavailable, message: "Too many pages are open.") }
        page.seen()
        let frame = PageFrame(page: page.id, secret: page.secret, version: RemoteAsset.version)
        return .page(page.page().document(frame))
    }

    @MainActor
    private func events(_ request: Request, _ context: RemoteRequestContext) throws -> Response {
        try access.admit(request, context)
        guard request.method == .get, RequestGuard.isFromHere(request) else { throw HTTPError(.forbidden) }
        return PageEventStream.response(to: request, from: try host.pages.page(of: request))
    }

    private func receiveIntent(_ request: Request, _ context: RemoteRequestContext) async throws -> Response {
        try access.admit(request, context)
        let type = request.headers[.contentType] ?? ""
        let body = try await request.body.collect(upTo: AccessRoutes.maximumRequestSize)
        if type.hasPrefix("application/json") { return try await takeJSON(request, Array(body.readableBytesView)) }
        guard type.hasPrefix(RemoteForm.contentType) else { throw HTTPError(.unsupportedMediaType) }
        return try await takeForm(RemoteForm(String(buffer: body)))
    }

    @MainActor
    private func takeJSON(_ request: Request, _ body: [UInt8]) throws -> Response {
        let page = try host.pages.page(of: request)
        guard let json = try? JSONValue(parsing: body), let text = json["intent"]?.stringValue,
            let action = FleetRequest(text, value: json["value"].flatMap(PageRequest.Value.init))
        else { throw HTTPError(.badRequest) }
        page.take(action)
        return Response(status: .noContent)
    }

    /// Handles a request from a page without script, and redirects to the updated page.
    @MainActor
    private func takeForm(_ form: RemoteForm) throws -> Response {
        guard let id = form["page"], let secret = form["secret"] else { throw HTTPError(.forbidden) }
        guard host.pages[id] != nil else { return .seeOther("/") }
        guard let page = host.pages.page(id, secret: secret) else { throw HTTPError(.forbidden) }
        let text = form["intent"] ?? ""
        let value = form[text == "playShown" ? "address" : text]
        guard let action = FleetRequest(text, value: value.map(PageRequest.Value.text)) else {
            throw HTTPError(.badRequest)
        }
        page.take(action)
        return .seeOther("/?page=\(page.id)")
    }
}
