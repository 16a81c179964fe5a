// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastMedia

@Suite struct HTTPDateTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ])
    func `a date is formatted and parsed`(seconds: Int, text: String) {
        #expect(HTTPDate(seconds: seconds).text == text)
        #expect(HTTPDate(text)?.seconds == seconds)
    }

    /// A file system in memory stores any 64-bit time.
    @Test(arguments: [Int.min, Int.min + 86_400, .max])
    func `a file with an extreme modification time has a date`(seconds: Int) throws {
        let clock = HTTPDate(seconds: seconds).text.split(separator: " ").suffix(2).first
        let parts = try #require(clock).split(separator: ":").compactMap { Int($0) }
        let time = seconds % 86_400 + (seconds < 0 ? 86_400 : 0)
        #expect(parts == [time / 3600, time / 60 % 60, time % 60])
    }

    @Test(arguments: [
        "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Non 1994 08:49:37 GMT", "Sun, 99 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    ])
    func `an invalid date is not parsed`(text: String) {
        #expect(HTTPDate(text) == nil)
    }
}
