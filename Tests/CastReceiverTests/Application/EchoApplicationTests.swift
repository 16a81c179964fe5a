// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastTransport
import CastWire
import Foundation
import Testing

/// An application that throws and floods.
private struct RogueApplication: ReceiverApplication {
    static let installed = InstalledApplication(
        ApplicationInformation(appIDs: ["BAD00000"], name: "Rogue", namespaces: [EchoApplication.namespace])
    ) { _ in RogueApplication() }

    struct Crash: Error {}

    mutating func received(_ message: ApplicationMessage, context: inout ApplicationContext) throws {
        guard message.payload != .text("crash") else { throw Crash() }
        for _ in 0..<5000 { context.broadcast(.text("x"), in: message.namespace) }
    }
}

@Suite("Custom applications")
struct EchoApplicationTests {
    private func device(
        _ applications: [InstalledApplication] = [EchoApplication.installed, RogueApplication.installed]
    ) async throws -> MemoryDevice {
        try await MemoryDevice(
            DeviceConfiguration(name: "Study", applications: applications, showsBackdrop: false)
        )
    }

    @Test("The example in docs/apps.md is the application tested here")
    func documentation() throws {
        let thisFile = URL(filePath: #filePath)
        let source = try String(
            contentsOf: thisFile.deletingLastPathComponent().appending(path: "EchoApplication.swift"),
            encoding: .utf8
        )
        let package = (0..<4).reduce(thisFile) { url, _ in url.deletingLastPathComponent() }
        let page = try String(contentsOf: package.appending(path: "docs/apps.md"), encoding: .utf8)
        let license = "// SPDX-License-Identifier: Apache-2.0\n\n"
        #expect(source.hasPrefix(license) && page.contains(source.dropFirst(license.count)))
    }

    @Test("text and bytes are echoed to the sender, without being parsed by the platform")
    func echoes() async throws {
        let device = try await device()
        let sender = try await device.connect()
        let transportID = try await sender.launch("EC400000")
        let welcome = sender.received()
        #expect(welcome.last { $0.namespace == EchoApplication.namespace }?.payload["type"] == .string("WELCOME"))
        let app = welcome.last { $0.type == "RECEIVER_STATUS" }?.payload["status"]?["applications"]?[0]
        #expect(app?["statusText"] == .string("1 listening"))
        #expect(app?["namespaces"] == [["name": "urn:x-cast:org.example.echo"]])

        for payload in [CastMessage.Payload.text("not { JSON"), .binary([0, 255, 7])] {
            try await sender.send(
                CastMessage(
                    from: "sender-0",
                    to: transportID,
                    namespace: EchoApplication.namespace,
                    payload: payload
                )
            )
            let answer = try #require(sender.messages().last)
            #expect(answer.payload == payload)
            #expect(answer.sourceID == transportID && answer.destinationID == "sender-0")
        }
        #expect(await device.device.drops.total == 0)
        await device.device.close()
    }

    @Test("an application that throws ends; its senders get CLOSE, all senders the status, and the snapshot the error")
    func crashes() async throws {
        let device = try await device()
        let sender = try await device.connect()
        let transportID = try await sender.launch("BAD00000")
        _ = sender.received()
        try await sender.send(
            CastMessage(
                from: "sender-0",
                to: transportID,
                namespace: EchoApplication.namespace,
                payload: .text("crash")
            )
        )
        let received = sender.received()
        #expect(received.map(\.type) == ["CLOSE", "RECEIVER_STATUS"])
        #expect(received.last?.payload["status"]?["applications"] == nil)
        let snapshot = device.device.snapshot
        #expect(snapshot.application == nil)
        #expect(snapshot.lastApplicationEnd?.reason == .failed("Crash()"))
        #expect(await device.device.drops[.applicationFailure] == 1)
        // The device keeps running.
        try await sender.launch("BAD00000")
        #expect(device.device.snapshot.application?.appID == "BAD00000")
        await device.device.close()
    }

    @Test("an application that floods is limited to 256 messages at once, and the rest is counted")
    func floods() async throws {
        let device = try await device()
        let sender = try await device.connect()
        let transportID = try await sender.launch("BAD00000")
        _ = sender.received()
        try await sender.send(
            CastMessage(
                from: "sender-0",
                to: transportID,
                namespace: EchoApplication.namespace,
                payload: .text("flood")
            )
        )
        #expect(sender.messages().count == 256)
        #expect(await device.device.drops[.applicationFlood] == 5000 - 256)
        #expect(device.device.snapshot.application != nil)
        await device.device.close()
    }

    @Test("applications with different namespaces receive only their own messages")
    func several() async throws {
        let other = InstalledApplication(
            ApplicationInformation(
                appIDs: ["07000001"],
                name: "Other",
                namespaces: ["urn:x-cast:org.example.other"],
                playsMedia: true,
                iconURL: "http://192.0.2.9/icon.png",
                additionalStatus: ["senderApps": [["platform": "IOS"]], "appId": "lies"]
            )
        ) { _ in EchoApplication() }
        let device = try await device([EchoApplication.installed, other])
        let sender = try await device.connect()
        try await sender.launch("EC400000")
        let transportID = try await sender.launch("07000001")
        let app = sender.received().last { $0.type == "RECEIVER_STATUS" }?.payload["status"]?["applications"]?[0]
        #expect(app?["appId"] == .string("07000001"))
        #expect(app?["iconUrl"] == .string("http://192.0.2.9/icon.png"))
        #expect(app?["senderApps"]?[0]?["platform"] == .string("IOS"))
        #expect(
            app?["namespaces"] == [
                ["name": "urn:x-cast:com.google.cast.media"], ["name": "urn:x-cast:org.example.other"],
            ]
        )
        try await sender.send(["type": "X"], in: EchoApplication.namespace, to: transportID)
        #expect(sender.messages() == [])
        #expect(await device.device.drops[.unknownNamespace] == 1)
        // The application also lists the media namespace; the Default Media Receiver answers for it.
        try await sender.send(["type": "GET_STATUS", "requestId": 7], in: .media, to: transportID)
        #expect(sender.received().map(\.type) == ["MEDIA_STATUS"])
        // Messages in its own namespace are delivered to the application.
        try await sender.send(["type": "X"], in: "urn:x-cast:org.example.other", to: transportID)
        #expect(sender.messages().map(\.payload) == [.text(#"{"type":"X"}"#)])
        await device.device.close()
    }
}
