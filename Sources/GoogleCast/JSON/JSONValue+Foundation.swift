import CastWire
import Foundation

extension JSONValue {
    /// How deep arrays and dictionaries may nest.
    private static let depthLimit = 512

    /// What an object of Foundation, or the Swift value that it is bridged from, is in JSON.
    ///
    /// Nil for anything that JSON cannot hold: other classes, keys that are no strings, NaN and infinity, and what nests
    /// deeper than 512 levels.
    init?(foundationObject object: Any) {
        self.init(object, levels: Self.depthLimit)
    }

    private init?(_ object: Any, levels: Int) {
        guard levels > 0 else { return nil }
        switch object {
        case let text as String:
            self = .string(text)
        case let number as NSNumber:
            self.init(number)
        case let number as CGFloat:
            // Not bridged everywhere.
            self.init(NSNumber(value: Double(number)))
        case is NSNull:
            self = .null
        case let elements as [Any]:
            var values: [JSONValue] = []
            values.reserveCapacity(elements.count)
            for element in elements {
                guard let value = JSONValue(element, levels: levels - 1) else { return nil }
                values.append(value)
            }
            self = .array(values)
        case let members as [String: Any]:
            // Sorted, so that equal objects give equal text.
            var pairs: [(String, JSONValue)] = []
            for key in members.keys.sorted() {
                guard let value = members[key].flatMap({ JSONValue($0, levels: levels - 1) }) else { return nil }
                pairs.append((key, value))
            }
            self = .object(JSONObject(pairs))
        default:
            return nil
        }
    }

    private init?(_ number: NSNumber) {
        if number.isBoolean {
            self = .bool(number.boolValue)
        } else if let integer = Int64(exactly: number), !number.isFractional {
            self = .integer(integer)
        } else {
            guard number.doubleValue.isFinite else { return nil }
            self = .number(number.doubleValue)
        }
    }

    /// The value as Foundation's own reader of JSON gives it.
    var foundationObject: Any {
        switch self {
        case .null: NSNull()
        case .bool(let flag): NSNumber(value: flag)
        case .integer(let integer): NSNumber(value: integer)
        case .number(let number): NSNumber(value: number)
        case .string(let text): text
        case .array(let elements): elements.map(\.foundationObject)
        case .object(let object):
            Dictionary(object.members.map { ($0.key, $0.value.foundationObject) }) { _, last in last }
        }
    }

    /// Whether both say the same: numbers by their value, objects without regard to order.
    func isEquivalent(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .number(let right)), (.number(let right), .integer(let left)):
            return Double(left) == right
        case (.number(let left), .number(let right)):
            return left == right || left.isNaN && right.isNaN
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.isEquivalent(to: $1) }
        case (.object(let left), .object(let right)):
            guard left.count == right.count else { return false }
            let values = Dictionary(right.members.lazy.map { ($0.key, $0.value) }) { first, _ in first }
            return left.members.allSatisfy { member in
                values[member.key].map { member.value.isEquivalent(to: $0) } ?? false
            }
        default:
            return self == other
        }
    }
}

extension NSNumber {
    /// Whether it was made from a boolean.
    var isBoolean: Bool {
        #if canImport(ObjectiveC)
        CFGetTypeID(self) == CFBooleanGetTypeID()
        #else
        // Only booleans have this type here; an 8-bit integer is kept as a wider one.
        String(cString: objCType) == "c"
        #endif
    }

    /// Whether it was made from a floating-point number.
    fileprivate var isFractional: Bool { ["d", "f"].contains(String(cString: objCType)) }
}
