// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Text in XML and HTML")
struct MarkupTextTests {
    @Test("Characters of markup are escaped, and others are kept")
    func escapes() {
        #expect(MarkupText.escaped(#"<a href="x">'&'</a>"#) == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;")
        #expect(MarkupText.escaped("Küche 🙂\t1\n2\r") == "Küche 🙂\t1\n2\r")
    }

    @Test("Characters that XML and HTML forbid are replaced", arguments: ["\u{0}", "\u{1F}", "\u{85}", "\u{FFFE}"])
    func replaces(text: String) {
        #expect(MarkupText.escaped("a\(text)b") == "a\u{FFFD}b")
    }
}
