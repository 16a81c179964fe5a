import NIOCore

/// Notices that this machine slept: the wall clock went on while the monotonic one stood still.
struct ClockWatch {
    /// What a correction of the wall clock may amount to without being taken for sleep.
    static let tolerance = 10.0
    /// How often the clocks are compared.
    static let interval = TimeAmount.seconds(5)

    private var last: (monotonic: NIODeadline, wall: Double)?

    /// The clocks show this; true when the machine slept since the last call.
    ///
    /// - Parameter wall: Seconds since any fixed moment.
    mutating func tick(monotonic: NIODeadline, wall: Double) -> Bool {
        defer { last = (monotonic, wall) }
        guard let last else { return false }
        let passed = Double((monotonic - last.monotonic).nanoseconds) / 1e9
        return wall - last.wall > passed + Self.tolerance
    }

    mutating func stop() { last = nil }
}
