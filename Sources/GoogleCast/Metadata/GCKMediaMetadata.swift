// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// The metadata of a media item: values for string keys, and images.
///
/// The metadata type determines which of the `kGCKMetadataKey…` keys are used. An app can add keys of its own. The
/// program stops if a method is called with one of the known keys and a value of another type, where the original
/// framework raises `NSInvalidArgumentException`.
#if canImport(ObjectiveC)
@objc(GCKMediaMetadata)
@objcMembers
#endif
open class GCKMediaMetadata: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        /// The type number in messages. Application-defined types have numbers from 100.
        var typeNumber = GCKMediaMetadataType.generic.rawValue
        @NestedList var images: [GCKImage]? = []
        var values = MetadataValues()

        var model: GCKMediaMetadata { GCKMediaMetadata(content: self) }
    }

    private(set) var content: Content

    /// The type, which determines the keys. All application-defined types are ``GCKMediaMetadataType/user``.
    open var metadataType: GCKMediaMetadataType { content.type ?? .generic }

    /// Creates metadata of a type.
    public init(metadataType: GCKMediaMetadataType) {
        content = Content(typeNumber: metadataType.rawValue)
        super.init()
    }

    /// Creates metadata of type ``GCKMediaMetadataType/generic``.
    public override init() {
        content = Content()
        super.init()
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    // MARK: Images

    /// Returns the images, in the order in which they were added.
    open func images() -> [Any] { content.images ?? [] }

    /// Removes all images.
    open func removeAllMediaImages() { content.images = [] }

    /// Adds an image.
    open func addImage(_ image: GCKImage) { content.images = (content.images ?? []) + [image] }

    // MARK: Fields

    /// Returns whether a key has a value.
    open func containsKey(_ key: String) -> Bool { value(key) != nil }

    /// Returns the keys that have a value.
    open func allKeys() -> [String] { content.values.fields.keys }

    /// Returns the string or number for a key. Dates are returned as strings.
    open func object(forKey key: String) -> Any? { value(key)?.foundationObject }

    /// Sets a string.
    open func setString(_ value: String, forKey key: String) {
        require(.string, for: key)
        content.values.fields[key] = .string(value)
    }

    /// Returns the string for a key.
    open func string(forKey key: String) -> String? {
        require(.string, for: key)
        return value(key)?.stringValue
    }

    /// Sets an integer.
    open func setInteger(_ value: Int, forKey key: String) {
        require(.integer, for: key)
        content.values.fields[key] = .integer(Int64(value))
    }

    /// Returns the integer for a key, or 0.
    open func integer(forKey key: String) -> Int { integer(forKey: key, defaultValue: 0) }

    /// Returns the integer for a key. Fractions are truncated.
    open func integer(forKey key: String, defaultValue: Int) -> Int {
        require(.integer, .double, for: key)
        return content.values.fields.integer(key) ?? defaultValue
    }

    /// Sets a number.
    open func setDouble(_ value: Double, forKey key: String) {
        require(.double, for: key)
        content.values.fields[key] = .number(value)
    }

    /// Returns the number for a key, or 0.
    open func double(forKey key: String) -> Double { double(forKey: key, defaultValue: 0) }

    /// Returns the number for a key.
    open func double(forKey key: String, defaultValue: Double) -> Double {
        require(.double, .integer, for: key)
        return content.values.fields.real(key) ?? defaultValue
    }

    /// Sets a date, with a precision of one second. A date whose time is NaN removes the value.
    open func setDate(_ date: Date, forKey key: String) {
        require(.date, for: key)
        content.values.fields[key] = MetadataDate.text(of: date).map(JSONValue.string)
    }

    /// Returns the date for a key, or nil if the value isn't a valid date.
    open func date(forKey key: String) -> Date? { dateAsString(forKey: key).flatMap(MetadataDate.date(of:)) }

    /// Returns the date for a key in the form of the protocol, such as `20080410` or `20190704T183000Z`.
    open func dateAsString(forKey key: String) -> String? {
        require(.date, for: key)
        return value(key)?.stringValue
    }

    private func value(_ key: String) -> JSONValue? { content.values.fields[key] }

    /// Stops the program if the key's values are of another kind. Custom keys accept any kind.
    private func require(_ kinds: MetadataField.Kind..., for key: String, function: StaticString = #function) {
        guard let field = MetadataField.byKey[key], !kinds.contains(field.kind) else { return }
        raise(
            "NSInvalidArgumentException",
            "GCKMediaMetadata.\(function): the value of \(key) must be of type \(field.kind)"
        )
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaMetadata(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }
}

extension GCKMediaMetadata.Content {
    /// The metadata type. Nil for an unknown number below those of application-defined types.
    var type: GCKMediaMetadataType? {
        typeNumber >= GCKMediaMetadataType.user.rawValue ? .user : GCKMediaMetadataType(rawValue: typeNumber)
    }
}

/// The type of a ``GCKMediaMetadata``, which determines its keys.
#if canImport(ObjectiveC)
@objc(GCKMediaMetadataType)
#endif
public enum GCKMediaMetadataType: Int, CaseIterable, Sendable {
    case generic = 0
    case movie = 1
    #if canImport(ObjectiveC)
    @objc(GCKMediaMetadataTypeTVShow)
    #endif
    case tvShow = 2
    case musicTrack = 3
    case photo = 4
    case audioBookChapter = 5
    /// An application-defined type, with this number or a higher one.
    case user = 100
}

extension GCKMediaMetadata.Content: WireContent {
    /// The members of the message that aren't metadata fields.
    private static let reservedKeys: Set<String> = ["metadataType", "images"]

    /// Known protocol keys are converted to the API's keys, regardless of the metadata type. Other keys are kept.
    init?(_ wire: MediaMetadata) {
        let fields = wire.fields
        var rest = fields
        if let number = fields.integer("metadataType") {
            typeNumber = number
        } else if let number = fields.integer("type") {
            typeNumber = number
            rest["type"] = nil
        }
        images = fields.models("images", as: GCKImage.Content.self) ?? []
        for alias in MetadataField.aliases {
            guard let value = rest[alias.key] else { continue }
            guard rest[alias.wireKey] == nil else { continue }
            rest[alias.wireKey] = value
            rest[alias.key] = nil
        }
        for member in rest.members where !Self.reservedKeys.contains(member.key) && !member.value.isNull {
            if let field = MetadataField.byWireKey[member.key] {
                values.fields[field.key] = field.value(of: member.value)
            } else {
                values.fields[member.key] = member.value
            }
        }
    }

    /// Omits fields that the metadata type doesn't have. Application-defined types have all fields.
    func wire() throws(GCKError) -> MediaMetadata {
        var fields: JSONObject = ["metadataType": .integer(Int64(typeNumber))]
        if let images = try images?.wires() { fields["images"] = images.json }
        for member in values.fields.members
        where MetadataField.byKey[member.key] == nil && !Self.reservedKeys.contains(member.key) {
            fields[member.key] = member.value.finite
        }
        // A known key takes precedence over a custom key with the same name as its protocol key.
        for member in values.fields.members {
            guard let field = MetadataField.byKey[member.key], isValid(field) else { continue }
            fields[field.wireKey] = field.key == kGCKMetadataKeyQueueItemID ? member.value.whole : member.value.finite
        }
        return MediaMetadata(fields: fields)
    }

    private func isValid(_ field: MetadataField) -> Bool {
        guard let types = field.types, let type, type != .user else { return true }
        return types.contains(type)
    }
}

extension JSONValue {
    /// The value, or nil for a number that JSON can't represent.
    fileprivate var finite: JSONValue? {
        guard case .number(let number) = self, !number.isFinite else { return self }
        return nil
    }

    /// A number without a fractional part as an integer.
    fileprivate var whole: JSONValue? {
        guard case .number(let number) = self, let integer = Int64(exactly: number) else { return finite }
        return .integer(integer)
    }
}
