import CastTransport
import CastWire
import Testing

@testable import CastSender

/// What a sender makes of platform messages and discovery records that real devices sent.
@Suite("Recorded receiver messages", .enabled(if: RecordedMessages.isAvailable))
struct RecordedReceiverTests {
    @Test("Every recorded status is usable", arguments: RecordedMessages.names("receiver-status-"))
    func every(name: String) throws {
        let object = try RecordedMessages.object(name)
        #expect(ReceiverState.isUsable(object))
        var state = ReceiverState()
        #expect(state.received(ReceiverStatusMessage(fields: object).status) == true)
        let isIdle = name.contains("idle") || name.contains("backdrop")
        #expect((state.runningApplication == nil) == isIdle)
    }

    @Test(
        "The media player of every age is ready to be joined",
        arguments: RecordedMessages.names("receiver-status-dmr")
    )
    func joinable(name: String) throws {
        let status = ReceiverStatusMessage(fields: try RecordedMessages.object(name)).status
        var wait = ApplicationWait(.running(appID: "CC1AD845", sessionID: nil, namespaces: [.media]))
        guard case .ready(let application) = wait.statusReceived(status, isReply: true) else {
            Issue.record("not ready: \(status)")
            return
        }
        #expect(application.isJoinable)
    }

    @Test("The answer to a launch, and the same with a sender connected, are one running application")
    func senderConnected() throws {
        var machine = ConnectionMachine(
            configuration: ConnectionMachine.Configuration(device: "Nest"),
            firstRequestID: 1,
            now: .at(0)
        )
        _ = machine.opened()
        let first = try RecordedMessages.object("receiver-status-dmr-sender-not-connected-2024")
        let second = try RecordedMessages.object("receiver-status-dmr-sender-connected-2024")
        func message(_ object: JSONObject) -> CastMessage {
            CastMessage(from: "receiver-0", to: "*", namespace: .receiver, payload: .text(object.jsonString))
        }
        _ = machine.messageReceived(message(first), now: .at(0))
        let application = try #require(machine.receiver.runningApplication)
        _ = machine.applicationJoined(application, launchRequestID: nil)
        let actions = machine.messageReceived(message(second), now: .at(0.074))
        #expect(actions.contains { if case .applicationUpdated = $0 { true } else { false } })
        #expect(!actions.contains { if case .applicationEnded = $0 { true } else { false } })
    }

    @Test("Recorded text records are devices", arguments: RecordedMessages.names("txt-"))
    func textRecords(name: String) throws {
        let strings = try RecordedMessages.object(name)["txt"]?.arrayValue?.compactMap(\.stringValue) ?? []
        var text: [String: String] = [:]
        for string in strings {
            let parts = string.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            text[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
        let device = try #require(CastDevice(textRecord: text, endpoints: [CastEndpoint(host: "10.0.0.1")]))
        #expect(device.id.count == 32)
        #expect(device.isGroup == (name != "txt-shield-youtube"))
        #expect(device.isBusy == (name == "txt-shield-youtube"))
    }
}
