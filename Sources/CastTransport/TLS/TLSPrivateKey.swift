import CryptoExtras

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The RSA key of a device's TLS certificate.
public struct TLSPrivateKey: Sendable {
    let key: _RSA.Signing.PrivateKey

    /// A new key of 2,048 bits, as devices have; making one takes a tenth of a second or so.
    public init() throws {
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    /// A key that was kept as ``pemRepresentation``.
    ///
    /// - Throws: An error when the text holds no RSA key of at least 2,048 bits.
    public init(pemRepresentation: String) throws {
        key = try _RSA.Signing.PrivateKey(pemRepresentation: pemRepresentation)
    }

    /// The key as PKCS #1 in PEM form: secret, to be kept where only this user can read it.
    public var pemRepresentation: String { key.pemRepresentation }

    var derRepresentation: [UInt8] { Array(key.derRepresentation) }
}
