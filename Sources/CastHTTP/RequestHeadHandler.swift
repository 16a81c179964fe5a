// SPDX-License-Identifier: Apache-2.0

import NIOCore
package import NIOHTTP1

/// Checks the host and the target of each request (RFC 9112, section 3.2).
///
/// A request that fails the check results in a parser error, and further input is ignored. The HTTP server answers with
/// status 400 after the pending responses.
final class RequestHeadHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        guard case .head(let head) = Self.unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        do throws(HTTPParserError) {
            context.fireChannelRead(Self.wrapInboundOut(.head(try head.inOriginForm())))
        } catch {
            isRefused = true
            context.fireErrorCaught(error)
        }
    }
}

extension HTTPRequestHead {
    /// Returns the head with its target in origin form. The authority of an absolute target replaces the Host field.
    ///
    /// - Throws: `invalidHeaderToken` for more than one Host field; `invalidURL` for a target that is neither in origin
    ///   form nor an absolute URL with an authority.
    package func inOriginForm() throws(HTTPParserError) -> HTTPRequestHead {
        guard headers["host"].count <= 1 else { throw .invalidHeaderToken }
        guard !uri.hasPrefix("/"), uri != "*", method != .CONNECT else { return self }
        guard let scheme = ["http://", "https://"].first(where: { uri.lowercased().hasPrefix($0) }) else {
            throw .invalidURL
        }
        let rest = uri.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // User information in a target is not allowed (RFC 9110, section 4.2.4).
        guard !authority.isEmpty, !authority.contains("@") else { throw .invalidURL }
        let path = rest.dropFirst(authority.count)
        var head = self
        head.uri = path.hasPrefix("/") ? String(path) : "/\(path)"
        head.headers.replaceOrAdd(name: "Host", value: String(authority))
        return head
    }
}
