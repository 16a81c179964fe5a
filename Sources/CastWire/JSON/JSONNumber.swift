// SPDX-License-Identifier: Apache-2.0

/// The value of a JSON number.
enum JSONNumber {
    /// Returns the `Double` that is nearest to a number of a checked text; nil if it is infinite.
    ///
    /// Nearly all numbers of devices are the quotient of two integers that `Double` represents exactly: the digits and a power of
    /// ten. Then one division gives the nearest value (Clinger 1990, "How to read floating point numbers accurately").
    static func value(of text: UnsafeBufferPointer<UInt8>) -> Double? {
        let isNegative = text.first == UInt8(ascii: "-")
        var digits: UInt64 = 0
        var isFraction = false
        var fractionDigits = 0
        var divisor = 1.0
        for byte in text[(isNegative ? 1 : 0)...] {
            if byte == UInt8(ascii: ".") {
                isFraction = true
                continue
            }
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return parsed(text) }
            digits = digits * 10 + UInt64(digit)
            guard digits <= 1 << 53 else { return parsed(text) }
            if isFraction {
                fractionDigits += 1
                guard fractionDigits <= 22 else { return parsed(text) }
                divisor *= 10
            }
        }
        let value = Double(digits) / divisor
        return isNegative ? -value : value
    }

    private static func parsed(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }
}
