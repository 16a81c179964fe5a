import NIOCore

/// The round trip time of a connection, smoothed as TCP does it (RFC 6298).
///
/// Samples are the answers to PING and to GET_STATUS of the platform, which a device gives at once. Time limits grow by
/// ``limit``, so that a slow network does not fail requests that the device answers in time.
struct RoundTripEstimate: Equatable {
    /// The smoothed round trip time; nil before the first sample.
    private(set) var smoothed: TimeAmount?
    private var variation = TimeAmount.zero

    /// The most that the estimate adds to a time limit.
    static let maximum = TimeAmount.seconds(20)

    /// The time within which a message and its answer cross the network: the smoothed time and four times its mean
    /// deviation; zero before the first sample.
    var limit: TimeAmount {
        guard let smoothed else { return .zero }
        return min(smoothed + variation * 4, Self.maximum)
    }

    /// Takes a sample. Samples outside 0…60 s are ignored.
    mutating func measured(_ sample: TimeAmount) {
        guard sample >= .zero, sample <= .seconds(60) else { return }
        guard let old = smoothed else {
            smoothed = sample
            variation = .nanoseconds(sample.nanoseconds / 2)
            return
        }
        let deviation = abs(old.nanoseconds - sample.nanoseconds)
        variation = .nanoseconds((3 * variation.nanoseconds + deviation) / 4)
        smoothed = .nanoseconds((7 * old.nanoseconds + sample.nanoseconds) / 8)
    }
}

extension CastConnection {
    /// The time limit that the network alone needs for a message and its answer, from the measured round trip times;
    /// zero before the first one.
    package var roundTripLimit: Duration { .nanoseconds(machine.roundTrip.limit.nanoseconds) }
}
