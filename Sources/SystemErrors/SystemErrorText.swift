// SPDX-License-Identifier: Apache-2.0

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
        case let error as BoringSSLError: return describe(handshakeFailure: "\(error)")
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            return "the certificate of the other side is for a different host name"
        case is NIOSSLExtraError: return tlsFailure
        case let error as SocketAddressError: return describe(error)
        case is SocketAddressError.UnknownHost: return "the host name could not be resolved"
        case is SocketAddressError.FailedToParseIPByteBuffer: return "the IP address is not valid"
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
        case EISDIR: "the path leads to a folder"
        case ENOSPC: "the disk is full"
        case EROFS: "the file system is read-only"
        case ENODEV, ENXIO: "there is no such device or network interface"
        default: describe(systemText: String(cString: strerror(code)))
        }
    }

    /// Returns a description of an error of the TLS library, with the names of the library's error codes in `reason`.
    static func describe(handshakeFailure reason: String) -> String {
        // An alert is a report of the other side, so the certificate that it refers to is the one of this program.
        if reason.contains("ALERT_CERTIFICATE_EXPIRED") {
            return "the other side rejected the certificate of this program as expired; check the date and time of both"
        }
        if reason.contains("ALERT_CERTIFICATE_REVOKED") {
            return "the other side rejected the certificate of this program as revoked; use another certificate"
        }
        if reason.contains("CERTIFICATE_REQUIRED") || reason.contains("ALERT_NO_CERTIFICATE") {
            return "the other side requires a certificate, and this program sent none"
        }
        if reason.contains("ALERT_UNSUPPORTED_CERTIFICATE") {
            return "the other side does not support the certificate of this program; use another certificate"
        }
        let distrust = ["ALERT_UNKNOWN_CA", "ALERT_BAD_CERTIFICATE", "ALERT_CERTIFICATE_UNKNOWN"]
        if distrust.contains(where: { reason.contains($0) }) {
            return "the other side does not trust the certificate of this program; allow the certificate there"
        }
        if reason.contains("ALERT_ACCESS_DENIED") { return "the other side denied access to this program" }
        if reason.contains("CERTIFICATE_VERIFY_FAILED") { return untrustedCertificate }
        if reason.contains("EOF") {
            return "the other side closed the connection while TLS encryption was being set up"
        }
        if reason.contains("WRONG_VERSION_NUMBER") { return "the other side does not use TLS encryption on this port" }
        return tlsFailure
    }

    private static let tlsFailure = "the encrypted connection (TLS) could not be established"
    private static let untrustedCertificate = "the certificate of the other side is not trusted"

    private static func describe(_ error: SocketAddressError) -> String {
        switch error {
        case .unixDomainSocketPathTooLong:
            // The limit of `SocketAddress` for every platform.
            "the path of the socket is too long; use a path of at most 103 bytes"
        case .failedToParseIPString(let text): "\"\(text.prefix(100))\" is not a valid IP address"
        case .unsupported: "this machine does not support addresses of this kind"
        default: "the host name could not be resolved"
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
        case .handshakeFailed(let reason): describe(handshakeFailure: "\(reason)")
        case .unableToValidateCertificate: untrustedCertificate
        case .noCertificateToValidate: "the other side sent no certificate"
        case .noSuchFilesystemObject: describe(errno: ENOENT)
        case .failedToLoadCertificate: "the certificate is not valid"
        case .failedToLoadPrivateKey: "the private key is not valid"
        default: tlsFailure
        }
    }

    private static func describe(systemText text: String) -> String {
        // The system's text for an unknown code contains the number.
        if text.hasPrefix("Unknown error") { return "the system reported an unknown problem" }
        // The case of an acronym, as in "RFS specific error", is kept.
        guard text.dropFirst().first?.isUppercase != true else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
