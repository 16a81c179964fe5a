// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

/// Sets every number in a sender's requests to values that no sender should send.
@Suite("Extreme numbers from a sender", .timeLimit(.minutes(2)))
struct DeviceExtremesTests {
    @Test("a load with extreme numbers is executed or rejected, and the device keeps responding")
    func loads() async throws {
        try await DeviceBench.perform { bench in
            var requestID = 1000
            for message in SenderMessages.loads {
                for mutation in Mutation.all(of: message) {
                    try await bench.play()
                    try await bench.sendToMedia(mutation.message)
                    for _ in 0..<3 { await bench.pass() }
                    requestID += 1
                    try await bench.play()
                    #expect(try await bench.answers(requestID), "\(mutation)")
                }
            }
        }
    }

    @Test("a media request with extreme numbers is executed or rejected, and the device keeps responding")
    func mediaRequests() async throws {
        try await DeviceBench.perform { bench in
            var requestID = 1000
            for index in SenderMessages.requests(to: 0).indices {
                let count = Mutation.all(of: SenderMessages.requests(to: 0)[index]).count
                for number in 0..<count {
                    try await bench.play()
                    let request = SenderMessages.requests(to: bench.mediaSessionID ?? 0)[index]
                    let mutation = Mutation.all(of: request)[number]
                    try await bench.sendToMedia(mutation.message)
                    await bench.pass()
                    requestID += 1
                    try await bench.play()
                    #expect(try await bench.answers(requestID), "\(mutation)")
                }
            }
        }
    }

    @Test("a device request with extreme numbers is executed or rejected, and the device keeps responding")
    func deviceRequests() async throws {
        let groups: [(CastNamespace, [JSONObject])] = [
            (.receiver, SenderMessages.receiver), (.multizone, SenderMessages.multizone),
            (.connection, SenderMessages.connection), (.setup, SenderMessages.setup),
            (.discovery, SenderMessages.setup),
        ]
        try await DeviceBench.perform { bench in
            var requestID = 1000
            for (namespace, messages) in groups {
                for message in messages {
                    for mutation in Mutation.all(of: message) {
                        try await bench.play()
                        try await bench.send(mutation.message, in: namespace)
                        requestID += 1
                        try await bench.play()
                        #expect(try await bench.answers(requestID), "\(mutation)")
                    }
                }
            }
        }
    }
}
