// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import Testing

@testable import CastSender

@Suite("TXT record of a device")
struct TextRecordTests {
    private let endpoints = [CastEndpoint(host: "192.168.1.5", port: 8009)]

    private func device(_ strings: String..., port: Int = 8009) -> CastDevice? {
        var text: [String: String] = [:]
        for string in strings {
            let parts = string.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            text[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
        return CastDevice(textRecord: text, endpoints: [CastEndpoint(host: "192.168.1.5", port: port)])
    }

    @Test("The record of a real device is parsed")
    func realDevice() throws {
        let device = try #require(
            self.device(
                "id=e8b58877627a8cea281b68f6f4a17d69",
                "cd=C4D2",
                "rm=6A07",
                "ve=05",
                "md=Google Nest Mini",
                "ic=/setup/icon.png",
                "fn=Zolder",
                "ca=198660",
                "st=1",
                "bs=FA8F",
                "nf=1",
                "rs=Spotify"
            )
        )
        #expect(device.id == "e8b58877627a8cea281b68f6f4a17d69")
        #expect(device.friendlyName == "Zolder")
        #expect(device.modelName == "Google Nest Mini")
        #expect(device.protocolVersion == 5)
        #expect(device.iconPath == "/setup/icon.png")
        #expect(device.isBusy)
        #expect(device.statusText == "Spotify")
        #expect(device.isAudioOnly)
        #expect(!device.isGroup)
        #expect(device.text["nf"] == "1")
    }

    @Test("Only the id and the name are required")
    func minimal() throws {
        let device = try #require(self.device("ID=AB-CD", "FN=TV"))
        #expect(device.id == "abcd")
        #expect(device.capabilities == [])
        #expect(device.statusText == nil)
        #expect(!device.isBusy)
        #expect(self.device("fn=TV") == nil)
        #expect(self.device("id=", "fn=TV") == nil)
        #expect(self.device("id=ab") == nil)
        #expect(CastDevice(textRecord: ["id": "ab", "fn": "TV"], endpoints: []) == nil)
    }

    @Test(
        "Invalid values do not discard the device",
        arguments: ["ca=many", "ca=-1", "ca=99999999999999999999", "ve=x", "st=2", "ca="]
    )
    func odd(string: String) {
        #expect(device("id=ab", "fn=TV", string)?.friendlyName == "TV")
    }

    @Test("All 64 bits of the capabilities are kept")
    func wideCapabilities() {
        #expect(device("id=ab", "fn=TV", "ca=18446744073709551615")?.capabilities.rawValue == .max)
    }

    @Test("A group is recognized by its capability, its model, or, without capabilities, its port")
    func groups() {
        #expect(device("id=a", "fn=G", "ca=198692", port: 32_156)?.isGroup == true)
        #expect(device("id=a", "fn=G", "md=Google Cast Group")?.isGroup == true)
        #expect(device("id=a", "fn=G", port: 32_156)?.isGroup == true)
        #expect(device("id=a", "fn=G", "ca=5", port: 32_156)?.isGroup == false)
        #expect(device("id=a", "fn=G")?.isGroup == false)
    }

    @Test(
        "Decimal escapes of some resolvers are decoded",
        arguments: [
            (#"Caf\195\169"#, "Café"), (#"a\032b"#, "a b"), (#"back\\slash"#, #"back\slash"#), (#"end\"#, #"end\"#),
            (#"\999"#, "999"), (#"\12"#, "12"), ("plain", "plain"),
        ]
    )
    func escapes(text: String, expected: String) {
        #expect(device("id=a", "fn=\(text)")?.friendlyName == expected)
    }
}
