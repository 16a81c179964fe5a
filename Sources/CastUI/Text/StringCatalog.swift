// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The translations of all texts. English is always complete.
///
/// Other languages are read from String Catalogs, Xcode's `.xcstrings` files, with the names of ``TextKey`` as keys.
public struct StringCatalog: Sendable, Hashable {
    /// A translation: one text, or one for each plural category.
    public enum Wording: Sendable, Hashable {
        case text(String)
        case plural([PluralCategory: String])
    }

    private var wordings: [String: [String: Wording]] = [:]

    /// Creates a catalog that contains only English.
    public init() {}

    /// Creates a catalog from a String Catalog, in addition to English.
    ///
    /// Unsupported variations are ignored.
    ///
    /// - Parameter json: The contents of the file.
    /// - Throws: The parser's error if the text is not valid JSON.
    public init(json: String) throws {
        self.init()
        let strings = try JSONValue(parsing: json, limits: .local)["strings"]?.objectValue ?? JSONObject()
        for text in strings.members {
            for entry in text.value["localizations"]?.objectValue?.members ?? [] {
                if let wording = Self.wording(entry.value) { set(wording, for: text.key, in: entry.key) }
            }
        }
    }

    /// The codes of the languages that have at least one translation, sorted.
    public var languages: [String] { Set(wordings.keys).union(["en"]).sorted() }

    /// Adds or replaces a translation.
    ///
    /// - Parameters:
    ///   - wording: The translation.
    ///   - key: The text to translate.
    ///   - language: A language code with or without a region: `pt`, `pt-BR`.
    public mutating func set(_ wording: Wording, for key: TextKey, in language: String) {
        set(wording, for: key.name, in: language)
    }

    private mutating func set(_ wording: Wording, for name: String, in language: String) {
        wordings[Self.normalized(language), default: [:]][name] = wording
    }

    /// Returns the texts that a language does not translate.
    ///
    /// - Parameters:
    ///   - language: A language code with or without a region.
    ///   - keys: The texts to examine, by default those of the widgets.
    public func missing(in language: String, of keys: [TextKey] = TextKey.widgets) -> [TextKey] {
        keys.filter { found($0, in: language) == nil && Self.language(language) != "en" }
    }

    /// Returns the translation of a text in the most specific form of a language that has one, or in English.
    func wording(_ key: TextKey, in language: String, number: Int?) -> String {
        guard let (wording, language) = found(key, in: language) else { return key.english }
        switch wording {
        case .text(let text): return text
        case .plural(let forms):
            let category = number.map { PluralCategory(of: $0, in: language) } ?? .other
            return forms[category] ?? forms[.other] ?? key.english
        }
    }

    private func found(_ key: TextKey, in language: String) -> (Wording, language: String)? {
        for code in Self.codes(for: language) {
            if let wording = wordings[code]?[key.name] { return (wording, Self.language(language)) }
        }
        return nil
    }

    /// Returns a code in lowercase with hyphens, and with the present code instead of a deprecated one, which some
    /// systems still use.
    private static func normalized(_ language: String) -> String {
        var subtags = language.lowercased().split { $0 == "_" || $0 == "-" }.map(String.init)
        if let code = subtags.first { subtags[0] = ["iw": "he", "in": "id", "ji": "yi"][code] ?? code }
        return subtags.joined(separator: "-")
    }

    /// Returns the codes to try for a language, the most specific one first: `zh-hans-cn`, `zh-hans`, `zh`.
    static func codes(for language: String) -> [String] {
        let subtags = normalized(language).split(separator: "-")
        return subtags.indices.reversed().map { subtags[...$0].joined(separator: "-") }
    }

    /// Returns the code of a language without script and region.
    static func language(_ identifier: String) -> String { String(normalized(identifier).prefix { $0 != "-" }) }

    private static func wording(_ entry: JSONValue) -> Wording? {
        if let text = entry["stringUnit"]?["value"]?.stringValue { return .text(text) }
        var forms: [PluralCategory: String] = [:]
        for form in entry["variations"]?["plural"]?.objectValue?.members ?? [] {
            guard let category = PluralCategory(rawValue: form.key) else { continue }
            forms[category] = form.value["stringUnit"]?["value"]?.stringValue
        }
        return forms[.other] == nil ? nil : .plural(forms)
    }
}
