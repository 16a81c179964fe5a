// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

/// The information in the name of a subtitle file, such as the language in `film.en.forced.srt`.
struct SubtitleName {
    private(set) var language: String?
    private(set) var title: String?
    private(set) var isForced = false
    private(set) var isForHearingImpaired = false

    /// Parses what follows the name of the media file.
    init(suffix: Substring) {
        var title: [String] = []
        for part in suffix.prefix(256).split(separator: ".") {
            if apply(String(part), isWholePart: true) { continue }
            let words = Self.words(part)
            let rest = words.filter { !apply($0, isWholePart: words.count == 1) }
            title.append(contentsOf: rest)
        }
        self.title = title.isEmpty ? nil : title.joined(separator: " ")
    }

    /// Parses the name of a file that does not begin with the name of the media file.
    ///
    /// Only the last words count, because a title can contain words that are also codes of languages.
    init(unrelatedName name: String) {
        var parts = name.suffix(256).split(separator: ".")[...]
        while let part = parts.last, apply(String(part), isWholePart: true) { parts.removeLast() }
        var words = parts.flatMap(Self.words)[...]
        // A single word can be a code, as in `en.srt`. Otherwise, only names of languages are clear.
        while let word = words.last, apply(word, isWholePart: words.count == 1) { words.removeLast() }
        title = words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Returns the language in the name of a subtitle file, if any.
    static func language(inFileName name: String) -> String? {
        let name = name.split(separator: "/").last ?? ""
        let parts = name.split(separator: ".").dropLast()
        return SubtitleName(unrelatedName: parts.joined(separator: ".")).language
    }

    private static func words(_ part: Substring) -> [String] {
        part.split(whereSeparator: { " _-()[],+&".contains($0) }).map(String.init)
    }

    /// Applies a word and returns whether it is known.
    ///
    /// - Parameters:
    ///   - word: The word.
    ///   - isWholePart: Whether the word stands between dots, so that it can be the code of a language.
    private mutating func apply(_ word: String, isWholePart: Bool) -> Bool {
        let lower = word.lowercased()
        switch lower {
        case "forced", "foreign": isForced = true
        case "sdh", "cc", "hearing", "impaired": isForHearingImpaired = true
        // This is also the code of Hindi, which is the only language in such a name.
        case "hi" where language != nil: isForHearingImpaired = true
        case "default", "full", "sub", "subs", "subtitle", "subtitles": break
        case _ where word.utf8.allSatisfy(\.isDigit): break
        default:
            let tag = LanguageTag.tag(named: word) ?? Self.tags[lower] ?? (isWholePart ? Self.tag(code: lower) : nil)
            guard let tag else { return false }
            if let language, language != tag {
                // In a name from its end, `film.en.hi.srt` has the language after the word for impaired hearing.
                guard language == "hi" else { return false }
                isForHearingImpaired = true
            }
            language = tag
        }
        return true
    }

    /// Returns the tag for a code. Other words of two or three letters are not codes.
    private static func tag(code: String) -> String? {
        guard let tag = LanguageTag.tag(code) else { return nil }
        let primary = tag.prefix { $0 != "-" }
        return codes.contains(primary) || primary == "fil" ? tag : nil
    }

    /// Names that are used in the names of files, but are not codes of ISO 639.
    private static let tags = [
        "chs": "zh-Hans", "cht": "zh-Hant", "pob": "pt-BR", "ptbr": "pt-BR", "brazilian": "pt-BR", "slovak": "sk",
        "slovenian": "sl", "estonian": "et", "latvian": "lv", "lithuanian": "lt", "icelandic": "is", "persian": "fa",
        "farsi": "fa", "catalan": "ca", "malay": "ms", "tamil": "ta", "telugu": "te", "macedonian": "mk",
    ]

    /// The codes of ISO 639-1.
    private static let codes = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz \
        ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik \
        io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml \
        mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd \
        se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi \
        vo wa wo xh yi yo za zh zu
        """.split(separator: " ")
    )
}
