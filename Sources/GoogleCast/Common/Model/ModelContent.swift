// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The complete state of a media model class, as a value.
///
/// Provides equality, hash, copies and archives of the class. The matching builder sets the properties of the same
/// value.
protocol ModelContent: Hashable, Codable {
    associatedtype Model: ContentModel where Model.Content == Self

    /// Creates an object with this state.
    var model: Model { get }
}

/// A class of the media model.
protocol ContentModel: NSObject {
    associatedtype Content: ModelContent

    var content: Content { get }
}

extension ContentModel {
    /// Returns whether another object is of the same class and has the same state.
    func hasContent(of object: Any?) -> Bool {
        (object as? Self).map { $0 === self || $0.content == content } ?? false
    }
}

extension ModelContent {
    /// Encodes the state under a single key. Custom data that can't be represented as JSON is omitted.
    func encode(with coder: NSCoder) {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        do {
            coder.encode(try encoder.encode(self) as NSData, forKey: archiveKey)
        } catch {
            coder.failWithError(error)
        }
    }

    /// Decodes the state, or returns nil if the archive doesn't contain it.
    init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: archiveKey) else { return nil }
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        do {
            self = try decoder.decode(Self.self, from: data as Data)
        } catch {
            coder.failWithError(error)
            return nil
        }
    }
}

private let archiveKey = "content"

/// A property wrapper for a media model object inside another one. It is archived as its state.
@propertyWrapper
struct Nested<Model: ContentModel>: Hashable, Codable where Model.Content.Model == Model {
    var wrappedValue: Model?

    init(wrappedValue: Model? = nil) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Model.Content.self).model
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue?.content)
    }
}

/// A property wrapper for a list of media model objects inside another one. They are archived as their states.
@propertyWrapper
struct NestedList<Model: ContentModel>: Hashable, Codable where Model.Content.Model == Model {
    var wrappedValue: [Model]?

    init(wrappedValue: [Model]? = nil) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode([Model.Content].self).map(\.model)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue?.map(\.content))
    }
}

/// A property wrapper for an enumeration that is archived as its raw value.
@propertyWrapper
struct Numbered<Value: RawRepresentable & Hashable>: Hashable, Codable where Value.RawValue == Int {
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Value(rawValue: try container.decode(Int.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown \(Value.self) raw value")
        }
        wrappedValue = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.rawValue)
    }
}

extension Numbered: Sendable where Value: Sendable {}

/// A property wrapper for a floating-point number that compares NaN as equal to NaN.
///
/// NaN means "not set" in this API. Two objects in which the same property is not set must be equal.
@propertyWrapper
struct Real<Value: BinaryFloatingPoint & Codable>: Hashable, Codable {
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }

    static func == (lhs: Real, rhs: Real) -> Bool {
        lhs.wrappedValue == rhs.wrappedValue || lhs.wrappedValue.isNaN && rhs.wrappedValue.isNaN
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue.isNaN ? nil : wrappedValue)
    }
}

extension Real: Sendable where Value: Sendable {}

extension URL {
    /// The URL of an object without content, in properties that cannot be nil.
    static let empty = URL(filePath: "")
}
