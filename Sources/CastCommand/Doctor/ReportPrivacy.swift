// SPDX-License-Identifier: Apache-2.0

import CastConformance
import CastHTTPClient
import CastWire
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Removes from a report what identifies the user, this machine and the devices.
///
/// Each name and address is replaced by the same label wherever it occurs. Addresses, URLs and host names that nobody listed
/// are found by their form.
struct ReportPrivacy {
    private let names: Privacy
    /// The labels of numeric addresses, by their normal form, and of other texts that were found by their form.
    private var labels: [String: String]

    /// - Parameters:
    ///   - interfaces: All interfaces of this machine, labeled `interface-1` and so on.
    ///   - devices: The devices, labeled `device-1` and so on.
    ///   - requested: The texts by which the user chose devices.
    init(
        interfaces: [InterfaceSurvey],
        devices: [DeviceIdentity],
        requested: [String] = [],
        user: UserIdentity = .current
    ) {
        var names: [String: String] = [:]
        var labels: [String: String] = [:]
        func name(_ text: String, _ label: String) {
            if !text.isEmpty, names[text] == nil { names[text] = label }
        }
        for (index, interface) in interfaces.enumerated() {
            name(interface.name, "interface-\(index + 1)")
            for address in interface.addresses {
                if let address = Self.normalized(address), labels[address] == nil {
                    labels[address] = "interface-\(index + 1)"
                }
            }
        }
        let models = Set(devices.map(\.model))
        for (index, device) in devices.enumerated() {
            let label = "device-\(index + 1)"
            for address in device.addresses {
                guard let numeric = Self.normalized(address) else {
                    name(address, label)
                    continue
                }
                if labels[numeric] == nil { labels[numeric] = label }
            }
            for text in device.names where !models.contains(where: { $0.contains(text) }) { name(text, label) }
        }
        for text in requested { name(text, "requested-device") }
        name(user.home, "~")
        if user.name != "root" { name(user.name, "user") }
        let host = user.host.split(separator: ".").first.map(String.init) ?? ""
        for text in [user.host, host] where text != "localhost" { name(text, "this-machine") }
        self.names = Privacy(names)
        self.labels = labels
    }

    /// Returns a value whose texts are cleaned. Keys are not changed.
    mutating func cleaned(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(cleaned(text))
        case .array(let elements):
            var cleanedElements: [JSONValue] = []
            for element in elements { cleanedElements.append(cleaned(element)) }
            return .array(cleanedElements)
        case .object(let object):
            var cleanedObject = JSONObject()
            for member in object.members { cleanedObject[member.key] = cleaned(member.value) }
            return .object(cleanedObject)
        case .null, .bool, .integer, .number: return value
        }
    }

    /// Returns a text without names, addresses, URLs, host names and IDs.
    mutating func cleaned(_ text: String) -> String {
        var result = ""
        var token = ""
        for character in withoutURLs(text) {
            if Self.isTokenPart(character) {
                token.append(character)
            } else {
                result += cleanedToken(token)
                result.append(character)
                token = ""
            }
        }
        return names.cleaned(result + cleanedToken(token))
    }

    // MARK: - Texts that are found by their form

    private mutating func withoutURLs(_ text: String) -> String {
        let url = /[A-Za-z][A-Za-z0-9+.\-]*:\/\/[^\s"'<>,;()]+/
        var result = ""
        var rest = text[...]
        while let match = rest.firstMatch(of: url) {
            result += rest[..<match.range.lowerBound] + label(String(match.output), "url")
            rest = rest[match.range.upperBound...]
        }
        return result + rest
    }

    private static func isTokenPart(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || ":.%_-".contains(character))
    }

    /// Returns a text of letters, digits and the punctuation of addresses, in which addresses and IDs are replaced.
    private mutating func cleanedToken(_ token: String) -> String {
        // The end of a sentence is not part of an address, but `::` is.
        let tail = token.hasSuffix("::") ? 0 : token.reversed().prefix { ".:".contains($0) }.count
        let (body, end) = (String(token.dropLast(tail)), token.suffix(tail))
        if let address = Self.normalized(body) { return label(ofAddress: address, body) + end }
        if body.lowercased().hasSuffix(".local") { return label(body.lowercased(), "host") + end }
        let digits = body.filter { $0 != "-" && $0 != ":" }
        if digits.count == 32 || (digits.count == 12 && body.count == 17), digits.allSatisfy(\.isHexDigit) {
            return label(digits.lowercased(), "id") + end
        }
        // Such as an address with a port.
        let parts = body.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1 else { return token }
        var cleanedParts: [String] = []
        for part in parts { cleanedParts.append(Self.normalized(part).map { label(ofAddress: $0, part) } ?? part) }
        return cleanedParts.joined(separator: ":") + end
    }

    /// Returns the label of an address. Those that have the same meaning everywhere are kept.
    private mutating func label(ofAddress address: String, _ text: String) -> String {
        if let label = labels[address] { return label }
        if address == "0.0.0.0" || address == "::" || address == "224.0.0.251" || address == "ff02::fb" { return text }
        return label(address, "address")
    }

    /// Returns the label of a text, which is a new one if the text has not occurred yet.
    private mutating func label(_ text: String, _ kind: String) -> String {
        if let label = labels[text] { return label }
        let label = "\(kind)-\(labels.values.count { $0.hasPrefix("\(kind)-") } + 1)"
        labels[text] = label
        return label
    }

    /// Returns a numeric address in its normal form, without a zone; nil for anything else.
    private static func normalized(_ text: String) -> String? {
        let address = String(text.prefix { $0 != "%" })
        guard NetworkScope(address: address) != nil else { return nil }
        return (try? SocketAddress(ipAddress: address, port: 0))?.ipAddress
    }
}

/// What identifies a device.
struct DeviceIdentity: Sendable {
    /// Its names and IDs.
    var names: [String]
    var model: String
    var addresses: [String]
}

/// What identifies the user and this machine.
struct UserIdentity: Sendable {
    var name: String
    var home: String
    var host: String

    static var current: UserIdentity {
        // A home folder such as `/` identifies nobody, and would be found everywhere.
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        return UserIdentity(
            name: ProcessInfo.processInfo.userName,
            home: home.count > 2 ? home : "",
            host: SystemNames.current.node
        )
    }
}
