// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastRemote

@Suite("HTML")
struct EscapingTests {
    @Test("text and attribute values are escaped")
    func text() {
        let html = HTML.node("p", ["title": "\"><script>&'"], text: "<script>alert('1') & more</script>\u{0}")
        #expect(
            html.written()
                == "<p title=\"&quot;&gt;&lt;script&gt;&amp;&#39;\">&lt;script&gt;alert('1') &amp; more&lt;/script&gt;\u{FFFD}</p>"
        )
    }
}
