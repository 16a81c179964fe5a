// SPDX-License-Identifier: Apache-2.0

import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A trusted root for device certificates: its name, its key, and the constraints on certificates below it.
///
/// A root's validity dates and signature are not checked, because only the device's certificates are renewed; its path
/// length, names and policies are.
public struct TrustAnchor: Sendable, Hashable {
    let certificate: Certificate

    init(_ certificate: Certificate) {
        self.certificate = certificate
    }

    /// Creates a root from a certificate in DER form.
    ///
    /// - Throws: ``CastError`` with ``CastError/Code-swift.struct/invalidArgument``.
    public init(der bytes: [UInt8]) throws(CastError) {
        do {
            certificate = try Certificate(derEncoded: bytes)
        } catch {
            throw CastError(.invalidArgument, "The data is not an X.509 certificate with a supported key.")
        }
    }

    /// Reads all certificates in a PEM text as roots.
    ///
    /// - Throws: ``CastError`` with ``CastError/Code-swift.struct/invalidArgument`` when the text contains no
    ///   certificate, or one that cannot be parsed.
    public static func reading(pem text: String) throws(CastError) -> [TrustAnchor] {
        let documents: [PEMDocument]
        do {
            documents = try PEMDocument.parseMultiple(pemString: text)
        } catch {
            throw CastError(.invalidArgument, "The text is not in PEM format.")
        }
        let certificates = documents.filter { $0.discriminator == Certificate.defaultPEMDiscriminator }
        guard !certificates.isEmpty else { throw CastError(.invalidArgument, "The text contains no certificate.") }
        var anchors: [TrustAnchor] = []
        for document in certificates { anchors.append(try TrustAnchor(der: document.derBytes)) }
        return anchors
    }

    /// The root's common name, or its full subject when it has none.
    public var name: String { certificate.commonName ?? String(describing: certificate.subject) }
}

extension TrustAnchor {
    /// Google's roots for devices: Cast Root CA, and Eureka Root CA for Chromecasts of the first generation.
    public static let cast = [
        google("Cast Root CA", unit: "Cast", pathLength: 2, key: castKey),
        google("Eureka Root CA", unit: "Google TV", pathLength: nil, key: eurekaKey),
    ].compactMap { $0 }

    /// Google's root for the signers of revocation lists. It is not a root for devices.
    public static let castRevocation = [
        google("Cast CRL Root CA", unit: "Cast", pathLength: 1, key: revocationKey)
    ].compactMap { $0 }

    // SubjectPublicKeyInfo in DER form.

    private static let castKey = """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAutllndo508F39tTQro9YCGg5SpXtcM/9eQipquXpuKctoGdHip7Jz3Cz\
        BYdpEexwmJfD5sPD673GsD38T8FeOJ/az3MwBlt5N8FejIdHlJpBkirWlcRxXCddCLGAxpK9G+NBl6HsdZ9Vnj6fjxzHZWQH07OW\
        oQSfkcTeCnts2cjAeDGgGUKp6IPjzvzxzsIuJEaVCRnKwEay5QG610/zv/ZprZkE+qAHOQ7m31FHB8DkqVxLlMUvs6Awf+eVa7Kv\
        Mg3xjNVty3tHpwiryyejTc9KWvEF0fhixRAqdGmq5kuW+5vYY+RYZtOtim7/e175pVYeLYIxW/DiJOZBSh+uEwIDAQAB
        """

    private static let eurekaKey = """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAuRHQ6hLcMuHfXDNrGXMdnZ7QOXa/pYQJpv1ubencjzZO6YgCvZ/06ET9\
        TPWaAlZqRypjbFhFzHxmJNx5ecMqpLKLoPeitc0Gftu+7AyG8g0kYHSEyikjhALYp+078ewmR1TjsS3mZA/2csXpmFIXwPzyLCDI\
        QPhHyTKeO5exi/WYJHBjZhnBUugEBT1fjbzYS693mG8feNG2UCdN5OwUaWcfWK+poBEmPJQyB3/X6Wkfrj9PY4qPidbyGXhcIY6x\
        tlfYwOHufW7d8ToKavG6//mDL9y1pCAXYzbvyGIZzFbOsuoxiUt4WMG/AxOZ4BLyiKqblNrddnkXHjTRCsQHRQIDAQAB
        """

    private static let revocationKey = """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwn/ACSHTYIkotZZu/qat/q7gZjW9mW7ok4Uput5EXahr/ObMN90dD88e\
        OjIsf+AbybtMNKkcl7X4bUKcTQZqoC2VVT94HVyr6TqmCDtar/SrU3cUmmuyNy7Nbuq8Il1WVXP9vQMvVF5/i8F0NhoYH2TevwiA\
        ShIMSVO4xzvbX9xZdy+4OgWK9rdHKpt0YwgxEuZ7RNHBfMiHuFBjbZ/XujZTckdf3END69cuEdGKeqQD8mrTiOanuJ2BsrCIJMih\
        +rCq2whkPosqB1xaggWZwtXKUnUhp/rFodqs9/7Qx0R2mutr0730ejGmrS9axDE6bfHde0SBN88ThV2WrnuWKwIDAQAB
        """

    /// Creates one of Google's roots from its name, key and path length. The certificate is signed with a temporary
    /// key, because the signature of a root is never checked.
    private static func google(_ name: String, unit: String, pathLength: Int?, key: String) -> TrustAnchor? {
        guard let bytes = Data(base64Encoded: key) else { return nil }
        do {
            let subject = DistinguishedName([
                RelativeDistinguishedName(try .init(type: .RDNAttributeType.countryName, printableString: "US")),
                RelativeDistinguishedName(.init(type: .RDNAttributeType.stateOrProvinceName, utf8String: "California")),
                RelativeDistinguishedName(.init(type: .RDNAttributeType.localityName, utf8String: "Mountain View")),
                RelativeDistinguishedName(.init(type: .RDNAttributeType.organizationName, utf8String: "Google Inc")),
                RelativeDistinguishedName(.init(type: .RDNAttributeType.organizationalUnitName, utf8String: unit)),
                RelativeDistinguishedName(.init(type: .RDNAttributeType.commonName, utf8String: name)),
            ])
            return TrustAnchor(
                try Certificate(
                    version: .v3,
                    serialNumber: Certificate.SerialNumber(1),
                    publicKey: try Certificate.PublicKey(derEncoded: Array(bytes)),
                    notValidBefore: Date(timeIntervalSince1970: 0),
                    notValidAfter: Date(timeIntervalSince1970: 0),
                    issuer: subject,
                    subject: subject,
                    signatureAlgorithm: .ecdsaWithSHA256,
                    extensions: try Certificate.Extensions {
                        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: pathLength))
                    },
                    issuerPrivateKey: Certificate.PrivateKey(P256.Signing.PrivateKey())
                )
            )
        } catch {
            return nil
        }
    }
}
