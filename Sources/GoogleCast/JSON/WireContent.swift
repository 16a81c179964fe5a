import CastWire

/// State that travels in messages.
protocol WireContent: ModelContent {
    associatedtype Wire: WireObject

    /// Nil when the message lacks what an object needs.
    init?(_ wire: Wire)

    /// The state for a message.
    ///
    /// - Throws: ``GCKError`` (``GCKErrorCode/invalidRequest``) for custom data that is no JSON.
    func wire() throws(GCKError) -> Wire
}

extension ContentModel where Content: WireContent {
    /// An object as it was received; nil when the message lacks what it needs.
    static func received(_ wire: Content.Wire?) -> Content.Model? {
        wire.flatMap { Content($0)?.model }
    }

    /// The object for a message.
    ///
    /// - Throws: ``GCKError`` (``GCKErrorCode/invalidRequest``) for custom data that is no JSON.
    func wire() throws(GCKError) -> Content.Wire { try content.wire() }
}

extension Array where Element: ContentModel, Element.Content: WireContent {
    /// The objects for a message; nil for none.
    func wires() throws(GCKError) -> [Element.Content.Wire]? {
        guard !isEmpty else { return nil }
        return try map { element throws(GCKError) in try element.wire() }
    }
}

extension Double {
    /// The number where it is one that JSON can hold.
    var finite: Double? { isFinite ? self : nil }
}

extension String {
    /// The text unless there is none.
    var nonEmpty: String? { isEmpty ? nil : self }
}
