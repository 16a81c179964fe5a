// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The parts of an X.509 certificate (RFC 5280, section 4.1) that can be parsed without its key and extensions.
///
/// Devices may use TLS keys that the certificate library does not support, so only these parts of the TLS certificate
/// are parsed.
struct CertificateOutline: Hashable {
    var notBefore: Date
    var notAfter: Date
    /// Whether the signed and the outer signature algorithm are the same.
    var hasOneSignatureAlgorithm: Bool

    /// Parses a certificate in DER form.
    ///
    /// - Throws: An error of the ASN.1 library.
    init(_ bytes: [UInt8]) throws {
        self = try DER.sequence(try DER.parse(bytes), identifier: .sequence) { nodes in
            guard let signed = nodes.next(), let outer = nodes.next(), nodes.next() != nil else {
                throw ASN1Error.invalidASN1Object(reason: "too few parts")
            }
            var outline = try Self(signed)
            outline.hasOneSignatureAlgorithm = try Self.innerAlgorithm(signed) == outer.encodedBytes
            return outline
        }
    }

    private init(_ signed: ASN1Node) throws {
        var dates: [Date] = []
        try Self.visit(signed, position: 2) { validity in
            dates = try DER.sequence(validity, identifier: .sequence) { nodes in
                [try Self.date(nodes.next()), try Self.date(nodes.next())]
            }
        }
        notBefore = dates[0]
        notAfter = dates[1]
        hasOneSignatureAlgorithm = false
    }

    /// Returns the SubjectPublicKeyInfo in the signed part of a certificate.
    ///
    /// - Throws: An error of the ASN.1 library.
    static func publicKey(in signed: ASN1Node) throws -> ArraySlice<UInt8> {
        var bytes: ArraySlice<UInt8> = []
        try visit(signed, position: 4) { bytes = $0.encodedBytes }
        return bytes
    }

    private static func innerAlgorithm(_ signed: ASN1Node) throws -> ArraySlice<UInt8> {
        var bytes: ArraySlice<UInt8> = []
        try visit(signed, position: 0) { bytes = $0.encodedBytes }
        return bytes
    }

    /// Passes one of the fields that follow version and serial number to a closure: algorithm, issuer, validity,
    /// subject or key.
    private static func visit(_ signed: ASN1Node, position: Int, _ body: (ASN1Node) throws -> Void) throws {
        guard case .constructed(let nodes) = signed.content else {
            throw ASN1Error.unexpectedFieldType(signed.identifier)
        }
        var parts = Array(nodes)
        let version = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
        if parts.first?.identifier == version { parts.removeFirst() }
        guard parts.count > position + 1 else { throw ASN1Error.invalidASN1Object(reason: "too few parts") }
        try body(parts[position + 1])
    }

    private static func date(_ node: ASN1Node?) throws -> Date {
        guard let node else { throw ASN1Error.invalidASN1Object(reason: "no date") }
        if node.identifier == UTCTime.defaultIdentifier {
            let time = try UTCTime(derEncoded: node)
            return date(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
        }
        let time = try GeneralizedTime(derEncoded: node)
        return date(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
    }

    /// Converts a UTC date to an instant by counting days (years start in March, so that leap days come last).
    private static func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) -> Date {
        let years = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let days = 365 * years + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468
        return Date(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
    }
}
