// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import CastSender

@Suite("The log of a connection", .timeLimit(.minutes(1)))
struct ConnectionLogTests {
    private struct Entry: Sendable {
        var level: Logger.Level
        var message: String
        var metadata: Logger.Metadata
    }

    private struct Recorder: LogHandler {
        let entries: NIOLockedValueBox<[Entry]>
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = metadata.merging(event.metadata ?? [:]) { $1 }
            let entry = Entry(level: event.level, message: "\(event.message)", metadata: metadata)
            entries.withLockedValue { $0.append(entry) }
        }
    }

    @Test("The app's logger gets constant messages, with the device and the content of messages as metadata")
    func injected() async throws {
        let entries = NIOLockedValueBox<[Entry]>([])
        var options = ConnectionOptions()
        options.logger = Logger(label: "test") { _ in Recorder(entries: entries) }
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin(options: options)
        let film = MediaInformation(contentID: "http://192.0.2.7/a.mp4", contentType: "video/mp4")
        let loading = Task { try await session.media.load(film, options: .init(credentials: .init("secret-word"))) }
        let load = try await peer.expect("LOAD", in: .media, to: "web-1")
        #expect("\(load.message.payload)".contains("secret-word"))
        try await peer.reply(to: load, ["type": "LOAD_CANCELLED"])
        await #expect(throws: CastError.self) { try await loading.value }
        await connection.close()

        let logged = entries.withLockedValue { $0 }
        #expect(Set(logged.map(\.message)) == ["connected", "sending message", "received", "connection closed"])
        #expect(logged.allSatisfy { $0.metadata["cast-device-id"] == "1234" })
        #expect(logged.first?.metadata["cast-device"] == "Test TV")
        #expect(logged.last?.metadata["cast-reason"] == "\(CloseReason.closedLocally)")
        let sent = logged.filter { $0.metadata["cast-payload"]?.description.contains("LOAD\"") == true }
        #expect(sent.map(\.message) == ["sending message"])
        #expect(sent.map(\.level) == [.trace])
        #expect(!logged.contains { "\($0.metadata)".contains("secret-word") })
    }
}
