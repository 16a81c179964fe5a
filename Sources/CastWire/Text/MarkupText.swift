// SPDX-License-Identifier: Apache-2.0

/// Text in XML and HTML, as content and as the value of an attribute in quotation marks.
package enum MarkupText {
    /// Returns text that contains no markup, and only characters that XML 1.0 and HTML allow.
    ///
    /// Control characters other than tabs and line breaks, U+FFFE and U+FFFF are replaced by U+FFFD: they are forbidden
    /// even as character references.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
