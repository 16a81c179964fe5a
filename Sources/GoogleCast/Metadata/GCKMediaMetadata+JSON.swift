import CastWire
import Foundation

extension GCKMediaMetadata.Content: WireContent {
    /// What is on the wire besides fields.
    private static let ownKeys: Set<String> = ["metadataType", "images"]

    /// Keys with a meaning become the app's, whatever the type; any other keeps its name.
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
        for member in rest.members where !Self.ownKeys.contains(member.key) && !member.value.isNull {
            if let field = MetadataField.byWireKey[member.key] {
                values.fields[field.key] = field.value(of: member.value)
            } else {
                values.fields[member.key] = member.value
            }
        }
    }

    /// Leaves out what has no meaning for the type. An application's own types have all keys.
    func wire() throws(GCKError) -> MediaMetadata {
        var fields: JSONObject = ["metadataType": .integer(Int64(typeNumber))]
        if let images = try images?.wires() { fields["images"] = images.json }
        for member in values.fields.members
        where MetadataField.byKey[member.key] == nil && !Self.ownKeys.contains(member.key) {
            fields[member.key] = member.value.finite
        }
        // A key with a meaning wins over an app's own that is spelled as it is on the wire.
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
    /// The value unless it is a number that JSON cannot hold.
    fileprivate var finite: JSONValue? {
        guard case .number(let number) = self, !number.isFinite else { return self }
        return nil
    }

    /// A number without a fraction as an integer.
    fileprivate var whole: JSONValue? {
        guard case .number(let number) = self, let integer = Int64(exactly: number) else { return finite }
        return .integer(integer)
    }
}
