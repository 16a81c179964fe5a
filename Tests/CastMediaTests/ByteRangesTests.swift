// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastMedia

@Suite struct ByteRangesTests {
    @Test(
        arguments: [
            (nil, ByteRanges.whole),
            ("bytes=0-", .parts([0..<100])),
            ("bytes=0-0", .parts([0..<1])),
            ("bytes=99-", .parts([99..<100])),
            ("bytes=10-19", .parts([10..<20])),
            ("bytes=10-1000", .parts([10..<100])),
            ("bytes=-1", .parts([99..<100])),
            ("bytes=-1000", .parts([0..<100])),
            ("BYTES = 1-2", .parts([1..<3])),
            ("bytes=0-1,98-", .parts([0..<2, 98..<100])),
            ("bytes=98-, 0-1", .parts([98..<100, 0..<2])),
            ("bytes=0-1, ,2-3,", .parts([0..<2, 2..<4])),
            ("bytes=0-1,200-", .parts([0..<2])),
            ("bytes=100-", .unsatisfiable),
            ("bytes=100-200", .unsatisfiable),
            ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999999-", .unsatisfiable),
            ("bytes=0-99999999999999999999999", .parts([0..<100])),
            ("bytes=-99999999999999999999999", .parts([0..<100])),
            ("bytes=9223372036854775807-9223372036854775807", .unsatisfiable),
            ("bytes=0-9223372036854775807", .parts([0..<100])),
            ("bytes=20-10", .whole),
            ("bytes=", .whole),
            ("bytes", .whole),
            ("bytes=-", .whole),
            ("bytes=a-b", .whole),
            ("bytes=1-2-3", .whole),
            ("bytes=+1-2", .whole),
            ("bytes=0-1, bytes=2-3", .whole),
            ("seconds=0-1", .whole),
            ("bytes=0-50,50-99", .whole),
            ("bytes=0-,0-,0-", .whole),
            (
                "bytes=" + (0..<4).map { "\($0 * 2)-\($0 * 2)" }.joined(separator: ","),
                .parts([0..<1, 2..<3, 4..<5, 6..<7])
            ),
            ("bytes=" + (0..<5).map { "\($0 * 2)-\($0 * 2)" }.joined(separator: ","), .whole),
        ] as [(String?, ByteRanges)]
    )
    func `the ranges of a field are parsed for content of 100 bytes`(field: String?, expected: ByteRanges) {
        #expect(ByteRanges(field, length: 100, maximum: 4) == expected)
    }

    @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-1"])
    func `a range of empty content is unsatisfiable`(field: String) {
        #expect(ByteRanges(field, length: 0, maximum: 4) == .unsatisfiable)
    }
}
