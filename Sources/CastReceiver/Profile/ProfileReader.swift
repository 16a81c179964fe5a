// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Reads a JSON object of a profile strictly: every key must be known, and every value must be of the required type and range.
struct ProfileReader {
    private let object: JSONObject
    /// The key of the object within the file; empty for the whole file.
    private let path: String
    let source: String

    /// - Parameter keys: All keys that the object may have.
    /// - Throws: `unknownKey` for any other key.
    init(_ object: JSONObject, at path: String = "", in source: String, keys: [String]) throws(DeviceProfileError) {
        self.object = object
        self.path = path
        self.source = source
        for key in object.keys where !keys.contains(key) {
            let suggestion = mostSimilar(to: key, among: keys).map { "\"\($0)\", or one of " } ?? ""
            throw error(.unknownKey, key, found: "an unknown key", allowed: suggestion + keys.joined(separator: ", "))
        }
    }

    func has(_ key: String) -> Bool { object[key] != nil }

    /// Returns an object with these keys; nil if it is missing.
    func section(_ key: String, keys: [String]) throws(DeviceProfileError) -> ProfileReader? {
        guard let value = object[key] else { return nil }
        guard let section = value.objectValue else { throw wrongType(key, value, "an object") }
        return try ProfileReader(section, at: full(key), in: source, keys: keys)
    }

    /// Returns the objects of an array, which must all have these keys only.
    func sections(_ key: String, keys: [String], limit: Int) throws(DeviceProfileError) -> [ProfileReader] {
        var sections: [ProfileReader] = []
        for (index, value) in try array(key, limit: limit).enumerated() {
            let place = "\(key)[\(index)]"
            guard let section = value.objectValue else { throw wrongType(place, value, "an object") }
            sections.append(try ProfileReader(section, at: full(place), in: source, keys: keys))
        }
        return sections
    }

    func object(_ key: String) throws(DeviceProfileError) -> JSONObject? {
        guard let value = object[key] else { return nil }
        guard let object = value.objectValue else { throw wrongType(key, value, "an object") }
        return object
    }

    func array(_ key: String, limit: Int) throws(DeviceProfileError) -> [JSONValue] {
        guard let value = object[key] else { return [] }
        guard let elements = value.arrayValue else { throw wrongType(key, value, "an array") }
        guard elements.count <= limit else {
            throw error(.invalidValue, key, found: "\(elements.count) elements", allowed: "at most \(limit)")
        }
        return elements
    }

    /// Returns a text of at most 200 bytes; nil if it is missing.
    func text(_ key: String) throws(DeviceProfileError) -> String? {
        guard let value = object[key] else { return nil }
        return try checked(value, key)
    }

    func requiredText(_ key: String) throws(DeviceProfileError) -> String {
        guard let text = try text(key) else { throw missing(key, "a text") }
        return text
    }

    func texts(_ key: String, limit: Int) throws(DeviceProfileError) -> [String] {
        var texts: [String] = []
        for (index, value) in try array(key, limit: limit).enumerated() {
            texts.append(try checked(value, "\(key)[\(index)]"))
        }
        return texts
    }

    private func checked(_ value: JSONValue, _ key: String) throws(DeviceProfileError) -> String {
        guard let text = value.stringValue else { throw wrongType(key, value, "a text") }
        guard !text.isEmpty, text.utf8.count <= 200, !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw error(
                .invalidValue,
                key,
                found: Self.shown(value),
                allowed: "a text of 1 to 200 bytes without control characters"
            )
        }
        return text
    }

    func flag(_ key: String) throws(DeviceProfileError) -> Bool? {
        guard let value = object[key] else { return nil }
        guard case .bool(let flag) = value else { throw wrongType(key, value, "true or false") }
        return flag
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(DeviceProfileError) -> Int? {
        guard let value = object[key] else { return nil }
        let allowed = "an integer from \(range.lowerBound) to \(range.upperBound)"
        guard case .integer(let integer) = value else { throw wrongType(key, value, allowed) }
        guard let number = Int(exactly: integer), range.contains(number) else {
            throw error(.invalidValue, key, found: Self.shown(value), allowed: allowed)
        }
        return number
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(DeviceProfileError) -> Double? {
        guard let value = object[key] else { return nil }
        let allowed = "a number from \(range.lowerBound) to \(range.upperBound)"
        let number: Double
        switch value {
        case .integer(let integer): number = Double(integer)
        case .number(let double): number = double
        default: throw wrongType(key, value, allowed)
        }
        guard range.contains(number) else {
            throw error(.invalidValue, key, found: Self.shown(value), allowed: allowed)
        }
        return number
    }

    /// Returns the case of an enumeration that the text names.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String,
        _ type: Choice.Type
    ) throws(DeviceProfileError) -> Choice? where Choice.RawValue == String {
        guard let text = try text(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue)
            throw error(
                .invalidValue,
                key,
                found: "\"\(text.prefix(80))\"",
                allowed: "one of \(names.joined(separator: ", "))"
            )
        }
        return choice
    }

    // MARK: - Errors

    func missing(_ key: String, _ allowed: String) -> DeviceProfileError {
        error(.missingKey, key, found: "nothing", allowed: allowed)
    }

    func wrongType(_ key: String, _ value: JSONValue, _ allowed: String) -> DeviceProfileError {
        error(.wrongType, key, found: Self.shown(value), allowed: allowed)
    }

    func invalid(_ key: String, _ value: JSONValue, _ allowed: String) -> DeviceProfileError {
        error(.invalidValue, key, found: Self.shown(value), allowed: allowed)
    }

    private func error(
        _ code: DeviceProfileError.Code,
        _ key: String,
        found: String,
        allowed: String
    ) -> DeviceProfileError {
        DeviceProfileError(code: code, source: source, key: full(key), found: found, allowed: allowed)
    }

    private func full(_ key: String) -> String {
        let key = String(key.prefix(80))
        return path.isEmpty ? key : "\(path).\(key)"
    }

    /// The beginning of a value, for messages.
    private static func shown(_ value: JSONValue) -> String {
        let text = value.jsonString
        return text.count > 80 ? "\(text.prefix(80))…" : text
    }
}
