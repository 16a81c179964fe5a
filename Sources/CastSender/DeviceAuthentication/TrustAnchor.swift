import SwiftASN1
import X509

/// A root that is trusted to vouch for devices: its name, its key, and the limits it puts on what is below it.
///
/// A root's own validity and signature are not looked at (the device's certificates are what ages); its path length,
/// names and policies are.
public struct TrustAnchor: Sendable, Hashable {
    let certificate: Certificate

    init(_ certificate: Certificate) {
        self.certificate = certificate
    }

    /// The root of a certificate in DER form.
    ///
    /// - Throws: ``CastError`` with ``CastError/Code-swift.struct/invalidArgument``.
    public init(der bytes: [UInt8]) throws(CastError) {
        do {
            certificate = try Certificate(derEncoded: bytes)
        } catch {
            throw CastError(.invalidArgument, "The bytes are no X.509 certificate with a key that can be used.")
        }
    }

    /// The roots in a text in PEM form: every certificate of it.
    ///
    /// - Throws: ``CastError`` with ``CastError/Code-swift.struct/invalidArgument`` when there is none, or one that
    ///   cannot be read.
    public static func reading(pem text: String) throws(CastError) -> [TrustAnchor] {
        let documents: [PEMDocument]
        do {
            documents = try PEMDocument.parseMultiple(pemString: text)
        } catch {
            throw CastError(.invalidArgument, "The text is not in PEM form.")
        }
        let certificates = documents.filter { $0.discriminator == Certificate.defaultPEMDiscriminator }
        guard !certificates.isEmpty else { throw CastError(.invalidArgument, "The text holds no certificate.") }
        var anchors: [TrustAnchor] = []
        for document in certificates { anchors.append(try TrustAnchor(der: document.derBytes)) }
        return anchors
    }

    /// The root's name: its common name, or everything it says of itself.
    public var name: String { certificate.commonName ?? String(describing: certificate.subject) }
}
