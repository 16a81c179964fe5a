// SPDX-License-Identifier: Apache-2.0

/// The order of file names in which numbers are compared by value: "Episode 2" precedes "Episode 10".
public enum NaturalOrder {
    /// Returns whether a name precedes another one.
    ///
    /// Case and leading zeros distinguish names only if they are equal otherwise, so the order is total. Numbers can
    /// have any length. The time is linear in the length of the names.
    public static func areInIncreasingOrder(_ a: String, _ b: String) -> Bool {
        let first = Array(a.lowercased().utf8)
        let second = Array(b.lowercased().utf8)
        var i = 0
        var j = 0
        while i < first.count, j < second.count {
            if isDigit(first[i]), isDigit(second[j]) {
                let number = significantDigits(first, from: i)
                let other = significantDigits(second, from: j)
                if number.count != other.count { return number.count < other.count }
                if !first[number].elementsEqual(second[other]) {
                    return first[number].lexicographicallyPrecedes(second[other])
                }
                i = number.upperBound
                j = other.upperBound
            } else {
                if first[i] != second[j] { return first[i] < second[j] }
                i += 1
                j += 1
            }
        }
        if i < first.count || j < second.count { return j < second.count }
        return a.utf8.lexicographicallyPrecedes(b.utf8)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Returns the digits of a number without its leading zeros.
    private static func significantDigits(_ bytes: [UInt8], from start: Int) -> Range<Int> {
        var start = start
        while start < bytes.count, bytes[start] == UInt8(ascii: "0") { start += 1 }
        var end = start
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        return start..<end
    }
}
