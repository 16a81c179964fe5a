// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// A seedable random number generator (SplitMix64), so that tests are reproducible.
///
/// It only spreads delays and is not used for security.
struct Jitter: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func next(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &self)
    }

    mutating func milliseconds(_ range: ClosedRange<Int64>) -> TimeAmount {
        .microseconds(next(range.lowerBound * 1_000...range.upperBound * 1_000))
    }

    /// Returns a generator for another state machine.
    mutating func fork() -> Jitter {
        Jitter(seed: next())
    }
}
