// SPDX-License-Identifier: Apache-2.0

/// The topics of a site, which docs/fleet.md describes: `cast/1/SITE/DEVICE/…`. The number is the version of the topics and messages.
struct SiteTopics: Hashable, Sendable {
    static let version = 1

    /// A topic that was received.
    enum Topic: Hashable, Sendable {
        case ledger
        /// The record of the owner of a device.
        case owner(device: String)
        /// The progress of a command.
        case progress(device: String, command: String)
        /// A command as a JSON object.
        case command(device: String)
        /// A command as a topic of its own, with its argument as text: `…/command/volume`.
        case simpleCommand(device: String, String)
        case state(device: String)
        case result(device: String)
        /// Whether a bridge is at work.
        case bridge(String)
    }

    let prefix: String
    let site: String

    /// - Parameters:
    ///   - prefix: What precedes the version: one or more levels.
    ///   - site: The name of the site: one level. ``topicLevel(_:)`` makes one of any text.
    init(prefix: String = "cast", site: String) {
        self.prefix = prefix
        self.site = site
        root = "\(prefix)/\(Self.version)/\(site)"
    }

    private let root: String

    /// The entries by which the bridges of the site agree. No device has this id, because no id begins with an underscore here.
    var ledger: String { "\(root)/_ledger" }
    func bridge(_ id: String) -> String { "\(root)/_bridge/\(id)" }
    func owner(_ device: String) -> String { "\(root)/\(device)/owner" }
    func progress(_ device: String, _ command: String) -> String { "\(root)/\(device)/progress/\(command)" }
    func command(_ device: String) -> String { "\(root)/\(device)/command" }
    func state(_ device: String) -> String { "\(root)/\(device)/state" }
    func result(_ device: String) -> String { "\(root)/\(device)/result" }
    func event(_ device: String) -> String { "\(root)/\(device)/event" }
    func homeAssistant(_ device: String, _ part: String) -> String { "\(root)/\(device)/home-assistant/\(part)" }

    /// What a bridge subscribes to when it connects.
    var ofBridge: [String] { [ledger, bridge("+"), owner("+"), "\(root)/+/command/#"] }
    /// What a bridge subscribes to when it sees a device.
    func ofDevice(_ device: String) -> [String] { [progress(device, "+")] }
    /// What shows the devices of a site. With the site `+`: of all sites.
    var ofViewer: [String] { [bridge("+"), state("+")] }

    /// Reads a topic of this site; nil for others.
    func topic(_ text: String) -> Topic? {
        // Bytes: the broker compares topics so, and bridges read many.
        let (bytes, separator) = (text.utf8, UInt8(ascii: "/"))
        guard bytes.starts(with: root.utf8) else { return nil }
        let rest = bytes.dropFirst(root.utf8.count)
        guard rest.first == separator else { return nil }
        let levels = rest.dropFirst().split(separator: separator, omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        guard let device = levels.first, !device.isEmpty else { return nil }
        switch (device, levels.dropFirst().first, levels.count) {
        case ("_ledger", nil, 1): return .ledger
        case ("_bridge", let id?, 2): return .bridge(id)
        case (_, "owner", 2): return .owner(device: device)
        case (_, "progress", 3): return .progress(device: device, command: levels[2])
        case (_, "command", 2): return .command(device: device)
        case (_, "command", 3): return .simpleCommand(device: device, levels[2])
        case (_, "state", 2): return .state(device: device)
        case (_, "result", 2): return .result(device: device)
        default: return nil
        }
    }

    /// The site of a topic that begins with the prefix; nil for others.
    static func site(of text: String, prefix: String) -> String? {
        let start = "\(prefix)/\(version)/"
        guard text.hasPrefix(start), let end = text.dropFirst(start.count).firstIndex(of: "/") else { return nil }
        let site = String(text.dropFirst(start.count)[..<end])
        return site.isEmpty ? nil : site
    }

    /// Returns a text that is one level of a topic: spaces, control characters, `/`, `+` and `#` become `-`, and so does a first
    /// `_` or `$`. Ids of devices are hexadecimal numbers, but a device that was found by its address has the address as its id.
    static func topicLevel(_ text: String) -> String {
        var level = String(
            text.map {
                "/+#".contains($0) || $0.isWhitespace || $0.unicodeScalars.contains { $0.value < 32 } ? "-" : $0
            }
        )
        if let first = level.first, "_$".contains(first) { level = "-" + level.dropFirst() }
        return level
    }

    /// Whether a text can be the id of a command: 1 to 64 of the letters and digits of ASCII, `.`, `_`, `-` and `:`.
    static func isCommandID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
                    UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }
}
