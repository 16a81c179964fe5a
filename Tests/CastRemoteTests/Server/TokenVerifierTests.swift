// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastRemote

@Suite("Access token")
struct TokenVerifierTests {
    @Test("A token has 130 random bits, is easy to type, and differs each time")
    func token() {
        let tokens = Set((0..<100).map { _ in TokenVerifier.newToken() })
        #expect(tokens.count == 100)
        for token in tokens {
            let letters = token.filter { $0 != "-" }
            #expect(letters.count == 26)
            #expect(letters.allSatisfy { "abcdefghjkmnpqrstuvwxyz023456789".contains($0) })
        }
    }

    @Test("The correct token is accepted regardless of case, spaces and hyphens")
    func right() {
        var verifier = TokenVerifier(token: "abcde-fghjk")
        #expect(verifier.verify("ABCDE FGHJK", from: "a", at: .now) == .admitted)
        #expect(verifier.verify("abcdefghjk", from: "a", at: .now) == .admitted)
        #expect(verifier.verify("", from: "a", at: .now) == .wrong)
    }

    @Test(
        "10,000 guesses in a minute: few are compared, none is accepted, and other addresses are not delayed"
    )
    func guesses() {
        let token = TokenVerifier.newToken()
        var verifier = TokenVerifier(token: token)
        let start = ContinuousClock.now
        var compared = 0
        for number in 0..<10_000 {
            let instant = start.advanced(by: .milliseconds(number * 6))
            switch verifier.verify("guess \(number)", from: "192.0.2.66", at: instant) {
            case .admitted: Issue.record("a guess was accepted")
            case .wrong: compared += 1
            case .tooMany(let seconds): #expect((1...TokenVerifier.longestWait).contains(seconds))
            }
        }
        #expect(compared < 12)
        #expect(verifier.wrongCount == compared)
        #expect(verifier.wrongCount + verifier.refusedCount == 10_000)
        let end = start.advanced(by: .seconds(60))
        #expect(verifier.verify(token, from: "192.0.2.7", at: end) == .admitted)
        // The guessing address must wait even with the correct token, which is accepted after that.
        guard case .tooMany(let wait) = verifier.verify(token, from: "192.0.2.66", at: end) else {
            Issue.record("no wait")
            return
        }
        #expect(verifier.verify(token, from: "192.0.2.66", at: end.advanced(by: .seconds(wait))) == .admitted)
    }

    @Test("Guesses from 10,000 addresses use no more memory than those from a few hundred")
    func manyAddresses() {
        var verifier = TokenVerifier(token: "x")
        for number in 0..<10_000 { _ = verifier.verify("no", from: "\(number)", at: .now) }
        #expect(verifier.wrongCount == 10_000)
        #expect(verifier.addressCount <= TokenVerifier.addressLimit)
    }

    @Test("A cookie that was not issued grants no access")
    func cookies() {
        let accessControl = RemoteAccessControl(token: "secret")
        #expect(
            !accessControl.admits(nil) && !accessControl.admits("cast-remote=")
                && !accessControl.admits("cast-remote=00; x=y")
        )
        let (verdict, key) = accessControl.authenticate("secret", from: "a")
        #expect(verdict == .admitted)
        #expect(accessControl.admits("x=y; cast-remote=\(key ?? "")"))
        #expect(accessControl.authenticate("wrong", from: "a").key == nil)
        #expect(accessControl.rejectedCount == 1)
        #expect(RemoteAccessControl(token: nil).admits(nil))
    }
}
