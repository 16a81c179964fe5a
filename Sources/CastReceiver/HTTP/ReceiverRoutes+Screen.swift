// SPDX-License-Identifier: Apache-2.0

import CastWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The device's page: its files, the event stream with its state, and its reports.
extension ReceiverRoutes {
    private static let maximumReportSize = 4096

    func addScreen(of television: Television, to router: Router<ReceiverRequestContext>) {
        router.get("/") { _, _ in ScreenAsset.page.response(framesApps: hasAppPages) }
        router.get("screen/page.css") { _, _ in ScreenAsset.style.response() }
        router.get("screen/:script") { _, context in
            guard let asset = context.parameters.get("script").flatMap({ ScreenAsset.scripts[$0] }) else {
                throw HTTPError(.notFound)
            }
            return asset.response()
        }
        router.get("screen/picture/:name") { request, context in
            guard request.isSameOrigin else { throw HTTPError(.forbidden) }
            guard let picture = try await television.picture(named: context.parameters.get("name") ?? "") else {
                throw HTTPError(.notFound)
            }
            return await pictures.response(picture, isLocal: context.isLocal)
        }
        router.get("screen/events") { request, context in
            try await events(request, television, context)
        }
        router.post("screen/report") { request, _ in try await report(request, television) }
        router.post("screen/key") { request, _ in try await key(request, television) }
    }

    /// Responds with server-sent events (HTML Standard, section 9.2): first `hello` with the page's token, then
    /// `state`. Pages that were opened over HTTP receive the same events over ``ScreenSockets``.
    private func events(
        _ request: Request,
        _ television: Television,
        _ context: ReceiverRequestContext
    ) async throws -> Response {
        guard request.method == .get else { throw HTTPError(.methodNotAllowed) }
        guard request.isSameOrigin else { throw HTTPError(.forbidden) }
        guard let accept = request.headers[.accept], accept.contains("text/event-stream") else {
            throw HTTPError(.notAcceptable)
        }
        let address = context.remoteAddress ?? ""
        guard let page = try await television.connect(from: address, isLocal: context.isLocal) else {
            throw HTTPError(.serviceUnavailable)
        }
        let body = ResponseBody { writer in
            defer { television.disconnect(page.id) }
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                try await writer.write(ByteBuffer(string: "retry: 1000\nevent: hello\ndata: \(page.hello)\n\n"))
                for await message in page.messages {
                    try await writer.write(
                        ByteBuffer(string: "event: state\ndata: \(message.json(television.pictureNames))\n\n")
                    )
                }
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ],
            body: body
        )
    }

    /// Returns the token and the body of a page's POST request.
    private func readPost(_ request: Request) async throws -> (token: String, body: ByteBuffer) {
        guard request.isSameOrigin else { throw HTTPError(.forbidden) }
        guard let type = request.headers[.contentType], type.hasPrefix("application/json") else {
            throw HTTPError(.unsupportedMediaType)
        }
        guard let token = request.headers[.pageToken] else { throw HTTPError(.forbidden) }
        return (token, try await request.body.collect(upTo: Self.maximumReportSize))
    }

    /// Handles a key of the remote control that was pressed on the page.
    private func key(_ request: Request, _ television: Television) async throws -> Response {
        let (token, body) = try await readPost(request)
        guard let json = try? JSONValue(parsing: Array(body.readableBytesView)),
            let name = json["key"]?.stringValue, let command = TelevisionCommand(pageKey: name)
        else { throw HTTPError(.badRequest, message: "unknown key") }
        switch try await television.press(command, token: token) {
        case .accepted: return Response(status: .noContent)
        case .unknownPage: throw HTTPError(.forbidden)
        }
    }

    private func report(_ request: Request, _ television: Television) async throws -> Response {
        let (token, body) = try await readPost(request)
        let report: ScreenReport
        do {
            report = try ScreenReport(parsing: Array(body.readableBytesView))
        } catch {
            throw HTTPError(.badRequest, message: "\(error)")
        }
        switch try await television.report(report, token: token) {
        case .accepted: return Response(status: .noContent)
        case .unknownPage: throw HTTPError(.forbidden)
        }
    }
}

extension TelevisionCommand {
    /// The number of seconds by which the page's keys skip, and the step of the volume.
    private static let (skipInterval, step) = (10.0, 0.05)

    /// Creates the command for a key, by the page's name for the key.
    init?(pageKey name: String) {
        switch name {
        case "playPause": self = .togglePlayback
        case "play": self = .play
        case "pause": self = .pause
        case "forward": self = .skip(by: Self.skipInterval)
        case "back": self = .skip(by: -Self.skipInterval)
        case "next": self = .next
        case "previous": self = .previous
        case "stop": self = .stop
        case "louder": self = .changeVolume(by: Self.step)
        case "softer": self = .changeVolume(by: -Self.step)
        case "mute": self = .toggleMuted
        default: return nil
        }
    }
}

extension HTTPField.Name {
    /// The page's token, in a header that other origins cannot send.
    static let pageToken = Self("Cast-Page-Token")!
    /// DIAL 2.2.1, section 5.4.
    static let applicationURL = Self("Application-URL")!
    static let referrerPolicy = Self("Referrer-Policy")!
}
