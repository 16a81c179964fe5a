// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Recordings of receiver pages")
struct RecordedPageTests {
    /// Parses `<GUID>.<n>:<id>`.
    private func parts(_ id: String) throws -> (routingID: String, sender: ApplicationSender) {
        let colon = try #require(id.firstIndex(of: ":"))
        let dot = try #require(id[..<colon].lastIndex(of: "."))
        let number = try #require(Int(id[id.index(after: dot)..<colon]))
        let sender = SenderAddress(socket: SocketID(number), id: String(id[id.index(after: colon)...]))
        return (String(id[..<dot]), ApplicationSender(sender, userAgent: ""))
    }

    @Test(
        "the same events lead to the same frames in the same order",
        arguments: RecordedPage.all
    )
    func replays(page recording: RecordedPage) throws {
        let recorded = try recording.frames()
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
        // A recording with FOCUS_STATE shows that the page used the namespace of the assistant.
        var page = PageTrace.modernReady
        if !recorded.contains(where: { $0.object?.messageType == "FOCUS_STATE" }) {
            page["activeNamespaces"] = ["urn:x-cast:com.google.cast.media"]
        }
        _ = receiver.pageConnected()
        var generated = receiver.received(WebReceiverFrame(system: page).text, senders: [], device: device).frames

        for frame in recorded.dropFirst(generated.count) {
            let object = try #require(frame.object, "a payload is not JSON")
            if frame.namespace == WebReceiverFrame.systemNamespace {
                let (_, sender) = try parts(#require(object["senderId"]?.stringValue))
                switch object.messageType {
                case "senderconnected":
                    let agent = object["userAgent"]?.stringValue ?? ""
                    generated += receiver.senderConnected(ApplicationSender(sender.address, userAgent: agent)).frames
                case "senderdisconnected": generated += receiver.senderDisconnected(sender, .requestedBySender).frames
                default: Issue.record("unexpected \(frame)")
                }
            } else {
                let (_, sender) = try parts(frame.senderID)
                generated +=
                    receiver.received(
                        ApplicationMessage(namespace: frame.namespace, payload: .text(frame.data), sender: sender)
                    ).frames
            }
        }

        #expect(generated.count == recorded.count)
        for (generatedFrame, recordedFrame) in zip(generated, recorded) {
            #expect(generatedFrame.namespace == recordedFrame.namespace)
            var (object, expected) = try (#require(generatedFrame.object), #require(recordedFrame.object))
            if object.messageType == "ready" {
                #expect(Set(object.keys) == Set(expected.keys))
                continue
            }
            // Only newer systems send this member.
            if expected["largeMessageSupported"] == nil { object["largeMessageSupported"] = nil }
            expected["level"] = expected["level"].flatMap(Double.init(json:)).map { .number($0) }
            #expect(object == expected)
            // The routing ids belong to other launches and differ.
            let (generatedID, recordedID) = (generatedFrame.senderID, recordedFrame.senderID)
            #expect(generatedID.split(separator: ":").last == recordedID.split(separator: ":").last)
        }
    }
}
