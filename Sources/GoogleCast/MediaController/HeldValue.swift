/// What was just asked for, shown until the engine shows it: an order takes a turn of the main thread to get there.
struct HeldValue<Value: Equatable> {
    let value: Value
    /// What was shown when it was asked for.
    private let former: Value?
    private let until: ContinuousClock.Instant

    init(_ value: Value, insteadOf former: Value?, from instant: ContinuousClock.Instant) {
        self.value = value
        self.former = former
        until = instant.advanced(by: .seconds(1))
    }

    /// Whether it is shown still; not once the engine shows anything new, or nothing has come of it.
    func holds(against present: Value?, at instant: ContinuousClock.Instant) -> Bool {
        present == former && instant < until
    }
}
