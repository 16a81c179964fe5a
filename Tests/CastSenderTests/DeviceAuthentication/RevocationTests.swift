import CastWire
import Foundation
import Testing

@testable import CastSender

@Suite("Revocation lists: the recorded ones", .enabled(if: AuthenticationData.isAvailable))
struct RevocationTests {
    private static let time = AuthenticationData.date("2019-12-17T00:00:00Z")

    private static func anchors(_ file: String) throws -> [TrustAnchor] {
        try AuthenticationData.certificates(file).suffix(1).map { try TrustAnchor(der: $0) }
    }

    @Test("every list of the handshake is judged as it should be", arguments: AuthenticationData.revocations)
    func handshake(_ entry: AuthenticationData.RevocationCase) async throws {
        let folder = "deviceauth/handshake"
        guard
            case .response(var response) = try DeviceAuthMessage(
                parsing: RecordedHandshake.wrapped(try AuthenticationData.bytes("\(folder)/auth_response.pb"))
            )
        else {
            Issue.record("no response")
            return
        }
        response.crl = try AuthenticationData.bytes("deviceauth/\(entry.file)")
        var handshake = try RecordedHandshake()
        handshake.reply(DeviceAuthMessage.response(response))
        handshake.options.revocation = .required
        let code = await handshake.failure(at: Self.time)
        switch entry.expected {
        case "ok": #expect(code == nil)
        case "crlInvalid": #expect(code == .revocationListInvalid)
        case "revoked": #expect(code == .revoked)
        default: Issue.record("an expectation that nobody knows")
        }
        // Where a list is no must, one that does not hold is as good as none.
        handshake.options.revocation = .optional
        #expect(await handshake.failure(at: Self.time) == (entry.expected == "revoked" ? .revoked : nil))
    }

    @Test("the suite of 32 lists", arguments: AuthenticationData.suite)
    func suite(_ entry: AuthenticationData.SuiteCase) async throws {
        let chains = "deviceauth/chains"
        let anchors =
            entry.usesTestAnchors ? try Self.anchors("\(chains)/cast_test_root_ca.pem") : TrustAnchor.cast
        let listAnchors =
            entry.usesTestAnchors
            ? try Self.anchors("\(chains)/cast_crl_test_root_ca.pem") : TrustAnchor.castRevocation

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
            Issue.record("an expectation that nobody knows: \(entry.expected)")
        }
    }

    @Test("all 32 lists of the suite are there") func count() {
        #expect(AuthenticationData.suite.count == 32 && AuthenticationData.chains.count == 30)
    }
}
