/// The plural forms of languages (Unicode CLDR plural rules), for whole numbers.
public enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other

    /// - Parameters:
    ///   - number: Any whole number; its sign does not count.
    ///   - language: A language's code, without region.
    public init(of number: Int, in language: String) {
        let number = number.magnitude
        let (ones, tens) = (number % 10, number % 100)
        switch language {
        case "ja", "ko", "zh", "th", "vi", "id", "ms", "my", "lo", "km":
            self = .other
        case "fr", "pt", "hy", "hi", "bn", "fa", "gu", "kn", "zu", "am":
            self = number <= 1 ? .one : .other
        case "ru", "uk", "be", "sr", "hr", "bs":
            if ones == 1, tens != 11 {
                self = .one
            } else if (2...4).contains(ones), !(12...14).contains(tens) {
                self = .few
            } else {
                self = ["sr", "hr", "bs"].contains(language) ? .other : .many
            }
        case "pl":
            let isFew = (2...4).contains(ones) && !(12...14).contains(tens)
            self = number == 1 ? .one : isFew ? .few : .many
        case "cs", "sk":
            self = number == 1 ? .one : (2...4).contains(number) ? .few : .other
        case "he":
            self = number == 1 ? .one : number == 2 ? .two : .other
        case "ar":
            switch number {
            case 0: self = .zero
            case 1: self = .one
            case 2: self = .two
            default: self = (3...10).contains(tens) ? .few : (11...99).contains(tens) ? .many : .other
            }
        default:
            self = number == 1 ? .one : .other
        }
    }
}
