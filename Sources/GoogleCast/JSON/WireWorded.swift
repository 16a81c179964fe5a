import CastWire

/// An enumeration whose cases are words of the protocol.
protocol WireWorded: Hashable {
    associatedtype Word: WireEnum

    /// Words by case; a case without one is not written.
    static var words: [Self: Word] { get }
    /// What a word that is absent, or that has no case, is read as.
    static var unnamed: Self { get }
}

extension WireWorded {
    init(_ word: Word?) {
        self = Self.words.first { $0.value == word }?.key ?? Self.unnamed
    }

    /// The case for a message; nil where it is left out.
    var word: Word? { Self.words[self] }
}
