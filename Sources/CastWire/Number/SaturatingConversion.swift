// A peer chooses the numbers in its messages. Swift's operators and conversions end the process when a result does not
// fit, so values of a peer go through these forms instead.

extension FixedWidthInteger {
    /// The integer part of a floating-point value, limited to the range of this type. NaN gives 0.
    package init(clamping value: Double) {
        guard !value.isNaN else {
            self = 0
            return
        }
        self = Self(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    }
}

extension Double {
    /// The nearest finite value. NaN gives 0.
    ///
    /// JSON has neither infinity nor NaN, but sums and products of large members of a message reach both.
    package var clampedToFinite: Double {
        guard !isFinite else { return self }
        guard !isNaN else { return 0 }
        return self < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
    }
}

extension Duration {
    /// A number of seconds, limited to ±2,147,483,647 s (68 years). NaN gives zero.
    ///
    /// The limit leaves room for adding the result to any instant of a clock.
    package static func seconds(clamping value: Double) -> Duration {
        let limit = Double(Int32.max)
        return value.isNaN ? .zero : .seconds(min(max(value, -limit), limit))
    }
}
