// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

@Suite("Receiver state")
struct ReceiverStateTests {
    @Test("A status without applications means that no application is running")
    func noApplicationsKey() {
        var state = ReceiverState()
        let running = ReceiverStatus(applications: [ApplicationStatus(appID: "CC1AD845", sessionID: "s")])
        #expect(state.received(running) == true)
        #expect(state.runningApplication?.sessionID == "s")
        #expect(state.received(ReceiverStatus(fields: ["volume": ["level": 1]])) == true)
        #expect(state.runningApplication == nil)
    }

    @Test("An unchanged status is not reported as a change")
    func unchanged() {
        var state = ReceiverState()
        let status = ReceiverStatus(applications: [], volume: CastVolume(level: 0.5))
        #expect(state.received(status) == true)
        #expect(state.received(status) == false)
    }

    @Test(
        "A status of the wrong type is not usable",
        arguments: ["{}", #"{"status":"oops"}"#, #"{"status":[]}"#, #"{"status":{"applications":"none"}}"#]
    )
    func unusable(text: String) throws {
        let object = try #require(JSONValue(parsing: text).objectValue)
        #expect(!ReceiverState.isUsable(object))
    }

    @Test("Idle screens are not running applications")
    func idleScreens() {
        #expect(ApplicationStatus(appID: "E8C28D3C").isIdle)
        #expect(ApplicationStatus(appID: "00000000-0000-0000-0000-000000000000").isIdle)
        #expect(ApplicationStatus(appID: "ABCDEF01", isIdleScreen: true).isIdle)
        #expect(!ApplicationStatus(appID: "CC1AD845", isIdleScreen: true).isIdle)
        #expect(!ApplicationStatus(appID: "233637DE").isIdle)
    }
}
