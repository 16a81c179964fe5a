// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("The platform of a receiver page")
struct WebReceiverTests {
    private let chat: CastNamespace = "urn:x-cast:org.example.chat"
    private let first = PageTrace.sender("sender-0")
    private var firstID: String { "\(PageTrace.routingID).2:sender-0" }

    // MARK: - Boot

    @Test("a new page receives ready, volume, visibility, standby, HDR and focus, and is then ready for senders")
    func boot() throws {
        var trace = PageTrace()
        #expect(trace.receiver.pageConnected().isTaken)
        let actions = trace.system(PageTrace.modernReady)
        #expect(
            actions.pageTypes == [
                "ready", "volumechanged", "visibilitychanged", "standbychanged", "hdroutputtypechanged", "FOCUS_STATE",
            ]
        )
        let ready = try #require(actions.frames[0].object)
        #expect(ready["applicationId"] == .string("628AC8D3"))
        #expect(ready["sessionId"] == .string("session-1"))
        #expect(ready["launchingSenderId"] == .string(firstID))
        #expect(ready["messagesVersion"] == .string("1.0"))
        #expect(actions.frames[2].object?["visible"] == .bool(true))
        #expect(actions.frames.last?.namespace == .commandAndControl)
        // Statuses list the application's namespaces, without those internal to the library.
        #expect(
            actions.requests == [
                .ready([
                    .commandAndControl, "urn:x-cast:com.google.cast.debugoverlay", .broadcast, .media, chat,
                ])
            ]
        )
    }

    @Test("a page with the old library receives only types that it knows")
    func oldPage() {
        var trace = PageTrace()
        _ = trace.receiver.pageConnected()
        let actions = trace.system(PageTrace.oldReady)
        #expect(actions.pageTypes == ["ready", "volumechanged", "visibilitychanged", "standbychanged"])
        #expect(actions.requests == [.statusText("Old page"), .ready([.media])])
    }

    @Test("frames of a page are ignored before its ready, and none are sent to it")
    func notReady() {
        var trace = PageTrace()
        #expect(trace.system(PageTrace.modernReady) == [], "no page is connected")
        _ = trace.receiver.pageConnected()
        #expect(trace.system(["type": "setappstate", "statusText": "x"]).requests == [.drop(.pageNotReady)])
        #expect(trace.send("{}", chat, to: "*:*").requests == [.drop(.pageNotReady)])
        #expect(trace.join(first) == [])
    }

    @Test("a second page for the same application is rejected; the first one stays")
    func secondPage() {
        var trace = PageTrace.ready()
        let second = trace.receiver.pageConnected()
        #expect(!second.isTaken && second.actions == [.request(.drop(.secondPage))])
        #expect(trace.send("{}", chat, to: "*:*").requests == [.broadcast(.text("{}"), chat)])
    }

    // MARK: - Messages between page and senders

    @Test("senders are connected, relayed and disconnected in the form that the page's library expects")
    func network() {
        var trace = PageTrace.ready()
        let joined = trace.join(first)
        #expect(joined.pageTypes == ["senderconnected"])
        #expect(joined.frames[0].object?["senderId"] == .string(firstID))
        #expect(joined.frames[0].object?["userAgent"] == .string("Test/1"))
        #expect(
            trace.receiver.received(
                ApplicationMessage(namespace: chat, payload: .text("no { JSON"), sender: first)
            ) == [.page(WebReceiverFrame(chat, firstID, "no { JSON"))]
        )
        #expect(
            trace.receiver.received(ApplicationMessage(namespace: chat, payload: .binary([1]), sender: first))
                == [.request(.drop(.wrongPayloadKind))]
        )
        let reasons: [(SenderDeparture, String)] = [
            (.requestedBySender, "closed_by_peer"), (.invalidMessage, "transport_invalid_message"),
            (.connectionLost, "transport_closed"), (.inactive, "too_long_inactive"),
        ]
        for (departure, reason) in reasons {
            let actions = trace.receiver.senderDisconnected(first, departure)
            #expect(actions.frames.first?.object?["reason"] == .string(reason))
            #expect(actions.pageTypes == ["senderdisconnected"])
        }
    }

    @Test("sender-0 on two sockets is two senders for the page")
    func twoSockets() {
        var trace = PageTrace.ready()
        let other = PageTrace.sender("sender-0", connection: 7)
        #expect(trace.receiver.pageID(first) != trace.receiver.pageID(other))
        #expect(
            trace.send("{}", chat, to: trace.receiver.pageID(other)).requests == [
                .send(.text("{}"), chat, to: other.address)
            ]
        )
        // Everything after the first colon is the sender's id.
        let senderWithColon = PageTrace.sender("a:b.c:d")
        #expect(trace.receiver.sender(trace.receiver.pageID(senderWithColon)) == senderWithColon.address)
    }

    @Test("messages to the library's internal senders are not sent", arguments: WebReceiver.pseudoSenders.sorted())
    func pseudoSenders(id: String) {
        var trace = PageTrace.ready()
        #expect(trace.send("{}", chat, to: id) == [])
    }

    @Test(
        "messages to unknown senders are counted and dropped",
        arguments: [
            "sender-0", "7f8b100d.2:sender-0", "\(PageTrace.routingID).x:sender-0", "\(PageTrace.routingID).-1:a",
            "\(PageTrace.routingID).2:", "\(PageTrace.routingID)2:a", "*", ":",
        ]
    )
    func unknownSenders(id: String) {
        var trace = PageTrace.ready()
        #expect(trace.send("{}", chat, to: id).requests == [.drop(.unknownConnection)])
    }

    @Test(
        "invalid frames are counted",
        arguments: [
            "", "{", "[]", "null", #"{"namespace":"a","senderId":"b"}"#, #"{"namespace":"","senderId":"b","data":"c"}"#,
            #"{"namespace":"a","senderId":"b","data":{}}"#, #"{"namespace":1,"senderId":"b","data":"c"}"#,
            #"{"namespace":"urn:x-cast:com.google.cast.system","senderId":"SystemSender","data":"no json"}"#,
            #"{"namespace":"urn:x-cast:com.google.cast.system","senderId":"other","data":"{}"}"#,
            String(repeating: "[", count: 100_000),
        ]
    )
    func badFrames(text: String) {
        var trace = PageTrace.ready()
        #expect(trace.send(text) == [.request(.drop(.badPageFrame))])
    }

    @Test("a payload as large as a sender's frame is accepted, one byte more is not")
    func largeFrames() {
        var trace = PageTrace.ready()
        let largest = String(repeating: "\"", count: WebReceiverFrame.dataLimit)
        #expect(trace.send(largest, chat, to: "*:*").requests == [.broadcast(.text(largest), chat)])
        #expect(trace.send(largest + "x", chat, to: "*:*").requests == [.drop(.badPageFrame)])
    }

    // MARK: - Requests of the page

    @Test(
        "system messages of a page lead to the expected actions",
        arguments: [
            (["type": "setappstate", "statusText": "Casting: A"], [.statusText("Casting: A")]),
            (["type": "setappstate", "dialData": [:]], []),
            (["type": "startheartbeat", "maxInactivity": 20], [.inactivityLimit(.seconds(20))]),
            (["type": "startheartbeat"], [.inactivityLimit(.seconds(10))]),
            (["type": "startheartbeat", "maxInactivity": 1], [.inactivityLimit(.seconds(5))]),
            (["type": "setvolume", "level": 0.5], [.deviceVolume(level: 0.5, isMuted: nil)]),
            (["type": "setvolume", "muted": true], [.deviceVolume(level: nil, isMuted: true)]),
            (["type": "setvolume"], [.drop(.badPageFrame)]),
            (["type": "stop"], [.stop(.finished)]), (["type": "stopapplication"], [.stop(.finished)]),
            (["type": "sendfeedbackmessage", "message": "m"], []), (["type": "jump"], [.drop(.unknownType)]),
            ([:], [.drop(.unknownType)]),
        ] as [(JSONObject, [ApplicationAction])]
    )
    func system(message: JSONObject, expected: [ApplicationAction]) {
        var trace = PageTrace.ready()
        #expect(trace.system(message).requests == expected)
    }

    @Test("changes of the device's volume, standby and input are sent to the page once each")
    func device() {
        var trace = PageTrace.ready()
        trace.device.volumeLevel = 0.25
        #expect(trace.receiver.deviceChanged(trace.device).pageTypes == ["volumechanged"])
        #expect(trace.receiver.deviceChanged(trace.device) == [])
        trace.device.isStandby = true
        let actions = trace.receiver.deviceChanged(trace.device)
        #expect(actions.pageTypes == ["visibilitychanged", "standbychanged"])
        #expect(actions.frames.map { $0.object?["visible"] ?? $0.object?["standby"] } == [.bool(false), .bool(true)])
    }

    @Test("the page's media status determines the application's activity")
    func activity() {
        var trace = PageTrace.ready()
        func status(_ state: String) -> String {
            #"{"type":"MEDIA_STATUS","requestId":0,"status":[{"mediaSessionId":1,"playerState":"\#(state)"}]}"#
        }
        var activities: [PlaybackActivity] = []
        for state in ["IDLE", "BUFFERING", "PLAYING", "PAUSED", "IDLE"] {
            for case .activity(let activity) in trace.send(status(state), .media, to: "*:*").requests {
                activities.append(activity)
            }
        }
        #expect(activities == [.playing, .paused, .none])
    }

    @Test("when a page disconnects during playback, its application no longer counts as playing")
    func activityEnds() {
        var trace = PageTrace.ready()
        let playing = #"{"type":"MEDIA_STATUS","requestId":0,"status":[{"mediaSessionId":1,"playerState":"PLAYING"}]}"#
        #expect(trace.send(playing, .media, to: "*:*").requests.contains(.activity(.playing)))
        #expect(trace.receiver.pageDisconnected().requests.contains(.activity(.none)))
        _ = trace.receiver.pageConnected()
        _ = trace.system(PageTrace.modernReady)
        #expect(trace.send(playing, .media, to: "*:*").requests.contains(.activity(.playing)))
    }

    // MARK: - Reconnecting

    @Test("a reloaded page gets its senders and the messages sent meanwhile")
    func reload() {
        var trace = PageTrace.ready()
        _ = trace.join(first)
        #expect(trace.receiver.pageDisconnected() == [.request(.startTimer("page", .seconds(15)))])
        #expect(
            trace.receiver.received(ApplicationMessage(namespace: chat, payload: .text("1"), sender: first)) == []
        )
        let (isTaken, connecting) = trace.receiver.pageConnected()
        #expect(isTaken && connecting.requests.contains(.startTimer("page", .seconds(60))))
        // The page may take a while to become ready.
        #expect(
            trace.receiver.received(ApplicationMessage(namespace: chat, payload: .text("2"), sender: first)) == []
        )
        let again = trace.system(PageTrace.modernReady)
        #expect(again.requests.contains(.stopTimer("page")))
        #expect(again.pageTypes.dropFirst(6).first == "senderconnected")
        #expect(again.frames.suffix(2).map(\.data) == ["1", "2"])
        #expect(trace.receiver.reconnectLimitReached() == [])
    }

    @Test("a page that does not return ends the application; before its first ready the platform's limit applies")
    func pageDoesNotReturn() {
        var trace = PageTrace.ready()
        _ = trace.receiver.pageDisconnected()
        #expect(trace.receiver.reconnectLimitReached() == [.request(.stop(.pageGone))])
        var booting = PageTrace()
        _ = booting.receiver.pageConnected()
        #expect(booting.receiver.pageDisconnected() == [])
    }

    @Test("a page that closes its socket by script ends the application 3 s later, unless it reconnects")
    func stopsItself() {
        var trace = PageTrace.ready()
        #expect(trace.receiver.pageDisconnected(isDeliberate: true) == [.request(.startTimer("page", .seconds(3)))])
        #expect(trace.receiver.reconnectLimitReached() == [.request(.stop(.finished))])
        // A page that opens another socket is reconnecting.
        var again = PageTrace.ready()
        _ = again.receiver.pageDisconnected(isDeliberate: true)
        _ = again.receiver.pageConnected()
        #expect(again.receiver.reconnectLimitReached() == [.request(.stop(.pageGone))], "the page did not become ready")
        #expect(again.system(PageTrace.modernReady).requests.contains(.stopTimer("page")))
    }

    @Test("when the application ends, the page is notified that its senders left, so that it stops its media")
    func endOfTheSession() {
        var trace = PageTrace.ready()
        #expect(trace.receiver.ended() == [], "it has no senders")
        let second = PageTrace.sender("sender-1", connection: 3)
        _ = trace.join(first)
        _ = trace.join(second)
        _ = trace.receiver.senderDisconnected(second, .connectionLost)
        let frames = trace.receiver.ended()
        #expect(frames.map { $0.object?["type"] } == [.string("senderdisconnected")])
        #expect(frames.first?.object?["senderId"] == .string(firstID))
        #expect(frames.first?.object?["reason"] == .string("closed_by_peer"))
        var booting = PageTrace()
        _ = booting.receiver.pageConnected()
        #expect(booting.receiver.ended() == [])
    }

    @Test("whether a page applies the device's volume is reported when it connects")
    func appliesVolume() {
        var trace = PageTrace()
        #expect(trace.receiver.pageConnected(appliesVolume: true).actions == [.request(.appliesDeviceVolume(true))])
        var other = PageTrace()
        #expect(other.receiver.pageConnected().actions == [.request(.appliesDeviceVolume(false))])
    }

    @Test("a page that keeps reloading without becoming ready ends the application after a minute")
    func neverReadyAgain() {
        var trace = PageTrace.ready()
        _ = trace.receiver.pageDisconnected()
        #expect(trace.receiver.pageConnected().actions.requests.contains(.startTimer("page", .seconds(60))))
        for _ in 0..<3 {
            #expect(trace.receiver.pageDisconnected() == [], "another reload does not extend the time")
            #expect(trace.receiver.pageConnected().actions == [.request(.appliesDeviceVolume(false))])
        }
        #expect(trace.receiver.reconnectLimitReached() == [.request(.stop(.pageGone))])
        // When it is ready again, the full time limits apply again.
        _ = trace.system(PageTrace.modernReady)
        #expect(trace.receiver.pageDisconnected() == [.request(.startTimer("page", .seconds(15)))])
    }

    @Test("the number of messages that wait for a disconnected page is limited, and a sender's are discarded with it")
    func queueLimit() {
        var trace = PageTrace.ready()
        _ = trace.join(first)
        _ = trace.receiver.pageDisconnected()
        let message = ApplicationMessage(namespace: chat, payload: .text("m"), sender: first)
        var dropped = 0
        for _ in 0..<300 where trace.receiver.received(message) == [.request(.drop(.pendingRequestLimit))] {
            dropped += 1
        }
        #expect(dropped == 300 - WebReceiver.waitingLimit)
        _ = trace.receiver.senderDisconnected(first, .connectionLost)
        trace.senders = []
        _ = trace.receiver.pageConnected()
        #expect(trace.system(PageTrace.modernReady).frames.count == 6, "no messages are waiting")
    }

    @Test("a repeated ready changes the namespaces without booting again")
    func readyAgain() {
        var trace = PageTrace.ready()
        let actions = trace.system(["type": "ready", "activeNamespaces": [.string(chat.rawValue)]])
        #expect(actions == [.request(.ready([chat]))])
    }
}
