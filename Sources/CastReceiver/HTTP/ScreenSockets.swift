// SPDX-License-Identifier: Apache-2.0

import CastHTTP
import CastWire
import NIOCore
import NIOWebSocket

/// Sends the states of a screen to the device's pages over WebSockets.
///
/// A message is a JSON object with one key: `hello`, first, with the page's token, or `state`. Pages use sockets because
/// a browser opens at most six HTTP connections to a host, so that the event streams of six tabs would leave no
/// connection for reports and for the next tab.
struct ScreenSockets: Sendable {
    static let path = "/screen/socket"

    let television: Television

    /// Returns whether a client may open a socket: a page of this device's own origin. The host is an address or
    /// `localhost`, so that no name of another site can refer to the device.
    func admits(host: String?, origin: String?) -> Bool {
        guard let host, HostHeader(host) != nil else { return false }
        return origin?.lowercased() == "http://\(host.lowercased())"
    }

    /// Serves a page until either side closes its socket.
    func serve(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async {
        let peer = channel.channel
        let address = peer.remoteAddress?.ipAddress ?? ""
        // A device that has closed, or has too many pages, closes the socket. The page connects again later.
        let page = try? await television.connect(from: address, isLocal: peer.isLocal)
        defer { if let page { television.disconnect(page.id) } }
        // Throws if the page has disconnected.
        try? await channel.executeThenClose { inbound, outbound in
            guard let page else { return try await close(outbound, code: .unknown(1013)) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await send(["hello": page.hello], to: outbound)
                    for await message in page.messages {
                        try await send(["state": message.json(television.pictureNames)], to: outbound)
                    }
                    try await close(outbound, code: .goingAway)
                }
                group.addTask { try await read(inbound, outbound) }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    private func send(
        _ message: JSONValue,
        to outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws {
        let data = ByteBuffer(string: message.jsonString)
        try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: data))
    }

    private func close(
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
        code: WebSocketErrorCode
    ) async throws {
        var reason = ByteBuffer()
        reason.write(webSocketErrorCode: code)
        try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: reason))
    }

    /// Reads until the page closes its socket. Pages send their reports by POST.
    private func read(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws {
        for try await frame in inbound {
            switch frame.opcode {
            case .ping:
                try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
            case .connectionClose:
                return try await outbound.write(
                    WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData)
                )
            default: break
            }
        }
    }
}

extension Television.PageConnection {
    /// The first event of a page.
    var hello: JSONValue {
        ["token": .string(token), "start": .string(startID)]
    }
}
