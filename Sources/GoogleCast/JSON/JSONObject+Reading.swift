// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation

// The accessors that the media model uses to read messages. As in NSDictionary+GCKAdditions, a member of the wrong type
// counts as absent, and Booleans and numbers are interchangeable.

extension JSONObject {
    func text(_ key: String) -> String? { self[key]?.stringValue }

    /// Returns a URL, or nil if the string isn't a valid URL.
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

    /// Returns an integer. Fractions are truncated.
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

    /// Returns a protocol enumeration value. Only strings are accepted.
    func word<Word: WireEnum>(_ key: String) -> Word? {
        text(key).flatMap { Word(json: .string($0)) }
    }

    func texts(_ key: String) -> [String]? {
        self[key]?.arrayValue?.compactMap(\.stringValue)
    }

    func integers(_ key: String) -> [Int]? {
        self[key]?.arrayValue?.compactMap { JSONObject([("", $0)]).integer("") }
    }

    /// Returns a media model object, or nil if it lacks a required member.
    func model<Content: WireContent>(_ key: String, as content: Content.Type = Content.self) -> Content.Model? {
        self[key]?.objectValue.flatMap { Content(Content.Wire(fields: $0))?.model }
    }

    /// Returns media model objects, without those that lack a required member.
    func models<Content: WireContent>(_ key: String, as content: Content.Type = Content.self) -> [Content.Model]? {
        self[key]?.arrayValue?.compactMap { value in
            value.objectValue.flatMap { Content(Content.Wire(fields: $0))?.model }
        }
    }

    /// Returns any JSON value except `null`, as a Foundation object.
    func anything(_ key: String) -> Any? {
        self[key].flatMap { $0.isNull ? nil : $0.foundationObject }
    }
}

/// State that is exchanged in messages.
protocol WireContent: ModelContent {
    associatedtype Wire: WireObject

    /// Returns nil if the message lacks a required member.
    init?(_ wire: Wire)

    /// Returns the state for a message.
    ///
    /// - Throws: ``GCKError`` with the code ``GCKErrorCode/invalidRequest`` if the custom data can't be represented as
    ///   JSON.
    func wire() throws(GCKError) -> Wire
}

extension ContentModel where Content: WireContent {
    /// Creates an object from a received message, or returns nil if the message lacks a required member.
    static func received(_ wire: Content.Wire?) -> Content.Model? {
        wire.flatMap { Content($0)?.model }
    }

    /// Returns the object for a message.
    ///
    /// - Throws: ``GCKError`` with the code ``GCKErrorCode/invalidRequest`` if the custom data can't be represented as
    ///   JSON.
    func wire() throws(GCKError) -> Content.Wire { try content.wire() }
}

extension Array where Element: ContentModel, Element.Content: WireContent {
    /// Returns the objects for a message, or nil if the array is empty.
    func wires() throws(GCKError) -> [Element.Content.Wire]? {
        guard !isEmpty else { return nil }
        return try map { element throws(GCKError) in try element.wire() }
    }
}

extension Double {
    /// The number, or nil if JSON can't represent it.
    var finite: Double? { isFinite ? self : nil }
}

extension String {
    /// The string, or nil if it is empty.
    var nonEmpty: String? { isEmpty ? nil : self }
}

/// An enumeration whose cases correspond to strings of the protocol.
protocol WireStringMapped: Hashable {
    associatedtype Word: WireEnum

    /// The protocol strings by case. A case without a string is omitted from messages.
    static var words: [Self: Word] { get }
    /// The case for a string that is missing or unknown.
    static var defaultCase: Self { get }
}

extension WireStringMapped {
    init(_ word: Word?) {
        self = Self.words.first { $0.value == word }?.key ?? Self.defaultCase
    }

    /// The protocol string for a message, or nil if the member is omitted.
    var word: Word? { Self.words[self] }
}
