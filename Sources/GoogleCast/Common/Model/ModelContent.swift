import Foundation

/// The whole state of a class of the media model as a value.
///
/// Equality, hash, copy and archive of the class follow from it, and a builder is the same value with setters.
protocol ModelContent: Hashable, Codable {
    associatedtype Model: ContentModel where Model.Content == Self

    /// An object in this state.
    var model: Model { get }
}

/// A class of the media model.
protocol ContentModel: NSObject {
    associatedtype Content: ModelContent

    var content: Content { get }
}

extension ContentModel {
    /// Whether another object is of this kind and in the same state.
    func hasContent(of object: Any?) -> Bool {
        (object as? Self).map { $0 === self || $0.content == content } ?? false
    }
}

extension ModelContent {
    /// Writes the state under one key. What is no JSON in custom data is left out.
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

    /// Reads the state; nil for an archive that does not hold it.
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
