import CastWire
public import Foundation

/// What media is, for people: fields under keys, and pictures.
///
/// Which of the keys `kGCKMetadataKey…` have a meaning depends on the type; others are an app's own. A value of the wrong
/// kind for one of those keys raises `NSInvalidArgumentException`.
open class GCKMediaMetadata: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        /// The type on the wire, of which an application's own may be any number from 100 on.
        var typeNumber = GCKMediaMetadataType.generic.rawValue
        @NestedList var images: [GCKImage]? = []
        var values = MetadataValues()

        var model: GCKMediaMetadata { GCKMediaMetadata(content: self) }
    }

    private(set) var content: Content

    /// Which keys have a meaning. An application's own types are all ``GCKMediaMetadataType/user``.
    open var metadataType: GCKMediaMetadataType { content.type ?? .generic }

    /// Metadata of a type.
    public init(metadataType: GCKMediaMetadataType) {
        content = Content(typeNumber: metadataType.rawValue)
        super.init()
    }

    /// Metadata of the type ``GCKMediaMetadataType/generic``.
    public override init() {
        content = Content()
        super.init()
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    // MARK: Pictures

    /// The pictures, in the order in which they were added.
    open func images() -> [Any] { content.images ?? [] }

    /// Takes all pictures away.
    open func removeAllMediaImages() { content.images = [] }

    /// Adds a picture.
    open func addImage(_ image: GCKImage) { content.images = (content.images ?? []) + [image] }

    // MARK: Fields

    /// Whether a key has a value.
    open func containsKey(_ key: String) -> Bool { value(key) != nil }

    /// The keys that have a value.
    open func allKeys() -> [String] { content.values.fields.keys }

    /// The string or number of a key; a date is its text.
    open func object(forKey key: String) -> Any? { value(key)?.foundationObject }

    /// Sets a string.
    open func setString(_ value: String, forKey key: String) {
        require(.string, for: key)
        content.values.fields[key] = .string(value)
    }

    /// The string of a key.
    open func string(forKey key: String) -> String? {
        require(.string, for: key)
        return value(key)?.stringValue
    }

    /// Sets a whole number.
    open func setInteger(_ value: Int, forKey key: String) {
        require(.integer, for: key)
        content.values.fields[key] = .integer(Int64(value))
    }

    /// The whole number of a key, or 0.
    open func integer(forKey key: String) -> Int { integer(forKey: key, defaultValue: 0) }

    /// The whole number of a key; a fraction is cut off.
    open func integer(forKey key: String, defaultValue: Int) -> Int {
        require(.integer, .double, for: key)
        return content.values.fields.integer(key) ?? defaultValue
    }

    /// Sets a number.
    open func setDouble(_ value: Double, forKey key: String) {
        require(.double, for: key)
        content.values.fields[key] = .number(value)
    }

    /// The number of a key, or 0.
    open func double(forKey key: String) -> Double { double(forKey: key, defaultValue: 0) }

    /// The number of a key.
    open func double(forKey key: String, defaultValue: Double) -> Double {
        require(.double, .integer, for: key)
        return content.values.fields.real(key) ?? defaultValue
    }

    /// Sets a date, to the second. One that is no number takes the value away.
    open func setDate(_ date: Date, forKey key: String) {
        require(.date, for: key)
        content.values.fields[key] = MetadataDate.text(of: date).map(JSONValue.string)
    }

    /// The date of a key; nil where its text is none.
    open func date(forKey key: String) -> Date? { dateAsString(forKey: key).flatMap(MetadataDate.date(of:)) }

    /// The date of a key as the text that is sent, `20080410` or `20190704T183000Z`.
    open func dateAsString(forKey key: String) -> String? {
        require(.date, for: key)
        return value(key)?.stringValue
    }

    private func value(_ key: String) -> JSONValue? { content.values.fields[key] }

    /// Raises for a key whose values are of another kind. An app's own keys take any.
    private func require(_ kinds: MetadataField.Kind..., for key: String, function: StaticString = #function) {
        guard let field = MetadataField.byKey[key], !kinds.contains(field.kind) else { return }
        raise(
            "NSInvalidArgumentException",
            "GCKMediaMetadata.\(function): the values of \(key) are of the kind \(field.kind)"
        )
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// An independent object.
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
    /// The type; nil for a number without one below those of applications.
    var type: GCKMediaMetadataType? {
        typeNumber >= GCKMediaMetadataType.user.rawValue ? .user : GCKMediaMetadataType(rawValue: typeNumber)
    }
}
