// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastWire

@Suite("Saturating conversions")
struct SaturatingConversionTests {
    @Test(
        "A floating-point value becomes an integer within the range of the type",
        arguments: [
            (0, 0), (2.9, 2), (-2.9, -2), (1e19, Int.max), (-1e19, Int.min), (1e308, Int.max), (-1e308, Int.min),
            (.infinity, Int.max), (-.infinity, Int.min), (.nan, 0), (9_223_372_036_854_775_808, Int.max),
            (-9_223_372_036_854_775_808, Int.min), (4_503_599_627_370_497, 4_503_599_627_370_497),
        ] as [(Double, Int)]
    )
    func integer(value: Double, expected: Int) {
        #expect(Int(clamping: value) == expected)
    }

    @Test("Smaller and unsigned types have their own bounds")
    func otherTypes() {
        #expect(UInt16(clamping: 65_535.9) == 65_535)
        #expect(UInt16(clamping: 65_536.0) == 65_535)
        #expect(UInt64(clamping: -0.5) == 0)
        #expect(UInt64(clamping: -1e300) == 0)
        #expect(UInt64(clamping: 1e300) == .max)
        #expect(Int32(clamping: -2_147_483_649.0) == .min)
    }

    @Test("Infinity and NaN become finite")
    func finite() {
        #expect(Double.infinity.clampedToFinite == .greatestFiniteMagnitude)
        #expect((-Double.infinity).clampedToFinite == -.greatestFiniteMagnitude)
        #expect(Double.nan.clampedToFinite == 0)
        #expect((-1e308).clampedToFinite == -1e308)
    }

    @Test("Seconds become a duration that can be added to an instant")
    func duration() {
        #expect(Duration.seconds(clamping: 1.5) == .milliseconds(1500))
        #expect(Duration.seconds(clamping: .nan) == .zero)
        for seconds in [1e10, 1e308, .infinity] {
            #expect(Duration.seconds(clamping: seconds) == .seconds(2_147_483_647))
            #expect(Duration.seconds(clamping: -seconds) == .seconds(-2_147_483_647))
            #expect(ContinuousClock.now + Duration.seconds(clamping: seconds) > .now)
        }
    }
}
