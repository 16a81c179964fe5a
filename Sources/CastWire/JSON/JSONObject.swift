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

    /// The members in order. Keys are unique.
    public private(set) var members: [Member]

    /// Creates an empty object.
    public init() {
        members = []
    }

    /// Creates an object with these members. For duplicate keys, the last value applies.
    public init(_ pairs: [(String, JSONValue)]) {
        members = []
        members.reserveCapacity(pairs.count)
        guard pairs.count > Self.scanLimit else {
            for (key, value) in pairs { self[key] = value }
            return
        }
        var indexes: [String: Int] = [:]
        for (key, value) in pairs {
            if let index = indexes[key] {
                members[index].value = value
            } else {
                indexes[key] = members.count
                members.append(Member(key: key, value: value))
            }
        }
    }

    /// Creates an object from members whose keys are known to be unique.
    init(uniqueMembers: [Member]) {
        members = uniqueMembers
    }

    /// Whether the object has no members.
    public var isEmpty: Bool { members.isEmpty }
    /// The number of members.
    public var count: Int { members.count }

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a key. Setting nil removes the member; setting a new key appends it.
    public subscript(key: String) -> JSONValue? {
        get {
            guard let index = index(of: key) else { return nil }
            return members[index].value
        }
        set {
            if let index = index(of: key) {
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

    /// Adds every member of another object. For common keys, the other object's value applies.
    public mutating func merge(_ other: JSONObject) {
        guard other.members.count > Self.scanLimit else {
            for member in other.members { self[member.key] = member.value }
            return
        }
        // Avoids quadratic time for a peer's large object.
        var indexes = Dictionary(members.enumerated().map { ($1.key, $0) }) { first, _ in first }
        for member in other.members {
            if let index = indexes[member.key] {
                members[index].value = member.value
            } else {
                indexes[member.key] = members.count
                members.append(member)
            }
        }
    }

    /// The number of members up to which the search is linear.
    private static let scanLimit = 32

    private func index(of key: String) -> Int? {
        members.firstIndex { $0.key == key }
    }
}

extension JSONObject: Hashable {
    public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
        guard lhs.members.count == rhs.members.count else { return false }
        if zip(lhs.members, rhs.members).allSatisfy({ $0 == $1 }) { return true }
        guard lhs.members.count > scanLimit else { return lhs.members.allSatisfy { rhs[$0.key] == $0.value } }
        // Avoids quadratic time for a peer's large object.
        let values = Dictionary(rhs.members.lazy.map { ($0.key, $0.value) }) { first, _ in first }
        return lhs.members.allSatisfy { values[$0.key] == $0.value }
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
