// SPDX-License-Identifier: Apache-2.0

import CastWire
import MulticastDNS

/// Executes one operation many times, so that `scripts/instructions` can count the instructions of one.
///
///     Operations list
///     Operations NAME COUNT
@main
enum Operations {
    private static let all: KeyValuePairs<String, @Sendable () throws -> Void> = [
        "encode-receiver-status": { discard(try CastFrame.encode(Samples.receiverStatus)) },
        "decode-receiver-status": { try receiverFrame.withUnsafeBytes { discard(try CastFrame.decode($0)) } },
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

    private static let receiverFrame = (try? CastFrame.encode(Samples.receiverStatus)) ?? []
    private static let datagram = (try? Samples.discoveryAnswer()) ?? []

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[2]),
            let operation = all.first(where: { $0.key == arguments[1] })?.value
        else {
            for operation in all { print(operation.key) }
            return
        }
        for _ in 0..<count { try operation() }
    }
}

/// Takes a value that the optimizer therefore has to make.
@inline(never)
private func discard<Value>(_ value: Value) {}
