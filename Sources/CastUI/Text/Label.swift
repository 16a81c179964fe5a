/// A text that a widget shows: one of ours, or one that came from outside.
public enum Label: Sendable, Hashable {
    case phrase(Phrase)
    /// Text from outside, such as a title. Never read as markup.
    case text(String)
    /// A value alone: a time, a percentage.
    case value(Phrase.Argument)

    public init(_ key: TextKey, _ arguments: Phrase.Argument...) {
        var phrase = Phrase(key)
        phrase.arguments = arguments
        self = .phrase(phrase)
    }
}
