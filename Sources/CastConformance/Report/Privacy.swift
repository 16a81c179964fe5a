// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTransport
import CastWire

/// What must not appear in a report, and what replaces it.
package struct Privacy: Sendable {
    private struct Replacement {
        var secret: [String]
        var placeholder: String
        /// Whether the secret is replaced only where it is a word, because it is so short that other words contain it.
        var isWord: Bool
    }

    /// The members of documents about a device that identify it or its owner.
    private static let keys = [
        "name", "ssdp_udn", "mac_address", "cloud_device_id", "hotspot_bssid", "bssid", "ssid", "public_key",
        "ip_address", "friendlyName", "deviceId", "wifiProximityId", "receiverMetricsId",
    ]

    /// The longest first, so that no secret remains in part.
    private let replacements: [Replacement]

    /// - Parameter placeholders: The placeholder of each secret. Secrets of one character are not replaced, and those of two
    ///   and three only where they are words.
    package init(_ placeholders: [String: String]) {
        replacements = placeholders.map { secret, placeholder in
            let folded = Self.folded(secret)
            return Replacement(secret: folded, placeholder: placeholder, isWord: folded.count < 4)
        }
        .filter { $0.secret.count > 1 }
        .sorted { ($0.secret.count, $0.placeholder) > ($1.secret.count, $1.placeholder) }
    }

    /// - Parameter secrets: Texts that are replaced by `…`.
    init(_ secrets: [String]) {
        self.init(Dictionary(secrets.map { ($0, "…") }) { first, _ in first })
    }

    /// - Parameters:
    ///   - device: The device.
    ///   - address: The address of this machine as the device sees it.
    ///   - setup: What the HTTP server of the device says.
    ///   - information: Its answer to GET_DEVICE_INFO.
    init(of device: DeviceUnderTest, seenFrom address: String, _ setup: JSONObject?, _ information: JSONObject?) {
        var secrets = [device.endpoint.host, address]
        if let record = device.record {
            secrets += record.endpoints.map(\.host) + [record.friendlyName, record.id]
            secrets += ["id", "cd", "bs", "rm", "fn"].compactMap { record.text[$0] }
        }
        let documents = [setup, setup?["device_info"]?.objectValue, information]
        for key in Self.keys { secrets += documents.compactMap { $0?[key]?.stringValue } }
        // IDs are written with and without hyphens.
        secrets += secrets.filter { $0.count >= 32 }.map { $0.filter { $0 != "-" } }
        self.init(secrets)
    }

    /// Returns text in which each secret is replaced, whatever its case.
    package func cleaned(_ text: String) -> String {
        let characters = Array(text)
        let folded = Self.folded(text)
        // Lowercasing a character does not change the number of characters in the array.
        var result = ""
        var index = 0
        while index < characters.count {
            guard let match = replacements.first(where: { Self.occurs($0, in: folded, at: index) }) else {
                result.append(characters[index])
                index += 1
                continue
            }
            result += match.placeholder
            index += match.secret.count
        }
        return result
    }

    private static func occurs(_ replacement: Replacement, in text: [String], at index: Int) -> Bool {
        let end = index + replacement.secret.count
        guard end <= text.count, text[index..<end].elementsEqual(replacement.secret) else { return false }
        guard replacement.isWord else { return true }
        return (index == 0 || !isWordPart(text[index - 1])) && (end == text.count || !isWordPart(text[end]))
    }

    private static func isWordPart(_ character: String) -> Bool {
        character.first.map { $0.isLetter || $0.isNumber } ?? false
    }

    private static func folded(_ text: String) -> [String] { text.map { $0.lowercased() } }
}
