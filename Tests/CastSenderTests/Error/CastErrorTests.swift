// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Errors")
struct CastErrorTests {
    @Test("Errors are equal when their codes are equal")
    func equality() {
        #expect(CastError(.loadFailed, "a", device: "x") == CastError(.loadFailed, "b"))
        #expect(CastError(.loadFailed, "a") != CastError(.loadCancelled, "a"))
    }

    @Test("A cause with the same code is merged, any other is kept")
    func flattened() {
        let root = CastError(.connectFailed, "refused", device: "TV")
        let outer = CastError(.connectFailed, "tried three times", cause: root)
        #expect(outer.cause == nil)
        #expect(outer.device == "TV")
        #expect(outer.reason == "tried three times")
        let other = CastError(.deviceNotFound, "no", cause: root)
        #expect(other.cause as? CastError == root)
        #expect(other.description == "no (refused)")
    }

    @Test("The device's error payload is kept")
    func payload() {
        let fields: JSONObject = [
            "type": "LOAD_FAILED", "requestId": 3, "detailedErrorCode": "104", "itemId": 2, "reason": "APP_ERROR",
            "customData": ["x": [1, 2]],
        ]
        let error = CastError.refused("LOAD", by: DevicePayload(fields: fields), device: "TV")
        #expect(error.payload?.type == "LOAD_FAILED")
        #expect(error.payload?.detailedErrorCode == 104)
        #expect(error.payload?.itemID == 2)
        #expect(error.payload?.reason == "APP_ERROR")
        #expect(error.payload?.customData == ["x": [1, 2]])
    }

    @Test("Error codes with appended digits are treated as their base code", arguments: [311_404, 311])
    func family(code: Int) {
        let payload = DevicePayload(fields: ["type": "LOAD_FAILED", "detailedErrorCode": .integer(Int64(code))])
        #expect(CastError.loadFailed(by: payload, device: "TV").reason.contains("network"))
    }

    @Test("The end of a session that this sender did not intend is an error with its reason")
    func sessionEnds() throws {
        let device = CastDevice(id: "1234", friendlyName: "Den", endpoints: [])
        func error(_ reason: SessionEndReason) throws -> CastError { try #require(reason.error(device: device)) }
        #expect(SessionEndReason.stopped.error(device: device) == nil)
        #expect(SessionEndReason.left.error(device: device) == nil)

        let failure = CastError(.launchFailed, "The page failed to load", device: "Den")
        #expect(try error(.launchFailed(failure)).reason == failure.reason)
        #expect(try error(.connectionLost(.heartbeatLost)).code == .heartbeatLost)
        let unreachable = try error(.notResumed(.deviceUnreachable(nil), after: .networkUnreachable))
        #expect(unreachable.code == .connectTimedOut)
        #expect(unreachable.reason.contains("Den") && unreachable.reason.contains("turned on"))
        let refused = CastError(.connectFailed, "refused", device: "Den")
        let cause = try error(.notResumed(.deviceUnreachable(refused), after: .networkUnreachable))
        #expect(cause.code == .connectFailed)
        let other = try error(.notResumed(.otherAppRuns(appID: "0F5096E8"), after: .networkUnreachable))
        #expect(other.code == .appNotRunning)
        #expect(other.reason.contains("0F5096E8") && other.reason.contains("Launch the application again"))
        for reason: SessionEndReason in [
            .replaced(byAppID: "0F5096E8"), .replaced(byAppID: nil), .appClosed, .closedByApp, .relaunched,
            .transferred(to: "Kitchen"),
        ] {
            let ended = try error(reason)
            #expect(ended.code == .sessionEnded && ended.device == "Den")
            #expect(ended.reason.contains("\(reason)"))
        }
    }

    @Test("Error texts name the device, the request and the time limit")
    func texts() {
        let entry = RequestTable.Entry(
            id: 1,
            type: "SEEK",
            namespace: .media,
            destinationID: "web-1",
            completion: .onReply,
            timeout: .milliseconds(2500),
            deadline: .at(0)
        )
        let error = CastError.timedOut(entry, device: "Kitchen")
        #expect(error.reason.hasPrefix("Kitchen did not answer SEEK within 2.5 s."))
        let closed = CastError.closed(.heartbeatLost, during: "PLAY", device: "Kitchen")
        #expect(closed.code == .heartbeatLost)
        #expect(closed.reason.contains("Kitchen") && closed.reason.contains("PLAY"))
    }

    @Test("The error of a full write queue says that the connection was closed")
    func fullQueue() {
        let error = CastError.unsent(.queueFull(limit: 1024), request: "LOAD", device: "Kitchen")
        #expect(error.code == .queueFull)
        #expect(error.reason.hasPrefix("LOAD was not sent: more than 1024 bytes"))
        #expect(error.reason.hasSuffix("the connection was closed. Connect again to continue."))
    }
}
