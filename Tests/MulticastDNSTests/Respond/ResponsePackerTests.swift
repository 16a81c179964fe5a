// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

/// Tests of how records are distributed over datagrams.
@Suite("Datagrams of responses")
struct ResponsePackerTests {
    @Test("Records whose names have few labels in common are all sent, in datagrams that are not fragmented")
    func losesNoRecord() throws {
        // The packer assumes that the domain is written only once, so it underestimates these records.
        let records = try (0..<100).map { index in
            let domain = "\(index)-" + String(repeating: "x", count: 50)
            return DNSRecord(
                name: try DNSName(labels: ["a", domain, "local"]),
                timeToLive: 120,
                data: .a([10, 0, 0, UInt8(index)])
            )
        }
        let groups = records.indices.map { ResponsePacker.Group(answers: [.location($0)]) }
        let datagrams = ResponsePacker().pack(groups) { own in
            guard case .location(let index) = own else { return [] }
            return [records[index]]
        }
        #expect(datagrams.allSatisfy { $0.count <= DNSMessage.sendLimit } == true)
        #expect(try messages(datagrams).flatMap(\.answers) == records)
    }
}
