import CastWire
import Testing

@testable import CastSender

@Suite("Receiver state")
struct ReceiverStateTests {
    @Test("A status without applications means that nothing runs")
    func noApplicationsKey() {
        var state = ReceiverState()
        let running = ReceiverStatus(applications: [Application(appID: "CC1AD845", sessionID: "s")])
        #expect(state.received(running) == true)
        #expect(state.runningApplication?.sessionID == "s")
        #expect(state.received(ReceiverStatus(fields: ["volume": ["level": 1]])) == true)
        #expect(state.runningApplication == nil)
    }

    @Test("The same status again says nothing new")
    func unchanged() {
        var state = ReceiverState()
        let status = ReceiverStatus(applications: [], volume: Volume(level: 0.5))
        #expect(state.received(status) == true)
        #expect(state.received(status) == false)
    }

    @Test(
        "A status of another type is not usable",
        arguments: ["{}", #"{"status":"oops"}"#, #"{"status":[]}"#, #"{"status":{"applications":"none"}}"#]
    )
    func unusable(text: String) throws {
        let object = try #require(JSONValue(parsing: text).objectValue)
        #expect(!ReceiverState.isUsable(object))
    }

    @Test("Idle screens are not running applications")
    func idleScreens() {
        #expect(Application(appID: "E8C28D3C").isIdle)
        #expect(Application(appID: "00000000-0000-0000-0000-000000000000").isIdle)
        #expect(Application(appID: "ABCDEF01", isIdleScreen: true).isIdle)
        #expect(!Application(appID: "CC1AD845", isIdleScreen: true).isIdle)
        #expect(!Application(appID: "233637DE").isIdle)
    }
}
