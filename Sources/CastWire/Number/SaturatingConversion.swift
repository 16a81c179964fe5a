// SPDX-License-Identifier: Apache-2.0
// Conversions for numbers that peers send. Swift's operators and conversions trap if a result does not fit, so values
// from a peer must use these instead.

extension FixedWidthInteger {
    /// Creates an integer from the integer part of a floating-point value, clamped to the range of this type. NaN
    /// becomes 0.
    package init(clamping value: Double) {
        guard !value.isNaN else {
            self = 0
            return
        }
        self = Self(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    }
}

extension Double {
    /// The value, clamped to the finite range. NaN becomes 0.
    ///
    /// JSON has neither infinity nor NaN, but arithmetic on large members of a message can produce both.
    package var clampedToFinite: Double {
        guard !isFinite else { return self }
        guard !isNaN else { return 0 }
        return self < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
    }
}

extension Duration {
    /// Returns a number of seconds, clamped to ±2,147,483,647 s (68 years). NaN becomes zero.
    ///
    /// The limit ensures that the result can be added to any instant of a clock.
    package static func seconds(clamping value: Double) -> Duration {
        let limit = Double(Int32.max)
        return value.isNaN ? .zero : .seconds(min(max(value, -limit), limit))
    }
}
