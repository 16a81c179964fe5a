// SPDX-License-Identifier: Apache-2.0

import CastLocalization
import CastUI
import Foundation
import Testing

@Suite("Times, percentages and localized texts")
struct LocalizerTests {
    private let english = Localizer.of("en_US")

    @Test(
        "UC25 Times are MM:SS and H:MM:SS, truncated, hours not padded, negative ones with a sign",
        arguments: [
            (0.0, "00:00"), (0.99, "00:00"), (-0.5, "00:00"), (65, "01:05"), (599.999, "09:59"), (3600, "1:00:00"),
            (3661, "1:01:01"), (36_000, "10:00:00"), (-65, "-01:05"), (3_599_999, "999:59:59"),
        ]
    )
    func times(_ seconds: Double, _ text: String) {
        #expect(english.time(seconds) == text)
    }

    @Test(
        "UC26 Invalid times return the no-time text",
        arguments: [nil, Double.nan, .infinity, -.infinity, 1e300, 3_600_000]
    )
    func noTime(_ seconds: Double?) {
        #expect(english.time(seconds) == "--:--")
        #expect(english.spokenTime(seconds) == "--:--")
        #expect(english.remaining(seconds.map { abs($0) }) == "--:--")
        #expect(english.timeOfDay(seconds.flatMap { $0 == 3_600_000 ? nil : $0 }) == "--:--")
    }

    @Test("UC23 The remaining time is negative by default, and positive on request")
    func remaining() {
        #expect(english.remaining(65) == "-01:05")
        #expect(english.remaining(65, isNegative: false) == "01:05")
        #expect(english.remaining(0) == "00:00")
        #expect(english.remaining(-3) == "00:00")
    }

    @Test("X7 Times for screen readers are in words")
    func spoken() {
        #expect(english.spokenTime(125) == "2 minutes, 5 seconds")
        #expect(english.spokenTime(3661.9) == "1 hour, 1 minute, 1 second")
        #expect(english.text(Phrase(.positionValue, .spokenTime(5), .spokenTime(60))) == "5 seconds of 1 minute")
    }

    @Test("Digits, separators and the time of day follow the locale")
    func locales() {
        #expect(Localizer.of("ar_EG").time(3661) == "١:٠١:٠١")
        #expect(Localizer.of("fa_IR").time(65) == "۰۱:۰۵")
        #expect(Localizer.of("de_DE").decimal(1.25) == "1,25")
        #expect(Localizer.of("de_DE").timeOfDay(3600 * 13) == "13:00")
        #expect(Localizer.of("en_US").timeOfDay(3600 * 13).hasPrefix("1:00"))
        #expect(Localizer.of("en_GB", zone: 3600).timeOfDay(3600 * 13) == "14:00")
    }

    @Test(
        "X8 Percentages are whole numbers from 0 to 100",
        arguments: [
            (0, "0%"), (0.249, "25%"), (0.333_333, "33%"), (1, "100%"), (1.7, "100%"), (-1, "0%"), (Double.nan, "0%"),
        ]
    )
    func percent(_ share: Double, _ text: String) {
        #expect(english.percent(share) == text)
    }

    @Test("HU30 Every key has an English text, which uses all arguments")
    func english_isComplete() {
        for key in TextKey.widgets {
            let wording = english.text(Phrase(key, .text("one"), .text("two")))
            #expect(!wording.isEmpty, "\(key)")
            #expect(!wording.contains("%"), "\(key): \(wording)")
            #expect(wording != key.name, "\(key)")
        }
        #expect(english.text(Phrase(.dialogConnecting, .text("Den"))) == "Connecting to Den")
        #expect(english.text(Phrase(.groupName, .text("Den"), .number(2))) == "Den and 2 more")
        #expect(Set(StringCatalog().missing(in: "de")) == Set(TextKey.widgets))
        #expect(StringCatalog().missing(in: "en-GB") == [])
    }

    @Test("HU30 The list of the widgets' texts contains each of them once")
    func listIsComplete() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = package.appending(path: "Sources/CastUI/Text/TextKey+Widgets.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let declared = source.matches(of: /static let (\w+) = TextKey\(\s*"(\w+)"/)
        #expect(declared.map { String($0.output.1) } == declared.map { String($0.output.2) })
        #expect(declared.map { String($0.output.2) } == TextKey.widgets.map(\.name))
    }

    @Test("A String Catalog adds languages with plural forms; missing texts fall back to English")
    func catalog() throws {
        let catalog = try StringCatalog(
            json: #"""
                {"sourceLanguage":"en","version":"1.0","strings":{
                 "stopCasting":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"Beenden"}},
                                                 "pt-BR":{"stringUnit":{"value":"Parar"}}}},
                 "groupName":{"localizations":{"pl":{"variations":{"plural":{
                    "one":{"stringUnit":{"value":"%1$@ i %2$lld inne"}},
                    "few":{"stringUnit":{"value":"%1$@ i %2$lld inne urządzenia"}},
                    "many":{"stringUnit":{"value":"%1$@ i %2$lld innych urządzeń"}},
                    "other":{"stringUnit":{"value":"%1$@ i %2$lld innego"}}}}},
                    "fr":{"variations":{"plural":{"one":{"stringUnit":{"value":"lacks other"}}}}}}},
                 "somebodyElses":{"localizations":{"de":{"stringUnit":{"value":"x"}}}},
                 "play":{"localizations":{"de":{"stringUnit":{"value":100}}}}}}
                """#
        )
        #expect(catalog.languages == ["de", "en", "pl", "pt-br"])
        let german = Localizer.of("de_AT", catalog)
        #expect(german.text(.stopCasting) == "Beenden")
        #expect(german.text(.play) == "Play")
        #expect(!catalog.missing(in: "de").contains(.stopCasting))
        #expect(catalog.missing(in: "de").count == TextKey.widgets.count - 1)
        #expect(Localizer.of("pt_BR", catalog).text(.stopCasting) == "Parar")
        #expect(Localizer.of("pt_PT", catalog).text(.stopCasting) == "Stop casting")
        let polish = Localizer.of("pl_PL", catalog)
        for (number, text) in [(1, "Den i 1 inne"), (3, "Den i 3 inne urządzenia"), (5, "Den i 5 innych urządzeń")] {
            #expect(polish.text(Phrase(.groupName, .text("Den"), .number(number))) == text)
        }
        #expect(throws: (any Error).self) { try StringCatalog(json: "{") }
    }

    @Test("A locale with a region finds texts by language and script, and by a deprecated code")
    func scripts() {
        var catalog = StringCatalog()
        catalog.set(.text("播放"), for: .play, in: "zh-Hans")
        catalog.set(.text("נגן"), for: .play, in: "iw")
        #expect(Localizer.of("zh_Hans_CN", catalog).text(.play) == "播放")
        #expect(Localizer.of("zh_Hant_TW", catalog).text(.play) == "Play")
        #expect(Localizer.of("iw_IL", catalog).text(.play) == "נגן")
        #expect(Localizer.of("he_IL", catalog).text(.play) == "נגן")
    }

    @Test("A String Catalog that is larger than a message of a device is read")
    func largeCatalog() throws {
        let value = String(repeating: "a", count: 200_000)
        let json =
            #"{"strings":{"play":{"localizations":{"de":{"stringUnit":{"value":"\#(value)"}}}}}}"#
        #expect(try StringCatalog(json: json).languages == ["de", "en"])
    }

    @Test("Plural categories follow the rules of the languages")
    func plurals() {
        func forms(_ language: String, _ numbers: [Int]) -> [PluralCategory] {
            numbers.map { PluralCategory(of: $0, in: language) }
        }
        #expect(forms("en", [0, 1, 2, -1]) == [.other, .one, .other, .one])
        #expect(forms("fr", [0, 1, 2]) == [.one, .one, .other])
        #expect(forms("ja", [0, 1, 2]) == [.other, .other, .other])
        #expect(forms("ru", [1, 2, 5, 11, 12, 21, 22]) == [.one, .few, .many, .many, .many, .one, .few])
        #expect(forms("pl", [1, 2, 5, 12, 21, 22]) == [.one, .few, .many, .many, .many, .few])
        #expect(forms("cs", [1, 3, 5]) == [.one, .few, .other])
        #expect(forms("ar", [0, 1, 2, 3, 11, 100, 103]) == [.zero, .one, .two, .few, .many, .other, .few])
        #expect(forms("he", [1, 2, 3]) == [.one, .two, .other])
        #expect(forms("en", [.min, .max]) == [.other, .other])
    }

    @Test("DC62 Right-to-left languages have that layout direction, once the catalog contains them")
    func direction() {
        var catalog = StringCatalog()
        #expect(Localizer.of("he_IL", catalog).direction == .leftToRight, "the texts are English")
        catalog.set(.text("השמעה אל %@"), for: .castingTo, in: "he")
        let hebrew = Localizer.of("iw_IL", catalog)
        #expect(hebrew.direction == .rightToLeft)
        #expect(hebrew.language == "he")
        #expect(hebrew.text(Phrase(.castingTo, .text("Den"))) == "השמעה אל \u{2068}Den\u{2069}")
    }

    @Test("A translation with reordered or missing arguments is filled in as far as possible")
    func filling() {
        var catalog = StringCatalog()
        for (wording, text) in [
            ("%2$@ / %1$@", "b / a"), ("%@%@%@", "ab"), ("100 %", "100 %"), ("%% %x %@", "% %x a"), ("%9$@.", "."),
            ("%0$@.", "."), ("%99999999999999999999$@!", "a!"),
        ] {
            catalog.set(.text(wording), for: .groupName, in: "en")
            #expect(Localizer.of("en", catalog).text(Phrase(.groupName, .text("a"), .text("b"))) == text)
        }
    }
}
