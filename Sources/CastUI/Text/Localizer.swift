public import Foundation

/// Turns phrases and values into text of one language and region.
///
/// The locale and the time zone come from outside and are read nowhere else.
public struct Localizer: Sendable, Hashable {
    public let locale: Locale
    public let timeZone: TimeZone
    public let catalog: StringCatalog
    /// The language in which texts are; the locale's where the catalogue has it, else `en`.
    public let language: String

    /// - Parameters:
    ///   - locale: Decides language, digits and forms of times.
    ///   - timeZone: For times of day.
    ///   - catalog: The wordings.
    public init(locale: Locale, timeZone: TimeZone, catalog: StringCatalog = StringCatalog()) {
        self.locale = locale
        self.timeZone = timeZone
        self.catalog = catalog
        let wanted = StringCatalog.normalized(locale.identifier)
        let general = StringCatalog.language(locale.identifier)
        language = catalog.languages.contains(wanted) ? wanted : catalog.languages.contains(general) ? general : "en"
    }

    /// Which way the layout runs. Timelines and transport icons keep theirs: time goes on to the right everywhere.
    public var direction: LayoutDirection {
        let code = StringCatalog.language(language)
        return ["ar", "fa", "he", "ur", "ps", "sd", "yi", "dv", "ckb", "ug"].contains(code)
            ? .rightToLeft : .leftToRight
    }

    public func text(_ label: Label) -> String {
        switch label {
        case .phrase(let phrase): text(phrase)
        case .text(let text): DisplayText.bounded(text)
        case .value(let value): self.text(value)
        }
    }

    public func text(_ key: TextKey) -> String { text(Phrase(key)) }

    public func text(_ phrase: Phrase) -> String {
        let wording = catalog.wording(phrase.key, in: language, number: phrase.firstNumber)
        return wording.filled(with: phrase.arguments.map(text))
    }

    /// A value as text. Text from outside is set apart where it may run the other way.
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
    /// Fills in `%@`, `%d`, `%lld` and their forms with a place, `%2$@`. What is not filled in stays as it is.
    fileprivate func filled(with arguments: [String]) -> String {
        var result = ""
        var rest = self[...]
        var following = 0
        while let sign = rest.firstIndex(of: "%") {
            result += rest[..<sign]
            rest = rest[rest.index(after: sign)...]
            if rest.first == "%" {
                result += "%"
                rest.removeFirst()
                continue
            }
            var form = rest
            var place: Int?
            let number = form.prefix { $0.isASCII && $0.isNumber }
            if !number.isEmpty, form[number.endIndex...].first == "$" {
                place = Int(number).map { $0 - 1 }
                form = form[form.index(after: number.endIndex)...]
            }
            guard let kind = ["@", "lld", "ld", "d"].first(where: { form.hasPrefix($0) }) else {
                result += "%"
                continue
            }
            let index = place ?? following
            if place == nil { following += 1 }
            if arguments.indices.contains(index) { result += arguments[index] }
            rest = form.dropFirst(kind.count)
        }
        return result + rest
    }
}
