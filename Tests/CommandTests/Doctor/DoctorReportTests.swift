// SPDX-License-Identifier: Apache-2.0

import CastConformance
import CastSender
import CastTransport
import CastWire
import Foundation
import Testing

@testable import CastCommand

@Suite("reports of cast doctor")
struct DoctorReportTests {
    private static let user = UserIdentity(name: "ada", home: "/home/ada", host: "analytical.example")
    private static let interfaces = [
        InterfaceSurvey(name: "lo", addresses: ["127.0.0.1", "::1"], canMulticast: false, isLoopback: true),
        InterfaceSurvey(
            name: "wlx0013ef112233",
            addresses: ["192.0.2.10", "fe80::213:efff:fe11:2233"],
            canMulticast: true,
            isLoopback: false
        ),
    ]
    private static let device = CastDevice(
        id: "0123456789abcdef0123456789abcdef",
        friendlyName: "Ada's Den",
        modelName: "Chromecast Ultra",
        endpoints: [CastEndpoint(host: "192.0.2.20", port: 8009)],
        statusText: "Casting: A Private Film",
        text: [
            "id": "0123456789abcdef0123456789abcdef", "fn": "Ada's Den", "md": "Chromecast Ultra", "ve": "05",
            "rs": "Casting: A Private Film", "bs": "FA8FCA112233",
        ]
    )

    private static func privacy(_ devices: DeviceIdentity..., requested: [String] = []) -> ReportPrivacy {
        ReportPrivacy(interfaces: interfaces, devices: devices, requested: requested, user: user)
    }

    private static let den = DeviceIdentity(
        names: ["Den", "den-id"],
        model: "Speaker",
        addresses: ["192.0.2.20", "fd00::20"]
    )

    // MARK: - Privacy

    @Test("known addresses and names have the labels of their owners, in any form")
    func known() {
        var privacy = Self.privacy(Self.den)
        #expect(privacy.cleaned("192.0.2.20:8009 and [FD00:0:0::20]:8009") == "device-1:8009 and [device-1]:8009")
        #expect(privacy.cleaned("wlx0013ef112233 has 192.0.2.10.") == "interface-2 has interface-2.")
        #expect(privacy.cleaned("fe80::213:efff:fe11:2233%wlx0013ef112233") == "interface-2")
        #expect(privacy.cleaned("DEN, Dennis") == "device-1, Dennis")
        #expect(privacy.cleaned("/home/ada/x on analytical, by ada") == "~/x on this-machine, by user")
    }

    @Test("an address is not found in a longer one")
    func longerAddress() {
        var privacy = Self.privacy(Self.den)
        #expect(privacy.cleaned("192.0.2.201 192.0.2.20") == "address-1 device-1")
    }

    @Test("unknown addresses, URLs, host names, hardware addresses and IDs get the same label each time")
    func unknown() {
        var privacy = Self.privacy()
        #expect(privacy.cleaned("10.1.2.3:80, 10.1.2.4, 10.1.2.3") == "address-1:80, address-2, address-1")
        #expect(privacy.cleaned("see https://example.org/a?token=b, http://10.1.2.3/") == "see url-1, url-2")
        #expect(privacy.cleaned("Adas-Phone.local. at 00:13:EF:11:22:33") == "host-1. at id-1")
        #expect(privacy.cleaned("00-13-ef-11-22-33 01234567-89ab-cdef-0123-456789abcdef") == "id-1 id-2")
        #expect(privacy.cleaned("2001:4860:4860::8888") == "address-3")
    }

    @Test(
        "versions, times and addresses that have the same meaning everywhere are kept",
        arguments: [
            "1.56.500000", "ffmpeg version 5.1.6-0+deb12u1", "3 ms", "12:30:45", "224.0.0.251 and ff02::fb",
            "0.0.0.0 ::",
            "sudo ufw allow 8010:8019/tcp", "a::b::c",
        ]
    )
    func kept(text: String) {
        var privacy = Self.privacy(Self.den)
        #expect(privacy.cleaned(text) == text)
    }

    @Test("a device that has the name of its model does not remove the model from the report")
    func modelName() {
        var privacy = Self.privacy(DeviceIdentity(names: ["Chromecast"], model: "Chromecast Ultra", addresses: []))
        #expect(privacy.cleaned("Chromecast Ultra") == "Chromecast Ultra")
    }

    // MARK: - Content

    private static func report() -> DoctorReport {
        var diagnosis = Diagnosis()
        diagnosis.interfaces = [interfaces[1]]
        diagnosis.packets = ["wlx0013ef112233": PacketCounts(own: 2, fromOthers: 7)]
        diagnosis.discovered = [device]
        let finding = Finding(
            check: "device",
            subject: "Ada's Den",
            verdict: .failure,
            detail: "192.0.2.20:8009, no answer from Ada's Den",
            advice: "restart Ada's Den"
        )
        diagnosis.findings = [
            Finding(check: "interface", subject: "wlx0013ef112233", verdict: .ok, detail: "192.0.2.10, multicast"),
            finding,
        ]
        let probe = DeviceProbe.Result(finding: finding, connecting: .milliseconds(3))
        diagnosis.devices = [Diagnosis.Examined(device: device, probe: probe)]
        let setup: JSONObject = ["name": "Ada's Den", "build_info": ["cast_build_revision": "1.56.500000"]]
        return DoctorReport(
            of: diagnosis,
            machine: [
                "environment": ["LANG": "de_DE.UTF-8"], "programs": ["ffmpeg": "ffmpeg version 7.1", "nft": .null],
            ],
            interfaces: interfaces,
            firmware: [device.id: ConformanceReport.Device(device, setup)],
            user: user
        )
    }

    @Test("the report has the facts and none of the names, addresses, IDs and titles, in both formats")
    func content() throws {
        let report = Self.report()
        let object = try JSONValue(parsing: report.json)
        #expect(object["format"] == 1 && object["ok"] == false)
        #expect(object["interfaces"]?[1]?["packets"]?["fromOthers"] == 7)
        #expect(object["interfaces"]?[0]?["packets"] == nil)
        let device = try #require(object["devices"]?[0])
        #expect(device["model"] == "Chromecast Ultra" && device["firmware"] == "1.56.500000" && device["ve"] == "05")
        #expect(device["probe"]?["verdict"] == "fail" && device["probe"]?["tlsAndStatus"] == nil)
        #expect(object["checks"]?[0]?["subject"] == "interface-2")
        #expect(object["checks"]?[1]?["detail"] == "device-1:8009, no answer from device-1")
        for text in [report.json, report.text] {
            for secret in ["Ada", "192.0.2", "fe80", "0123456789abcdef", "FA8FCA112233", "Private Film", "wlx"] {
                #expect(!text.contains(secret), "\(secret)")
            }
            #expect(text.contains("de_DE.UTF-8") && text.contains("1.56.500000"))
        }
        #expect(report.text.contains("\n  nft: not installed\n"))
        #expect(report.text.contains("\n  - device: device-1\n    model: Chromecast Ultra\n"))
    }

    @Test("variables with paths, names and addresses are reported without their values")
    func environment() {
        let variables = ["LANG": "C.UTF-8", "CAST_DEVICE": "Den", "TMPDIR": "", "SECRET": "x", "HOME": "/home/ada"]
        let expected: JSONObject = ["LANG": "C.UTF-8", "CAST_DEVICE": "set", "TMPDIR": "empty"]
        #expect(MachineSurvey.environment(variables) == expected)
    }

    @Test("the version of a program is its first line without the copyright")
    func version() {
        let text = "ffmpeg version 5.1.6 Copyright (c) 2000-2024 the FFmpeg developers\nbuilt with gcc\n"
        #expect(MachineSurvey.version(in: text) == "ffmpeg version 5.1.6")
        #expect(MachineSurvey.version(in: "2026.01.02\n") == "2026.01.02")
        #expect(MachineSurvey.version(in: "") == "no version")
    }

    @Test("the kind of an interface follows from what the kernel says, and elsewhere from its name")
    func interfaceKinds() throws {
        try Self.withFolder { folder in
            func interface(_ name: String, type: String, _ files: String...) throws {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
                for (file, text) in [("type", "\(type)\n")] + files.map({ ($0, "") }) {
                    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)/\(file)"))
                }
            }
            try interface("a", type: "772")
            try interface("b", type: "1", "device")
            try interface("c", type: "1", "device", "phy80211")
            try interface("d", type: "1", "bridge")
            try interface("e", type: "1")
            try interface("f", type: "65534", "tun_flags")
            let kinds = "abcdef".map { InterfaceKind(of: String($0), in: folder) }
            #expect(kinds == [.loopback, .ethernet, .wireless, .bridge, .virtual, .tunnel])
        }
        #expect(InterfaceKind(of: "utun3", in: "/nosuch") == .tunnel)
        #expect(InterfaceKind(of: "lo0", in: "/nosuch") == .loopback)
        #expect(InterfaceKind(of: "en0", in: "/nosuch") == .unknown)
    }

    // MARK: - The file

    private static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cast-report-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test("the file is only for this user, replaces an earlier one, and has the format of its extension")
    func file() throws {
        try Self.withFolder { folder in
            for name in ["report.txt", "report.JSON"] {
                let path = "\(folder)/\(name)"
                try Data("earlier".utf8).write(to: URL(filePath: path))
                try ReportFile(path: path).write(Self.report())
                let text = try String(contentsOfFile: path, encoding: .utf8)
                #expect(text.hasPrefix(name.hasSuffix("txt") ? "cast doctor: report\n" : "{\n"))
                #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
        }
    }

    @Test(
        "a folder, a device and a file in a missing folder are rejected with the reason",
        arguments: [
            ("/tmp", "it is a folder"), ("/dev/null", "not a regular file"), ("/nosuch/report", "no folder /nosuch"),
        ]
    )
    func unwritable(path: String, reason: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try ReportFile(path: path) }
        #expect(failure?.code == "reportNotWritable" && failure?.exitStatus == .failure)
        #expect(failure?.message.contains(path) == true && failure?.message.contains(reason) == true)
    }
}
