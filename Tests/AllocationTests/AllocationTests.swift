// SPDX-License-Identifier: Apache-2.0

import CAllocationCounter
import CastWire
import MulticastDNS
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
    @Test("The counter counts ten arrays")
    func counter() {
        #expect(allocations { for size in 1...10 { discard([Int](repeating: size, count: size)) } } == 10)
    }

    @Test("A frame is encoded")
    func encoding() throws {
        #expect(try allocations { try CastFrame.encode(Samples.receiverStatus) } == 2)
        #expect(try allocations { try CastFrame.encode(Samples.largest) } == 2)
    }

    @Test("A frame is decoded")
    func decoding() throws {
        for message in [Samples.receiverStatus, Samples.largest] {
            let frame = try CastFrame.encode(message)
            #expect(try allocations { try frame.withUnsafeBytes { try CastFrame.decode($0) } } == 3)
        }
    }

    @Test("The text of a status becomes values")
    func statuses() throws {
        let receiver = try allocations {
            let status = ReceiverStatusMessage(fields: try Samples.receiverStatus.jsonObject()).status
            return (status.applications.first?.transportID, status.volume?.level)
        }
        #expect(receiver == 5)
        let media = try allocations {
            let status = MediaStatusMessage(fields: try Samples.mediaStatus.jsonObject()).statuses.first
            return (status?.playerState, status?.currentTime, status?.media?.duration)
        }
        #expect(media == 4)
    }

    @Test("A device's response to a query is read")
    func discovery() throws {
        let datagram = try Samples.discoveryAnswer()
        #expect(try allocations { try DNSMessage(datagram: datagram) } == 12)
    }
}

/// Returns the average number of allocations of an operation. A first run is not counted, because it fills caches of the
/// process.
private func allocations<Value>(_ operation: () throws -> Value) rethrows -> Int {
    let repetitions = 1000
    discard(try operation())
    let before = cast_allocations_of_this_thread()
    for _ in 0..<repetitions { discard(try operation()) }
    return (Int(cast_allocations_of_this_thread() - before) + repetitions / 2) / repetitions
}

/// Takes a value that the optimizer therefore has to make.
@inline(never)
private func discard<Value>(_ value: Value) {}
