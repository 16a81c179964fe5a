// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct HostileSubtitleTests {
    /// Returns whether the tags in the text of a cue are balanced.
    private func isBalanced(_ text: String) -> Bool {
        var open: [Substring] = []
        for part in text.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            guard let tag = part.split(separator: ">", omittingEmptySubsequences: false).first else { return false }
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { return false }
            } else {
                open.append(tag.prefix { $0.isLetter })
            }
        }
        return open.isEmpty
    }

    private func check(_ bytes: [UInt8]) {
        guard let subtitles = try? Subtitles(bytes) else { return }
        for cue in subtitles.cues {
            let isValid =
                isBalanced(cue.text) && !cue.text.contains("\n\n") && !cue.text.contains("-->") && !cue.text.isEmpty
                && !cue.settings.contains("\n") && cue.start < cue.end && cue.start >= 0 && cue.end.isFinite
            #expect(isValid, "\(cue)")
        }
        #expect(subtitles.webVTT().hasPrefix("WEBVTT\n"))
    }

    @Test(arguments: SubtitleSamples.all)
    func `a file can end at any byte`(sample: String) {
        let bytes = Array(sample.utf8)
        for count in 0...bytes.count { check(Array(bytes.prefix(count))) }
    }

    @Test(arguments: SubtitleSamples.all)
    func `any byte can be wrong`(sample: String) {
        let bytes = Array(sample.utf8)
        for index in bytes.indices {
            for byte: UInt8 in [0, 10, 0x3C, 0x26, 0x7B, 0x39, 0xFF] {
                var damaged = bytes
                damaged[index] = byte
                check(damaged)
            }
        }
    }

    @Test(arguments: [
        "1\n00:00:01,000 --> 00:00:02,000\nText\n\n",
        "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Text\n",
        "\n00:01.000 --> 00:02.000\nText\n",
        "<p begin='1s' end='2s'>a</p>",
    ])
    func `a file with a million cues is bounded`(cue: String) throws {
        let beginning = cue.hasPrefix("\n") ? "WEBVTT\n" : cue.hasPrefix("<") ? "<tt>" : ""
        let file = Array((beginning + String(repeating: cue, count: 1_000_000)).utf8)
        var limits = Subtitles.Limits()
        limits.bytes = file.count
        var count: Int?
        let duration = ContinuousClock().measure {
            count = try? Subtitles(file, limits: limits).cues.count
        }
        // An optimized build takes less than 2 seconds. Debug builds run beside other tests.
        #expect(duration < .seconds(20))
        // The same event is used once in SubStation Alpha files.
        #expect(count == (cue.hasPrefix("D") ? 1 : 100_000))
        #expect(throws: SubtitleError.tooLarge(bytes: 16 << 20)) { try Subtitles(file) }
    }

    @Test(arguments: [
        "<", "{", "{\\", "<i", "<i>", "&", "&#", "\\N", "{\\i1}", "-->", "<v ", "\n", "1\n", "a b ", "é", "{\\an8", "}",
    ])
    func `repeated parts of markup take linear time`(part: String) {
        let many = String(repeating: part, count: 100_000)
        let clock = ContinuousClock()
        for beginning in [
            "00:01 --> 00:02\n", "WEBVTT\n\n00:01.000 --> 00:02.000\n", "Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,",
            "[Events]\n",
            "WEBVTT\n\n00:01.000 --> 00:02.000 ", "",
        ] {
            let duration = clock.measure { check(Array((beginning + many).utf8)) }
            #expect(duration < .seconds(20))
        }
    }

    @Test func `image subtitles are reported`() {
        let sup = Array("PG".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 0x16, 0, 0x13]
        for bytes in [sup, Array("# VobSub index file, v7".utf8), [0, 0, 1, 0xBA, 0x44]] {
            #expect(throws: SubtitleError.pictures) { try Subtitles(bytes) }
        }
        #expect(throws: SubtitleError.pictures) { try Subtitles([1, 2, 3], fileName: "film.SUP") }
        #expect("\(SubtitleError.pictures)".contains("image subtitles cannot be converted to text"))
    }

    @Test func `other files are reported`() {
        for text in ["", " \n", "WEBVTT", "[Script Info]\n", "<tt></tt>", "00:01 --> 00:02\n\n"] {
            #expect(throws: SubtitleError.empty) { try subtitles(text) }
        }
        for text in ["hello", "{1}{25}MicroDVD", "\u{0}\u{1}\u{2}", "a --> b"] {
            #expect(throws: SubtitleError.unknownFormat) { try subtitles(text) }
        }
    }

    @Test func `limits can be changed`() throws {
        var limits = Subtitles.Limits()
        limits.cues = 1
        for sample in SubtitleSamples.all { #expect(try subtitles(sample, limits: limits).cues.count == 1) }
        limits.cues = 0
        for sample in SubtitleSamples.all {
            #expect(throws: SubtitleError.empty) { try subtitles(sample, limits: limits) }
        }
    }
}
