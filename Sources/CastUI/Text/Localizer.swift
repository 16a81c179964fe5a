// SPDX-License-Identifier: Apache-2.0

/// Converts phrases and values to text in one language and region.
public struct Localizer: Sendable {
    /// Writes numbers and times, and determines the language.
    public let format: any ValueFormat
    /// The translations.
    public let catalog: StringCatalog
    /// The language of the texts: that of the format, without region or script if the catalog does not contain it with
    /// them, or else `en`.
    public let language: String

    /// Creates a localizer.
    ///
    /// The module `CastLocalization` creates one from Foundation's `Locale` and `TimeZone`.
    ///
    /// - Parameters:
    ///   - format: Writes numbers and times, and determines the language.
    ///   - catalog: The translations.
    public init(format: any ValueFormat = EnglishFormat(), catalog: StringCatalog = StringCatalog()) {
        self.format = format
        self.catalog = catalog
        let languages = catalog.languages
        language = StringCatalog.codes(for: format.identifier).first(where: languages.contains) ?? "en"
    }

    /// The layout direction. Timelines and transport icons are not mirrored: time advances to the right in every
    /// language.
    public var direction: LayoutDirection {
        let code = StringCatalog.language(language)
        return ["ar", "fa", "he", "ur", "ps", "sd", "yi", "dv", "ckb", "ug"].contains(code)
            ? .rightToLeft : .leftToRight
    }

    /// Returns the text of a label.
    public func text(_ label: ControlLabel) -> String {
        switch label {
        case .phrase(let phrase): text(phrase)
        case .text(let text): DisplayText.bounded(text)
        case .value(let value): self.text(value)
        }
    }

    /// Returns the text of a phrase without arguments.
    public func text(_ key: TextKey) -> String { text(Phrase(key)) }

    /// Returns the text of a phrase, with its arguments.
    public func text(_ phrase: Phrase) -> String {
        let wording = catalog.wording(phrase.key, in: language, number: phrase.firstNumber)
        return wording.filled(with: phrase.arguments.map(text))
    }

    /// Returns an argument as text. Untrusted text is isolated where it may have another direction.
    public func text(_ argument: Phrase.Argument) -> String {
        switch argument {
        case .text(let text):
            let line = DisplayText.bounded(text)
            return direction == .rightToLeft || DisplayText.hasDirection(line) ? DisplayText.isolated(line) : line
        case .number(let number): return digits(number)
        case .decimal(let number): return decimal(number)
        case .percent(let share): return percent(share)
        case .time(let seconds): return time(seconds)
        case .spokenTime(let seconds): return spokenTime(seconds)
        case .phrase(let phrase): return text(phrase)
        }
    }
}

extension Phrase {
    fileprivate var firstNumber: Int? {
        for case .number(let number) in arguments { return number }
        return nil
    }
}

extension String {
    /// Replaces `%@`, `%d`, `%lld`, and their positional forms such as `%2$@`. Other text is unchanged.
    fileprivate func filled(with arguments: [String]) -> String {
        var result = ""
        var rest = self[...]
        var nextIndex = 0
        while let sign = rest.firstIndex(of: "%") {
            result += rest[..<sign]
            rest = rest[rest.index(after: sign)...]
            if rest.first == "%" {
                result += "%"
                rest.removeFirst()
                continue
            }
            var form = rest
            var position: Int?
            let number = form.prefix { $0.isASCII && $0.isNumber }
            if !number.isEmpty, form[number.endIndex...].first == "$" {
                position = Int(number).map { $0 - 1 }
                form = form[form.index(after: number.endIndex)...]
            }
            guard let kind = ["@", "lld", "ld", "d"].first(where: { form.hasPrefix($0) }) else {
                result += "%"
                continue
            }
            let index = position ?? nextIndex
            if position == nil { nextIndex += 1 }
            if arguments.indices.contains(index) { result += arguments[index] }
            rest = form.dropFirst(kind.count)
        }
        return result + rest
    }
}

/// The direction of the layout and of lines of text.
public enum LayoutDirection: String, Sendable, Hashable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
}
