// SPDX-License-Identifier: Apache-2.0

import CastWire
import HeadlessUIKit
import Testing

/// Sets every number that a device sends to values that no device should send.
///
/// Each message goes through the engine, the store, the terminal, the page and the GCK classes; a trap in any of them
/// terminates the test process.
@MainActor
@Suite("Extreme numbers from a device", .serialized, .timeLimit(.minutes(2)))
struct SenderExtremesTests {
    /// Sends every mutation of the messages and checks that the sender recovers after each message.
    ///
    /// - Parameter kept: Members that are only mutated together with all others.
    private func run(_ messages: [JSONObject], in namespace: CastNamespace, keeping kept: Set<String> = []) async throws
    {
        try await SenderBench.perform { bench in
            for message in messages {
                // Mutations within one media session, where the engine merges statuses.
                for mutation in Mutation.all(of: message, keeping: kept.union(["mediaSessionId"])) {
                    try await bench.receive(mutation.message, in: namespace, drawing: mutation.drawing)
                }
                #expect(try await bench.recovers(), "after \(message.messageType ?? "?")")
                // Extreme session ids start new media sessions.
                let isStatus = message.messageType == "MEDIA_STATUS"
                for mutation in isStatus ? Mutation.all(of: message).filter(\.changesSession) : [] {
                    try await bench.restartMedia()
                    try await bench.receive(mutation.message, in: namespace, drawing: mutation.drawing)
                }
                #expect(try await bench.isAlive(), "after \(message.messageType ?? "?")")
                #expect(bench.badWidgets.isEmpty)
            }
        }
    }

    @Test("a film with extreme numbers in its status is shown, and the sender keeps working")
    func film() async throws { try await run([DeviceMessages.film], in: .media) }

    @Test("an advertisement, a live stream and a load with extreme numbers are shown, and the sender keeps working")
    func otherMedia() async throws {
        // The film's status covers these members.
        let kept: Set<String> = [
            "items", "queueData", "metadata", "tracks", "textTrackStyle", "videoInfo", "volume",
            "activeTrackIds", "preloadedItemId", "customData",
        ]
        let messages = [DeviceMessages.advertisement, DeviceMessages.live, DeviceMessages.loading]
        try await run(messages, in: .media, keeping: kept)
    }

    @Test("a queue with extreme ids, indexes and sequence numbers is shown, and the sender keeps working")
    func queue() async throws {
        let messages = [DeviceMessages.queueItemIDs, DeviceMessages.queueItems] + DeviceMessages.queueChanges
        try await run(messages, in: .media)
    }

    @Test("media errors with extreme numbers are shown, and the sender keeps working")
    func mediaErrors() async throws { try await run(DeviceMessages.mediaErrors, in: .media) }

    @Test("a device status with extreme numbers is shown, and the sender keeps working")
    func receiver() async throws {
        try await run([DeviceMessages.receiverStatus] + DeviceMessages.launchMessages, in: .receiver)
    }

    @Test("a group with extreme volumes is shown, and the sender keeps working")
    func group() async throws { try await run(DeviceMessages.multizoneMessages, in: .multizone) }
}

extension Mutation {
    /// Whether the mutation replaced every number.
    private var isOfEveryNumber: Bool { description.hasPrefix("every number") }

    fileprivate var changesSession: Bool { isOfEveryNumber || description.contains("mediaSessionId") }

    fileprivate var drawing: SenderBench.Drawing { isOfEveryNumber ? .complete : .alternating }
}
