// SPDX-License-Identifier: Apache-2.0

import CastHTTP
import CastUI
import CastWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The routes that do not depend on what a page shows: its scripts and styles, and the form for the access token.
struct AccessRoutes: Sendable {
    static let maximumRequestSize = 8 * 1024

    let accessControl: RemoteAccessControl
    let accepted: AcceptedChannels
    let localizer: Localizer

    func addRoutes(to router: Router<RemoteRequestContext>) {
        router.get("assets/:name") { _, context in
            guard let asset = context.parameters.get("name").flatMap({ RemoteAsset.all[$0] }) else {
                throw HTTPError(.notFound)
            }
            return asset.response()
        }
        router.post("login") { request, context in try await login(request, context) }
    }

    /// Throws if the request must not open a page: only top-level navigation does, images and frames of other sites do not.
    static func requireNavigation(_ request: Request) throws {
        if let kind = request.headers[.secFetchDest], kind != "document" { throw HTTPError(.forbidden) }
    }

    func admit(_ request: Request, _ context: RemoteRequestContext) throws {
        guard isAdmitted(request, context) else { throw HTTPError(.unauthorized) }
    }

    func isAdmitted(_ request: Request, _ context: RemoteRequestContext) -> Bool {
        guard accessControl.admits(request.headers[.cookie]) else { return false }
        accepted.verify(context.channel)
        return true
    }

    func loginPage(_ problem: RemoteLogin.Problem? = nil, status: HTTPResponse.Status) -> Response {
        .page(RemoteLogin(localizer: localizer, problem: problem).document, status: status)
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
            var response = isForm ? Response.seeOther("/") : Response(status: .noContent)
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

extension Response {
    /// A page.
    static func page(_ document: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: document))
        )
    }

    static func seeOther(_ path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path])
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
