// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastSender

@Suite("Revocation lists")
struct RevocationTests {
    private static let time = AuthenticationData.date("2019-12-17T00:00:00Z")

    private static func anchors(_ name: String, of data: AuthenticationData) throws -> [TrustAnchor] {
        try data.certificates("deviceauth/chains/\(name).pem").suffix(1).map { try TrustAnchor(der: $0) }
    }

    @Test(
        "every list of the handshake has the expected result",
        arguments: AuthenticationData.available.flatMap(\.revocations)
    )
    func handshake(_ entry: AuthenticationData.RevocationCase) async throws {
        let original = try entry.source.bytes("deviceauth/handshake/auth_response.pb")
        guard
            case .response(var response) = try DeviceAuthMessage(parsing: RecordedHandshake.wrapped(original))
        else {
            Issue.record("no response")
            return
        }
        response.crl = try entry.source.bytes("deviceauth/\(entry.file)")
        var handshake = try RecordedHandshake(entry.source)
        handshake.reply(DeviceAuthMessage.response(response))
        handshake.options.revocation = .required
        let code = await handshake.failure(at: Self.time)
        switch entry.expected {
        case "ok": #expect(code == nil)
        case "crlInvalid": #expect(code == .revocationListInvalid)
        case "revoked": #expect(code == .revoked)
        default: Issue.record("unknown expectation \(entry.expected)")
        }
        // Where a list is optional, an invalid one is treated as absent.
        handshake.options.revocation = .optional
        #expect(await handshake.failure(at: Self.time) == (entry.expected == "revoked" ? .revoked : nil))
    }

    @Test("every list of the suite has the expected result", arguments: AuthenticationData.available.flatMap(\.suite))
    func suite(_ entry: AuthenticationData.SuiteCase) async throws {
        let anchors =
            entry.usesTestAnchors ? try Self.anchors("cast_test_root_ca", of: entry.source) : TrustAnchor.cast
        let listAnchors =
            entry.usesTestAnchors
            ? try Self.anchors("cast_crl_test_root_ca", of: entry.source) : TrustAnchor.castRevocation

        func path() async throws(DeviceAuthenticationFailure) -> CertificatePath {
            try await .find(
                leaf: entry.path.first ?? [],
                intermediates: Array(entry.path.dropFirst()),
                anchors: anchors,
                at: entry.certificateTime
            )
        }
        func list(at time: Date) async throws(DeviceAuthenticationFailure) -> VerifiedRevocationList {
            try await VerifiedRevocationList(bundle: entry.list ?? [], anchors: listAnchors, at: time)
        }

        switch entry.expected {
        case 1:
            let path = try await path()
            #expect(path.expired == nil)
            if entry.list != nil {
                try await list(at: entry.certificateTime).check(path, at: entry.certificateTime)
            }
        case 2:
            await #expect(throws: DeviceAuthenticationFailure.self) {
                if let expired = try await path().expired { throw expired }
            }
        case 3:
            await #expect(throws: DeviceAuthenticationFailure(.revocationListInvalid, "")) {
                try await list(at: entry.listTime)
            }
        case 4, 6:
            let path = try await path()
            let list = try await list(at: entry.expected == 6 ? entry.listTime : entry.certificateTime)
            #expect(throws: DeviceAuthenticationFailure(.revoked, "")) {
                try list.check(path, at: entry.certificateTime)
            }
        case 5:
            _ = try await path()
            #expect(entry.list == nil)
        default:
            Issue.record("unknown expectation: \(entry.expected)")
        }
    }

    @Test("all lists of the suite and all chains are present", arguments: AuthenticationData.available)
    func count(_ data: AuthenticationData) {
        switch data.folder {
        case .fixtures: #expect(data.suite.count == 29 && data.chains.count == 22 && data.revocations.count == 8)
        case .recordings: #expect(data.suite.count == 32 && data.chains.count == 30 && data.revocations.count == 8)
        }
    }
}
