import ArgumentParser
import CastTransport

/// A device by its address, as typed: `192.0.2.7`, `192.0.2.7:8010`, `tv.local`, `[fe80::1%eth0]:8009`, `fe80::1%eth0`.
struct HostAddress: Hashable, Sendable {
    var endpoint: CastEndpoint

    /// nil when the text is no address; the port is 8009 when none is given.
    init?(_ text: String) {
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else { return nil }
            let host = String(text[text.index(after: text.startIndex)..<close])
            let rest = text[text.index(after: close)...]
            guard host.contains(":") else { return nil }
            self.init(host: host, portText: rest.isEmpty ? nil : rest.hasPrefix(":") ? rest.dropFirst() : "")
        } else if text.filter({ $0 == ":" }).count > 1 {
            self.init(host: text, portText: nil)
        } else {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            self.init(host: String(parts[0]), portText: parts.count > 1 ? parts[1] : nil)
        }
    }

    private init?(host: String, portText: Substring?) {
        guard !host.isEmpty, host.allSatisfy({ !$0.isWhitespace && $0 != "/" && $0 != "[" && $0 != "]" }) else {
            return nil
        }
        guard let portText else {
            endpoint = CastEndpoint(host: host)
            return
        }
        guard let port = UInt16(portText), port > 0 else { return nil }
        endpoint = CastEndpoint(host: host, port: Int(port))
    }
}

extension HostAddress: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
    var defaultValueDescription: String { endpoint.description }
}
