// SPDX-License-Identifier: Apache-2.0

/// The words of a command that a user wrote on one line, split as a shell does, but without a shell.
///
/// Quotes and backslashes keep spaces within a word. Variables, wildcards, pipes and redirections have no meaning.
package enum CommandWords {
    /// Splits a command into words.
    ///
    /// - Returns: The words; `nil` if a quote is not closed or the last character is a backslash.
    package static func split(_ command: String) -> [String]? {
        var words: [String] = []
        var word = ""
        var isWord = false
        var quote: Character?
        var characters = command.makeIterator()
        while let character = characters.next() {
            switch (character, quote) {
            case ("'", "'"), ("\"", "\""): quote = nil
            case ("\\", nil), ("\\", "\""):
                guard let escaped = characters.next() else { return nil }
                // Within double quotes, a backslash escapes only characters that are special there.
                if quote != nil, escaped != "\"", escaped != "\\" { word.append("\\") }
                word.append(escaped)
                isWord = true
            case ("'", nil), ("\"", nil):
                quote = character
                isWord = true
            case (_, nil) where character.isWhitespace:
                if isWord { words.append(word) }
                word = ""
                isWord = false
            default:
                word.append(character)
                isWord = true
            }
        }
        guard quote == nil else { return nil }
        if isWord { words.append(word) }
        return words
    }
}
