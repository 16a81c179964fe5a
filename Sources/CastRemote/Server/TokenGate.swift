import CastArtwork
import Crypto

/// Who may come in from other machines: whoever has the token, which is shown where the remote was started.
///
/// Wrong ones are counted, and an address that sends them waits longer and longer. So 128 bits would not have to be as
/// many as they are.
struct TokenGate: Sendable {
    enum Verdict: Sendable, Hashable {
        case admitted
        case wrong
        /// Nothing was compared. In so many whole seconds it may try again.
        case tooMany(retryAfter: Int)
    }

    private struct Guesser: Sendable {
        var wrong: Int
        var until: ContinuousClock.Instant
    }

    /// How many wrong ones an address has free.
    static let freeGuesses = 3
    /// The longest wait, in seconds.
    static let longestWait = 60
    /// How many addresses are remembered.
    static let addressLimit = 256

    let token: String
    /// How many wrong tokens were compared.
    private(set) var wrongCount = 0
    /// How many were not even compared.
    private(set) var refusedCount = 0
    private var guessers: [String: Guesser] = [:]

    var addressCount: Int { guessers.count }

    init(token: String) { self.token = token }

    /// - Parameters:
    ///   - offered: As typed: case, spaces and hyphens do not count.
    ///   - address: From where.
    mutating func judge(
        _ offered: String,
        from address: String,
        at instant: ContinuousClock.Instant
    ) -> Verdict {
        let guesser = guessers[address]
        if let guesser, guesser.wrong >= Self.freeGuesses, instant < guesser.until {
            refusedCount += 1
            return .tooMany(retryAfter: max(1, Int(instant.duration(to: guesser.until).components.seconds)))
        }
        if Self.isEqual(Self.normalized(offered), Self.normalized(token)) {
            guessers[address] = nil
            return .admitted
        }
        wrongCount += 1
        let wrong = (guesser?.wrong ?? 0) + 1
        let wait = min(1 << min(max(0, wrong - Self.freeGuesses), 6), Self.longestWait)
        if guesser == nil, guessers.count >= Self.addressLimit {
            // The one whose wait is over first has the least to lose.
            if let oldest = guessers.min(by: { $0.value.until < $1.value.until }) { guessers[oldest.key] = nil }
        }
        guessers[address] = Guesser(wrong: wrong, until: instant.advanced(by: .seconds(wait)))
        return .wrong
    }

    /// Takes as long for a token that is wrong at once as for one that is wrong at the end.
    static func isEqual(_ one: String, _ other: String) -> Bool {
        // Of equal length, whatever was sent.
        let (one, other) = (SHA256.hash(data: Array(one.utf8)), SHA256.hash(data: Array(other.utf8)))
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func normalized(_ token: String) -> String {
        String(token.prefix(200).filter { $0 != " " && $0 != "-" }.lowercased())
    }

    /// 130 random bits, in groups that can be typed: letters and digits that are not taken for one another.
    static func newToken() -> String {
        let letters = Array("abcdefghjkmnpqrstuvwxyz023456789")
        var generator = SystemRandomNumberGenerator()
        let text = (0..<26).map { _ in letters[Int(generator.next(upperBound: UInt32(letters.count)))] }
        return stride(from: 0, to: text.count, by: 5).map { String(text[$0..<min($0 + 5, text.count)]) }
            .joined(separator: "-")
    }

    /// 128 random bits in hexadecimal.
    static func newSecret() -> String {
        var generator = SystemRandomNumberGenerator()
        return Hexadecimal.text((0..<16).map { _ in generator.next() as UInt8 })
    }
}
