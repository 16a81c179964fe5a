// SPDX-License-Identifier: Apache-2.0

/// Damaged variants of a file or message, the same in every run.
///
/// Each variant has one to four changes: other bytes, extreme numbers, removed, repeated or copied parts, or an early
/// end. They reach code that a single wrong byte does not reach, because length fields and contents change together.
package struct Mutations: Sequence {
    private let original: [UInt8]
    private let count: Int
    private let seed: UInt64

    /// - Parameters:
    ///   - original: The undamaged bytes, at least one.
    ///   - count: The number of variants.
    ///   - seed: The beginning of the sequence of random numbers.
    package init(of original: [UInt8], count: Int, seed: UInt64 = 1) {
        self.original = original
        self.count = original.isEmpty ? 0 : count
        self.seed = seed
    }

    package func makeIterator() -> Iterator {
        Iterator(original: original, remaining: count, generator: SeededGenerator(seed: seed))
    }

    package struct Iterator: IteratorProtocol {
        fileprivate let original: [UInt8]
        fileprivate var remaining: Int
        fileprivate var generator: SeededGenerator

        package mutating func next() -> [UInt8]? {
            guard remaining > 0 else { return nil }
            remaining -= 1
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty { change(&bytes) }
            return bytes
        }

        private mutating func change(_ bytes: inout [UInt8]) {
            let place = Int.random(in: bytes.indices, using: &generator)
            let length = Int.random(in: 1...Swift.min(32, bytes.count - place), using: &generator)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 2, 3: writeNumber(at: place, in: &bytes)
            case 4: bytes.removeSubrange(place..<(place + length))
            case 5: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
            case 6:
                let target = Int.random(in: bytes.indices, using: &generator)
                bytes.replaceSubrange(
                    target..<Swift.min(bytes.count, target + length),
                    with: Array(bytes[place..<(place + length)])
                )
            default: if remaining.isMultiple(of: 4) { bytes.removeSubrange(place...) }
            }
        }

        /// Writes a number at which arithmetic overflows, in the byte order of most formats or in the other one.
        private mutating func writeNumber(at place: Int, in bytes: inout [UInt8]) {
            let width = [1, 2, 3, 4, 8].randomElement(using: &generator) ?? 4
            let largest = UInt64.max >> UInt64(64 - 8 * width)
            let numbers = [0, 1, largest, largest - 1, largest >> 1, (largest >> 1) + 1, UInt64(bytes.count)]
            let number = numbers.randomElement(using: &generator) ?? 0
            let isLittle = Bool.random(using: &generator)
            for index in 0..<width where place + index < bytes.count {
                let shift = UInt64(8 * (isLittle ? index : width - 1 - index))
                bytes[place + index] = UInt8(truncatingIfNeeded: number >> shift)
            }
        }
    }
}
