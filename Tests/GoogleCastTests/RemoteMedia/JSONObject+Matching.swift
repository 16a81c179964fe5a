import CastWire

/// Whether an object has these members, numbers being equal whatever their form.
func has(_ object: JSONObject, _ members: JSONObject) -> Bool {
    members.members.allSatisfy { member in object[member.key].map { same($0, member.value) } ?? false }
}

/// Equality that does not tell 30 from 30.0.
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
