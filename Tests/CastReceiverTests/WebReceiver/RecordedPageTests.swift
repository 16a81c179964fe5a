import CastWire
import Testing

@testable import CastReceiver

@Suite("Recordings of receiver pages on a real device")
struct RecordedPageTests {
    /// Takes `<GUID>.<n>:<id>` apart.
    private func parts(_ id: String) throws -> (routingID: String, sender: ApplicationSender) {
        let colon = try #require(id.firstIndex(of: ":"))
        let dot = try #require(id[..<colon].lastIndex(of: "."))
        let number = try #require(Int(id[id.index(after: dot)..<colon]))
        let sender = SenderAddress(socket: SocketID(number), id: String(id[id.index(after: colon)...]))
        return (String(id[..<dot]), ApplicationSender(sender, userAgent: ""))
    }

    @Test(
        "the same events lead to the same frames in the same order",
        .enabled(if: !RecordedPage.names.isEmpty, Comment(rawValue: RecordedPage.whenMissing)),
        arguments: RecordedPage.names
    )
    func replays(name: String) throws {
        let recorded = try RecordedPage.frames(name)
        let ready = try #require(recorded.first?.object)
        let launching = try parts(#require(ready["launchingSenderId"]?.stringValue))
        var receiver = WebReceiver(
            WebReceiver.Facts(
                launch: ApplicationLaunch(
                    appID: try #require(ready["applicationId"]?.stringValue),
                    sessionID: try #require(ready["sessionId"]?.stringValue),
                    sender: launching.sender
                ),
                name: try #require(ready["applicationName"]?.stringValue),
                routingID: launching.routingID
            )
        )
        let volume = try #require(recorded.first { $0.object?.messageType == "volumechanged" }?.object)
        let device = ApplicationDevice(
            volumeLevel: try #require(volume["level"].flatMap(Double.init(json:))),
            isMuted: volume["muted"] == .bool(true)
        )
        // Whether the page spoke with the device's assistant is seen from what it was told of it first.
        var page = PageTrace.modernReady
        if !recorded.contains(where: { $0.object?.messageType == "FOCUS_STATE" }) {
            page["activeNamespaces"] = ["urn:x-cast:com.google.cast.media"]
        }
        _ = receiver.pageConnected()
        var made = receiver.received(WebReceiverFrame(system: page).text, senders: [], device: device).frames

        for frame in recorded.dropFirst(made.count) {
            let object = try #require(frame.object, "each payload is JSON")
            if frame.namespace == WebReceiverFrame.systemNamespace {
                let (_, sender) = try parts(#require(object["senderId"]?.stringValue))
                switch object.messageType {
                case "senderconnected":
                    let agent = object["userAgent"]?.stringValue ?? ""
                    made += receiver.senderConnected(ApplicationSender(sender.address, userAgent: agent)).frames
                case "senderdisconnected": made += receiver.senderDisconnected(sender, .requestedBySender).frames
                default: Issue.record("unexpected \(frame)")
                }
            } else {
                let (_, sender) = try parts(frame.senderID)
                made +=
                    receiver.received(
                        ApplicationMessage(namespace: frame.namespace, payload: .text(frame.data), sender: sender)
                    ).frames
            }
        }

        #expect(made.count == recorded.count)
        for (own, theirs) in zip(made, recorded) {
            #expect(own.namespace == theirs.namespace)
            var (mine, other) = try (#require(own.object), #require(theirs.object))
            if mine.messageType == "ready" {
                #expect(Set(mine.keys) == Set(other.keys))
                continue
            }
            // Newer systems say it, older ones do not.
            if other["largeMessageSupported"] == nil { mine["largeMessageSupported"] = nil }
            other["level"] = other["level"].flatMap(Double.init(json:)).map { .number($0) }
            #expect(mine == other)
            // Other senders' routing ids are of other launches of other apps.
            #expect(own.senderID.split(separator: ":").last == theirs.senderID.split(separator: ":").last)
        }
    }
}
