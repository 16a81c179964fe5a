// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation

extension JSONValue {
    /// The maximum nesting depth of arrays and dictionaries.
    private static let depthLimit = 512

    /// Creates a JSON value from a Foundation object or a Swift value that bridges to one.
    ///
    /// Returns nil for values that JSON can't represent: other classes, keys that aren't strings, NaN, infinity, and
    /// nesting deeper than 512 levels.
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
            // `CGFloat` doesn't bridge to `NSNumber` on every platform.
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
            // The keys are sorted, so that equal objects produce equal text.
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

    /// The value as `JSONSerialization` would return it.
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

    /// Returns whether two values are equivalent. Numbers are compared by value, and the order of members doesn't
    /// matter.
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
    /// Whether the number was created from a Boolean.
    var isBoolean: Bool {
        #if canImport(ObjectiveC)
        CFGetTypeID(self) == CFBooleanGetTypeID()
        #else
        // On this platform only Booleans have this type, because 8-bit integers are stored in a wider type.
        String(cString: objCType) == "c"
        #endif
    }

    /// Whether the number was created from a floating-point value.
    fileprivate var isFractional: Bool { ["d", "f"].contains(String(cString: objCType)) }
}
