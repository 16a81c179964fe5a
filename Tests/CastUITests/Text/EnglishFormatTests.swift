// SPDX-License-Identifier: Apache-2.0

import CastLocalization
import CastUI
import Foundation
import Testing

@Suite("The formats of English without Foundation's tables")
struct EnglishFormatTests {
    private let english = EnglishFormat()
    private let foundation = LocaleFormat(locale: Locale(identifier: "en_US"), timeZone: .gmt)

    @Test("Typical numbers are written as Foundation writes them in English")
    func numbers() {
        for number in [0, 1, 9, 10, 59, 100, 12_345, 1_234_567, Int.max, -1, -59, Int.min] {
            for length in [1, 2, 5] {
                #expect(english.digits(number, atLeast: length) == foundation.digits(number, atLeast: length))
            }
        }
        let decimals = [
            0.0, 0.5, 0.25, 0.125, 0.375, 1, 1.5, 1.25, 2.999, 999.994, 999.995, 1000, 12_345.678, 1e6, 999_999_999,
            -1.5, -1234.25,
        ]
        for number in decimals { #expect(english.decimal(number) == foundation.decimal(number), "\(number)") }
        for share in (0...100).map({ Double($0) / 100 }) + (0...128).map({ Double($0) / 128 }) {
            #expect(english.percent(share) == foundation.percent(share), "\(share)")
        }
    }

    @Test("Times in words are as Foundation writes them in English")
    func spokenTimes() {
        for seconds in [0, 1, 2, 59, 60, 61, 119, 120, 3599, 3600, 3601, 3660, 3661, 7322, 86_400, 3_599_999] {
            #expect(english.spokenTime(seconds) == foundation.spokenTime(seconds), "\(seconds)")
        }
    }

    @Test("Times of day use the 24-hour clock of the time zone")
    func timesOfDay() {
        #expect(english.timeOfDay(0) == "00:00")
        #expect(english.timeOfDay(86_399.9) == "23:59")
        #expect(english.timeOfDay(-1) == "23:59")
        #expect(EnglishFormat { _ in 3600 }.timeOfDay(3600 * 23 + 60) == "00:01")
        #expect(EnglishFormat { _ in -3600 }.timeOfDay(0) == "23:00")
        #expect(EnglishFormat { $0 < 1000 ? 0 : 7200 }.timeOfDay(1000) == "02:16")
    }

    @Test("Languages have the names that Foundation has for them in English")
    func languages() {
        for tag in ["de", "en", "es", "fr", "ja", "nb", "nl", "pl", "pt", "ru", "sv", "uk", "zh", "fil", "yue"] {
            #expect(english.languageName(tag) == foundation.languageName(tag), "\(tag)")
        }
        #expect(english.languageName("pt-BR") == "Portuguese (BR)")
        #expect(english.languageName("DE") == "German")
        #expect(english.languageName("tlh") == nil)
        #expect(english.languageName("") == nil)
        #expect(Localizer().languageName("tlh") == "tlh")
        #expect(Localizer(locale: Locale(identifier: "de_DE"), timeZone: .gmt).languageName("de") == "Deutsch")
    }

    @Test("A localizer without a locale is complete in English")
    func localizer() {
        let localizer = Localizer()
        #expect(localizer.language == "en")
        #expect(localizer.direction == .leftToRight)
        #expect(localizer.time(3661) == "1:01:01")
        #expect(localizer.text(Phrase(.positionValue, .spokenTime(5), .spokenTime(60))) == "5 seconds of 1 minute")
        #expect(localizer.localeFormat.locale.identifier == "en")
    }
}
