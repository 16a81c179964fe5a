// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastRecording

@Suite("Redaction of recordings")
struct RedactionTests {
    private static func event(_ payload: String, in namespace: CastNamespace = .media) -> RecordedEvent {
        let message = CastMessage(from: "sender-0", to: "web-1", namespace: namespace, payload: .text(payload))
        return RecordedEvent(milliseconds: 0, socket: 1, kind: .message(message, .toDevice))
    }

    private static func text(_ event: RecordedEvent) -> String {
        guard case .message(let message, _) = event.kind, case .text(let text) = message.payload else { return "" }
        return text
    }

    private func redacted(_ payload: String, in namespace: CastNamespace = .media) -> String {
        var redactor = Redactor()
        return Self.text(redactor.redacted(Self.event(payload, in: namespace)))
    }

    @Test("what the protocol needs stays")
    func kept() {
        let payload =
            #"{"type":"LOAD","requestId":123456,"sessionId":"a1b2c3d4-0000-4000-8000-123456789abc","mediaSessionId":7,"#
            + #""media":{"contentId":"https://example.org/film.mp4","contentType":"video/mp4","duration":60.5,"#
            + #""metadata":{"title":"A Film"}},"currentTime":1.5,"autoplay":true,"activeTrackIds":[1],"#
            + #""credentialsType":"web"}"#
        #expect(redacted(payload) == payload)
        let status =
            #"{"type":"RECEIVER_STATUS","requestId":1,"status":{"applications":[{"appId":"CC1AD845","#
            + #""displayName":"Default Media Receiver","namespaces":[{"name":"urn:x-cast:com.google.cast.media"}],"#
            + #""sessionId":"s","transportId":"t","statusText":"Ready"}],"volume":{"level":0.5}}}"#
        #expect(redacted(status, in: .receiver) == status)
    }

    @Test(
        "secrets are removed",
        arguments: [
            #"{"credentials":"hunter2"}"#, #"{"customData":{"deep":[{"x":"hunter2"}]}}"#, #"{"authToken":"hunter2"}"#,
            #"{"headers":{"Cookie":"hunter2"}}"#, #"{"media":{"contentId":"https://a.example/v.mp4?t=hunter2"}}"#,
            #"{"contentId":"https://user:hunter2@a.example/"}"#, #"{"contentId":"https://hunter2@a.example/"}"#,
            #"{"contentId":"https://a.example/#access_token=hunter2"}"#,
            #"{"text":"see http://a.example/?hunter2 now"}"#,
            #"{"device":{"deviceId":"x","name":"hunter2"}}"#, #"{"friendlyName":"hunter2"}"#,
            #"{"timezone":"hunter2"}"#, #"{"credentialsData":{"token":["hunter2"]}}"#, "https://a.example/?x=hunter2",
        ]
    )
    func secrets(_ payload: String) {
        #expect(!redacted(payload, in: "urn:x-cast:org.example").contains("hunter2"))
    }

    @Test(
        "addresses are removed, wherever they are, but not those of this machine",
        arguments: [
            ("http://192.168.1.7:8010/a.mp4", "http://192.0.2.1:8010/a.mp4"), ("192.168.1.7", "192.0.2.1"),
            ("at 10.0.0.1, port 1", "at 192.0.2.1, port 1"), ("http://[fe80::1]:80/", "http://[2001:db8::1]:80/"),
            ("08:60:6e:12:34:56", "00:00:00:00:00:01"), ("http://127.0.0.1/a", "http://127.0.0.1/a"),
            ("http://nas.local/a", "http://host-1.local/a"), ("http://nas/a", "http://host-1.local/a"),
            ("1.56.281627", "1.56.281627"), ("12:30", "12:30"),
        ]
    )
    func addresses(_ text: String, _ expected: String) {
        #expect(redacted(#"{"x":"\#(text)"}"#) == #"{"x":"\#(expected)"}"#)
    }

    @Test("equal values have equal placeholders in all messages, other values have others")
    func consistent() {
        var redactor = Redactor()
        let first = Self.text(
            redactor.redacted(Self.event(#"{"a":"http://10.0.0.1/?k=1","b":"http://10.0.0.2/?k=2"}"#))
        )
        let second = Self.text(redactor.redacted(Self.event(#"{"c":"http://10.0.0.2/?k=2"}"#)))
        #expect(first == #"{"a":"http://192.0.2.1/?k=secret-1","b":"http://192.0.2.2/?k=secret-2"}"#)
        #expect(second == #"{"c":"http://192.0.2.2/?k=secret-2"}"#)
    }

    @Test("the name and the id of the device are replaced in its description and in messages")
    func device() {
        var redactor = Redactor()
        let id = "0123456789abcdef0123456789abcdef"
        let device = redactor.redacted(
            RecordedDevice(id: id, name: "Den", model: "Chromecast", text: ["fn": "Den", "id": id, "md": "Chromecast"])
        )
        let placeholder = String(repeating: "0", count: 31) + "1"
        #expect(device.name == "Name 1")
        #expect(device.id == placeholder)
        #expect(device.text == ["fn": "Name 1", "id": placeholder, "md": "Chromecast"])
        let text = Self.text(
            redactor.redacted(Self.event(#"{"statusText":"Casting to Den","deviceId":"\#(id)","x":"Den"}"#))
        )
        #expect(text == #"{"statusText":"Casting to Name 1","deviceId":"\#(placeholder)","x":"Name 1"}"#)
    }

    @Test("device authentication keeps its form and loses its keys")
    func authentication() throws {
        var redactor = Redactor()
        let response = AuthResponse(
            signature: [1, 2, 3],
            clientAuthCertificate: [4, 5],
            intermediateCertificates: [[6]],
            senderNonce: [7],
            hashAlgorithm: .sha256,
            crl: [8]
        )
        let message = CastMessage(
            from: "receiver-0",
            to: "sender-0",
            namespace: .deviceAuth,
            payload: .binary(DeviceAuthMessage.response(response).serializedBytes)
        )
        let event = redactor.redacted(
            RecordedEvent(milliseconds: 0, socket: 1, kind: .message(message, .toSender))
        )
        guard case .message(let result, _) = event.kind, case .binary(let bytes) = result.payload else {
            Issue.record("not binary")
            return
        }
        let expected = AuthResponse(
            signature: [0, 0, 0],
            clientAuthCertificate: [0, 0],
            intermediateCertificates: [[0]],
            senderNonce: [0],
            hashAlgorithm: .sha256
        )
        #expect(try DeviceAuthMessage(parsing: bytes) == .response(expected))
    }
}
