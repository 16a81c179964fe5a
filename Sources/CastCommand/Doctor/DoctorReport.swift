// SPDX-License-Identifier: Apache-2.0

import CastConformance
import CastHTTPClient
import CastSender
import CastTransport
import CastWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A report for maintainers: what the checks of `cast doctor` found, and the facts that explain it, without secrets.
struct DoctorReport: Sendable {
    /// The version of the format, which changes when a member changes its meaning or is removed.
    static let formatVersion: Int64 = 1

    /// The report, without secrets.
    let content: JSONObject

    /// Collects the facts about this machine and asks the devices for their firmware.
    ///
    /// - Parameters:
    ///   - diagnosis: What the checks found.
    ///   - requested: The texts by which the user chose devices.
    static func make(of diagnosis: Diagnosis, requested: [String]) async throws -> DoctorReport {
        let interfaces = try InterfaceSurvey.all()
        var firmware: [String: ConformanceReport.Device] = [:]
        for examined in diagnosis.devices where examined.probe.connecting != nil {
            guard let host = examined.device.endpoints.first?.host else { continue }
            let setup = await DeviceHTTPClient(host: host).information()
            firmware[examined.device.id] = ConformanceReport.Device(examined.device, setup)
        }
        var machine = JSONObject()
        machine["tool"] = .object(MachineSurvey.tool)
        machine["system"] = .object(MachineSurvey.system)
        machine["locale"] = .string(TerminalDevice.localeName)
        machine["environment"] = .object(MachineSurvey.environment())
        machine["programs"] = .object(await MachineSurvey.programVersions())
        machine["daemons"] = .object(MachineSurvey.daemons)
        machine["firewall"] = .string(FirewallProbe.kind)
        return DoctorReport(
            of: diagnosis,
            machine: machine,
            interfaces: interfaces,
            firmware: firmware,
            requested: requested,
            user: .current
        )
    }

    /// - Parameters:
    ///   - diagnosis: What the checks found.
    ///   - machine: The facts about this machine.
    ///   - interfaces: All interfaces of this machine.
    ///   - firmware: What the devices say about themselves, by their IDs.
    ///   - requested: The texts by which the user chose devices.
    ///   - user: The names to remove.
    init(
        of diagnosis: Diagnosis,
        machine: JSONObject,
        interfaces: [InterfaceSurvey],
        firmware: [String: ConformanceReport.Device] = [:],
        requested: [String] = [],
        user: UserIdentity
    ) {
        let checked = diagnosis.devices.map(\.device.id)
        let others = diagnosis.discovered.filter { !checked.contains($0.id) }
        let devices = diagnosis.devices.map(\.device) + others
        var privacy = ReportPrivacy(
            interfaces: interfaces,
            devices: zip(devices.indices, devices).map { index, device in
                let described = index < diagnosis.devices.count ? diagnosis.devices[index].probe.described : nil
                return DeviceIdentity(device, described)
            },
            requested: requested,
            user: user
        )
        var labels: [String: String] = [:]
        for (index, interface) in interfaces.enumerated() { labels[interface.name] = "interface-\(index + 1)" }
        var content: JSONObject = ["format": .integer(Self.formatVersion), "ok": .bool(diagnosis.isHealthy)]
        for member in machine.members { content[member.key] = privacy.cleaned(member.value) }
        content["interfaces"] = .array(
            interfaces.enumerated().map { index, interface in
                .object(Self.describe(interface, "interface-\(index + 1)", diagnosis.packets[interface.name]))
            }
        )
        var descriptions: [JSONValue] = []
        for (index, device) in devices.enumerated() {
            let examined = index < diagnosis.devices.count ? diagnosis.devices[index] : nil
            // A device that was named by its address describes itself over the connection.
            let best = examined?.probe.described ?? device
            var object = Self.describe(best, "device-\(index + 1)", firmware[device.id])
            for name in [device.friendlyName, best.friendlyName] where labels[name] == nil {
                labels[name] = "device-\(index + 1)"
            }
            if let examined { object["probe"] = privacy.cleaned(.object(Self.describe(examined.probe))) }
            descriptions.append(.object(object))
        }
        content["devices"] = .array(descriptions)
        content["checks"] = .array(
            diagnosis.findings.map { finding in
                var object = finding.json
                // Subjects are replaced as a whole, also names that are too short or too common to be found in texts.
                object["subject"] =
                    labels[finding.subject].map { .string($0) } ?? privacy.cleaned(object["subject"] ?? "")
                for key in ["detail", "advice"] { object[key] = object[key].map { privacy.cleaned($0) } }
                return .object(object)
            }
        )
        self.content = content
    }

    // MARK: - Interfaces and devices

    private static func describe(_ interface: InterfaceSurvey, _ label: String, _ packets: PacketCounts?) -> JSONObject
    {
        var object: JSONObject = [
            "interface": .string(label), "kind": .string(InterfaceKind(of: interface.name).rawValue),
            "multicast": .bool(interface.canMulticast), "addresses": describe(interface.addresses),
        ]
        if let packets {
            object["packets"] = [
                "own": .integer(Int64(packets.own)), "fromOthers": .integer(Int64(packets.fromOthers)),
            ]
        }
        return object
    }

    private static func describe(
        _ device: CastDevice,
        _ label: String,
        _ description: ConformanceReport.Device?
    ) -> JSONObject {
        var object: JSONObject = [
            "device": .string(label),
            "model": .string(description?.model ?? device.modelName),
            "type": .string(device.isGroup ? "group" : device.isAudioOnly ? "audio" : "video"),
            "capabilities": .integer(Int64(clamping: device.capabilities.rawValue)),
            "addresses": describe(device.endpoints.map(\.host)),
            "port": .integer(Int64(device.endpoints.first?.port ?? 0)),
            // The values of the others are IDs and names.
            "txtKeys": .array(device.text.keys.sorted().map { .string($0) }),
        ]
        for key in ["ve", "st", "nf"] { object[key] = device.text[key].map { .string($0) } }
        if let description {
            let facts = [
                "manufacturer": description.manufacturer, "firmware": description.firmware, "build": description.build,
            ]
            for (key, value) in facts.sorted(by: { $0.key < $1.key }) { object[key] = value.map { .string($0) } }
        }
        return object
    }

    private static func describe(_ probe: DeviceProbe.Result) -> JSONObject {
        var object: JSONObject = ["verdict": .string(probe.finding.verdict.rawValue)]
        object["tcp"] = probe.connecting.map { .string(TimeText.elapsed($0)) }
        object["tlsAndStatus"] = probe.opening.map { .string(TimeText.elapsed($0)) }
        object["authenticity"] = probe.authenticity.map { .string($0) }
        return object
    }

    /// Describes addresses without showing them.
    private static func describe(_ addresses: [String]) -> JSONValue {
        .array(
            addresses.map { address in
                let scope: String =
                    switch NetworkScope(address: address) {
                    case .machine: "loopback"
                    case .link: "link-local"
                    case .site: "private"
                    case .internet: "public"
                    case .noHost: "reserved"
                    case nil: "name"
                    }
                return .string("\(address.contains(":") ? "IPv6" : "IPv4") \(scope)")
            }
        )
    }

    // MARK: - Formats

    /// The report as JSON.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes, .sortedKeys]
        // The content consists of text, numbers and Booleans, which can be encoded.
        let data = try? encoder.encode(JSONValue.object(content))
        return (data.map { String(decoding: $0, as: UTF8.self) } ?? content.jsonString) + "\n"
    }

    /// The report as text: a line for each fact, indented under its heading.
    var text: String {
        (["cast doctor: report"] + Self.lines(of: content)).map { DisplayWidth.printable($0) + "\n" }.joined()
    }

    private static func lines(of object: JSONObject) -> [String] {
        object.members.flatMap { member -> [String] in
            switch member.value {
            case .object(let object):
                return ["\(member.key):"] + lines(of: object).map { "  \($0)" }
            case .array(let elements) where elements.contains(where: { $0.objectValue != nil }):
                return ["\(member.key):"]
                    + elements.flatMap { element in
                        let lines = lines(of: element.objectValue ?? JSONObject())
                        return lines.enumerated().map { $0.offset == 0 ? "  - \($0.element)" : "    \($0.element)" }
                    }
            case .array(let elements):
                return ["\(member.key): \(elements.isEmpty ? "none" : elements.map(scalar).joined(separator: ", "))"]
            default: return ["\(member.key): \(scalar(member.value))"]
            }
        }
    }

    private static func scalar(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .null: "not installed"
        case .bool(let isTrue): isTrue ? "yes" : "no"
        default: value.jsonString
        }
    }
}

extension DeviceIdentity {
    /// - Parameters:
    ///   - device: The device as it was discovered, or as the user named it.
    ///   - described: The device as it describes itself over the connection.
    fileprivate init(_ device: CastDevice, _ described: CastDevice?) {
        let forms = [device] + (described.map { [$0] } ?? [])
        // The status text contains the title of what plays.
        let texts = ["id", "cd", "bs", "rm", "fn", "rs"].compactMap { device.text[$0] }
        self.init(
            names: forms.flatMap { [$0.friendlyName, $0.id, $0.statusText ?? ""] } + texts,
            model: described?.modelName ?? device.modelName,
            addresses: forms.flatMap { $0.endpoints.map(\.host) }
        )
    }
}
