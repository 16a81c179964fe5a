// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The kind of a network interface.
enum InterfaceKind: String, Hashable, Sendable {
    case loopback
    case ethernet
    case wireless = "Wi-Fi"
    case tunnel
    case bridge
    /// Another interface without hardware, such as one end of a pair of virtual interfaces.
    case virtual
    case unknown

    /// Returns the kind of an interface of this machine.
    ///
    /// - Parameters:
    ///   - name: The name of the interface.
    ///   - folder: The folder that describes the interfaces of Linux. Other systems do not have it, and the name is evaluated.
    init(of name: String, in folder: String = "/sys/class/net") {
        let path = "\(folder)/\(name)"
        let manager = FileManager.default
        guard manager.fileExists(atPath: path) else {
            self.init(name: name)
            return
        }
        func text(_ file: String) -> String {
            SystemFile.text(of: "\(path)/\(file)")?.filter { $0 != "\n" } ?? ""
        }
        func has(_ file: String) -> Bool { manager.fileExists(atPath: "\(path)/\(file)") }
        // The hardware types of the kernel (`linux/if_arp.h`): 1 Ethernet, 512 PPP, 768 to 778 tunnels and loopback, 65534 none.
        self =
            switch text("type") {
            case "772": .loopback
            case "512", "768", "769", "776", "778", "65534": .tunnel
            case "1" where has("wireless") || has("phy80211"): .wireless
            case "1" where has("bridge"): .bridge
            case "1" where has("tun_flags"): .tunnel
            case "1": has("device") ? .ethernet : .virtual
            default: .unknown
            }
    }

    /// Derives the kind from a name.
    private init(name: String) {
        let kinds: [(String, InterfaceKind)] = [
            ("lo", .loopback), ("utun", .tunnel), ("ipsec", .tunnel), ("ppp", .tunnel), ("tun", .tunnel),
            ("bridge", .bridge), ("vmnet", .virtual), ("awdl", .wireless), ("llw", .wireless), ("wl", .wireless),
            ("eth", .ethernet),
        ]
        self = kinds.first { name.hasPrefix($0.0) }?.1 ?? .unknown
    }
}
