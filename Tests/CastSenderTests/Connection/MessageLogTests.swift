// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

@Suite("Messages in a log")
struct MessageLogTests {
    private func text(_ payload: CastMessage.Payload) -> String {
        CastMessage(from: "sender-0", to: "receiver-0", namespace: .media, payload: payload).logText
    }

    @Test("Credentials are removed from logged messages at every depth")
    func credentials() {
        let load =
            #"{"type":"LOAD","credentials":"secret","media":{"atvCredentials":"secret","customData":{"a":1}},"#
            + #""items":[{"credentials":{"token":"secret"}}],"credentialsType":"ios"}"#
        let logged = text(.text(load))
        #expect(!logged.contains("secret"))
        #expect(logged.contains(#""credentialsType":"ios""#) && logged.contains(#""customData":{"a":1}"#))
    }

    @Test("Other texts are logged unchanged, binary payloads by their size")
    func others() {
        #expect(text(.text("no { JSON")) == "no { JSON")
        #expect(text(.text("my credentials are mine")) == "my credentials are mine")
        #expect(text(.binary([1, 2, 3])) == "3 bytes")
    }
}
