// SPDX-License-Identifier: Apache-2.0

/// A JSON text that has been checked, with the positions of its values. Values are made when they are read.
///
/// A status has about a hundred values, of which its readers need ten. The text of a message exists already, so that a
/// document costs two allocations: this object and its nodes.
final class JSONDocument: Sendable {
    /// The text, with contiguous UTF-8.
    private let text: String
    /// The values in the order of the text. The members of an object follow it as pairs of key and value, and the elements
    /// of an array follow it as well.
    private let nodes: [Node]

    /// A value, or the key of a member, in eight bytes: a session keeps its documents as long as their state applies.
    struct Node {
        /// The kind in the lowest four bits, and above them an integer, or two numbers of thirty bits: the start and the length of
        /// a text, or the end and the number of values of a container.
        private var bits: UInt64

        enum Kind: UInt8 {
            case null, `true`, `false`, integer, longInteger, number, string, escapedString, array, object
        }

        /// `null`, `true`, `false`, or a container whose values follow.
        init(_ kind: Kind) { bits = UInt64(kind.rawValue) }

        /// An integer of at most sixty bits, else nil. A longer one is read from the text when it is needed.
        init?(_ integer: Int64) {
            guard (integer << 4) >> 4 == integer else { return nil }
            bits = UInt64(bitPattern: integer << 4) | UInt64(Kind.integer.rawValue)
        }

        /// A string between its quotation marks, a number, or a long integer.
        init(_ kind: Kind, at range: Range<Int>) {
            self.init(kind, UInt64(range.lowerBound), UInt64(range.count))
        }

        private init(_ kind: Kind, _ first: UInt64, _ second: UInt64) {
            bits = first << 34 | second << 4 | UInt64(kind.rawValue)
        }

        private var first: Int { Int(bits >> 34) }
        private var second: Int { Int(bits >> 4 & 0x3FFF_FFFF) }

        /// Ends a container.
        ///
        /// - Parameters:
        ///   - end: The index after its last node.
        ///   - count: The number of elements, or of members.
        mutating func close(end: Int, count: Int) { self = Node(kind, UInt64(end), UInt64(count)) }

        var kind: Kind { Kind(rawValue: UInt8(bits & 0xF)) ?? .null }
        var integer: Int64 { Int64(bitPattern: bits) >> 4 }
        var range: Range<Int> { first..<first + second }
        /// The index after the last node of a container.
        var end: Int { first }
        /// The number of elements of an array, or of members of an object.
        var count: Int { second }
    }

    /// The longest text that the nodes can describe.
    static let maximumLength = 0x3FFF_FFFF

    private init(text: String, nodes: [Node]) {
        self.text = text
        self.nodes = nodes
    }

    /// Parses a text.
    ///
    /// - Throws: ``JSONError``.
    static func value(parsing text: String, limits: JSONLimits) throws(JSONError) -> JSONValue {
        var text = text
        let result = text.withUTF8 { bytes in
            Result { () throws(JSONError) in try JSONParser.nodes(of: bytes, isValidUTF8: true, limits: limits) }
        }
        return JSONDocument(text: text, nodes: try result.get()).value(at: 0)
    }

    /// Parses a text from bytes.
    ///
    /// - Throws: ``JSONError``, also for bytes that are not valid UTF-8.
    static func value(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONError) -> JSONValue {
        let result = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(JSONError) in try JSONParser.nodes(of: bytes, isValidUTF8: false, limits: limits) }
        }
        let nodes = try result.get()
        return JSONDocument(text: String(decoding: bytes, as: UTF8.self), nodes: nodes).value(at: 0)
    }
}

// MARK: - Values

extension JSONDocument {
    func value(at index: Int) -> JSONValue {
        let node = nodes[index]
        switch node.kind {
        case .null: return .null
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .integer: return .integer(node.integer)
        // Not nil: both were checked when the text was parsed.
        case .longInteger:
            return .integer(withBytes { Int64(String(decoding: $0[node.range], as: UTF8.self)) } ?? 0)
        case .number:
            return .number(withBytes { JSONNumber.value(of: UnsafeBufferPointer(rebasing: $0[node.range])) } ?? 0)
        case .string, .escapedString: return .string(string(at: index))
        case .array: return .array(elements(at: index))
        case .object: return .object(JSONObject(self, at: index))
        }
    }

    /// The string of a value or a key.
    private func string(at index: Int) -> String {
        let node = nodes[index]
        return withBytes { bytes in
            let content = UnsafeBufferPointer(rebasing: bytes[node.range])
            if node.kind == .escapedString { return JSONEscapes.resolved(content) }
            if content.count > 15, let word = InternedString.matching(content) { return word }
            return String(decoding: content, as: UTF8.self)
        }
    }

    private func elements(at array: Int) -> [JSONValue] {
        var elements: [JSONValue] = []
        elements.reserveCapacity(nodes[array].count)
        var index = array + 1
        while index < nodes[array].end {
            elements.append(value(at: index))
            index = end(of: index)
        }
        return elements
    }

    /// Whether an object has no members.
    func isEmpty(at object: Int) -> Bool { nodes[object].end == object + 1 }

    /// The keys and values of an object in the order of the text, where a key can occur several times.
    func pairs(at object: Int) -> [(String, JSONValue)] {
        var pairs: [(String, JSONValue)] = []
        pairs.reserveCapacity(nodes[object].count)
        var index = object + 1
        while index < nodes[object].end {
            pairs.append((string(at: index), value(at: index + 1)))
            index = end(of: index + 1)
        }
        return pairs
    }

    /// The value of a key: the last one, if the key occurs several times.
    func value(of key: String, at object: Int) -> JSONValue? {
        var key = key
        let found = key.withUTF8 { key in
            withBytes { bytes in
                var found: Int?
                var index = object + 1
                let end = nodes[object].end
                while index < end {
                    if isKey(index, equalTo: key, in: bytes) { found = index + 1 }
                    index = self.end(of: index + 1)
                }
                return found
            }
        }
        return found.map(value(at:))
    }

    /// Whether two objects have the same members in the same order, with the same values. False for some that are equal.
    static func haveSameNodes(
        _ left: JSONDocument,
        at leftIndex: Int,
        _ right: JSONDocument,
        at rightIndex: Int
    ) -> Bool {
        let count = left.nodes[leftIndex].end - leftIndex
        guard right.nodes[rightIndex].end - rightIndex == count else { return false }
        return left.withBytes { leftBytes in
            right.withBytes { rightBytes in
                (0..<count).allSatisfy { offset in
                    let (node, other) = (left.nodes[leftIndex + offset], right.nodes[rightIndex + offset])
                    guard node.kind == other.kind else { return false }
                    return switch node.kind {
                    case .null, .true, .false: true
                    case .integer: node.integer == other.integer
                    case .array, .object: node.count == other.count
                    case .longInteger, .number, .string, .escapedString:
                        leftBytes[node.range].elementsEqual(rightBytes[other.range])
                    }
                }
            }
        }
    }

    private func isKey(
        _ index: Int,
        equalTo key: UnsafeBufferPointer<UInt8>,
        in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let node = nodes[index]
        let range = node.range
        if node.kind == .escapedString {
            return JSONEscapes.resolved(UnsafeBufferPointer(rebasing: bytes[range])).utf8.elementsEqual(key)
        }
        guard range.count == key.count else { return false }
        for offset in 0..<key.count where bytes[range.lowerBound + offset] != key[offset] { return false }
        return true
    }

    /// The index after a value and all that it contains.
    private func end(of index: Int) -> Int {
        switch nodes[index].kind {
        case .array, .object: nodes[index].end
        default: index + 1
        }
    }

    private func withBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        if let value = text.utf8.withContiguousStorageIfAvailable(body) { return value }
        // Not reached: the text was made contiguous.
        var text = text
        return text.withUTF8(body)
    }
}
