import Foundation
import Testing
import X509

@testable import CastSender

@Suite("Certificates of devices: the recorded chains", .enabled(if: AuthenticationData.isAvailable))
struct CertificatePathTests {
    /// The failures that stand for a word of cases.json.
    private static let failures: [String: DeviceAuthenticationFailure.Code] = [
        "dateInvalid": .certificateDateInvalid, "untrusted": .untrusted, "restrictions": .certificateRestricted,
        "pathLength": .pathTooLong,
    ]
    private static let rejections: [String: DeviceAuthenticationFailure.Code] = [
        "rsa1024_device_cert.pem": .keyUnusable, "nc_fail.pem": .nameNotPermitted,
    ]

    @Test("every chain is judged as it should be", arguments: AuthenticationData.chains)
    func chain(_ entry: AuthenticationData.Chain) async throws {
        var certificates = try AuthenticationData.certificates("deviceauth/\(entry.file)")
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
                Issue.record("it was accepted")
                return
            }
            #expect(failure.code == code, "\(failure.reason)")
        }
    }

    @Test("intermediates may come in any order, and with others that nobody asked for")
    func anyOrder() async throws {
        let chain = try AuthenticationData.certificates("deviceauth/chains/fugu.pem")
        let others = try AuthenticationData.certificates("deviceauth/chains/vizio.pem")
        let path = try await CertificatePath.find(
            leaf: chain[0],
            intermediates: others.dropFirst() + chain.dropFirst().reversed(),
            anchors: TrustAnchor.cast,
            at: AuthenticationData.date("2016-04-01T00:00:00Z")
        )
        #expect(path.certificates.count == chain.count + 1)
    }

    @Test(
        "a device whose intermediate ran out has a result of its own",
        arguments: ["chromecast_gen2", "chromecast_audio"]
    )
    func expiredIntermediate(_ name: String) async throws {
        let chain = try AuthenticationData.certificates("deviceauth/chains/\(name).pem")
        let path = try await CertificatePath.find(
            leaf: chain[0],
            intermediates: Array(chain.dropFirst()),
            anchors: TrustAnchor.cast,
            at: AuthenticationData.date("2026-04-01T00:00:00Z")
        )
        #expect(path.expired?.code == .expiredIntermediate)
        #expect(path.expired?.reason.contains(" ran out on 2025-0") == true)
    }

    @Test("the roots are Google's: their names and keys are those of the certificates")
    func roots() async throws {
        let files = ["cast_root_ca", "eureka_root_ca", "cast_crl_root_ca"]
        for (anchor, file) in zip(TrustAnchor.cast + TrustAnchor.castRevocation, files) {
            let read = try TrustAnchor.reading(
                pem: String(decoding: try AuthenticationData.bytes("roots/\(file).pem"), as: UTF8.self)
            )
            #expect(read.map(\.name) == [anchor.name])
            #expect(read.first?.certificate.subject == anchor.certificate.subject)
            #expect(read.first?.certificate.publicKey == anchor.certificate.publicKey)
            let pathLengths = try (read + [anchor]).map { try $0.certificate.extensions.basicConstraints }
            #expect(pathLengths[0] == pathLengths[1])
        }
        #expect(TrustAnchor.cast.count == 2 && TrustAnchor.castRevocation.count == 1)
    }

    @Test("roots do not stand in for each other: no device below the root of revocation lists")
    func wrongRoot() async throws {
        let chain = try AuthenticationData.certificates("deviceauth/chains/chromecast_gen2.pem")
        await #expect(throws: DeviceAuthenticationFailure(.untrusted, "")) {
            try await CertificatePath.find(
                leaf: chain[0],
                intermediates: Array(chain.dropFirst()),
                anchors: TrustAnchor.castRevocation,
                at: AuthenticationData.date("2016-04-01T00:00:00Z")
            )
        }
    }

    @Test("any flipped byte of a certificate is noticed", arguments: [0, 1])
    func flippedByte(_ which: Int) async throws {
        let chain = try AuthenticationData.certificates("deviceauth/chains/chromecast_gen1.pem")
        for position in stride(from: 0, to: chain[which].count, by: 7) {
            var broken = chain
            broken[which][position] ^= 0xFF
            await #expect(throws: DeviceAuthenticationFailure.self, "byte \(position)") {
                try await CertificatePath.find(
                    leaf: broken[0],
                    intermediates: Array(broken.dropFirst()),
                    anchors: TrustAnchor.cast,
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
                    anchors: TrustAnchor.cast,
                    at: AuthenticationData.date("2016-04-01T00:00:00Z")
                )
            }
        }
    }
}
