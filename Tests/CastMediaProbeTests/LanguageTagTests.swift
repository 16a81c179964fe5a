// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

@Suite struct LanguageTagTests {
    @Test(arguments: [
        ("ger", "de"), ("deu", "de"), ("de", "de"), ("ENG", "en"), ("pt-br", "pt-BR"), ("zh_hant", "zh-Hant"),
        ("zh-hant-tw", "zh-Hant-TW"), ("fil", "fil"),
        ("de--at", "de-AT"),
    ])
    func `a code of a file becomes a tag`(code: String, tag: String) {
        #expect(LanguageTag.tag(code) == tag)
    }

    @Test(arguments: ["", "und", "x", "english", "d1", "de-verylongsubtag", "<b>", "\u{1B}[31m"])
    func `other text is no language`(code: String) {
        #expect(LanguageTag.tag(code) == nil)
    }
}
