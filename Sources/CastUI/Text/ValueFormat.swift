// SPDX-License-Identifier: Apache-2.0

/// How numbers and times are written: with the digits, separators and words of a language and region.
///
/// ``EnglishFormat`` needs no other data. `LocaleFormat` of the module `CastLocalization` writes in any language, with the
/// tables of Foundation, which add more than 40 MB to a program with a static standard library.
public protocol ValueFormat: Sendable {
    /// The language, and perhaps the region: `en_US`.
    var identifier: String { get }
    /// Returns an integer without grouping.
    ///
    /// - Parameters:
    ///   - number: Any integer.
    ///   - length: The smallest number of digits, which zeros complete.
    func digits(_ number: Int, atLeast length: Int) -> String
    /// Returns a number of at most nine integer digits, with at most two fractional digits.
    func decimal(_ number: Double) -> String
    /// Returns a fraction from 0 to 1 as a whole percentage.
    func percent(_ share: Double) -> String
    /// Returns a time in words: `2 minutes, 5 seconds`.
    ///
    /// - Parameter seconds: The time in seconds, zero at least.
    func spokenTime(_ seconds: Int) -> String
    /// Returns the hour and minute of a time.
    ///
    /// - Parameter seconds: Seconds since 1970, at most 1e11 before or after.
    func timeOfDay(_ seconds: Double) -> String
    /// Returns the name of a language; nil if it is not known.
    ///
    /// - Parameter tag: A language tag (BCP 47): `de`, `pt-BR`.
    func languageName(_ tag: String) -> String?
}

/// The formats of English. Times of day use the 24-hour clock.
public struct EnglishFormat: ValueFormat {
    public let identifier = "en"
    private let secondsFromUTC: @Sendable (Int) -> Int

    /// Creates the format.
    ///
    /// - Parameter secondsFromUTC: Returns how many seconds the local time is ahead of UTC, at a number of seconds since 1970.
    ///   Default: none, so that times of day are UTC.
    public init(secondsFromUTC: @escaping @Sendable (Int) -> Int = { _ in 0 }) { self.secondsFromUTC = secondsFromUTC }

    public func digits(_ number: Int, atLeast length: Int) -> String {
        let digits = String(number.magnitude)
        let zeros = String(repeating: "0", count: max(0, length - digits.count))
        return (number < 0 ? "-" : "") + zeros + digits
    }

    public func decimal(_ number: Double) -> String {
        let hundredths = Int((number.magnitude * 100).rounded(.toNearestOrEven))
        var whole = String(hundredths / 100)
        for distance in stride(from: 3, to: whole.count, by: 3).reversed() {
            whole.insert(",", at: whole.index(whole.endIndex, offsetBy: -distance))
        }
        let fraction = digits(hundredths % 100, atLeast: 2)
        let shortened = fraction.hasSuffix("0") ? fraction.dropLast() : fraction[...]
        return (number < 0 && hundredths > 0 ? "-" : "") + whole + (shortened == "0" ? "" : ".\(shortened)")
    }

    public func percent(_ share: Double) -> String { "\(Int((share * 100).rounded(.toNearestOrEven)))%" }

    public func spokenTime(_ seconds: Int) -> String {
        let parts = [(seconds / 3600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return parts.isEmpty ? "0 seconds" : parts.joined(separator: ", ")
    }

    public func timeOfDay(_ seconds: Double) -> String {
        let utc = Int(seconds.rounded(.down))
        let local = utc + secondsFromUTC(utc)
        let minutes = ((local % 86_400) + 86_400) % 86_400 / 60
        return "\(digits(minutes / 60, atLeast: 2)):\(digits(minutes % 60, atLeast: 2))"
    }

    public func languageName(_ tag: String) -> String? {
        let parts = tag.split(whereSeparator: { $0 == "-" || $0 == "_" })
        guard let name = parts.first.flatMap({ Self.languages[$0.lowercased()] }) else { return nil }
        return parts.count == 1 ? name : "\(name) (\(parts.dropFirst().joined(separator: "-")))"
    }

    /// The names of the languages that media often has, by their codes (ISO 639-1).
    private static let languages = [
        "af": "Afrikaans", "am": "Amharic", "ar": "Arabic", "az": "Azerbaijani", "be": "Belarusian", "bg": "Bulgarian",
        "bn": "Bangla", "bs": "Bosnian", "ca": "Catalan", "cs": "Czech", "cy": "Welsh", "da": "Danish", "de": "German",
        "el": "Greek", "en": "English", "eo": "Esperanto", "es": "Spanish", "et": "Estonian", "eu": "Basque",
        "fa": "Persian",
        "fi": "Finnish", "fil": "Filipino", "fr": "French", "ga": "Irish", "gl": "Galician", "gu": "Gujarati",
        "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "hy": "Armenian", "id": "Indonesian",
        "is": "Icelandic", "it": "Italian", "ja": "Japanese", "ka": "Georgian", "kk": "Kazakh", "km": "Khmer",
        "kn": "Kannada", "ko": "Korean", "la": "Latin", "lb": "Luxembourgish", "lo": "Lao", "lt": "Lithuanian",
        "lv": "Latvian", "mk": "Macedonian",
        "ml": "Malayalam", "mn": "Mongolian", "mr": "Marathi", "ms": "Malay", "mt": "Maltese", "my": "Burmese",
        "nb": "Norwegian Bokmål", "ne": "Nepali", "nl": "Dutch", "nn": "Norwegian Nynorsk", "no": "Norwegian",
        "pa": "Punjabi", "pl": "Polish", "ps": "Pashto", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian",
        "si": "Sinhala", "sk": "Slovak", "sl": "Slovenian", "sq": "Albanian", "sr": "Serbian", "sv": "Swedish",
        "sw": "Swahili", "ta": "Tamil", "te": "Telugu", "th": "Thai", "tl": "Tagalog", "tr": "Turkish",
        "uk": "Ukrainian", "ur": "Urdu", "uz": "Uzbek", "vi": "Vietnamese", "yue": "Cantonese", "zh": "Chinese",
        "zu": "Zulu",
    ]
}
