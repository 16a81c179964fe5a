// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import CastSender

@Suite("Invalid and hostile certificates", .timeLimit(.minutes(1)))
struct HostileCertificateTests {
    private typealias Terms = TestAuthority.Terms

    private static func changed(_ terms: Terms, _ change: (inout Terms) throws -> Void) rethrows -> Terms {
        var terms = terms
        try change(&terms)
        return terms
    }

    private func code(
        model: TestAuthority.Terms = .authority,
        device: TestAuthority.Terms = .device
    ) async throws -> DeviceAuthenticationFailure.Code? {
        if case .failure(let failure) = try await TestDevice(model: model, device: device).result() {
            return failure.code
        }
        return nil
    }

    @Test("a certificate is rejected for uses that it does not allow")
    func restrictions() async throws {
        #expect(try await code() == nil)
        let unknown = Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [5, 0])
        #expect(try await code(device: Self.changed(.device) { $0.usage = nil }) == .certificateRestricted)
        #expect(
            try await code(device: Self.changed(.device) { $0.usage = KeyUsage(keyEncipherment: true) })
                == .certificateRestricted
        )
        #expect(try await code(device: Self.changed(.device) { $0.extensions = [unknown] }) == .certificateRestricted)
        #expect(try await code(model: Self.changed(.authority) { $0.isAuthority = false }) == .certificateRestricted)
        #expect(
            try await code(model: Self.changed(.authority) { $0.usage = KeyUsage(digitalSignature: true) })
                == .certificateRestricted
        )
        #expect(try await code(model: Self.changed(.authority) { $0.extensions = [unknown] }) == .untrusted)
        let broken = Certificate.Extension(oid: [2, 5, 29, 32], critical: false, value: [0x30, 0x05, 0x06])
        #expect(try await code(device: Self.changed(.device) { $0.extensions = [broken] }) == .certificateRestricted)
        let mapping: [UInt8] = [0x30, 0x0E, 0x30, 0x0C, 6, 4, 0x55, 0x1D, 0x20, 0x00, 6, 4, 0x55, 0x1D, 0x20, 0x00]
        let maps = Certificate.Extension(oid: [2, 5, 29, 33], critical: false, value: mapping[...])
        #expect(try await code(model: Self.changed(.authority) { $0.extensions = [maps] }) == .certificateRestricted)
    }

    @Test("expired and future certificates are rejected, but an expired intermediate can be accepted by option")
    func dates() async throws {
        let past = TestAuthority.time - 1
        let future = TestAuthority.time + 1
        #expect(try await code(device: Self.changed(.device) { $0.until = past }) == .certificateDateInvalid)
        #expect(try await code(device: Self.changed(.device) { $0.from = future }) == .certificateDateInvalid)
        #expect(try await code(model: Self.changed(.authority) { $0.from = future }) == .certificateDateInvalid)
        let expired = Self.changed(Terms.authority) { $0.until = past }
        #expect(try await code(model: expired) == .expiredIntermediate)
        let device = try TestDevice(model: expired)
        var options = device.options
        options.acceptsExpiredIntermediates = true
        #expect(try await device.result(options).get().hasExpiredIntermediate)
        // A more serious failure is reported first, so that the option applies to expiration only.
        options.acceptsExpiredIntermediates = false
        options.revocation = .required
        #expect(
            try await device.result(options) == .failure(DeviceAuthenticationFailure(.revocationListInvalid, ""))
        )
    }

    @Test("an audio-only device must not claim video output")
    func audioOnly() async throws {
        let audio = try Self.changed(Terms.authority) {
            $0.extensions = [try TestAuthority.policies([.CastExtension.audioOnly], critical: true)]
        }
        let device = try TestDevice(model: audio)
        #expect(
            try await device.result() == .failure(DeviceAuthenticationFailure(.capabilityMismatch, ""))
        )
        #expect(try await device.result(claimsVideoOutput: false).get().isAudioOnly)
        var other = try TestDevice()
        other.root = try TestAuthority(root: "Test Root", terms: audio)
        #expect(try await other.result(claimsVideoOutput: false).get().isAudioOnly, "the root's policy counts, too")
    }

    @Test("keys other than RSA are rejected in every position")
    func wrongKeys() async throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let name = try DistinguishedName { CommonName("Curve") }
        var device = try TestDevice()
        device.device = try TestAuthority(name, key: key, below: device.model, terms: .device)
        #expect(try await device.result() == .failure(DeviceAuthenticationFailure(.keyUnusable, "")))
        device = try TestDevice()
        device.model = try TestAuthority(name, key: key, below: device.root)
        device.device = try TestAuthority("TEST", key: 2, below: device.model, terms: .device)
        #expect(try await device.result() == .failure(DeviceAuthenticationFailure(.keyUnusable, "")))
        // An unknown key algorithm: the object identifier is changed in the bytes.
        let bytes = try TestDevice().device.bytes
        let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
        let offset = try #require(bytes.indices.first { bytes[$0...].starts(with: rsa) })
        var unknown = bytes
        unknown[offset + 8] = 0x0A
        await #expect(throws: DeviceAuthenticationFailure(.keyUnusable, "")) {
            try await CertificatePath.find(
                leaf: unknown,
                intermediates: [],
                anchors: [device.root.anchor],
                at: TestAuthority.time
            )
        }
    }

    @Test("certificates that certify each other fail quickly")
    func loops() async throws {
        let root = try TestAuthority(root: "Somebody else", key: 3)
        let first = try TestAuthority("First", key: 0, below: root)
        let second = try TestAuthority("Second", key: 1, below: first)
        let firstAgain = try TestAuthority("First", key: 0, below: second)
        let leaf = try TestAuthority("TEST", key: 2, below: second, terms: .device)
        await #expect(throws: DeviceAuthenticationFailure(.untrusted, "")) {
            try await CertificatePath.find(
                leaf: leaf.bytes,
                intermediates: [second.bytes, firstAgain.bytes],
                anchors: [TestAuthority(root: "Test Root").anchor],
                at: TestAuthority.time
            )
        }
    }

    @Test("the maximum number of certificates, all certifying each other, is searched in bounded time")
    func everyOrder() async throws {
        let name = try DistinguishedName { CommonName("Everybody") }
        let key = Certificate.PrivateKey(try TestAuthority.key(0))
        // The search distinguishes certificates of the same name and key by their alternative names.
        let everybody = try (0..<CertificatePath.intermediateLimit).map { number in
            var terms = TestAuthority.Terms.authority
            let others = SubjectAlternativeNames([.dnsName("\(number).example")])
            terms.extensions = [try Certificate.Extension(others, critical: false)]
            return try TestAuthority.issue(name, key.publicKey, by: name, key, terms)
        }
        let intermediates = try everybody.map { certificate in
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return serializer.serializedBytes
        }
        let leaf = try TestAuthority.issue(
            DistinguishedName { CommonName("TEST") },
            Certificate.PrivateKey(TestAuthority.key(2)).publicKey,
            by: name,
            key,
            .device
        )
        var serializer = DER.Serializer()
        try serializer.serialize(leaf)
        let bytes = serializer.serializedBytes
        let begin = ContinuousClock.now
        await #expect(throws: DeviceAuthenticationFailure(.untrusted, "")) {
            try await CertificatePath.find(
                leaf: bytes,
                intermediates: intermediates,
                anchors: [TestAuthority(root: "Test Root", key: 1).anchor],
                at: TestAuthority.time
            )
        }
        print("MEASURED every order of \(intermediates.count) certificates: \(ContinuousClock.now - begin)")
        #expect(ContinuousClock.now - begin < .seconds(5))
        await #expect(throws: DeviceAuthenticationFailure(.pathTooLong, "")) {
            try await CertificatePath.find(
                leaf: bytes,
                intermediates: intermediates + intermediates,
                anchors: [],
                at: TestAuthority.time
            )
        }
    }

    @Test("very large and deeply nested certificates are parsed or rejected without other failures")
    func enormous() async throws {
        let filler = Certificate.Extension(
            oid: [1, 2, 3, 4],
            critical: false,
            value: ArraySlice(repeating: 7, count: 60_000)
        )
        #expect(try await code(device: Self.changed(.device) { $0.extensions = [filler] }) == nil)
        for depth in [40, 5_000, 30_000] {
            var bytes: [UInt8] = []
            for _ in 0..<depth {
                let count = bytes.count
                let length: [UInt8] =
                    count < 128
                    ? [UInt8(count)]
                    : count < 65_536
                        ? [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
                        : [0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
                bytes.insert(contentsOf: [0x30] + length, at: 0)
                if bytes.count > 65_536 { break }
            }
            await #expect(throws: DeviceAuthenticationFailure.self) {
                try await CertificatePath.find(
                    leaf: bytes,
                    intermediates: [],
                    anchors: TrustAnchor.cast,
                    at: TestAuthority.time
                )
            }
        }
    }

    @Test("names of every form outside the issuer's constraints are rejected")
    func names() async throws {
        func limits(_ permitted: [GeneralName], _ excluded: [GeneralName]) throws -> TestAuthority.Terms {
            try Self.changed(.authority) {
                $0.extensions = [
                    try Certificate.Extension(
                        NameConstraints(permittedSubtrees: permitted, excludedSubtrees: excluded),
                        critical: true
                    )
                ]
            }
        }
        let device = GeneralName.directoryName(try DistinguishedName { CommonName("TEST FA8FCA000001") })
        let other = GeneralName.directoryName(try DistinguishedName { CommonName("Other") })
        #expect(try await code(model: limits([device], [])) == nil)
        #expect(try await code(model: limits([other, device], [])) == nil)
        #expect(try await code(model: limits([other], [])) == .nameNotPermitted)
        #expect(try await code(model: limits([], [device])) == .nameNotPermitted)
        #expect(try await code(model: limits([], [other])) == nil)
        #expect(try await code(model: limits([.dnsName("example")], [])) == nil)
        let named = try Self.changed(Terms.device) {
            $0.extensions = [
                try Certificate.Extension(SubjectAlternativeNames([.dnsName("tv.example")]), critical: false)
            ]
        }
        #expect(try await code(model: limits([.dnsName("example")], []), device: named) == .nameNotPermitted)
    }

    @Test("a path must not exceed the length that each issuer allows")
    func pathLength() async throws {
        var device = try TestDevice(model: Self.changed(.authority) { $0.pathLength = 0 })
        #expect(try await device.result().get().serialName == "TEST FA8FCA000001")
        device.root = try TestAuthority(root: "Test Root", terms: Self.changed(.authority) { $0.pathLength = 0 })
        #expect(try await device.result() == .failure(DeviceAuthenticationFailure(.pathTooLong, "")))
    }

    @Test("an invalid root file is a typed error")
    func rootFiles() {
        for text in ["", "hello", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
            #expect(throws: CastError(.invalidArgument, "")) { try TrustAnchor.reading(pem: text) }
        }
    }
}
