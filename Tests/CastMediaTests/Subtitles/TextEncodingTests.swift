// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastMedia

@Suite struct TextEncodingTests {
    /// Encodes text with the table of an encoding.
    private func encode(_ text: String, _ encoding: TextEncoding) throws -> [UInt8] {
        let upper = Array(encoding.characters.unicodeScalars)
        return try text.unicodeScalars.map { scalar in
            if scalar.isASCII { return UInt8(truncatingIfNeeded: scalar.value) }
            let index = try #require(upper.firstIndex(of: scalar))
            return UInt8(truncatingIfNeeded: 256 - upper.count + index)
        }
    }

    private func decoded(_ bytes: [UInt8], encoding: String? = nil, fileName: String? = nil) throws -> String {
        String(decoding: try TextEncoding.decode(bytes, encoding: encoding, fileName: fileName), as: UTF8.self)
    }

    private func file(_ text: String) -> String { "1\n00:00:01,000 --> 00:00:02,000\n\(text)\n" }

    @Test func `tables have a character for each byte`() {
        for encoding in TextEncoding.allCases
        where !["utf8", "utf16LittleEndian", "utf16BigEndian"].contains("\(encoding)") {
            #expect([96, 128].contains(encoding.characters.unicodeScalars.count))
        }
        #expect(TextEncoding.windows1252.characters.unicodeScalars.last == "ÿ")
        #expect(TextEncoding.windows1251.characters.unicodeScalars.last == "я")
        #expect(TextEncoding.iso15.characters.unicodeScalars.dropFirst(4).first == "€")
    }

    @Test func `real bytes are decoded`() throws {
        #expect(try decoded([0x47, 0x72, 0xF6, 0xDF, 0x65, 0x20, 0x80, 0x97]) == "Größe €—")
        #expect(try decoded([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x2C, 0x20, 0xEC, 0xE8, 0xF0]) == "Привет, мир")
        #expect(try decoded([0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], encoding: "KOI8-R") == "Привет")
        #expect(try decoded([0x84, 0x81, 0xE1], encoding: "cp437") == "äüß")
    }

    @Test(arguments: [
        ("Où étais-tu ? À l'école, ça va. L'œuvre.", TextEncoding.windows1252),
        ("¿Dónde está? ¡Mañana! El niño comió.", .windows1252), ("Größe, Übung, ähnlich, schön", .windows1252),
        ("Æblegrød på øen. Hvad så?", .windows1252), ("Não, não é possível. São três irmãs.", .windows1252),
        ("Perché è così? Più tardi, città.", .windows1252), ("På fjället är det kallt, förstår du", .windows1252),
        ("Zażółć gęślą jaźń. Są już tutaj, proszę.", .windows1250),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy", .windows1250),
        ("Árvíztűrő tükörfúrógép. Jó reggelt, főnök, hová mész?", .windows1250),
        ("Što ćeš učiniti, čovječe? Želim kući.", .windows1250),
        ("Съешь ещё этих мягких французских булок", .windows1251), ("Що це таке? Я не знаю, їжак.", .windows1251),
        ("Какво правиш тук? Не знам.", .windows1251), ("ЧТО ЭТО ТАКОЕ? НЕ ЗНАЮ.", .windows1251),
        ("Τι είναι αυτό; Δεν ξέρω τίποτα, αδερφέ.", .windows1253), ("ΤΙ ΕΙΝΑΙ ΑΥΤΟ; ΔΕΝ ΞΕΡΩ ΤΙΠΟΤΑ.", .windows1253),
    ])
    func `the encoding of a language is detected`(text: String, encoding: TextEncoding) throws {
        let bytes = try encode(file(text), encoding)
        #expect(TextEncoding.detect(bytes, fileName: nil) == encoding)
        #expect(try Subtitles(bytes).cues.map(\.text) == [text])
    }

    @Test(arguments: [
        ("film.tr.srt", "Şimdi değil, ağabey. İyi günler.", TextEncoding.windows1254),
        ("/films/film.he.srt", "שלום לך", .windows1255), ("film.ara.srt", "مرحبا بك", .windows1256),
        ("a.lt.srt", "Ačiū, ąžuolas", .windows1257),
        ("film.Polish.srt", "Łódź", .windows1250), ("2_Greek.srt", "Ναι", .windows1253),
        ("film.sr.srt", "Шта је ово", .windows1251),
        ("film.sr.srt", "Šta je ovo, čoveče", .windows1250), ("ru.srt", "Да", .windows1251),
        ("film.de.srt", "Müßig", .windows1252),
    ])
    func `a language in the name determines the encoding`(name: String, text: String, encoding: TextEncoding) throws {
        let bytes = try encode(file(text), encoding)
        #expect(TextEncoding.detect(bytes, fileName: name) == encoding)
        #expect(try Subtitles(bytes, fileName: name).cues.map(\.text) == [text])
        #expect(try decoded(Array(text.utf8), fileName: name) == text)
    }

    @Test func `Unicode is detected with and without a byte order mark`() throws {
        for text in [file("Größe 日本 😀"), file("Привет, мир, как дела")] {
            let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            #expect(try decoded([0xFF, 0xFE] + little) == text)
            #expect(try decoded([0xFE, 0xFF] + big) == text)
            #expect(try decoded(little) == text)
            #expect(try decoded(big) == text)
            #expect(try decoded([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == text)
            #expect(try decoded(Array(text.utf8)) == text)
            #expect(try decoded([0xEF, 0xBB, 0xBF] + Array(text.utf8), encoding: "windows-1252") == text)
        }
    }

    @Test func `an encoding can be named`() throws {
        for name in [
            "windows-1250", "CP1250", "Windows_1250", "1250", "iso-8859-2", "Latin2", "UTF-8", "utf-16le", "ISO8859-15",
            "cp850",
        ] {
            #expect(TextEncoding(named: name) != nil, "\(name)")
        }
        #expect(try decoded([0xB3], encoding: "iso-8859-2") == "ł")
        #expect(throws: SubtitleError.unknownEncoding("klingon")) { try Subtitles([65], encoding: "klingon") }
        #expect(try decoded([0x41, 0xFF], encoding: "utf-8") == "A\u{FFFD}")
    }

    @Test func `damaged UTF-8 is not taken for another encoding`() throws {
        let text = String(repeating: "Größe ", count: 20)
        #expect(try decoded(Array(text.utf8) + [0xC3]) == text + "\u{FFFD}")
        for bytes: [UInt8] in [
            [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], [0x80], [0xF0],
        ] {
            #expect(UTF8Statistics(bytes[...]).errors > 0)
        }
        for scalar in ["é", "€", "😀", "\u{10FFFF}", "\u{D7FF}", "\u{E000}"] {
            #expect(UTF8Statistics(Array(scalar.utf8)[...]).errors == 0)
        }
    }
}
