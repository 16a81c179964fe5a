import CastWire

extension CastMessage {
    /// The message for a log: its text without what lets somebody in, or how many bytes it has.
    var logText: String {
        switch payload {
        case .binary(let bytes): "\(bytes.count) bytes"
        case .text(let text): Self.withoutCredentials(text)
        }
    }

    /// Credentials of an app's user never reach a log. What is no JSON is an app's own and not looked into.
    private static func withoutCredentials(_ text: String) -> String {
        guard text.contains("redentials"), let value = try? JSONValue(parsing: text) else { return text }
        return value.withoutCredentials.jsonString
    }
}

extension JSONValue {
    fileprivate var withoutCredentials: JSONValue {
        switch self {
        case .object(let object):
            let members = object.members.map { member -> (String, JSONValue) in
                let isSecret = member.key == "credentials" || member.key == "atvCredentials"
                return (member.key, isSecret ? .string("…") : member.value.withoutCredentials)
            }
            return .object(JSONObject(members))
        case .array(let values): return .array(values.map(\.withoutCredentials))
        default: return self
        }
    }
}
