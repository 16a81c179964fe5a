import NIOConcurrencyHelpers

/// Lets in who has the token, and knows them by a cookie from then on. Without a token everybody is in.
final class RemoteDoor: Sendable {
    static let cookieName = "cast-remote"
    /// How many browsers are known.
    private static let limit = 64

    private struct State {
        var gate: TokenGate
        var keys: [String] = []
    }

    private let state: NIOLockedValueBox<State>?

    init(token: String?) { state = token.map { NIOLockedValueBox(State(gate: TokenGate(token: $0))) } }

    var isOpen: Bool { state == nil }

    /// How many wrong tokens came, those included that were not even compared.
    var wrongCount: Int { state?.withLockedValue { $0.gate.wrongCount + $0.gate.refusedCount } ?? 0 }

    /// The key for a browser that showed the token.
    func knock(
        _ token: String,
        from address: String,
        at instant: ContinuousClock.Instant = .now
    ) -> (verdict: TokenGate.Verdict, key: String?) {
        guard let state else { return (.admitted, nil) }
        return state.withLockedValue { state in
            let verdict = state.gate.judge(token, from: address, at: instant)
            guard verdict == .admitted else { return (verdict, nil) }
            let key = TokenGate.newSecret()
            if state.keys.count >= Self.limit { state.keys.removeFirst() }
            state.keys.append(key)
            return (verdict, key)
        }
    }

    /// - Parameter cookies: The header, with all cookies.
    func admits(_ cookies: String?) -> Bool {
        guard let state else { return true }
        let offered = (cookies ?? "").split(separator: ";").prefix(50).compactMap { pair -> String? in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == Self.cookieName else { return nil }
            return String(parts[1])
        }
        let keys = state.withLockedValue { $0.keys }
        // Every one is compared, so that it takes as long whichever it is.
        return offered.prefix(4).reduce(false) { isIn, key in
            keys.reduce(isIn) { TokenGate.isEqual($1, key) || $0 }
        }
    }
}
