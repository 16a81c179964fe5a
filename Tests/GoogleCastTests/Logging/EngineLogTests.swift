import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("What the engine logs")
@MainActor
struct EngineLogTests {
    @Test("Traffic and connections of a session come under the classes that filters know")
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
            #expect(try await stage.wait { listener.messages.contains { $0.hasPrefix("connected to Old TV") } })
            #expect(try await stage.wait { listener.messages.contains { $0.hasPrefix("received on ") } })
            let connection = try await opening.value
            await connection.close()
            #expect(try await stage.wait { listener.messages.contains { $0.hasPrefix("connection to Old TV closed") } })
            let sent = try #require(listener.heard.first { $0.message.hasPrefix("sending message on ") })
            #expect(sent.message.hasPrefix("sending message on urn:x-cast:com.google.cast."))
            #expect(sent.function.hasPrefix("-[GCKCastChannel ") && sent.level == .verbose)
            #expect(listener.heard.contains { $0.function.hasPrefix("-[GCKDeviceConnection ") && $0.level == .debug })
        }
    }
}
