// SPDX-License-Identifier: Apache-2.0

import CastWire
import MulticastDNS
import NIOCore

/// The page of a remote that is ready for browsers.
struct ReadyPage {
    let port: Int
    /// The token that clients must show; nil if only this machine can open the page.
    let token: String?
    /// The interfaces through which other machines can open the page; empty for all.
    let interfaces: [String]
    /// Whether to open the page in the default browser.
    let isOpened: Bool

    /// Prints the URLs of the page, and opens it if that is wanted.
    func print(to console: Console) {
        let hosts = token == nil ? ["127.0.0.1"] : Self.addresses(of: interfaces) + ["127.0.0.1"]
        let urls = hosts.map { "http://\($0):\(port)/" + (token.map { "#\($0)" } ?? "") }
        var ready: JSONObject = [
            "event": "ready", "port": .integer(Int64(port)), "url": .string(urls[0]),
            "urls": .array(urls.map(JSONValue.string)),
        ]
        if let token { ready["token"] = .string(token) }
        console.emit(ready)
        if let token {
            console.result("The remote control is at")
            for url in urls { console.result("  \(url)") }
            if TerminalDevice.isOutputTerminal, TerminalDevice.style == .unicode, let code = QRCode(urls[0]) {
                console.draw(code.terminalLines(isColored: TerminalDevice.usesColor))
            }
            console.result("If the page asks for a code, enter \(token)")
        } else {
            console.result("The remote control is at \(urls[0])")
        }
        console.result("Press Ctrl-C to stop.")
        guard isOpened else { return }
        // Without the code, which other users of this machine could read in the process list; the page asks for it.
        let url = "http://127.0.0.1:\(port)/"
        PageOpener.open(url) { [console] in
            console.note("\(PageOpener.command) could not open a browser. Open \(url) in a browser.")
        }
    }

    /// Returns the IPv4 addresses of this machine, except loopback addresses, on the named interfaces, or on all if
    /// none is named.
    private static func addresses(of interfaces: [String]) -> [String] {
        let devices = (try? System.enumerateDevices()) ?? []
        return addresses(
            of: interfaces,
            among: devices.compactMap { device in
                guard case .v4? = device.address, let address = device.address?.ipAddress else { return nil }
                return (device.name, address)
            }
        )
    }

    /// Returns the addresses that ``addresses(of:)`` selects from those of all interfaces.
    static func addresses(
        of interfaces: [String],
        among allAddresses: [(interface: String, address: String)]
    ) -> [String] {
        allAddresses.filter { interfaces.isEmpty || interfaces.contains($0.interface) }.map(\.address)
            .filter { !$0.hasPrefix("127.") }
    }
}
