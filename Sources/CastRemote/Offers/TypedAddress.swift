/// What a person typed to be cast. It stays in its field until the device has taken it, so that what failed can be mended.
struct TypedAddress: Sendable, Equatable {
    /// What has not been cast yet.
    var text = ""
    /// The one that was cast last, with a number, so that the same one counts again.
    private(set) var taken: (number: Int, text: String)?

    mutating func wasCast(_ typed: String) {
        taken = ((taken?.number ?? 0) + 1, typed)
        if text == typed { text = "" }
    }

    static func == (one: Self, other: Self) -> Bool {
        one.text == other.text && one.taken?.number == other.taken?.number && one.taken?.text == other.taken?.text
    }
}
