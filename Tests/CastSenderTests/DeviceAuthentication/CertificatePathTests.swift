// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import X509

@testable import CastSender

@Suite("Certificate chains of devices")
struct CertificatePathTests {
    /// The failures for the results in cases.json.
    private static let failures: [String: DeviceAuthenticationFailure.Code] = [
        "dateInvalid": .certificateDateInvalid, "untrusted": .untrusted, "restrictions": .certificateRestricted,
        "pathLength": .pathTooLong, "keyUnusable": .keyUnusable, "nameNotPermitted": .nameNotPermitted,
    ]
    /// The failures for files whose result in cases.json is `rejected`.
    private static let rejections: [String: DeviceAuthenticationFailure.Code] = [
        "rsa1024_device_cert.pem": .keyUnusable, "nc_fail.pem": .nameNotPermitted,
    ]

    @Test("every chain has the expected result", arguments: AuthenticationData.available.flatMap(\.chains))
    func chain(_ entry: AuthenticationData.Chain) async throws {
        var certificates = try entry.source.certificates("deviceauth/\(entry.file)")
        try #require(!certificates.isEmpty)
        let anchors = entry.hasOwnAnchor ? [try TrustAnchor(der: certificates.removeLast())] : TrustAnchor.cast
        let result: Result<CertificatePath, DeviceAuthenticationFailure>
        do throws(DeviceAuthenticationFailure) {
            result = .success(
                try await .find(
                    leaf: certificates[0],
                    intermediates: Array(certificates.dropFirst()),
                    anchors: anchors,
                    at: entry.time
                )
            )
        } catch {
            result = .failure(error)
        }
        if entry.expected == "ok" {
            let path = try result.get()
            #expect(path.leafName == entry.leafCommonName)
            #expect(path.isAudioOnly == (entry.policy == "audioOnly"))
            #expect(path.expired == nil)
            #expect(path.certificates.count == certificates.count + 1)
        } else {
            let name = entry.file.split(separator: "/").last.map(String.init) ?? ""
            let code = try #require(Self.failures[entry.expected] ?? Self.rejections[name])
            guard case .failure(let failure) = result else {
                Issue.record("the chain was accepted")
                return
            }
            #expect(failure.code == code, "\(failure.reason)")
        }
    }

    @Test("intermediates may be in any order and among unrelated certificates", arguments: AuthenticationData.available)
    func anyOrder(_ data: AuthenticationData) async throws {
        let (chain, anchors) = try data.chain(.twoIntermediates)
        let others = try data.chain(.unrelated).certificates
        #expect(chain.count == 3 && others.count > 1)
        let path = try await CertificatePath.find(
            leaf: chain[0],
            intermediates: others.dropFirst() + chain.dropFirst().reversed(),
            anchors: anchors,
            at: AuthenticationData.date("2016-04-01T00:00:00Z")
        )
        #expect(path.certificates.count == chain.count + 1)
    }

    @Test(
        "an expired intermediate certificate is a separate result",
        arguments: AuthenticationData.available,
        [AuthenticationData.Kind.expiring, .expiringAudio]
    )
    func expiredIntermediate(_ data: AuthenticationData, _ kind: AuthenticationData.Kind) async throws {
        let (chain, anchors) = try data.chain(kind)
        let path = try await CertificatePath.find(
            leaf: chain[0],
            intermediates: Array(chain.dropFirst()),
            anchors: anchors,
            at: AuthenticationData.date("2026-04-01T00:00:00Z")
        )
        #expect(path.expired?.code == .expiredIntermediate)
        #expect(path.expired?.reason.contains(" expired on 2025-0") == true)
    }

    @Test(
        "the built-in roots have the names and keys of Google's certificates",
        .enabled(if: TestData.available.contains(.recordings), "Google's certificates are missing (set CAST_SHARED)")
    )
    func roots() async throws {
        let data = AuthenticationData(folder: .recordings)
        let files = ["cast_root_ca", "eureka_root_ca", "cast_crl_root_ca"]
        for (anchor, file) in zip(TrustAnchor.cast + TrustAnchor.castRevocation, files) {
            let read = try TrustAnchor.reading(
                pem: String(decoding: try data.bytes("roots/\(file).pem"), as: UTF8.self)
            )
            #expect(read.map(\.name) == [anchor.name])
            #expect(read.first?.certificate.subject == anchor.certificate.subject)
            #expect(read.first?.certificate.publicKey == anchor.certificate.publicKey)
            let pathLengths = try (read + [anchor]).map { try $0.certificate.extensions.basicConstraints }
            #expect(pathLengths[0] == pathLengths[1])
        }
        #expect(TrustAnchor.cast.count == 2 && TrustAnchor.castRevocation.count == 1)
    }

    @Test("the root for revocation lists does not certify devices", arguments: AuthenticationData.available)
    func wrongRoot(_ data: AuthenticationData) async throws {
        let chain = try data.chain(.expiring).certificates
        await #expect(throws: DeviceAuthenticationFailure(.untrusted, "")) {
            try await CertificatePath.find(
                leaf: chain[0],
                intermediates: Array(chain.dropFirst()),
                anchors: TrustAnchor.castRevocation,
                at: AuthenticationData.date("2016-04-01T00:00:00Z")
            )
        }
    }

    @Test("any flipped byte of a certificate is detected", arguments: AuthenticationData.available, [0, 1])
    func flippedByte(_ data: AuthenticationData, _ which: Int) async throws {
        let (chain, anchors) = try data.chain(.oneIntermediate)
        for position in stride(from: 0, to: chain[which].count, by: 7) {
            var broken = chain
            broken[which][position] ^= 0xFF
            await #expect(throws: DeviceAuthenticationFailure.self, "byte \(position)") {
                try await CertificatePath.find(
                    leaf: broken[0],
                    intermediates: Array(broken.dropFirst()),
                    anchors: anchors,
                    at: AuthenticationData.date("2016-04-01T00:00:00Z")
                )
            }
        }
        let unreadable: [([UInt8], DeviceAuthenticationFailure.Code)] = [
            ([0xCF] + chain[which].dropFirst(), .notX509), (chain[which].dropLast(), .certificateUnreadable),
            ([], .certificateUnreadable), (Array("certificate".utf8), .certificateUnreadable),
            ([0x30, 0x00], .notX509),
        ]
        for (bytes, code) in unreadable {
            var broken = chain
            broken[which] = bytes
            await #expect(throws: DeviceAuthenticationFailure(code, "")) {
                try await CertificatePath.find(
                    leaf: broken[0],
                    intermediates: Array(broken.dropFirst()),
                    anchors: anchors,
                    at: AuthenticationData.date("2016-04-01T00:00:00Z")
                )
            }
        }
    }
}
