// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL
import SystemErrors

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension CastConnectError {
    /// Converts an error that occurred before TCP connected.
    init(connecting error: any Error, endpoint: CastEndpoint) {
        if let error = error as? CastConnectError {
            self = error
        } else if let error = error as? NIOConnectionError {
            // All addresses of the name have failed; the last failure is reported.
            if let failure = error.connectionErrors.last {
                self.init(connecting: failure.error, endpoint: endpoint)
            } else {
                self.init(.unknownHost, endpoint: endpoint)
            }
        } else if case .connectTimeout? = error as? ChannelError {
            self.init(.timedOut, endpoint: endpoint)
        } else if let error = error as? IOError {
            self.init(
                Code(errno: error.errnoCode),
                endpoint: endpoint,
                detail: Code(errno: error.errnoCode) == .failed ? SystemErrorText.describe(error) : ""
            )
        } else {
            self.init(.failed, endpoint: endpoint, detail: SystemErrorText.describe(error))
        }
    }

    /// Converts an error that occurred during the TLS handshake; nil if the other end closed the connection.
    init(handshaking error: (any Error)?, endpoint: CastEndpoint) {
        let detail = error.map { SystemErrorText.describe($0) } ?? "the other side closed the connection"
        self.init(.handshakeFailed, endpoint: endpoint, detail: detail)
    }
}

extension CastConnectError.Code {
    fileprivate init(errno code: CInt) {
        self =
            switch code {
            case ECONNREFUSED: .refused
            case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL: .unreachable
            case ETIMEDOUT: .timedOut
            default: .failed
            }
    }
}

extension CastListenError {
    /// Converts an error that the system reported for a listener.
    package init(_ error: any Error, endpoint: CastEndpoint) {
        guard let error = error as? IOError else {
            self.init(.failed, endpoint: endpoint, detail: SystemErrorText.describe(error))
            return
        }
        let code: Code =
            switch error.errnoCode {
            case EADDRINUSE: .portInUse
            case EADDRNOTAVAIL: .addressNotAvailable
            case EACCES, EPERM: .notPermitted
            default: .failed
            }
        self.init(code, endpoint: endpoint, detail: SystemErrorText.describe(error))
    }
}

extension CastEndpoint {
    /// The numeric address and port. An IPv6 scope is preserved.
    init(_ address: SocketAddress?) {
        self.init(host: address.flatMap(Self.numericHost) ?? "", port: address?.port ?? 0)
    }

    /// The socket address if the host is numeric; nil for a name that must be resolved.
    var numericAddress: SocketAddress? {
        try? SocketAddress(ipAddress: host, port: port)
    }

    private static func numericHost(_ address: SocketAddress) -> String? {
        // Only IPv6 addresses have a scope, and only the system can translate it into a name.
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
