extension GCKLoggerLevel {
    /// What holds where no threshold is set.
    static let standard = GCKLoggerLevel.info

    /// Itself, or nil where it sets no threshold.
    var threshold: GCKLoggerLevel? { self == .none ? nil : self }

    /// Whether a message of this level passes a threshold; an ``assert`` passes every one.
    func passes(_ threshold: GCKLoggerLevel) -> Bool { self == .assert || rawValue >= threshold.rawValue }

    /// The letter by which a line of a log file begins.
    var letter: String {
        switch self {
        case .none: "-"
        case .verbose: "V"
        case .debug: "D"
        case .info: "I"
        case .warning: "W"
        case .error: "E"
        case .assert: "A"
        }
    }
}
