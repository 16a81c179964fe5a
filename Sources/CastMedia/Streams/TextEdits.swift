// SPDX-License-Identifier: Apache-2.0

/// Replaces parts of a text from its beginning to its end and keeps all other bytes.
struct TextEdits {
    /// The maximum size of the edited text, in bytes. Text that repeats short references to long URLs would grow
    /// without this limit.
    static let outputLimit = 32 << 20

    private let bytes: [UInt8]
    private var output: [UInt8] = []
    private var copied = 0
    /// Whether a replacement was rejected because the text would have become too large.
    private(set) var isFull = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        output.reserveCapacity(bytes.count)
    }

    /// Replaces a range, which must not be before a range that was replaced earlier.
    ///
    /// The range is kept if the text would become too large. ``isFull`` is true from then on.
    mutating func replace(_ range: Range<Int>, with text: String) {
        guard copied <= range.lowerBound, range.upperBound <= bytes.count, !isFull else { return }
        guard output.count + bytes.count - copied + text.utf8.count <= Self.outputLimit else {
            isFull = true
            return
        }
        output += bytes[copied..<range.lowerBound]
        output += text.utf8
        copied = range.upperBound
    }

    /// Returns the edited text.
    func finished() -> String {
        String(decoding: output + bytes[copied...], as: UTF8.self)
    }
}
