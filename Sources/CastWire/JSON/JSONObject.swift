// SPDX-License-Identifier: Apache-2.0

/// A JSON object that preserves the order of its members.
///
/// Members are searched linearly, because Cast payloads are small. A duplicate key keeps its first position and its
/// last value, as in JavaScript. Equality ignores the order.
public struct JSONObject: Sendable {
    /// A key and its value.
    public struct Member: Sendable, Hashable {
        /// The key, unescaped.
        public var key: String
        /// The value.
        public var value: JSONValue

        /// Creates a member.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Where the members are. An object that was parsed refers to its text until it is changed.
    private enum Storage: Sendable {
        case members([Member])
        case text(JSONDocument, at: Int)
    }

    private var storage: Storage

    /// The members in order. Keys are unique. Those of an object that was parsed are made by each call.
    public var members: [Member] {
        switch storage {
        case .members(let members): members
        case .text(let document, let index): Self.members(document.pairs(at: index))
        }
    }

    /// Changes the members in place.
    private mutating func update(_ change: (inout [Member]) -> Void) {
        var members = members
        // Otherwise the array would have two owners, and each change would copy it.
        storage = .members([])
        change(&members)
        storage = .members(members)
    }

    /// Creates an empty object.
    public init() {
        storage = .members([])
    }

    /// Creates an object whose members are in a text.
    init(_ document: JSONDocument, at index: Int) {
        storage = .text(document, at: index)
    }

    /// Creates an object with these members. For duplicate keys, the last value applies.
    public init(_ pairs: [(String, JSONValue)]) {
        storage = .members(Self.members(pairs))
    }

    private static func members(_ pairs: [(String, JSONValue)]) -> [Member] {
        var members: [Member] = []
        members.reserveCapacity(pairs.count)
        // Avoids quadratic time for a peer's large object.
        var indexes: [String: Int]? = pairs.count > scanLimit ? [:] : nil
        for (key, value) in pairs {
            if let index = indexes.map({ $0[key] }) ?? members.firstIndex(where: { $0.key == key }) {
                members[index].value = value
            } else {
                indexes?[key] = members.count
                members.append(Member(key: key, value: value))
            }
        }
        return members
    }

    /// Creates an object from members whose keys are known to be unique.
    init(uniqueMembers: [Member]) {
        storage = .members(uniqueMembers)
    }

    /// Whether the object has no members.
    public var isEmpty: Bool {
        switch storage {
        case .members(let members): members.isEmpty
        case .text(let document, let index): document.isEmpty(at: index)
        }
    }

    /// The number of members.
    public var count: Int { members.count }

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a key. Setting nil removes the member; setting a new key appends it.
    public subscript(key: String) -> JSONValue? {
        get {
            switch storage {
            case .members(let members): members.first { $0.key == key }?.value
            case .text(let document, let index): document.value(of: key, at: index)
            }
        }
        set {
            update { members in
                if let index = members.firstIndex(where: { $0.key == key }) {
                    if let newValue {
                        members[index].value = newValue
                    } else {
                        members.remove(at: index)
                    }
                } else if let newValue {
                    members.append(Member(key: key, value: newValue))
                }
            }
        }
    }

    /// Adds every member of another object. For common keys, the other object's value applies.
    public mutating func merge(_ other: JSONObject) {
        let added = other.members
        update { $0 = Self.members(($0 + added).map { ($0.key, $0.value) }) }
    }

    /// The number of members up to which the search is linear.
    private static let scanLimit = 32
}

extension JSONObject: Hashable {
    public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
        if case (.text(let left, at: let leftIndex), .text(let right, at: let rightIndex)) = (lhs.storage, rhs.storage),
            JSONDocument.haveSameNodes(left, at: leftIndex, right, at: rightIndex)
        {
            return true
        }
        let (left, right) = (lhs.members, rhs.members)
        guard left.count == right.count else { return false }
        // Each value is compared once. If values were compared in one way and then in another one, each level of nesting would
        // double the time, and a peer could nest 64 levels.
        if zip(left, right).allSatisfy({ $0.key == $1.key }) {
            return zip(left, right).allSatisfy { $0.value == $1.value }
        }
        guard left.count > scanLimit else {
            return left.allSatisfy { member in right.first { $0.key == member.key }?.value == member.value }
        }
        // Avoids quadratic time for a peer's large object.
        let values = Dictionary(right.lazy.map { ($0.key, $0.value) }) { first, _ in first }
        return left.allSatisfy { values[$0.key] == $0.value }
    }

    public func hash(into hasher: inout Hasher) {
        // The combination is independent of the members' order, like equality.
        var combined = 0
        for member in members { combined ^= member.hashValue }
        hasher.combine(combined)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }
}

extension JSONObject: CustomStringConvertible {
    /// The object as compact JSON text.
    public var description: String { JSONValue.object(self).jsonString }
}

/// Constant strings of the protocol that are too long for Swift's inline string storage (more than 15 bytes of UTF-8).
///
/// Nearly every status contains some of them. Using the literal avoids an allocation for each occurrence.
enum InternedString {
    private static let strings = [
        "supportedMediaCommands", "launchedFromCloud", "liveSeekableRange", "detailedErrorCode",
        "playbackDuration", "currentBreakTime", "currentBreakClipTime", "appAllowsGrouping",
        "streamTransferSupported", "trackContentType", "userActionStates", "startAbsoluteTime",
        "urn:x-cast:com.google.cast.media", "urn:x-cast:com.google.cast.broadcast", "urn:x-cast:com.google.cast.cac",
        "urn:x-cast:com.google.cast.debugoverlay", "urn:x-cast:com.google.cast.receiver",
        "Default Media Receiver", "MULTIZONE_STATUS",
    ]

    /// The strings by length in bytes.
    private static let byLength: [[String]] = {
        var table = Array(repeating: [String](), count: 48)
        for string in strings { table[string.utf8.count].append(string) }
        return table
    }()

    /// Returns the constant string with these bytes, if there is one.
    static func matching(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.count < byLength.count else { return nil }
        return byLength[bytes.count].first { $0.utf8.elementsEqual(bytes) }
    }
}
