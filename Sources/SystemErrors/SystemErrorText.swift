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

/// User-readable descriptions of network and file errors, without function names, error numbers and type names.
package enum SystemErrorText {
    /// Returns a description that can follow a colon, such as "the connection timed out".
    ///
    /// The descriptions of SwiftNIO and POSIX errors are intended for developers, such as
    /// `bind(descriptor:ptr:bytes:): Address already in use (errno: 98)`. Other errors keep their own description.
    package static func describe(_ error: any Error) -> String {
        switch error {
        case let error as IOError: return describe(errno: error.errnoCode)
        case let error as NIOConnectionError:
            // Describes the failure of the last address tried. If there is none, the name has no address.
            guard let last = error.connectionErrors.last else { return "the host name could not be resolved" }
            return describe(last.error)
        case let error as ChannelError: return describe(error)
        case let error as NIOSSLError: return describe(error)
        case let error as BoringSSLError: return describe(.handshakeFailed(error))
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            return "its certificate is for a different host name"
        case is NIOSSLExtraError: return "the TLS handshake failed"
        case is SocketAddressError: return "the host name could not be resolved"
        default: return "\(error)"
        }
    }

    /// Returns a description of a POSIX error number.
    package static func describe(errno code: CInt) -> String {
        switch code {
        case ECONNREFUSED: "the connection was refused because no program is listening there"
        case ETIMEDOUT: "the connection timed out"
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN: "there is no route to the host"
        case ECONNRESET, ECONNABORTED, EPIPE, ENOTCONN: "the other side closed the connection"
        case EADDRINUSE: "the port is in use by another program"
        case EADDRNOTAVAIL: "this machine does not have that address"
        case EAFNOSUPPORT: "this machine does not support addresses of this kind"
        case EACCES, EPERM: "permission denied"
        case EMFILE, ENFILE: "too many files or connections are open"
        case ENOENT: "there is no such file"
        case ENOTDIR: "part of the path is not a folder"
        case EISDIR: "it is a folder"
        case ENOSPC: "the disk is full"
        case EROFS: "the file system is read-only"
        case ENODEV, ENXIO: "there is no such device or network interface"
        default: lowercased(String(cString: strerror(code)))
        }
    }

    private static func describe(_ error: ChannelError) -> String {
        switch error {
        case .connectTimeout: "the connection timed out"
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
            "it does not use TLS on this port"
        default: "the TLS handshake failed"
        }
    }

    private static func lowercased(_ text: String) -> String {
        text.prefix(1).lowercased() + text.dropFirst()
    }
}
