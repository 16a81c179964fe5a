// SPDX-License-Identifier: Apache-2.0

import CastWire
import Crypto

/// Checks the token that clients on other machines must show. The token is displayed where the remote was started.
///
/// Wrong tokens are counted per address, with increasing waiting periods. Together with this rate limit, the token's
/// 130 random bits leave a wide margin against online guessing.
struct TokenVerifier: Sendable {
    enum Verdict: Sendable, Hashable {
        case admitted
        case wrong
        /// The token was not compared, because the address must wait for a number of whole seconds.
        case tooMany(retryAfter: Int)
    }

    private struct FailedAttempts: Sendable {
        var count: Int
        /// The end of the waiting period.
        var until: ContinuousClock.Instant
    }

    /// The number of wrong tokens of an address before it must wait.
    static let freeGuesses = 3
    /// The maximum waiting period, in seconds.
    static let longestWait = 60
    /// The maximum number of addresses that are remembered.
    static let addressLimit = 256

    let token: String
    /// The number of wrong tokens that were compared.
    private(set) var wrongCount = 0
    /// The number of tokens that were rejected without comparison.
    private(set) var refusedCount = 0
    private var failedAttempts: [String: FailedAttempts] = [:]

    var addressCount: Int { failedAttempts.count }

    init(token: String) { self.token = token }

    /// Checks a token.
    ///
    /// - Parameters:
    ///   - attempt: The token as entered: case, spaces and hyphens are ignored.
    ///   - address: The address of the client.
    mutating func verify(
        _ attempt: String,
        from address: String,
        at instant: ContinuousClock.Instant
    ) -> Verdict {
        let previous = failedAttempts[address]
        if let previous, previous.count >= Self.freeGuesses, instant < previous.until {
            refusedCount += 1
            let (seconds, attoseconds) = instant.duration(to: previous.until).components
            // Rounded up, so that a client which obeys it is not rejected again.
            return .tooMany(retryAfter: Int(seconds) + (attoseconds > 0 ? 1 : 0))
        }
        if Self.isEqual(Self.normalized(attempt), Self.normalized(token)) {
            failedAttempts[address] = nil
            return .admitted
        }
        wrongCount += 1
        let count = (previous?.count ?? 0) + 1
        let wait = min(1 << min(max(0, count - Self.freeGuesses), 6), Self.longestWait)
        if previous == nil, failedAttempts.count >= Self.addressLimit {
            // Replace the address whose waiting period ends first.
            let oldest = failedAttempts.min { $0.value.until < $1.value.until }
            if let oldest { failedAttempts[oldest.key] = nil }
        }
        failedAttempts[address] = FailedAttempts(count: count, until: instant.advanced(by: .seconds(wait)))
        return .wrong
    }

    /// Compares two strings in constant time.
    static func isEqual(_ one: String, _ other: String) -> Bool {
        // The digests have equal length, regardless of the input.
        let (one, other) = (SHA256.hash(data: Array(one.utf8)), SHA256.hash(data: Array(other.utf8)))
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func normalized(_ token: String) -> String {
        String(token.prefix(200).filter { $0 != " " && $0 != "-" }.lowercased())
    }

    /// Returns 130 random bits, in groups of letters and digits that are easy to type and to tell apart.
    static func newToken() -> String {
        let letters = Array("abcdefghjkmnpqrstuvwxyz023456789")
        var generator = SystemRandomNumberGenerator()
        let text = (0..<26).map { _ in letters[Int(generator.next(upperBound: UInt32(letters.count)))] }
        return stride(from: 0, to: text.count, by: 5).map { String(text[$0..<min($0 + 5, text.count)]) }
            .joined(separator: "-")
    }

    /// Returns 128 random bits in hexadecimal.
    static func newSecret() -> String { Hexadecimal.random(bytes: 16) }
}
