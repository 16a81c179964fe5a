// SPDX-License-Identifier: Apache-2.0

/// Conversion of the language codes of media files to BCP 47 tags.
public enum LanguageTag {
    /// Returns the tag for a code of a media file: ISO 639-2 in either form (`ger`, `deu`), ISO 639-1 (`de`) or a tag
    /// (`pt-BR`). Returns `nil` for undetermined languages and for text that is not a tag.
    public static func tag(_ code: String) -> String? {
        let parts = code.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        guard let first = parts.first?.lowercased(), (2...3).contains(first.count),
            parts.allSatisfy({ (1...8).contains($0.count) && $0.utf8.allSatisfy(isAlphanumeric) }),
            first.utf8.allSatisfy({ (97...122).contains($0) }), !["und", "mis", "mul", "zxx"].contains(first)
        else { return nil }
        let language = short[first] ?? first
        return ([language] + parts.dropFirst().prefix(3).map(subtag)).joined(separator: "-")
    }

    /// Returns the tag for a name of a language in English, such as `German`, in any case.
    public static func tag(named name: String) -> String? { names[name.lowercased()] }

    /// Regions are written in capitals, scripts with one capital.
    private static func subtag(_ text: String) -> String {
        switch text.count {
        case 2: text.uppercased()
        case 4: text.prefix(1).uppercased() + text.dropFirst().lowercased()
        default: text.lowercased()
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    /// The codes of ISO 639-1 by those of ISO 639-2, bibliographic and terminological.
    private static let short = [
        "eng": "en", "ger": "de", "deu": "de", "fre": "fr", "fra": "fr", "spa": "es", "ita": "it", "por": "pt",
        "dut": "nl", "nld": "nl", "swe": "sv", "nor": "no", "nob": "nb", "nno": "nn", "dan": "da", "fin": "fi",
        "ice": "is", "isl": "is", "pol": "pl", "cze": "cs", "ces": "cs", "slo": "sk", "slk": "sk", "slv": "sl",
        "hun": "hu", "rum": "ro", "ron": "ro", "bul": "bg", "gre": "el", "ell": "el", "tur": "tr", "rus": "ru",
        "ukr": "uk", "bel": "be", "srp": "sr", "hrv": "hr", "bos": "bs", "mac": "mk", "mkd": "mk", "alb": "sq",
        "sqi": "sq", "est": "et", "lav": "lv", "lit": "lt", "geo": "ka", "kat": "ka", "arm": "hy", "hye": "hy",
        "ara": "ar", "heb": "he", "per": "fa", "fas": "fa", "urd": "ur", "hin": "hi", "ben": "bn", "tam": "ta",
        "tel": "te", "mar": "mr", "guj": "gu", "kan": "kn", "mal": "ml", "pan": "pa", "tha": "th", "vie": "vi",
        "ind": "id", "may": "ms", "msa": "ms", "fil": "fil", "jpn": "ja", "kor": "ko", "chi": "zh", "zho": "zh",
        "cat": "ca", "baq": "eu", "eus": "eu", "glg": "gl", "wel": "cy", "cym": "cy", "gle": "ga", "lat": "la",
        "afr": "af", "swa": "sw", "kaz": "kk", "uzb": "uz", "aze": "az", "mon": "mn", "nep": "ne", "sin": "si",
        "bur": "my", "mya": "my", "khm": "km", "lao": "lo", "tgl": "tl", "mlt": "mt", "ltz": "lb", "epo": "eo",
    ]

    private static let names = [
        "english": "en", "german": "de", "deutsch": "de", "french": "fr", "français": "fr", "spanish": "es",
        "español": "es", "italian": "it", "italiano": "it", "portuguese": "pt", "português": "pt", "dutch": "nl",
        "nederlands": "nl", "swedish": "sv", "svenska": "sv", "norwegian": "no", "norsk": "no", "danish": "da",
        "dansk": "da", "finnish": "fi", "suomi": "fi", "polish": "pl", "polski": "pl", "czech": "cs",
        "hungarian": "hu", "romanian": "ro", "greek": "el", "turkish": "tr", "russian": "ru", "ukrainian": "uk",
        "arabic": "ar", "hebrew": "he", "hindi": "hi", "japanese": "ja", "korean": "ko", "chinese": "zh",
        "vietnamese": "vi", "thai": "th", "indonesian": "id", "croatian": "hr", "serbian": "sr", "bulgarian": "bg",
    ]
}
