package import CastWire

/// An advertisement on its way over the screen: a clip of its own, or a part of the content's stream.
package struct PlayerAdvertisement: Sendable, Hashable {
    /// Where it begins and ends in the item that carries it, in seconds; a clip of its own begins at 0, and its end
    /// may only be found out by playing.
    package var start: Double
    package var end: Double?
    /// Which of its break's clips it is, from 0, and how many there are.
    package var index: Int
    package var count: Int
    /// Seconds after ``start`` from which it may be skipped; nil = not at all.
    package var whenSkippable: Double?

    package init(start: Double = 0, end: Double? = nil, index: Int = 0, count: Int = 1, whenSkippable: Double? = nil) {
        self.start = start
        self.end = end
        self.index = index
        self.count = count
        self.whenSkippable = whenSkippable
    }

    package var json: JSONValue {
        [
            "start": .number(start),
            "end": end.map { .number($0) } ?? .null,
            "index": .integer(Int64(index)),
            "count": .integer(Int64(count)),
            "whenSkippable": whenSkippable.map { .number($0) } ?? .null,
        ]
    }
}
