import Testing

@testable import CastRemote

@Suite("The token")
struct TokenGateTests {
    @Test("A token has 130 random bits, can be typed, and is another one each time")
    func token() {
        let tokens = Set((0..<100).map { _ in TokenGate.newToken() })
        #expect(tokens.count == 100)
        for token in tokens {
            let letters = token.filter { $0 != "-" }
            #expect(letters.count == 26)
            #expect(letters.allSatisfy { "abcdefghjkmnpqrstuvwxyz023456789".contains($0) })
        }
    }

    @Test("The right one is let in however it is typed")
    func right() {
        var gate = TokenGate(token: "abcde-fghjk")
        #expect(gate.judge("ABCDE FGHJK", from: "a", at: .now) == .admitted)
        #expect(gate.judge("abcdefghjk", from: "a", at: .now) == .admitted)
        #expect(gate.judge("", from: "a", at: .now) == .wrong)
    }

    @Test(
        "Ten thousand guesses within a minute: a handful is looked at, none gets in, the owner elsewhere is let in at once"
    )
    func guesses() {
        let token = TokenGate.newToken()
        var gate = TokenGate(token: token)
        let start = ContinuousClock.now
        var compared = 0
        for number in 0..<10_000 {
            let instant = start.advanced(by: .milliseconds(number * 6))
            switch gate.judge("guess \(number)", from: "192.0.2.66", at: instant) {
            case .admitted: Issue.record("a guess got in")
            case .wrong: compared += 1
            case .tooMany(let seconds): #expect((1...TokenGate.longestWait).contains(seconds))
            }
        }
        #expect(compared < 12)
        #expect(gate.wrongCount == compared)
        #expect(gate.wrongCount + gate.refusedCount == 10_000)
        let end = start.advanced(by: .seconds(60))
        #expect(gate.judge(token, from: "192.0.2.7", at: end) == .admitted)
        // The guesser waits even with the right one, and is let in after that.
        guard case .tooMany(let wait) = gate.judge(token, from: "192.0.2.66", at: end) else {
            Issue.record("no wait")
            return
        }
        #expect(gate.judge(token, from: "192.0.2.66", at: end.advanced(by: .seconds(wait + 1))) == .admitted)
    }

    @Test("Guesses from ten thousand addresses take no more memory than those from a few hundred")
    func manyAddresses() {
        var gate = TokenGate(token: "x")
        for number in 0..<10_000 { _ = gate.judge("no", from: "\(number)", at: .now) }
        #expect(gate.wrongCount == 10_000)
        #expect(gate.addressCount <= TokenGate.addressLimit)
    }

    @Test("A cookie that nobody was given opens nothing")
    func cookies() {
        let door = RemoteDoor(token: "secret")
        #expect(!door.admits(nil) && !door.admits("cast-remote=") && !door.admits("cast-remote=00; x=y"))
        let (verdict, key) = door.knock("secret", from: "a")
        #expect(verdict == .admitted)
        #expect(door.admits("x=y; cast-remote=\(key ?? "")"))
        #expect(door.knock("wrong", from: "a").key == nil)
        #expect(door.wrongCount == 1)
        #expect(RemoteDoor(token: nil).admits(nil))
    }
}
