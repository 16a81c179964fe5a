/// The order in which the addresses of one device are tried: each a little after the one before, not after its end, so
/// that an address which leads nowhere costs a quarter of a second instead of the whole time (RFC 8305 section 5).
///
/// A state machine without I/O and without a clock: what happened goes in, what is to be done comes out.
struct AddressRace {
    /// How long an attempt has before the next one begins beside it: the Connection Attempt Delay that RFC 8305
    /// section 5 recommends.
    static let delay = Duration.milliseconds(250)

    enum Action: Equatable {
        /// Begin an attempt at an address.
        case connect(Int)
        /// Tell ``delayIsOver(after:)`` in ``delay``.
        case delay(after: Int)
    }

    /// The addresses in the order in which they are tried, each once. The kinds of address take turns, so that a
    /// network which carries only one of them is found out by the second attempt (RFC 8305 section 4).
    let endpoints: [CastEndpoint]
    private var begun = 0
    private var running: Set<Int> = []
    private var failures: [Int: CastConnectError] = [:]

    /// - Parameters:
    ///   - first: The likeliest address; tried first.
    ///   - others: The other ones, the likelier the earlier.
    init(_ first: CastEndpoint, _ others: [CastEndpoint]) {
        var seen: Set<CastEndpoint> = []
        let endpoints = ([first] + others).filter { seen.insert($0).inserted }
        var waiting = endpoints.filter { $0.isIPv6 != first.isIPv6 }[...]
        self.endpoints =
            endpoints.filter { $0.isIPv6 == first.isIPv6 }
            .flatMap { endpoint in [endpoint] + (waiting.popFirst().map { [$0] } ?? []) } + waiting
    }

    mutating func begin() -> [Action] { next() }

    /// The time after which an attempt is no longer waited for alone has passed.
    mutating func delayIsOver(after index: Int) -> [Action] { index == begun - 1 ? next() : [] }

    /// An attempt came to nothing.
    mutating func failed(_ index: Int, _ error: CastConnectError) -> [Action] {
        running.remove(index)
        failures[index] = error
        return next()
    }

    /// What to tell when every attempt came to nothing; nil while one may still get through.
    ///
    /// The first address is the likeliest: its failure is the one that counts.
    var defeat: CastConnectError? {
        guard running.isEmpty, begun == endpoints.count, var error = failures[0] else { return nil }
        error.others = failures.sorted { $0.key < $1.key }.dropFirst().map(\.value)
        return error
    }

    private mutating func next() -> [Action] {
        guard begun < endpoints.count else { return [] }
        let index = begun
        begun += 1
        running.insert(index)
        return begun < endpoints.count ? [.connect(index), .delay(after: index)] : [.connect(index)]
    }
}

extension CastEndpoint {
    fileprivate var isIPv6: Bool { host.contains(":") }
}
