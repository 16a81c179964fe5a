// SPDX-License-Identifier: Apache-2.0

import MulticastDNS

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Prints the events of the system's service discovery, one per line, until it is killed. The interop suite `mdns` runs it
/// with Avahi.
///
/// Usage: `SystemDiscoveryProbe TYPE [SUBTYPE] [INTERFACE]`
@main
struct SystemDiscoveryProbe {
    static func main() async throws {
        #if canImport(dnssd) || SystemDiscovery
        let arguments = Array(CommandLine.arguments.dropFirst())
        let subtype = arguments.count > 1 && !arguments[1].isEmpty ? arguments[1] : nil
        let browse = try SystemDiscovery.browse(
            arguments.first ?? "_googlecast._tcp",
            subtype: subtype,
            interfaces: arguments.count > 2 ? .named([arguments[2]]) : .all
        )
        for await event in browse { say(line(event)) }
        #else
        say("built without the trait SystemDiscovery")
        #endif
    }

    /// Writes a line without buffering. `print` buffers lines unless it writes to a terminal.
    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    /// Returns an event as tab-separated fields: event, name, host, port, addresses, text.
    private static func line(_ event: ServiceEvent) -> String {
        switch event {
        case .found(let instance): line("found", instance)
        case .changed(let instance): line("changed", instance)
        case .lost(let name): "lost\t\(name)"
        }
    }

    private static func line(_ word: String, _ instance: ServiceInstance) -> String {
        let text = instance.text.entries.map { entry in
            "\(entry.key)=\(entry.value.map { String(decoding: $0, as: UTF8.self) } ?? "")"
        }
        let addresses = instance.addresses.map(\.text).joined(separator: " ")
        return ([word, instance.name, instance.hostName, "\(instance.port)", addresses] + text).joined(separator: "\t")
    }
}
