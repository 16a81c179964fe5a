import CastWire
import Testing

@testable import CastReceiver

@Suite("The platform of a receiver page")
struct WebReceiverTests {
    private let chat: CastNamespace = "urn:x-cast:org.example.chat"
    private let first = PageTrace.sender("sender-0")
    private var firstID: String { "\(PageTrace.routingID).2:sender-0" }

    // MARK: - Boot

    @Test("a new page hears ready, volume, visibility, stand-by, HDR and focus, and then is ready for senders")
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
        // Statuses list its namespaces, not the libraries' own.
        #expect(
            actions.orders == [
                .ready([
                    .commandAndControl, "urn:x-cast:com.google.cast.debugoverlay", .broadcast, .media, chat,
                ])
            ]
        )
    }

    @Test("a page of the old library hears only types that it knows")
    func oldPage() {
        var trace = PageTrace()
        _ = trace.receiver.pageConnected()
        let actions = trace.system(PageTrace.oldReady)
        #expect(actions.pageTypes == ["ready", "volumechanged", "visibilitychanged", "standbychanged"])
        #expect(actions.orders == [.statusText("Old page"), .ready([.media])])
    }

    @Test("a page is heard only after its ready, and hears nothing before it")
    func notReady() {
        var trace = PageTrace()
        #expect(trace.system(PageTrace.modernReady) == [], "there is no page")
        _ = trace.receiver.pageConnected()
        #expect(trace.system(["type": "setappstate", "statusText": "x"]).orders == [.drop(.pageNotReady)])
        #expect(trace.say("{}", chat, to: "*:*").orders == [.drop(.pageNotReady)])
        #expect(trace.join(first) == [])
    }

    @Test("a second page for the same app is refused; the first stays")
    func secondPage() {
        var trace = PageTrace.ready()
        let second = trace.receiver.pageConnected()
        #expect(!second.isTaken && second.actions == [.order(.drop(.secondPage))])
        #expect(trace.say("{}", chat, to: "*:*").orders == [.broadcast(.text("{}"), chat)])
    }

    // MARK: - The bridge

    @Test("senders come, speak and go as the page's library expects it")
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
                == [.order(.drop(.wrongPayloadKind))]
        )
        let reasons: [(SenderDeparture, String)] = [
            (.requestedBySender, "closed_by_peer"), (.invalidMessage, "transport_invalid_message"),
            (.connectionLost, "transport_closed"), (.inactive, "too_long_inactive"),
        ]
        for (departure, reason) in reasons {
            let left = trace.receiver.senderDisconnected(first, departure)
            #expect(left.frames.first?.object?["reason"] == .string(reason))
            #expect(left.pageTypes == ["senderdisconnected"])
        }
    }

    @Test("two sockets may both have a sender-0; the page's answer reaches the right one")
    func twoSockets() {
        var trace = PageTrace.ready()
        let other = PageTrace.sender("sender-0", connection: 7)
        #expect(trace.receiver.pageID(first) != trace.receiver.pageID(other))
        #expect(
            trace.say("{}", chat, to: trace.receiver.pageID(other)).orders == [
                .send(.text("{}"), chat, to: other.address)
            ]
        )
        // Everything behind the first colon is the sender's.
        let odd = PageTrace.sender("a:b.c:d")
        #expect(trace.receiver.sender(trace.receiver.pageID(odd)) == odd.address)
    }

    @Test("messages among the libraries' parts never reach the network", arguments: WebReceiver.pseudoSenders.sorted())
    func pseudoSenders(id: String) {
        var trace = PageTrace.ready()
        #expect(trace.say("{}", chat, to: id) == [])
    }

    @Test(
        "a page that lies about senders is counted and speaks to nobody",
        arguments: [
            "sender-0", "7f8b100d.2:sender-0", "\(PageTrace.routingID).x:sender-0", "\(PageTrace.routingID).-1:a",
            "\(PageTrace.routingID).2:", "\(PageTrace.routingID)2:a", "*", ":",
        ]
    )
    func unknownSenders(id: String) {
        var trace = PageTrace.ready()
        #expect(trace.say("{}", chat, to: id).orders == [.drop(.unknownConnection)])
    }

    @Test(
        "what is no frame is counted",
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
        #expect(trace.say(text) == [.order(.drop(.badPageFrame))])
    }

    @Test("a payload as large as a sender's frame passes, one byte more does not")
    func largeFrames() {
        var trace = PageTrace.ready()
        let largest = String(repeating: "\"", count: WebReceiverFrame.dataLimit)
        #expect(trace.say(largest, chat, to: "*:*").orders == [.broadcast(.text(largest), chat)])
        #expect(trace.say(largest + "x", chat, to: "*:*").orders == [.drop(.badPageFrame)])
    }

    // MARK: - What the page wants

    @Test(
        "what a page tells its device",
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
        #expect(trace.system(message).orders == expected)
    }

    @Test("the page hears of the device's volume, stand-by and input, each once")
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

    @Test("the page's media status tells whether the app is busy")
    func activity() {
        var trace = PageTrace.ready()
        func status(_ state: String) -> String {
            #"{"type":"MEDIA_STATUS","requestId":0,"status":[{"mediaSessionId":1,"playerState":"\#(state)"}]}"#
        }
        var seen: [PlaybackActivity] = []
        for state in ["IDLE", "BUFFERING", "PLAYING", "PAUSED", "IDLE"] {
            for case .activity(let activity) in trace.say(status(state), .media, to: "*:*").orders {
                seen.append(activity)
            }
        }
        #expect(seen == [.playing, .paused, .none])
    }

    @Test("an app whose page went away while it played does not count as playing for ever")
    func activityEnds() {
        var trace = PageTrace.ready()
        let playing = #"{"type":"MEDIA_STATUS","requestId":0,"status":[{"mediaSessionId":1,"playerState":"PLAYING"}]}"#
        #expect(trace.say(playing, .media, to: "*:*").orders.contains(.activity(.playing)))
        #expect(trace.receiver.pageDisconnected().orders.contains(.activity(.none)))
        _ = trace.receiver.pageConnected()
        _ = trace.system(PageTrace.modernReady)
        #expect(trace.say(playing, .media, to: "*:*").orders.contains(.activity(.playing)))
    }

    // MARK: - Away

    @Test("a page that is loaded again finds its senders and what they said meanwhile")
    func reload() {
        var trace = PageTrace.ready()
        _ = trace.join(first)
        #expect(trace.receiver.pageDisconnected() == [.order(.startTimer("page", .seconds(15)))])
        #expect(
            trace.receiver.received(ApplicationMessage(namespace: chat, payload: .text("1"), sender: first)) == []
        )
        let (isTaken, connecting) = trace.receiver.pageConnected()
        #expect(isTaken && connecting.orders.contains(.startTimer("page", .seconds(60))))
        // It may take a while to get ready.
        #expect(
            trace.receiver.received(ApplicationMessage(namespace: chat, payload: .text("2"), sender: first)) == []
        )
        let again = trace.system(PageTrace.modernReady)
        #expect(again.orders.contains(.stopTimer("page")))
        #expect(again.pageTypes.dropFirst(6).first == "senderconnected")
        #expect(again.frames.suffix(2).map(\.data) == ["1", "2"])
        #expect(trace.receiver.returnLimitReached() == [])
    }

    @Test("a page that does not come back ends the app; before its first ready the platform's own limit counts")
    func gone() {
        var trace = PageTrace.ready()
        _ = trace.receiver.pageDisconnected()
        #expect(trace.receiver.returnLimitReached() == [.order(.stop(.pageGone))])
        var booting = PageTrace()
        _ = booting.receiver.pageConnected()
        #expect(booting.receiver.pageDisconnected() == [])
    }

    @Test("a page whose script closes the socket, as its stop() does, and opens no other has ended its app 3 s later")
    func stopsItself() {
        var trace = PageTrace.ready()
        #expect(trace.receiver.pageDisconnected(isDeliberate: true) == [.order(.startTimer("page", .seconds(3)))])
        #expect(trace.receiver.returnLimitReached() == [.order(.stop(.finished))])
        // One that opens another is merely connecting again.
        var again = PageTrace.ready()
        _ = again.receiver.pageDisconnected(isDeliberate: true)
        _ = again.receiver.pageConnected()
        #expect(again.receiver.returnLimitReached() == [.order(.stop(.pageGone))], "it did not get ready")
        #expect(again.system(PageTrace.modernReady).orders.contains(.stopTimer("page")))
    }

    @Test("when the app ends, the page hears that each sender has left on request, so that it may stop its media")
    func endOfTheSession() {
        var trace = PageTrace.ready()
        #expect(trace.receiver.ended() == [], "it knows no sender")
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
        #expect(trace.receiver.pageConnected(appliesVolume: true).actions == [.order(.appliesDeviceVolume(true))])
        var other = PageTrace()
        #expect(other.receiver.pageConnected().actions == [.order(.appliesDeviceVolume(false))])
    }

    @Test("a page that is loaded again and again and never gets ready ends the app a minute after it first came back")
    func neverReadyAgain() {
        var trace = PageTrace.ready()
        _ = trace.receiver.pageDisconnected()
        #expect(trace.receiver.pageConnected().actions.orders.contains(.startTimer("page", .seconds(60))))
        for _ in 0..<3 {
            #expect(trace.receiver.pageDisconnected() == [], "starting over gives it no more time")
            #expect(trace.receiver.pageConnected().actions == [.order(.appliesDeviceVolume(false))])
        }
        #expect(trace.receiver.returnLimitReached() == [.order(.stop(.pageGone))])
        // Ready once more, it has all its time again.
        _ = trace.system(PageTrace.modernReady)
        #expect(trace.receiver.pageDisconnected() == [.order(.startTimer("page", .seconds(15)))])
    }

    @Test("what waits for a page that is away is bounded, and goes with its sender")
    func waiting() {
        var trace = PageTrace.ready()
        _ = trace.join(first)
        _ = trace.receiver.pageDisconnected()
        let message = ApplicationMessage(namespace: chat, payload: .text("m"), sender: first)
        var dropped = 0
        for _ in 0..<300 where trace.receiver.received(message) == [.order(.drop(.pendingRequestLimit))] {
            dropped += 1
        }
        #expect(dropped == 300 - WebReceiver.waitingLimit)
        _ = trace.receiver.senderDisconnected(first, .connectionLost)
        trace.senders = []
        _ = trace.receiver.pageConnected()
        #expect(trace.system(PageTrace.modernReady).frames.count == 6, "nobody waits")
    }

    @Test("ready said again changes the namespaces and boots nothing")
    func readyAgain() {
        var trace = PageTrace.ready()
        let actions = trace.system(["type": "ready", "activeNamespaces": [.string(chat.rawValue)]])
        #expect(actions == [.order(.ready([chat]))])
    }
}
