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
    /// What went wrong before TCP was open.
    init(connecting error: any Error, endpoint: CastEndpoint) {
        if let error = error as? CastConnectError {
            self = error
        } else if let error = error as? NIOConnectionError {
            // The last failure is what is left when every address of the name has been tried.
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

    /// What went wrong after TCP was open and before TLS was.
    init(handshaking error: (any Error)?, endpoint: CastEndpoint) {
        let detail = error.map { SystemErrorText.describe($0) } ?? "it closed the connection during the TLS handshake"
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
