// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastTransport
import MulticastDNS
import NIOCore

/// The address of a device, parsed from text: `192.0.2.7`, `192.0.2.7:8010`, `tv.local`, `[fe80::1%eth0]:8009`,
/// `fe80::1%eth0`.
struct HostAddress: Hashable, Sendable {
    var endpoint: CastEndpoint

    /// Parses an address; nil if the text is not one. The default port is 8009.
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

/// The loopback interface of this machine.
enum LoopbackInterface {
    /// The name of the interface with the address 127.0.0.1: `lo` on Linux, `lo0` on Apple platforms; nil if there is
    /// none.
    static var name: String? {
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.first { $0.address?.ipAddress == "127.0.0.1" }?.name
    }
}

extension MDNSInterfaces {
    /// Selects the interfaces named on the command line, or all except loopback if none are named.
    init(names: [String]) {
        self = names.isEmpty ? .all : .named(names)
    }
}
