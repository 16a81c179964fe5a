import ArgumentParser

/// A volume as typed, in percent: `40`, `40%`, `+5`, `-5`.
enum VolumeChange: Hashable, Sendable {
    /// 0 to 1.
    case level(Double)
    /// −1 to 1, added to the present level.
    case offset(Double)

    /// nil when the text is neither. A minus may also be the typographic one.
    init?(_ text: String) {
        var digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        let sign: Double?
        switch digits.first {
        case "+": sign = 1
        case "-", "\u{2212}": sign = -1
        default: sign = nil
        }
        if sign != nil { digits = digits.dropFirst() }
        guard let percent = DecimalText.number(digits), percent <= 100 else { return nil }
        self = if let sign { .offset(sign * percent / 100) } else { .level(percent / 100) }
    }

    /// The level that follows, kept between 0 and 1.
    func applied(to level: Double) -> Double {
        switch self {
        case .level(let target): target
        case .offset(let offset): min(max(level + offset, 0), 1)
        }
    }
}

extension VolumeChange: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
