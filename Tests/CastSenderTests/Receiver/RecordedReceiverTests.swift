// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import Testing

@testable import CastSender

/// The sender's state derived from platform messages and discovery records of devices.
@Suite("Receiver messages of devices")
struct RecordedReceiverTests {
    @Test("Every status is usable", arguments: TestMessage.all("receiver-status-"))
    func every(message: TestMessage) throws {
        let object = try message.object
        #expect(ReceiverState.isUsable(object))
        var state = ReceiverState()
        #expect(state.received(ReceiverStatusMessage(fields: object).status) == true)
        let isIdle = message.name.contains("idle") || message.name.contains("backdrop")
        #expect((state.runningApplication == nil) == isIdle)
    }

    @Test(
        "The Default Media Receiver of every status is ready to be joined",
        arguments: TestMessage.all("receiver-status-dmr")
    )
    func joinable(message: TestMessage) throws {
        let status = ReceiverStatusMessage(fields: try message.object).status
        var wait = ApplicationWait(.running(appID: "CC1AD845", sessionID: nil, namespaces: [.media]))
        guard case .ready(let application) = wait.statusReceived(status, isReply: true) else {
            Issue.record("not ready: \(status)")
            return
        }
        #expect(application.isJoinable)
    }

    @Test(
        "The reply to a launch and the same status with a connected sender describe one running application",
        arguments: TestData.available
    )
    func senderConnected(_ data: TestData) throws {
        var machine = ConnectionMachine(
            configuration: ConnectionMachine.Configuration(device: "Nest"),
            firstRequestID: 1,
            now: .at(0)
        )
        _ = machine.opened()
        let first = try data.message("receiver-status-dmr-sender-not-connected-2024")
        let second = try data.message("receiver-status-dmr-sender-connected-2024")
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

    @Test("TXT records are parsed as devices", arguments: TestMessage.all("txt-"))
    func textRecords(message: TestMessage) throws {
        let strings = try message.object["txt"]?.arrayValue?.compactMap(\.stringValue) ?? []
        var text: [String: String] = [:]
        for string in strings {
            let parts = string.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            text[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
        let device = try #require(CastDevice(textRecord: text, endpoints: [CastEndpoint(host: "10.0.0.1")]))
        #expect(device.id.count == 32)
        #expect(device.isGroup == (message.name != "txt-shield-youtube"))
        #expect(device.isBusy == (message.name == "txt-shield-youtube"))
    }
}
