// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Log messages of the engine", .serialized)
@MainActor
struct EngineLogTests {
    @Test("Messages and connections of a session are logged under the class names that filters use")
    func traffic() async throws {
        try await LegacyStage.perform(.memory) { stage async throws in
            let logging = LoggerStage()
            let listener = LogListener()
            let filter = GCKLoggerFilter()
            filter.setLoggingLevel(.verbose, forClasses: ["GCKCastChannel", "GCKDeviceConnection"])
            logging.logger.filter = filter
            logging.logger.delegate = listener
            var environment = stage.environment.session.connection
            environment.logger = EngineLogHandler.logger(center: logging.center)
            let device = stage.castDevice
            let opening = Task { try await CastConnection.open(to: device, options: .init(), environment: environment) }
            #expect(
                try await stage.wait { listener.messages.contains { $0.hasPrefix("connected cast-device=Old TV") } }
            )
            #expect(try await stage.wait { listener.messages.contains { $0.hasPrefix("received on ") } })
            let connection = try await opening.value
            await connection.close()
            #expect(
                try await stage.wait {
                    listener.messages.contains { $0.hasPrefix("connection closed cast-device=Old TV") }
                }
            )
            let sent = try #require(listener.entries.first { $0.message.hasPrefix("sending message on ") })
            #expect(sent.message.hasPrefix("sending message on urn:x-cast:com.google.cast."))
            #expect(sent.function.hasPrefix("-[GCKCastChannel ") && sent.level == .verbose)
            #expect(listener.entries.contains { $0.function.hasPrefix("-[GCKDeviceConnection ") && $0.level == .debug })
        }
    }

    @Test("The search for devices is logged under the scanner's class")
    func discovery() async throws {
        let logging = LoggerStage()
        let listener = LogListener()
        let filter = GCKLoggerFilter()
        filter.setLoggingLevel(.verbose, forClasses: ["GCKDeviceScanner"])
        logging.logger.filter = filter
        logging.logger.delegate = listener
        var environment = ConnectionEnvironment.standard
        environment.logger = EngineLogHandler.logger(center: logging.center)
        let sightings = Sightings()
        let browser = DeviceBrowser.start(from: [sightings], criteria: .any, environment: environment)
        let device = CastDevice(id: "tv", friendlyName: "Den", endpoints: [])
        sightings.see(device)
        func wait(_ text: String) async -> Bool {
            for _ in 0..<400 where !listener.messages.contains(where: { $0.hasPrefix(text) }) {
                try? await Task.sleep(for: .milliseconds(10))
                sightings.see(device)
            }
            return listener.messages.contains { $0.hasPrefix(text) }
        }
        #expect(await wait("found a device cast-device=Den cast-device-id=tv"))
        await browser.close()
        #expect(await wait("search ended"))
        #expect(listener.entries.allSatisfy { $0.function.hasPrefix("-[GCKDeviceScanner ") })
    }

    /// Returns what the shared logger logs for these classes while the body runs.
    private func logged(_ classes: [String], _ body: () async throws -> Void) async throws -> [LoggedMessage] {
        let logger = GCKLogger.sharedInstance()
        let listener = LogListener()
        let filter = GCKLoggerFilter()
        filter.setLoggingLevel(.verbose, forClasses: classes)
        filter.minimumLevel = .assert
        (logger.filter, logger.delegate) = (filter, listener)
        defer { (logger.filter, logger.delegate) = (nil, nil) }
        try await body()
        // The delegate is called on the main thread, asynchronously.
        for _ in 0..<10 { try await Task.sleep(for: .milliseconds(10)) }
        return listener.entries
    }

    @Test("Sessions log their start, end and states; the device provider and the media client log, too")
    func session() async throws {
        let entries = try await logged(["GCK*Session", "GCKDeviceProvider", "GCKRemoteMediaClient"]) {
            try await CastStage.perform(.memory) { stage in
                let (_, listed) = try await stage.found()
                let session = try await stage.started(on: listed)
                let address = try #require(URL(string: "http://192.0.2.1/film.mp4"))
                let film = GCKMediaInformationBuilder(contentURL: address)
                film.contentType = "video/mp4"
                session.remoteMediaClient?.loadMedia(film.build())
                #expect(await stage.wait { session.remoteMediaClient?.mediaStatus?.playerState == .playing })
                #expect(stage.sessions.endSession())
                #expect(await stage.wait { stage.sessions.currentSession == nil })
            }
        }
        func messages(_ owner: String) -> [String] {
            entries.filter { $0.function.hasPrefix("-[\(owner) ") }.map(\.message)
        }
        let session = messages("GCKCastSession")
        for text in ["starting on ", "connecting → connected", "ending, action ", "disconnecting → disconnected"] {
            #expect(session.contains { $0.hasPrefix(text) }, "\(text): \(session)")
        }
        let start = session.firstIndex { $0.hasPrefix("connecting → connected") } ?? .max
        let end = session.firstIndex { $0.hasPrefix("ending, ") } ?? -1
        #expect(start < end)
        #expect(messages("GCKDeviceProvider").contains { $0.hasPrefix("published ") })
        let media = messages("GCKRemoteMediaClient")
        #expect(media.contains("LOAD http://192.0.2.1/film.mp4"), "\(media)")
        #expect(media.contains { $0.hasPrefix("request ") && $0.hasSuffix("completed") })
        #expect(media.contains { $0.hasPrefix("status PLAYING") })
    }

    @Test("Requests of the 2.x media API are logged under the channel's class, with the method's name")
    @available(*, deprecated, message: "tests deprecated API")
    func legacyMedia() async throws {
        let entries = try await logged(["GCKMediaControlChannel"]) {
            let channel = GCKMediaControlChannel()
            #expect(channel.pause() == kGCKInvalidRequestID)
        }
        #expect(entries.contains { $0.message.hasPrefix("request not sent: ") && $0.level == .warning })
        #expect(entries.allSatisfy { $0.function.hasPrefix("-[GCKMediaControlChannel ") })
    }
}
