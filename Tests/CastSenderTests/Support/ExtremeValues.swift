// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire

/// Creates messages with values that break unchecked arithmetic and conversions.
enum ExtremeValues {
    /// The values that replace each member of a message in turn.
    static let all: [JSONValue] = [
        .integer(.min), .integer(-1), .integer(0), .integer(1), .integer(.max), .number(1e19), .number(1e308),
        .number(-1e308), .null, .bool(true), .string("x"), .string("-9223372036854775808"), .string("1e308"),
        .string(String(repeating: "9", count: 5000)), [], [.integer(.min), .number(1e308)],
        .array(Array(repeating: .integer(.max), count: 50)), [:], ["itemId": .integer(.min), "level": .number(1e308)],
    ]

    /// A step of a path into a value.
    enum Step: Hashable {
        case member(String)
        case element(Int)
    }

    /// Returns the paths of all values within a value, including containers.
    static func paths(in value: JSONValue) -> [[Step]] {
        let inside: [(Step, JSONValue)] =
            switch value {
            case .object(let object): object.members.map { (.member($0.key), $0.value) }
            case .array(let elements): elements.enumerated().map { (.element($0.offset), $0.element) }
            default: []
            }
        return inside.flatMap { step, value in [[step]] + paths(in: value).map { [step] + $0 } }
    }

    /// Returns a value with the value at a path replaced.
    static func replacing(_ path: some Collection<Step>, in value: JSONValue, by new: JSONValue) -> JSONValue {
        guard let step = path.first else { return new }
        switch (step, value) {
        case (.member(let key), .object(var object)):
            object[key] = replacing(path.dropFirst(), in: object[key] ?? .null, by: new)
            return .object(object)
        case (.element(let index), .array(var elements)) where elements.indices.contains(index):
            elements[index] = replacing(path.dropFirst(), in: elements[index], by: new)
            return .array(elements)
        default: return value
        }
    }

    /// Returns all messages that differ from a message in one value. The message type is not replaced.
    static func variants(of message: JSONObject) -> [JSONObject] {
        let value = JSONValue.object(message)
        return paths(in: value).filter { $0 != [.member("type")] && $0 != [.member("responseType")] }
            .flatMap { path in all.compactMap { replacing(path, in: value, by: $0).objectValue } }
    }

    /// Returns a message with several values replaced at random.
    static func variant(of message: JSONObject, using generator: inout SeededGenerator) -> JSONObject {
        var value = JSONValue.object(message)
        for _ in 0..<Int.random(in: 2...6, using: &generator) {
            let candidates = paths(in: value).filter { $0 != [.member("type")] && $0 != [.member("responseType")] }
            guard let path = candidates.randomElement(using: &generator), let new = all.randomElement(using: &generator)
            else { break }
            value = replacing(path, in: value, by: new)
        }
        return value.objectValue ?? message
    }
}
