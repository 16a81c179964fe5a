import NIOCore

/// A network interface as far as casting goes.
struct InterfaceSurvey: Hashable, Sendable {
    var name: String
    var addresses: [String]
    var canMulticast: Bool
    var isLoopback: Bool

    /// Multicast DNS can run on it.
    var isUsable: Bool { !addresses.isEmpty && (canMulticast || isLoopback) }

    /// The interfaces of this machine; with names, those alone, else all but loopback.
    static func all(named names: [String]) throws -> [InterfaceSurvey] {
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
        return found.filter { names.isEmpty ? !$0.isLoopback : names.contains($0.name) }
    }

    /// What to say about them.
    static func findings(_ survey: [InterfaceSurvey], wanted: [String]) -> [Finding] {
        var findings = survey.map(\.finding)
        for name in wanted where !survey.contains(where: { $0.name == name }) {
            findings.append(
                Finding(
                    check: "interface",
                    subject: name,
                    verdict: .failure,
                    detail: "there is no such interface, or it has no address",
                    advice: "cast doctor without --interface shows the ones there are"
                )
            )
        }
        guard findings.isEmpty else { return findings }
        return [
            Finding(
                check: "interface",
                subject: "network",
                verdict: .failure,
                detail: "no interface but loopback has an address",
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
                advice: "devices behind it are not found; reach them with --host ADDRESS"
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
