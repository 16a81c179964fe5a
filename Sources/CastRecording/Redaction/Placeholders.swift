// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The replacements of private values. Equal values of a kind have equal replacements.
struct Placeholders {
    /// A kind of private value, with the form of its replacement.
    enum Kind: Hashable {
        /// A name that a user gave, such as that of a device.
        case name
        /// A password, a token, a cookie, or another secret.
        case secret
        /// Data of an app whose meaning is unknown.
        case customData
        /// A user name in a URL.
        case user
        case ipv4
        case ipv6
        /// A host name of the local network.
        case host
        /// An id or a hardware address of a device, in hexadecimal digits with or without separators.
        case identifier
        /// A place or a time zone.
        case place
    }

    /// The beginnings of the placeholders that end with a number.
    static let prefixes = ["secret-", "customData-", "user-", "place-", "host-", "Name "]

    /// Whether every placeholder has the number 1, so that values can be compared apart from private parts.
    private let isMasking: Bool
    private var numbers: [Kind: [String: Int]] = [:]
    /// The replacements that were handed out, which are not replaced again.
    private var replacements: Set<String> = []

    init(isMasking: Bool = false) {
        self.isMasking = isMasking
    }

    /// Returns the replacement of a value.
    mutating func replacement(of value: String, _ kind: Kind) -> String {
        // What a recording already replaced stays, so that recording a replay changes nothing.
        guard !value.isEmpty, !replacements.contains(value) else { return value }
        guard !isMasking else { return Self.text(1, kind, like: value) }
        let key = kind == .identifier ? CanonicalIdentifier.text(value) : value
        let number = numbers[kind]?[key] ?? (numbers[kind]?.count ?? 0) + 1
        numbers[kind, default: [:]][key] = number
        let replacement = Self.text(number, kind, like: value)
        replacements.insert(replacement)
        return replacement
    }

    /// Returns the replacement of a value that was replaced before; nil for other values.
    func known(_ value: String, _ kind: Kind) -> String? {
        numbers[kind]?[kind == .identifier ? CanonicalIdentifier.text(value) : value].map {
            Self.text($0, kind, like: value)
        }
    }

    /// The values of a kind that were replaced.
    func values(_ kind: Kind) -> some Collection<String> { (numbers[kind] ?? [:]).keys }

    private static func text(_ number: Int, _ kind: Kind, like value: String) -> String {
        switch kind {
        case .name: "Name \(number)"
        case .secret: "secret-\(number)"
        case .customData: "customData-\(number)"
        case .user: "user-\(number)"
        case .host: "host-\(number).local"
        case .place: "place-\(number)"
        // Addresses for documentation (RFC 5737, RFC 3849); then those for benchmarks (RFC 2544).
        case .ipv4 where number < 255: "192.0.2.\(number)"
        case .ipv4: "198.\(18 + (number >> 16) % 2).\((number >> 8) % 256).\(number % 256)"
        case .ipv6: "2001:db8::\(Hexadecimal.digits(of: number))"
        case .identifier: CanonicalIdentifier.numbered(number, like: value)
        }
    }
}

/// The form of an id in which equal ids are equal: devices write them with and without separators.
private enum CanonicalIdentifier {
    static func text(_ value: String) -> String {
        String(value.lowercased().filter { $0 != "-" && $0 != ":" })
    }

    /// Returns a value of the same length with the same separators, which ends with a number.
    static func numbered(_ number: Int, like value: String) -> String {
        var digits = Array(Hexadecimal.digits(of: number))
        return String(
            value.reversed().map { character in
                guard character != "-", character != ":" else { return character }
                return digits.popLast() ?? "0"
            }.reversed()
        )
    }
}

extension Hexadecimal {
    fileprivate static func digits(of number: Int) -> String { String(number, radix: 16) }
}
