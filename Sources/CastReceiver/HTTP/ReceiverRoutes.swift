// SPDX-License-Identifier: Apache-2.0

import CastHTTP
import CastWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The routes of a virtual device's HTTP server. Other paths get 404.
struct ReceiverRoutes: Sendable {
    let description: @Sendable () -> ReceiverDescription
    /// The screen that the page shows; nil serves no page.
    let television: Television?
    /// Whether the device has apps with pages.
    let hasAppPages: Bool
    let pictures = ScreenPictures()
    let startedAt: NIODeadline

    func router() -> Router<ReceiverRequestContext> {
        let router = Router(context: ReceiverRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: HostGuard())
        router.get("setup/eureka_info") { request, context in eurekaInfo(request, context) }
        router.get("setup/icon.png") { _, _ in ScreenAsset.icon.response() }
        router.get("ssdp/device-desc.xml") { request, context in deviceDescription(request, context) }
        if let television { addScreen(of: television, to: router) }
        // For the pages of apps, which have other origins.
        if hasAppPages { router.get("platform.js") { _, _ in ScreenAsset.platform.response() } }
        return router
    }

    private func eurekaInfo(_ request: Request, _ context: ReceiverRequestContext) -> Response {
        let info = EurekaInfoDocument(
            description: description(),
            address: host(request, context),
            uptime: (NIODeadline.now() - startedAt).seconds
        )
        let query = request.uri.queryParameters
        let hasDetail = query["options"].map { $0.split(separator: ",").contains("detail") } ?? false
        let body =
            if let names = query["params"] {
                info.sections(names.split(separator: ",").prefix(64).map(String.init), hasDetail: hasDetail)
            } else {
                info.flat(hasDetail: hasDetail)
            }
        return Response(
            status: .ok,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: body.jsonString))
        )
    }

    private func deviceDescription(_ request: Request, _ context: ReceiverRequestContext) -> Response {
        let host = host(request, context)
        let port = request.head.authority.flatMap(HostHeader.init)?.port ?? context.localPort
        let authority = port.map { "\(host):\($0)" } ?? host
        let document = DeviceDescriptionDocument(description: description(), authority: authority)
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/xml; charset=utf-8",
                .applicationURL: "http://\(authority)/apps/",
                .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: document.text))
        )
    }

    /// Returns the device's address as written by the client, or else the local address of the connection.
    private func host(_ request: Request, _ context: ReceiverRequestContext) -> String {
        if let host = request.head.authority.flatMap(HostHeader.init)?.host { return host }
        guard let address = context.localAddress else { return "127.0.0.1" }
        return address.contains(":") ? "[\(address)]" : address
    }
}

/// The context of a request, with the addresses of its connection.
struct ReceiverRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address at which the client reached the device, for example `192.0.2.7`.
    let localAddress: String?
    let localPort: Int?
    let remoteAddress: String?
    /// Whether the client runs on the device's machine.
    let isLocal: Bool

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        localAddress = source.channel.localAddress?.ipAddress
        localPort = source.channel.localAddress?.port
        remoteAddress = source.channel.remoteAddress?.ipAddress
        isLocal = source.channel.isLocal
    }
}

/// Rejects requests that address the device by a host name.
struct HostGuard: RouterMiddleware {
    func handle(
        _ request: Request,
        context: ReceiverRequestContext,
        next: (Request, ReceiverRequestContext) async throws -> Response
    ) async throws -> Response {
        // A request without a host cannot result from DNS rebinding. Senders that know only a host name omit it on
        // purpose.
        if let authority = request.head.authority, !authority.isEmpty {
            guard HostHeader(authority) != nil else { throw HTTPError(.forbidden) }
        }
        return try await next(request, context)
    }
}

extension Request {
    /// Whether the request comes from a page of this origin. False only if the browser indicates another origin.
    ///
    /// Clients that are not browsers send neither header and are accepted; they do not act on behalf of a page.
    var isSameOrigin: Bool {
        if let site = headers[.secFetchSite], site != "same-origin", site != "none" { return false }
        guard let origin = headers[.origin] else { return true }
        guard let authority = head.authority else { return false }
        return origin == "http://\(authority)" || origin == "https://\(authority)"
    }
}
