/// A sentence with what is to be filled in, before any language. Widgets never join sentences themselves.
public struct Phrase: Sendable, Hashable {
    /// What is filled in.
    public indirect enum Argument: Sendable, Hashable {
        /// Text from outside, such as a device's name or a title. It is kept as text and bounded.
        case text(String)
        /// A whole number; the first one of a phrase chooses the plural form.
        case number(Int)
        /// A number with few digits after the point, such as a playback rate.
        case decimal(Double)
        /// A share, 0…1.
        case percent(Double)
        /// A time in seconds as digits, `1:01:01`; nil for none.
        case time(Double?)
        /// A time in seconds in words, as a screen reader says it; nil for none.
        case spokenTime(Double?)
        case phrase(Phrase)
    }

    public var key: TextKey
    public var arguments: [Argument]

    public init(_ key: TextKey, _ arguments: Argument...) {
        self.key = key
        self.arguments = arguments
    }
}
