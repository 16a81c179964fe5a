// SPDX-License-Identifier: Apache-2.0

/// Detection of the encoding of files without a byte order mark.
extension TextEncoding {
    /// Detects the encoding of text.
    static func detect(_ bytes: [UInt8], fileName: String?) -> TextEncoding {
        if let encoding = utf16(bytes.prefix(4096)) { return encoding }
        let statistics = UTF8Statistics(bytes[...])
        // A damaged file in UTF-8 has few errors. Text in another encoding hardly contains valid sequences.
        if statistics.errors == 0 || statistics.sequences > 10 * statistics.errors { return .utf8 }
        let letters = LetterStatistics(bytes.prefix(1 << 17))
        if let language = fileName.flatMap(SubtitleName.language(inFileName:)) {
            return encoding(language: language, letters)
        }
        return letters.encoding
    }

    /// Detects UTF-16 by the zeros in one half of the bytes of Latin characters.
    private static func utf16(_ bytes: ArraySlice<UInt8>) -> TextEncoding? {
        var zeros = [0, 0]
        for (index, byte) in bytes.enumerated() where byte == 0 { zeros[index % 2] += 1 }
        // Other scripts have zeros only in the times and the line ends.
        guard max(zeros[0], zeros[1]) * 10 > bytes.count else { return nil }
        if zeros[1] > 10 * zeros[0] { return .utf16LittleEndian }
        return zeros[0] > 10 * zeros[1] ? .utf16BigEndian : nil
    }

    /// Returns the encoding of Windows for a language.
    private static func encoding(language: String, _ letters: LetterStatistics) -> TextEncoding {
        switch language.prefix(while: { $0 != "-" }) {
        case "ru", "uk", "bg", "mk", "be": .windows1251
        // Serbian is written in two scripts.
        case "sr": letters.isDense ? .windows1251 : .windows1250
        case "el": .windows1253
        case "pl", "cs", "hu", "hr", "sk", "sl", "ro", "bs", "sq": .windows1250
        case "tr", "az": .windows1254
        case "he": .windows1255
        case "ar", "fa", "ur": .windows1256
        case "lt", "lv", "et": .windows1257
        default: .windows1252
        }
    }
}

/// The frequency of bytes outside ASCII in text of a single-byte encoding.
struct LetterStatistics {
    private var counts = [Int](repeating: 0, count: 256)
    private var latin = 0
    private var upper = 0
    /// Symbols of Western European text that are letters of Central European text, inside words.
    private var symbolsInWords = 0
    /// Inverted question and exclamation marks before words.
    private var invertedMarks = 0

    init(_ bytes: ArraySlice<UInt8>) {
        var previous: UInt8 = 0
        for (index, byte) in zip(bytes.indices, bytes) {
            counts[Int(byte)] += 1
            if byte.isLetter {
                latin += 1
            } else if byte >= 0x80 {
                let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0
                if byte >= 0xC0 { upper += 1 }
                countSymbol(byte, previous, next)
            }
            previous = byte
        }
    }

    private mutating func countSymbol(_ byte: UInt8, _ previous: UInt8, _ next: UInt8) {
        let followsLetter = previous.isLetter || previous >= 0xC0
        let precedesLetter = next.isLetter || next >= 0xC0
        switch byte {
        case 0xA1 where !followsLetter && precedesLetter: invertedMarks += 1
        // The letter ż is mostly lowercase, as is the letter that follows it.
        case 0xBF where !followsLetter && (65...90).contains(next): invertedMarks += 1
        // ł, ą, ľ, ş and ż.
        case 0xB3, 0xB9, 0xBA, 0xBE, 0xBF: if followsLetter || precedesLetter { symbolsInWords += 1 }
        // Ł, Ą, Ż and Ş before a letter.
        case 0xA3, 0xA5, 0xAF, 0xAA: if precedesLetter { symbolsInWords += 1 }
        default: break
        }
    }

    /// Whether most letters are outside ASCII, as in Greek and Cyrillic text.
    var isDense: Bool { upper > latin }

    /// The most probable encoding among those of Western and Central Europe, Greek and Cyrillic.
    var encoding: TextEncoding {
        if isDense { return isGreek ? .windows1253 : .windows1251 }
        return isCentralEuropean ? .windows1250 : .windows1252
    }

    private func sum(_ bytes: UInt8...) -> Int { bytes.reduce(0) { $0 + counts[Int($1)] } }

    private var isGreek: Bool {
        // о, а, и, т and в are frequent in Cyrillic text, and rare as the Greek letters of these bytes.
        let cyrillic = sum(0xEE, 0xE0, 0xE8, 0xF2, 0xE2, 0xCE, 0xC0, 0xC8, 0xD2, 0xC2)
        // α, ο, ι, τ and, only in Greek in the middle of words, ά, έ, ή and ί.
        let greek = sum(0xE1, 0xEF, 0xE9, 0xF4, 0xDC, 0xDD, 0xDE, 0xDF, 0xC1, 0xCF, 0xC9, 0xD4)
        return greek > cyrillic
    }

    private var isCentralEuropean: Bool {
        // ź, ť, Ź, Ť, š, ž, Š and Ž. The last four exist in both encodings, but hardly in Western languages.
        var central = symbolsInWords + sum(0x9F, 0x9D, 0x8F, 0x8D, 0x9A, 0x9E, 0x8A, 0x8E)
        // Hungarian ő and ű have the bytes of õ and û, which are used with ã, ç or à, and not with as many á.
        if sum(0xE3, 0xE7, 0xE0) == 0 { central += min(sum(0xF5, 0xFB), sum(0xE1)) }
        // à, å, ¿ and ¡. The letters with these bytes in the other encoding are rare.
        return central > sum(0xE0, 0xE5) + invertedMarks
    }
}
