// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// Access control of the web remote. A client shows the token once and is then identified by a cookie. Without a token,
/// all clients have access.
final class RemoteAccessControl: Sendable {
    static let cookieName = "cast-remote"
    /// The maximum number of browsers that are remembered.
    private static let limit = 64

    private struct State {
        var verifier: TokenVerifier
        /// The cookie values that were issued, oldest first.
        var keys: [String] = []
    }

    private let state: NIOLockedValueBox<State>?

    init(token: String?) { state = token.map { NIOLockedValueBox(State(verifier: TokenVerifier(token: $0))) } }

    var isOpen: Bool { state == nil }

    /// The number of rejected tokens: wrong ones, and those that were not compared because their address must wait.
    var rejectedCount: Int { state?.withLockedValue { $0.verifier.wrongCount + $0.verifier.refusedCount } ?? 0 }

    /// Checks a token, and returns the cookie value for the browser if the token is correct.
    func authenticate(
        _ token: String,
        from address: String,
        at instant: ContinuousClock.Instant = .now
    ) -> (verdict: TokenVerifier.Verdict, key: String?) {
        guard let state else { return (.admitted, nil) }
        return state.withLockedValue { state in
            let verdict = state.verifier.verify(token, from: address, at: instant)
            guard verdict == .admitted else { return (verdict, nil) }
            let key = TokenVerifier.newSecret()
            if state.keys.count >= Self.limit { state.keys.removeFirst() }
            state.keys.append(key)
            return (verdict, key)
        }
    }

    /// Returns whether the cookies grant access.
    ///
    /// - Parameter cookies: The value of the `Cookie` header.
    func admits(_ cookies: String?) -> Bool {
        guard let state else { return true }
        let presentedKeys = (cookies ?? "").split(separator: ";").prefix(50).compactMap { pair -> String? in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == Self.cookieName else { return nil }
            return String(parts[1])
        }
        let keys = state.withLockedValue { $0.keys }
        // All keys are compared, so that the duration does not depend on which one matches.
        return presentedKeys.prefix(4).reduce(false) { isKnown, key in
            keys.reduce(isKnown) { TokenVerifier.isEqual($1, key) || $0 }
        }
    }
}
