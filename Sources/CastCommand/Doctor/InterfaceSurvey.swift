// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The properties of a network interface that matter for casting.
struct InterfaceSurvey: Hashable, Sendable {
    var name: String
    var addresses: [String]
    var canMulticast: Bool
    var isLoopback: Bool

    /// Whether multicast DNS can use the interface.
    var isUsable: Bool { !addresses.isEmpty && (canMulticast || isLoopback) }

    /// Returns the interfaces with the given names, or all except loopback if there are no names.
    static func all(named names: [String]) throws -> [InterfaceSurvey] {
        try all().filter { names.isEmpty ? !$0.isLoopback : names.contains($0.name) }
    }

    /// Returns all interfaces that have an address.
    static func all() throws -> [InterfaceSurvey] {
        var found: [InterfaceSurvey] = []
        for device in try System.enumerateDevices() {
            guard let address = device.address, let text = address.ipAddress else { continue }
            if let index = found.firstIndex(where: { $0.name == device.name }) {
                found[index].addresses.append(text)
                found[index].canMulticast = found[index].canMulticast || device.multicastSupported
                found[index].isLoopback = found[index].isLoopback || isLoopback(text)
            } else {
                found.append(
                    InterfaceSurvey(
                        name: device.name,
                        addresses: [text],
                        canMulticast: device.multicastSupported,
                        isLoopback: isLoopback(text)
                    )
                )
            }
        }
        return found
    }

    /// Returns a finding for each surveyed interface, and for each requested one that is missing.
    static func findings(_ survey: [InterfaceSurvey], requested: [String]) -> [Finding] {
        var findings = survey.map(\.finding)
        for name in requested where !survey.contains(where: { $0.name == name }) {
            findings.append(
                Finding(
                    check: "interface",
                    subject: name,
                    verdict: .failure,
                    detail: "there is no such interface, or it has no address",
                    advice: "list the interfaces by running cast doctor without --interface"
                )
            )
        }
        guard findings.isEmpty else { return findings }
        return [
            Finding(
                check: "interface",
                subject: "network",
                verdict: .failure,
                detail: "no interface except loopback has an address",
                advice: "connect this machine to a network"
            )
        ]
    }

    private var finding: Finding {
        let detail = addresses.joined(separator: ", ")
        guard isUsable else {
            return Finding(
                check: "interface",
                subject: name,
                verdict: .warning,
                detail: "\(detail), without multicast",
                advice: "devices cannot be discovered on this interface; use --host ADDRESS"
            )
        }
        return Finding(
            check: "interface",
            subject: name,
            verdict: .ok,
            detail: "\(detail), \(isLoopback ? "loopback" : "multicast")"
        )
    }

    private static func isLoopback(_ address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.")
    }
}
