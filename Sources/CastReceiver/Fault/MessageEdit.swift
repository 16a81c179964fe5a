// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// A change of the JSON of a message, for a device whose messages have another form than those of the virtual device.
///
/// ```swift
/// let edits = [MessageEdit(.remove, at: "status.applications.*.universalAppId"), MessageEdit(.text, at: "requestId")]
/// await device.faults.add(Fault(.rewrite(edits), on: .init(direction: .outbound, type: "RECEIVER_STATUS")))
/// ```
public struct MessageEdit: Sendable, Hashable {
    /// What happens to a value.
    public enum Operation: Sendable, Hashable {
        /// Removes the member.
        case remove
        /// Sets the member to a value, in every object that the path reaches. Adds it if it is missing.
        case set(JSONValue)
        /// Renames the member and keeps its position.
        case rename(String)
        /// Writes a number or a Boolean as text.
        case text
        /// Writes text in lowercase.
        case lowercase
        /// Writes a number with the imprecision of a 32-bit float, as devices write volumes.
        case singlePrecision
        /// Replaces objects with a `name` in an array by their names, as old firmware writes namespaces.
        case names
        /// Reverses the order of the members of an object, and of the objects in it.
        case reverse
    }

    /// The names of the members that lead to the value; `*` stands for all elements of an array or all members of an
    /// object. Empty for the whole message.
    public var path: [String]
    /// What happens to the value.
    public var operation: Operation

    /// Creates an edit.
    ///
    /// - Parameters:
    ///   - operation: What happens to the value.
    ///   - path: The names of the members that lead to the value, separated by dots, such as `status.volume.level`.
    public init(_ operation: Operation, at path: String) {
        self.operation = operation
        self.path = path.split(separator: ".").map(String.init)
    }

    /// Applies the edit to a message. Does nothing if the path leads to no value of a fitting type.
    func apply(to object: inout JSONObject) {
        var value = JSONValue.object(object)
        apply(to: &value, path[...])
        if case .object(let edited) = value { object = edited }
    }

    private func apply(to value: inout JSONValue, _ path: ArraySlice<String>) {
        guard let key = path.first else { return transform(&value) }
        let rest = path.dropFirst()
        switch value {
        case .array(var elements) where key == "*":
            for index in elements.indices { apply(to: &elements[index], rest) }
            value = .array(elements)
        case .object(var object):
            if rest.isEmpty, editMember(key, of: &object) {
                value = .object(object)
                return
            }
            for key in key == "*" ? object.keys : [key] {
                guard var member = object[key] else { continue }
                apply(to: &member, rest)
                object[key] = member
            }
            value = .object(object)
        default: break
        }
    }

    /// Executes an operation that needs the object with the member. Returns false for the other operations.
    private func editMember(_ key: String, of object: inout JSONObject) -> Bool {
        switch operation {
        case .remove: object[key] = nil
        case .set(let value): object[key] = value
        case .rename(let name):
            object = JSONObject(object.members.map { ($0.key == key ? name : $0.key, $0.value) })
        case .text, .lowercase, .singlePrecision, .names, .reverse: return false
        }
        return true
    }

    private func transform(_ value: inout JSONValue) {
        switch (operation, value) {
        case (.text, .integer), (.text, .number), (.text, .bool): value = .string(value.jsonString)
        case (.lowercase, .string(let text)): value = .string(text.lowercased())
        case (.singlePrecision, .number(let number)): value = .number(Double(Float(number)))
        case (.names, .array(let elements)): value = .array(elements.map { $0["name"] ?? $0 })
        case (.reverse, _): value = Self.reversed(value)
        default: break
        }
    }

    private static func reversed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object): .object(JSONObject(object.members.reversed().map { ($0.key, reversed($0.value)) }))
        case .array(let elements): .array(elements.map(reversed))
        default: value
        }
    }
}

extension MessageEdit {
    /// The forms of an edit in JSON, for help and error messages.
    static let grammar =
        "{\"remove\": PATH}, {\"set\": PATH, \"value\": JSON}, {\"rename\": PATH, \"to\": NAME}, {\"text\": PATH}, "
        + "{\"lowercase\": PATH}, {\"singlePrecision\": PATH}, {\"names\": PATH} or {\"reverse\": PATH}"

    /// The maximum length of a path in bytes.
    private static let pathLimit = 256

    /// Reads an edit, such as `{"rename": "status.volume.stepInterval", "to": "increment"}`; nil if the JSON has another form.
    init?(json: JSONValue) {
        guard let object = json.objectValue, let kind = object.keys.first(where: { $0 != "value" && $0 != "to" }),
            let path = object[kind]?.stringValue, path.utf8.count <= Self.pathLimit
        else { return nil }
        var expected = [kind]
        let operation: Operation
        switch kind {
        case "remove": operation = .remove
        case "set":
            guard let value = object["value"] else { return nil }
            expected.append("value")
            operation = .set(value)
        case "rename":
            guard let name = object["to"]?.stringValue, !name.isEmpty else { return nil }
            expected.append("to")
            operation = .rename(name)
        case "text": operation = .text
        case "lowercase": operation = .lowercase
        case "singlePrecision": operation = .singlePrecision
        case "names": operation = .names
        case "reverse": operation = .reverse
        default: return nil
        }
        guard Set(object.keys) == Set(expected), kind == "reverse" || !path.isEmpty else { return nil }
        self.init(operation, at: path)
    }
}
