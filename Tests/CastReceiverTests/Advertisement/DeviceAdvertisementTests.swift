// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("The advertisement of a device")
struct DeviceAdvertisementTests {
    private func advertisement(name: String = "Zolder", model: String = "Google Nest Mini") -> DeviceAdvertisement {
        DeviceAdvertisement(
            identity: DeviceIdentity(
                id: "e8b58877-627a-8cea-281b-68f6f4a17d69",
                cloudDeviceID: "C4D26B8C90E081C1D8DB77EB7294BDA9",
                receiverMetricsID: "6A07C12CBEA61E31",
                bootstrapAddress: "FA8FCA706ACF"
            ),
            friendlyName: name,
            modelName: model,
            capabilities: PlatformOptions.videoDevice,
            appIDs: ["CC1AD845"]
        )
    }

    private func text(_ advertisement: DeviceAdvertisement) -> [String: String] {
        Dictionary(uniqueKeysWithValues: advertisement.text.map { ($0.key, $0.value) })
    }

    @Test("an idle device has every TXT key of a real one")
    func idle() {
        let record = advertisement()
        #expect(
            record.text.map { "\($0.key)=\($0.value)" } == [
                "id=e8b58877627a8cea281b68f6f4a17d69", "cd=C4D26B8C90E081C1D8DB77EB7294BDA9", "rm=6A07C12CBEA61E31",
                "ve=05", "md=Google Nest Mini", "ic=/setup/icon.png", "fn=Zolder", "ca=4101", "st=0",
                "bs=FA8FCA706ACF", "nf=1", "rs=",
            ]
        )
        #expect(record.instanceName == "Google-Nest-Mini-e8b58877627a8cea281b68f6f4a17d69")
        #expect(record.hostName == "e8b58877-627a-8cea-281b-68f6f4a17d69")
        #expect(record.subtypes == ["_CC1AD845"])
    }

    @Test("a running application sets the status text, and subtypes for its session and namespaces")
    func running() {
        var record = advertisement()
        record.application = ApplicationCatalog().launch("CC1AD845", sessionID: "c6d649ed-c3a2-45cd-b8b8-99f868fa6028")
        record.application?.statusText = "Casting: Sunrise"
        #expect(text(record)["st"] == "1")
        #expect(text(record)["rs"] == "Casting: Sunrise")
        #expect(
            record.subtypes == [
                "_CC1AD845", "_%%C6D649ED-C3A2-45CD-B8B8-99F868FA6028", "_%9E5E7C8F47989526C9BCD95D24084F6F0B27C5ED",
            ]
        )
    }

    @Test(
        "namespace subtypes have the hashes that phones query",
        arguments: [
            ("media", "9E5E7C8F47989526C9BCD95D24084F6F0B27C5ED"),
            ("debugoverlay", "CFD711A95AA6B74712716F312683F658BA76AFA7"),
            ("cac", "3B80215ECB8EF438A1BB3E28D11D42C04A4013CE"),
        ]
    )
    func digests(name: String, digest: String) {
        #expect(DeviceAdvertisement.digest(of: CastNamespace("urn:x-cast:com.google.cast.\(name)")) == digest)
    }

    @Test("long names are truncated between characters so that every string and label fits")
    func cuts() {
        let record = advertisement(
            name: String(repeating: "é", count: 200),
            model: "A model name that is much longer than labels are"
        )
        #expect(record.instanceName == "A-model-name-that-is-e8b58877627a8cea281b68f6f4a17d69")
        for (key, value) in record.text { #expect("\(key)=\(value)".utf8.count <= 255) }
        #expect(text(record)["fn"] == String(repeating: "é", count: 126))
        #expect(DeviceAdvertisement.cut("ab👨‍👩‍👧c", to: 4) == "ab")
    }
}
