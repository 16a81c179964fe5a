// SPDX-License-Identifier: Apache-2.0

import CastTesting
import Foundation

/// Runs a target on mutations of its seeds, without feedback from the code that they reach.
///
/// It needs no instrumented modules, so CI uses it with the modules of its release build. All inputs follow from a number,
/// so a run can be repeated.
struct MutationRun {
    private let target: FuzzTarget
    private var inputs = Int.max
    private var seconds = Double.infinity
    private var generator = SeededGenerator(seed: 1)
    private var artifacts = "."
    private var seeds: [[UInt8]] = []

    init(_ target: FuzzTarget, arguments: [String]) {
        self.target = target
        var rest = arguments[...]
        func value<Value: LosslessStringConvertible>(_ name: String) -> Value {
            guard let text = rest.popFirst(), let value = Value(text) else { Main.fail("\(name) needs a value\n") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--inputs": inputs = value(argument)
            case "--seconds": seconds = value(argument)
            case "--seed": generator = SeededGenerator(seed: value(argument))
            case "--artifacts": artifacts = value(argument)
            default:
                let files = (try? FileManager.default.contentsOfDirectory(atPath: argument)) ?? []
                for file in files.sorted() { seeds.append(Main.read("\(argument)/\(file)")) }
            }
        }
        if seeds.isEmpty { seeds = [[0]] }
    }

    /// Runs the target until the number of inputs or the time is reached, and prints a line with the result.
    mutating func run() {
        FailureRecorder.start(folder: artifacts, target: target.name)
        let clock = ContinuousClock()
        let start = clock.now
        for seed in seeds { run(seed) }
        var count = seeds.count
        while count < inputs {
            if count.isMultiple(of: 256), (clock.now - start) / .seconds(1) > seconds { break }
            run(mutated())
            count += 1
        }
        let time = (clock.now - start) / .seconds(1)
        print("\(target.name): \(count) inputs in \(Int(time.rounded())) s, \(Int(Double(count) / max(time, 0.001)))/s")
    }

    private func run(_ input: [UInt8]) {
        input.withUnsafeBytes { FailureRecorder.note($0) }
        target.run(input)
    }

    /// Returns a seed with one to eight changes.
    private mutating func mutated() -> [UInt8] {
        var bytes = seeds[below(seeds.count)]
        if below(8) == 0 { bytes += seeds[below(seeds.count)].suffix(below(64)) }
        for _ in 0...below(8) { change(&bytes) }
        return Array(bytes.prefix(target.maximumLength))
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else {
            bytes = (0...below(64)).map { _ in UInt8(below(256)) }
            return
        }
        let place = below(bytes.count)
        let length = min(1 + below(below(4) == 0 ? 64 : 8), bytes.count - place)
        switch below(9) {
        case 0: bytes[place] = UInt8(below(256))
        case 1: bytes[place] ^= 1 << UInt8(below(8))
        case 2: bytes[place] &+= UInt8(below(2) == 0 ? 1 : 255)
        case 3:
            // A number at which arithmetic overflows.
            let number = [0, UInt64.max, UInt64.max >> 1, 1 << 63, UInt64(bytes.count), 1 << 31, 0xFFFF][below(7)]
            let width = [1, 2, 4, 8][below(4)]
            for index in 0..<width where place + index < bytes.count {
                bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * (width - 1 - index)))
            }
        case 4: bytes.removeSubrange(place..<(place + length))
        case 5: bytes.insert(contentsOf: (0..<length).map { _ in UInt8(below(256)) }, at: place)
        case 6: bytes.insert(contentsOf: bytes[place..<(place + length)], at: below(bytes.count))
        case 7:
            // A part of another seed.
            let other = seeds[below(seeds.count)]
            guard !other.isEmpty else { return }
            let from = below(other.count)
            bytes.replaceSubrange(place..<(place + length), with: other[from..<min(from + 1 + below(32), other.count)])
        default:
            // A decimal number in a text.
            let numbers = [
                "9223372036854775807", "-9223372036854775808", "1e309", "-1", "4294967296", "0.1e-300", "00",
            ]
            bytes.replaceSubrange(place..<(place + length), with: numbers[below(numbers.count)].utf8)
        }
    }

    private mutating func below(_ limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
}
