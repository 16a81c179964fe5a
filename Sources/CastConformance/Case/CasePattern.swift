// SPDX-License-Identifier: Apache-2.0

/// The pattern of ``ConformanceRun/Options/only``: a number, an area, or a word.
///
/// Two letters of an area, with or without digits, are a number: `ME` chooses the cases about media, and not those with
/// "message" in their statement.
struct CasePattern: Sendable, Hashable {
    private enum Form: Hashable {
        /// The beginning of a number, in uppercase.
        case number(String)
        case area(ConformanceCase.Area)
        /// A part of a statement, in lowercase.
        case word(String)
    }

    private let form: Form

    init(_ text: String) {
        let (upper, lower) = (text.uppercased(), text.lowercased())
        let isNumber = ConformanceCase.Area.allCases.contains { area in
            upper.hasPrefix(area.prefix) && upper.dropFirst(area.prefix.count).allSatisfy(\.isWholeNumber)
        }
        form =
            if isNumber {
                .number(upper)
            } else if let area = ConformanceCase.Area(rawValue: lower) {
                .area(area)
            } else {
                .word(lower)
            }
    }

    func matches(_ test: ConformanceCase) -> Bool {
        switch form {
        case .number(let start): test.id.hasPrefix(start)
        case .area(let area): test.area == area
        case .word(let word): !word.isEmpty && test.statement.lowercased().contains(word)
        }
    }
}
