/// Numbers as people type them.
enum DecimalText {
    /// ASCII digits, and at most one point between them; nil for anything else.
    static func number(_ text: Substring) -> Double? {
        guard let first = text.first, first.isASCII, first.isNumber, text.last != ".",
            text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
        else { return nil }
        return Double(String(text))
    }
}
