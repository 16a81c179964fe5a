import ArgumentParser

/// Where to seek, as typed: a time, or `+30`, `-1:30` from where it is.
enum SeekTarget: Hashable, Sendable {
    case position(Double)
    /// Seconds from the present position, negative for back.
    case offset(Double)

    /// nil when the text is neither. A minus may also be the typographic one.
    init?(_ text: String) {
        switch text.first {
        case "+":
            guard let time = TimePosition(String(text.dropFirst())) else { return nil }
            self = .offset(time.seconds)
        case "-", "\u{2212}":
            guard let time = TimePosition(String(text.dropFirst())) else { return nil }
            self = .offset(-time.seconds)
        default:
            guard let time = TimePosition(text) else { return nil }
            self = .position(time.seconds)
        }
    }
}

extension SeekTarget: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
