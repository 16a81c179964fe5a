// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastCommand

@Suite("Demo film")
struct FilmTests {
    @Test("the film is a small MP4 file with the index before the media data, so that it plays while loading")
    func plays() throws {
        let film = Film.bytes
        #expect(film.count > 100_000 && film.count < 400_000)
        #expect(film.dropFirst(4).starts(with: "ftyp".utf8))
        let index = try #require(film.firstRange(of: Array("moov".utf8)))
        let pictures = try #require(film.firstRange(of: Array("mdat".utf8)))
        #expect(index.lowerBound < pictures.lowerBound)
    }
}
