// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Returns whether an object has these members. Numbers are compared by value.
func has(_ object: JSONObject, _ members: JSONObject) -> Bool {
    members.members.allSatisfy { member in object[member.key].map { same($0, member.value) } ?? false }
}

/// Compares JSON values. 30 equals 30.0.
func same(_ left: JSONValue, _ right: JSONValue) -> Bool {
    if let left = left.objectValue, let right = right.objectValue {
        return left.count == right.count && has(left, right)
    }
    if let left = left.arrayValue, let right = right.arrayValue {
        return left.count == right.count && zip(left, right).allSatisfy { same($0, $1) }
    }
    if let left = Double(json: left), let right = Double(json: right) { return left == right }
    return left == right
}
