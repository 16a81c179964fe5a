import CastWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Everything that can be asked of a virtual device over HTTP. Whatever is not listed is 404.
struct ReceiverRoutes: Sendable {
    let description: @Sendable () -> ReceiverDescription
    /// Nil = there is no page.
    let television: Television?
    /// Whether the device has apps that are pages.
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
        // For pages of apps, which load it from their own origin.
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

    /// The device's address as the asker wrote it, or as the connection arrived.
    private func host(_ request: Request, _ context: ReceiverRequestContext) -> String {
        if let host = request.head.authority.flatMap(HostHeader.init)?.host { return host }
        guard let address = context.localAddress else { return "127.0.0.1" }
        return address.contains(":") ? "[\(address)]" : address
    }
}
