/// The members of a JSON object, in the order in which they were written.
///
/// Cast payloads are small, so members are searched one by one. A key that occurs twice keeps its first place and
/// its last value, as in JavaScript. Equality does not look at the order.
public struct JSONObject: Sendable {
    /// One key and its value.
    public struct Member: Sendable, Hashable {
        public var key: String
        public var value: JSONValue

        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The members in order; keys are unique.
    public private(set) var members: [Member]

    /// An empty object.
    public init() {
        members = []
    }

    /// An object with these members; of equal keys the last value stays.
    public init(_ pairs: [(String, JSONValue)]) {
        members = []
        members.reserveCapacity(pairs.count)
        guard pairs.count > Self.scanLimit else {
            for (key, value) in pairs { self[key] = value }
            return
        }
        var places: [String: Int] = [:]
        for (key, value) in pairs {
            if let place = places[key] {
                members[place].value = value
            } else {
                places[key] = members.count
                members.append(Member(key: key, value: value))
            }
        }
    }

    /// Takes members whose keys the caller knows to be unique.
    init(uniqueMembers: [Member]) {
        members = uniqueMembers
    }

    public var isEmpty: Bool { members.isEmpty }
    public var count: Int { members.count }

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a key; setting nil removes the member, setting a new key appends it.
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

    /// Takes every member of the other object, which wins where both have a key.
    public mutating func merge(_ other: JSONObject) {
        guard other.members.count > Self.scanLimit else {
            for member in other.members { self[member.key] = member.value }
            return
        }
        // A peer's large object must not cost quadratic time.
        var places = Dictionary(members.enumerated().map { ($1.key, $0) }) { first, _ in first }
        for member in other.members {
            if let place = places[member.key] {
                members[place].value = member.value
            } else {
                places[member.key] = members.count
                members.append(member)
            }
        }
    }

    /// Up to how many members are searched one by one.
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
        // A stranger's large object must not cost quadratic time.
        let values = Dictionary(rhs.members.lazy.map { ($0.key, $0.value) }) { first, _ in first }
        return lhs.members.allSatisfy { values[$0.key] == $0.value }
    }

    public func hash(into hasher: inout Hasher) {
        // Members are combined without regard to their order, as equality is.
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
