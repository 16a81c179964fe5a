// SPDX-License-Identifier: Apache-2.0

/// The key-value pairs of a TXT record, in order (RFC 6763 section 6).
///
/// Keys are ASCII without `=` and are case-insensitive. If a key occurs more than once, its first value applies.
/// Strings without a key are ignored. The strings are stored exactly as received.
public struct ServiceText: Hashable, Sendable {
    /// A key-value pair. A key without `=` has no value, which is different from an empty value.
    public struct Entry: Hashable, Sendable {
        /// The key, printable ASCII without `=`.
        public var key: String
        /// The bytes of the value; nil for a key without `=`.
        public var value: [UInt8]?

        /// Creates an entry.
        public init(key: String, value: [UInt8]?) {
            self.key = key
            self.value = value
        }
    }

    /// The record's content: each string preceded by its length in one byte, or a single zero if there are no strings.
    let recordContent: [UInt8]

    /// A text without pairs.
    public static let empty = ServiceText(validRecordContent: [0])

    private init(validRecordContent content: [UInt8]) {
        recordContent = content.isEmpty ? [0] : content
    }

    /// Creates a text from a record's content; nil if a string extends past its end.
    init?(recordContent content: [UInt8]) {
        var position = 0
        while position < content.count {
            position += 1 + Int(content[position])
        }
        guard position == content.count else { return nil }
        self.init(validRecordContent: content)
    }

    /// Creates a text from pairs.
    ///
    /// - Throws: `textTooLong` if a pair needs more than 255 bytes or the whole record more than 65535; `escape` if a
    ///   key is empty or contains `=` or characters outside printable ASCII.
    public init(_ entries: [Entry]) throws(DNSFormatError) {
        var content: [UInt8] = []
        for entry in entries {
            guard !entry.key.isEmpty, entry.key.utf8.allSatisfy(Self.isKeyByte) else {
                throw DNSFormatError(.escape, at: content.count)
            }
            var string = Array(entry.key.utf8)
            if let value = entry.value {
                string.append(UInt8(ascii: "="))
                string.append(contentsOf: value)
            }
            guard let length = UInt8(exactly: string.count), content.count + 1 + string.count <= 0xFFFF else {
                throw DNSFormatError(.textTooLong, at: content.count)
            }
            content.append(length)
            content.append(contentsOf: string)
        }
        self.init(validRecordContent: content)
    }

    /// Creates a text from keys and values, in the given order.
    ///
    /// - Throws: The same errors as `init(_:)` with entries.
    public init(_ pairs: KeyValuePairs<String, String>) throws(DNSFormatError) {
        try self.init(pairs.map { Entry(key: $0.key, value: Array($0.value.utf8)) })
    }

    /// The strings of the record, including those that are not pairs.
    public var strings: [[UInt8]] {
        var result: [[UInt8]] = []
        forEachString { result.append(Array($0)) }
        return result
    }

    /// The pairs in order, without repeated keys and strings that are not pairs.
    public var entries: [Entry] {
        var seen: Set<String> = []
        var result: [Entry] = []
        forEachString { string in
            guard let entry = Self.entry(string), seen.insert(entry.key.lowercased()).inserted else { return }
            result.append(entry)
        }
        return result
    }

    /// The value of a key; nil when the key is missing or has no value.
    public subscript(key: String) -> [UInt8]? {
        let foldedKey = key.utf8.map(DNSName.folded)
        var result: [UInt8]?
        var isFound = false
        forEachString { string in
            guard !isFound, string.count >= foldedKey.count else { return }
            let end = string.startIndex + foldedKey.count
            guard end == string.endIndex || string[end] == UInt8(ascii: "=") else { return }
            guard string[..<end].lazy.map(DNSName.folded).elementsEqual(foldedKey), !foldedKey.isEmpty else { return }
            isFound = true
            result = end == string.endIndex ? nil : Array(string[(end + 1)...])
        }
        return result
    }

    /// Returns the value of a key as text, with U+FFFD for invalid UTF-8; nil if the key is missing or has no value.
    public func string(for key: String) -> String? {
        self[key].map { String(decoding: $0, as: UTF8.self) }
    }

    private func forEachString(_ body: (ArraySlice<UInt8>) -> Void) {
        var position = 0
        while position < recordContent.count {
            let end = position + 1 + Int(recordContent[position])
            if end > position + 1 { body(recordContent[position + 1..<end]) }
            position = end
        }
    }

    private static func entry(_ string: ArraySlice<UInt8>) -> Entry? {
        let separator = string.firstIndex(of: UInt8(ascii: "="))
        let key = string[..<(separator ?? string.endIndex)]
        guard !key.isEmpty, key.allSatisfy({ $0 >= 0x20 && $0 <= 0x7E }) else { return nil }
        return Entry(key: String(decoding: key, as: UTF8.self), value: separator.map { Array(string[($0 + 1)...]) })
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte <= 0x7E && byte != UInt8(ascii: "=")
    }
}

extension ServiceText {
    /// Hashes the content of the record: all bytes at once, because an array combines them one by one.
    public func hash(into hasher: inout Hasher) {
        recordContent.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension ServiceText: CustomStringConvertible {
    public var description: String {
        entries.map { entry in
            entry.value.map { "\(entry.key)=\(String(decoding: $0, as: UTF8.self))" } ?? entry.key
        }.joined(separator: " ")
    }
}
