package import CastWire

/// What follows the current item by itself, for a screen to announce it.
package struct PlayerUpNext: Sendable, Hashable {
    package var title: String?
    package var subtitle: String?
    package var imageURL: String?
    /// Where the current item is left, in seconds; nil = at its end.
    package var position: Double?

    package init(title: String? = nil, subtitle: String? = nil, imageURL: String? = nil, position: Double? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.imageURL = imageURL
        self.position = position
    }

    package var json: JSONValue {
        [
            "title": .screenText(title),
            "subtitle": .screenText(subtitle),
            "image": imageURL.map { .string($0) } ?? .null,
            "position": position.map { .number($0) } ?? .null,
        ]
    }
}
