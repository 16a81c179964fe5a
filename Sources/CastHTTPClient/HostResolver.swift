// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Resolves host names.
package protocol HostResolver: Sendable {
    /// Looks up the addresses of a host name.
    ///
    /// - Parameters:
    ///   - host: The host name.
    ///   - limit: The time limit of the lookup.
    /// - Returns: Numeric addresses in the order in which to try them.
    /// - Throws: ``HostLookupTimedOut`` if the time limit has passed, or another error if the lookup failed.
    func addresses(of host: String, within limit: Duration) async throws -> [String]
}

/// The time limit of a name lookup has passed.
package struct HostLookupTimedOut: Error {
    package init() {}
}

/// The system's resolver.
package struct SystemResolver: HostResolver {
    private struct NotFound: Error {}

    package init() {}

    package func addresses(of host: String, within limit: Duration) async throws -> [String] {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let answer = loop.makePromise(of: [String].self)
        // `getaddrinfo` cannot be canceled; its thread continues after the deadline.
        let deadline = loop.scheduleTask(in: TimeAmount(limit)) { answer.fail(HostLookupTimedOut()) }
        NIOThreadPool.singleton.runIfActive(eventLoop: loop) { try Self.lookUp(host) }.cascade(to: answer)
        defer { deadline.cancel() }
        return try await withTaskCancellationHandler {
            try await answer.futureResult.get()
        } onCancel: {
            answer.fail(CancellationError())
        }
    }

    private static func lookUp(_ host: String) throws -> [String] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Self.streamType
        hints.ai_flags = AI_ADDRCONFIG
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { throw NotFound() }
        defer { freeaddrinfo(first) }
        var found: [String] = []
        var next = first
        while let entry = next?.pointee {
            var text = [CChar](repeating: 0, count: 128)
            let hasText =
                getnameinfo(
                    entry.ai_addr,
                    entry.ai_addrlen,
                    &text,
                    socklen_t(text.count),
                    nil,
                    0,
                    NI_NUMERICHOST
                ) == 0
            if hasText {
                let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                if !found.contains(address) { found.append(address) }
            }
            next = entry.ai_next
        }
        return found
    }

    #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    #else
    private static let streamType = Int32(SOCK_STREAM)
    #endif
}
