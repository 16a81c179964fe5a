// SPDX-License-Identifier: Apache-2.0

/// The fields of a submitted form (URL Standard, section 5.1).
struct RemoteForm: Sendable, Equatable {
    static let contentType = "application/x-www-form-urlencoded"
    /// The maximum number of fields. A page has a few for each item of its lists.
    private static let limit = 2_000

    private(set) var fields: [(name: String, value: String)] = []

    init(_ body: String) {
        for pair in body.split(separator: "&").prefix(Self.limit) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields.append((Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : ""))
        }
    }

    subscript(name: String) -> String? { fields.last { $0.name == name }?.value }

    static func == (one: RemoteForm, other: RemoteForm) -> Bool {
        one.fields.elementsEqual(other.fields) { $0 == $1 }
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), let digits = String(rest.prefix(2)), digits.utf8.count == 2,
                digits.allSatisfy(\.isHexDigit), let code = UInt8(digits, radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
