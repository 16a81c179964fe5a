// SPDX-License-Identifier: Apache-2.0

import CAllocationCounter
import Testing

/// The numbers of allocations of the operations that a busy sender does most often, in a release build.
///
/// They are exact and repeatable, so an additional one is a change that someone should have wanted: whoever removes one
/// lowers the number here.
@Suite(
    "Allocations of one operation",
    .enabled(if: cast_counts_allocations(), "allocations are counted with glibc only")
)
struct AllocationTests {
    private static let expected = [
        "encode-receiver-status": 1, "encode-largest-message": 1, "decode-receiver-status": 2,
        "decode-largest-message": 2, "read-receiver-status": 5, "read-media-status": 4, "read-discovery-response": 12,
    ]

    @Test("The counter counts ten arrays")
    func counter() {
        #expect(allocations { for size in 1...10 { discard([Int](repeating: size, count: size)) } } == 10)
    }

    @Test("Each operation makes as many allocations as recorded", arguments: SampleOperations.all.map(\.key))
    func operation(_ name: String) throws {
        let operation = try #require(SampleOperations.all.first { $0.key == name }?.value)
        #expect(try allocations(operation) == Self.expected[name])
    }
}

/// Returns the average number of allocations of an operation. A first run is not counted, because it fills caches of the
/// process.
private func allocations(_ operation: () throws -> Void) rethrows -> Int {
    let repetitions = 1000
    try operation()
    let before = cast_allocations_of_this_thread()
    for _ in 0..<repetitions { try operation() }
    return (Int(cast_allocations_of_this_thread() - before) + repetitions / 2) / repetitions
}
