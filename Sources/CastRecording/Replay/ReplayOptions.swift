// SPDX-License-Identifier: Apache-2.0

/// The end of the connections that a replay plays.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ReplayRole: String, Sendable, Hashable, CaseIterable {
    /// Sends what the recorded device sent, and expects what the recorded sender sent.
    case device
    /// Sends what the recorded sender sent, and expects what the recorded device sent.
    case sender
}

/// How a recording is replayed.
public struct ReplayOptions: Sendable, Hashable {
    /// The times at which messages are sent.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Pace: Sendable, Hashable {
        /// After the recorded delays, divided by a speed from 0.01 to 1,000; other speeds are clamped.
        case recorded(speed: Double)
        /// As soon as what came before has arrived.
        case immediate
    }

    /// The times at which messages are sent. Default as recorded.
    public var pace = Pace.recorded(speed: 1)
    /// How long a message of the peer may be late before the replay goes on without it. A message that arrives later
    /// still counts. Default 10 s.
    public var patience: Duration = .seconds(10)

    /// Creates the default options.
    public init() {}

    /// Returns the delay for a recorded time span.
    func delay(milliseconds: Int) -> Duration {
        switch pace {
        case .immediate: .zero
        case .recorded(let speed):
            // Whole nanoseconds, so that a speed of 1 keeps the times of the recording exactly.
            .nanoseconds(
                Int64(Double(max(0, milliseconds)) * 1_000_000 / (speed.isFinite ? min(max(speed, 0.01), 1000) : 1))
            )
        }
    }
}
