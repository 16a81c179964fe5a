import NIOCore
import NIOPosix
import NIOSSL

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Descriptions of network and file errors for users: no function names, no numbers, no type names.
package enum SystemErrorText {
    /// A description that can follow a colon: "the connection was refused".
    ///
    /// Errors of SwiftNIO and POSIX have descriptions for their developers, such as
    /// `bind(descriptor:ptr:bytes:): Address already in use (errno: 98)`. Other errors keep their own description.
    package static func describe(_ error: any Error) -> String {
        switch error {
        case let error as IOError: return describe(errno: error.errnoCode)
        case let error as NIOConnectionError:
            // The failure of the address that was tried last; without one, the name has no address.
            guard let last = error.connectionErrors.last else { return "the host name is unknown" }
            return describe(last.error)
        case let error as ChannelError: return describe(error)
        case let error as NIOSSLError: return describe(error)
        case let error as BoringSSLError: return describe(.handshakeFailed(error))
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            return "its certificate was issued for another host name"
        case is NIOSSLExtraError: return "the TLS handshake failed"
        case is SocketAddressError: return "the host name is unknown"
        default: return "\(error)"
        }
    }

    /// A description of a POSIX error number.
    package static func describe(errno code: CInt) -> String {
        switch code {
        case ECONNREFUSED: "the connection was refused, because no program listens there"
        case ETIMEDOUT: "there was no answer in time"
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN: "there is no route to it"
        case ECONNRESET, ECONNABORTED, EPIPE, ENOTCONN: "the other side closed the connection"
        case EADDRINUSE: "another program uses the port"
        case EADDRNOTAVAIL: "this machine does not have the address"
        case EAFNOSUPPORT: "this machine does not support addresses of this kind"
        case EACCES, EPERM: "this user lacks the permission"
        case EMFILE, ENFILE: "too many files or connections are open"
        case ENOENT: "there is no such file"
        case ENOTDIR: "a part of the path is not a folder"
        case EISDIR: "it is a folder"
        case ENOSPC: "the disk is full"
        case EROFS: "the file system is read-only"
        case ENODEV, ENXIO: "there is no such device or network interface"
        default: lowercased(String(cString: strerror(code)))
        }
    }

    private static func describe(_ error: ChannelError) -> String {
        switch error {
        case .connectTimeout: "there was no answer in time"
        case .eof, .ioOnClosedChannel, .alreadyClosed, .inputClosed, .outputClosed:
            "the connection was closed"
        default: "the connection failed"
        }
    }

    private static func describe(_ error: NIOSSLError) -> String {
        switch error {
        case .uncleanShutdown, .shutdownFailed, .readInInvalidTLSState, .writeDuringTLSShutdown:
            "the other side closed the connection"
        case .handshakeFailed(let reason) where "\(reason)".contains("CERTIFICATE_VERIFY_FAILED"),
            .handshakeFailed(let reason) where "\(reason)".contains("EXPIRED"):
            "its certificate is not trusted"
        case .unableToValidateCertificate, .noCertificateToValidate: "its certificate is not trusted"
        case .handshakeFailed(let reason) where "\(reason)".contains("EOF"):
            "it closed the connection during the TLS handshake"
        case .handshakeFailed(let reason) where "\(reason)".contains("WRONG_VERSION_NUMBER"):
            "it does not use TLS at this port"
        default: "the TLS handshake failed"
        }
    }

    private static func lowercased(_ text: String) -> String {
        text.prefix(1).lowercased() + text.dropFirst()
    }
}
