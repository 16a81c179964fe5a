// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation

/// A value that a peer may send in place of a number.
struct ExtremeNumber: Sendable {
    let name: String
    let value: JSONValue

    /// All extreme values.
    ///
    /// JSON cannot represent NaN and infinity; programs that serialize them send `null` or a string.
    static let all: [ExtremeNumber] = [
        ExtremeNumber("the least integer", .integer(.min)),
        ExtremeNumber("-1", .integer(-1)),
        ExtremeNumber("0", .integer(0)),
        ExtremeNumber("1", .integer(1)),
        ExtremeNumber("the greatest integer", .integer(.max)),
        ExtremeNumber("1e19", .number(1e19)),
        ExtremeNumber("1e308", .number(1e308)),
        ExtremeNumber("-1e308", .number(-1e308)),
        ExtremeNumber("5e-324", .number(.leastNonzeroMagnitude)),
        ExtremeNumber("null", .null),
        ExtremeNumber("a string of digits", .string("9223372036854775807")),
        ExtremeNumber("NaN as a string", .string("NaN")),
    ]

    /// Returns the values for one number of a message: a third of them, another third for the next number; with
    /// `CAST_EXTREME_NUMBERS=all` all of them.
    static func values(forNumber index: Int) -> [ExtremeNumber] {
        if ProcessInfo.processInfo.environment["CAST_EXTREME_NUMBERS"] == "all" { return all }
        return all.enumerated().filter { ($0.offset + index) % 3 == 0 }.map(\.element)
    }

    init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// A message in which one number, or every number, has an extreme value.
struct Mutation: Sendable, CustomStringConvertible {
    let description: String
    let message: JSONObject

    /// Returns mutations that replace each number by extreme values (``ExtremeNumber/values(forNumber:)``), and mutations
    /// that replace all numbers by the same extreme value.
    static func all(of message: JSONObject, keeping kept: Set<String> = []) -> [Mutation] {
        let type = message.messageType ?? "?"
        var mutations: [Mutation] = []
        for (index, (path, make)) in variants(of: .object(message), path: type, keeping: kept).enumerated() {
            for number in ExtremeNumber.values(forNumber: index) {
                guard let changed = make(number.value).objectValue else { continue }
                mutations.append(Mutation(description: "\(path) = \(number.name)", message: changed))
            }
        }
        for number in ExtremeNumber.all {
            guard let changed = replaced(.object(message), by: number.value, keeping: kept).objectValue else {
                continue
            }
            mutations.append(Mutation(description: "every number of \(type) = \(number.name)", message: changed))
        }
        return mutations
    }

    private typealias Variant = (path: String, make: (JSONValue) -> JSONValue)

    private static func variants(of value: JSONValue, path: String, keeping kept: Set<String>) -> [Variant] {
        switch value {
        case .integer, .number: return [(path, { $0 })]
        case .array(let elements):
            return elements.enumerated().flatMap { index, element in
                variants(of: element, path: "\(path)[\(index)]", keeping: kept).map { variant in
                    let make: (JSONValue) -> JSONValue = { number in
                        var changed = elements
                        changed[index] = variant.make(number)
                        return .array(changed)
                    }
                    return (variant.path, make)
                }
            }
        case .object(let object):
            return object.members.filter { !kept.contains($0.key) }.flatMap { member in
                variants(of: member.value, path: "\(path).\(member.key)", keeping: kept).map { variant in
                    let make: (JSONValue) -> JSONValue = { number in
                        var changed = object
                        changed[member.key] = variant.make(number)
                        return .object(changed)
                    }
                    return (variant.path, make)
                }
            }
        default: return []
        }
    }

    private static func replaced(_ value: JSONValue, by number: JSONValue, keeping kept: Set<String>) -> JSONValue {
        switch value {
        case .integer, .number: number
        case .array(let elements): .array(elements.map { replaced($0, by: number, keeping: kept) })
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { member in
                        let isKept = kept.contains(member.key)
                        return (member.key, isKept ? member.value : replaced(member.value, by: number, keeping: kept))
                    }
                )
            )
        default: value
        }
    }
}
