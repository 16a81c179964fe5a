// SPDX-License-Identifier: Apache-2.0

import CastWire
import MulticastDNS

/// The operations that a busy sender does most often: their allocations are compared by `AllocationTests`, their instructions by
/// `scripts/instructions`, and their times are printed by `Benchmarks/run`.
enum SampleOperations {
    static let all: KeyValuePairs<String, @Sendable () throws -> Void> = [
        "encode-receiver-status": { discard(try CastFrame.encode(Samples.receiverStatus)) },
        "encode-largest-message": { discard(try CastFrame.encode(Samples.largest)) },
        "decode-receiver-status": { try receiverFrame.withUnsafeBytes { discard(try CastFrame.decode($0)) } },
        "decode-largest-message": { try largestFrame.withUnsafeBytes { discard(try CastFrame.decode($0)) } },
        "read-receiver-status": {
            let status = ReceiverStatusMessage(fields: try Samples.receiverStatus.jsonObject()).status
            discard((status.applications.first?.transportID, status.volume?.level))
        },
        "read-media-status": {
            let status = MediaStatusMessage(fields: try Samples.mediaStatus.jsonObject()).statuses.first
            discard((status?.playerState, status?.currentTime, status?.media?.duration))
        },
        "read-discovery-response": { discard(try DNSMessage(datagram: datagram)) },
    ]

    // An operation on an empty sample would throw.
    private static let receiverFrame = (try? CastFrame.encode(Samples.receiverStatus)) ?? []
    private static let largestFrame = (try? CastFrame.encode(Samples.largest)) ?? []
    private static let datagram = (try? Samples.discoveryAnswer()) ?? []
}

/// Takes a value that the optimizer therefore has to make.
@inline(never)
func discard<Value>(_ value: Value) {}
