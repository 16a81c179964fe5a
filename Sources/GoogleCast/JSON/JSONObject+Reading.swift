import CastWire
import Foundation

// What the model reads from a message. A member of the wrong type counts as absent, as in the lookups of
// NSDictionary+GCKAdditions; a boolean is a number there, and a number a boolean.

extension JSONObject {
    func text(_ key: String) -> String? { self[key]?.stringValue }

    /// An address; nil for a string that is none.
    func address(_ key: String) -> URL? {
        text(key).flatMap { $0.isEmpty ? nil : URL(string: $0) }
    }

    func real(_ key: String) -> Double? {
        switch self[key] {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        case .bool(let flag): flag ? 1 : 0
        default: nil
        }
    }

    /// A whole number; a fraction is cut off.
    func integer(_ key: String) -> Int? {
        switch self[key] {
        case .integer(let integer): Int(exactly: integer)
        case .number(let number): Int(exactly: number.rounded(.towardZero))
        case .bool(let flag): flag ? 1 : 0
        default: nil
        }
    }

    func flag(_ key: String) -> Bool? {
        real(key).map { $0 != 0 }
    }

    /// A word of the protocol; only what is written as a string.
    func word<Word: WireEnum>(_ key: String) -> Word? {
        text(key).flatMap { Word(json: .string($0)) }
    }

    func texts(_ key: String) -> [String]? {
        self[key]?.arrayValue?.compactMap(\.stringValue)
    }

    func integers(_ key: String) -> [Int]? {
        self[key]?.arrayValue?.compactMap { JSONObject([("", $0)]).integer("") }
    }

    /// An object of the model; nil for one that lacks what it needs.
    func model<Content: WireContent>(_ key: String, as content: Content.Type = Content.self) -> Content.Model? {
        self[key]?.objectValue.flatMap { Content(Content.Wire(fields: $0))?.model }
    }

    /// Objects of the model, without those that lack what they need.
    func models<Content: WireContent>(_ key: String, as content: Content.Type = Content.self) -> [Content.Model]? {
        self[key]?.arrayValue?.compactMap { value in
            value.objectValue.flatMap { Content(Content.Wire(fields: $0))?.model }
        }
    }

    /// Any JSON but `null`, as an object of Foundation.
    func anything(_ key: String) -> Any? {
        self[key].flatMap { $0.isNull ? nil : $0.foundationObject }
    }
}
