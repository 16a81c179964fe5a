import CastWire

/// The wordings of all texts in all languages that are known. English is always there and complete.
///
/// Other languages come from String Catalogs, the `.xcstrings` files of Xcode, whose keys are ``TextKey``'s raw values.
public struct StringCatalog: Sendable, Hashable {
    /// A wording: one text, or one for each plural form.
    public enum Wording: Sendable, Hashable {
        case text(String)
        case plural([PluralCategory: String])
    }

    private var wordings: [String: [TextKey: Wording]] = [:]

    /// English alone.
    public init() {}

    /// Reads a String Catalog, beside the English that is always there.
    ///
    /// Keys that are not ours, and forms that are not understood, are passed over.
    ///
    /// - Parameter json: The file's contents.
    /// - Throws: The parser's error when it is no JSON.
    public init(json: String) throws {
        self.init()
        let strings = try JSONValue(parsing: json)["strings"]?.objectValue ?? JSONObject()
        for key in TextKey.allCases {
            for entry in strings[key.rawValue]?["localizations"]?.objectValue?.members ?? [] {
                if let wording = Self.wording(entry.value) { set(wording, for: key, in: entry.key) }
            }
        }
    }

    /// The languages of which anything is known, as codes, sorted.
    public var languages: [String] { Set(wordings.keys).union(["en"]).sorted() }

    /// Adds or replaces a wording.
    ///
    /// - Parameter language: A language's code, with or without a region: `pt`, `pt-BR`.
    public mutating func set(_ wording: Wording, for key: TextKey, in language: String) {
        wordings[Self.normalized(language), default: [:]][key] = wording
    }

    /// What a language lacks, in the order of ``TextKey``.
    public func missing(in language: String) -> [TextKey] {
        TextKey.allCases.filter { found($0, in: language) == nil && Self.language(language) != "en" }
    }

    /// The wording for a text, in the first of a few languages that has one, else in English.
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
        let exact = Self.normalized(language)
        let general = Self.language(language)
        guard let wording = wordings[exact]?[key] ?? wordings[general]?[key] else { return nil }
        return (wording, general)
    }

    static func normalized(_ language: String) -> String {
        language.lowercased().split { $0 == "_" || $0 == "-" }.joined(separator: "-")
    }

    static func language(_ identifier: String) -> String {
        let code = normalized(identifier).prefix { $0 != "-" }
        // The old codes, which some systems still use.
        return ["iw": "he", "in": "id", "ji": "yi"][String(code)] ?? String(code)
    }

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
