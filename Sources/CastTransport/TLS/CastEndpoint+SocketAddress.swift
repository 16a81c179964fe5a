import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension CastEndpoint {
    /// The numeric address and port; the scope is kept where the address has one.
    init(_ address: SocketAddress?) {
        self.init(host: address.flatMap(Self.numericHost) ?? "", port: address?.port ?? 0)
    }

    /// The address when the host is one; nil for a name, which has to be looked up.
    var numericAddress: SocketAddress? {
        try? SocketAddress(ipAddress: host, port: port)
    }

    private static func numericHost(_ address: SocketAddress) -> String? {
        // Only addresses of IPv6 have a scope, and only the system knows its name.
        guard case .v6 = address else { return address.ipAddress }
        return address.withSockAddr { pointer, size in
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let result = getnameinfo(
                pointer,
                socklen_t(size),
                &text,
                socklen_t(text.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            guard result == 0 else { return nil }
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
