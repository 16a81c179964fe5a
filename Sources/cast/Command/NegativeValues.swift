/// Lets `cast seek -30` and `cast volume -5` be typed as a person would.
///
/// The argument parser takes `-30` for options named `3` and `0`. In the commands whose value may be negative such a
/// word gets the typographic minus, which the values understand and the parser leaves alone.
enum NegativeValues {
    private static let commands: Set<String> = ["seek", "volume"]

    static func protected(_ arguments: [String]) -> [String] {
        guard let command = arguments.first(where: { !$0.hasPrefix("-") }), commands.contains(command) else {
            return arguments
        }
        return arguments.map { word in
            let digits = word.dropFirst()
            guard word.hasPrefix("-"), let first = digits.first, first.isASCII, first.isNumber else { return word }
            return "\u{2212}\(digits)"
        }
    }
}
