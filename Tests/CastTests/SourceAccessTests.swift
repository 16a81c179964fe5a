// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import Testing

@testable import Cast

/// A source whose access counts its ends.
private struct Source {
    let ends = NIOLockedValueBox(0)

    var access: SourceAccess { SourceAccess { [ends] in ends.withLockedValue { $0 += 1 } } }
    var ended: Int { ends.withLockedValue { $0 } }
}

@Suite("Access to a source", .timeLimit(.minutes(2))) struct SourceAccessTests {
    @Test func `an access ends once, also without being told to`() {
        let source = Source()
        let access = source.access
        access.end()
        access.end()
        #expect(source.ended == 1)
        do { _ = source.access }
        #expect(source.ended == 2)
    }

    @Test func `the access lasts until the playback has ended`() async throws {
        try await CastSessionTests.perform { session, _ in
            let sound = CastSource.data(CastSessionTests.silence(seconds: 60), name: "a.wav", contentType: "audio/wav")
            let source = Source()
            let playback = MediaPlayback(session: session, source: sound, options: .init(), access: source.access)
            try await playback.start()
            #expect(source.ended == 0)
            await playback.close()
            #expect(source.ended == 1)
        }
    }

    @Test func `the access ends when the media cannot be cast`() async throws {
        try await CastSessionTests.perform { session, _ in
            let missing = CastSource.file(path: "/missing/film.mp4")
            let source = Source()
            let playback = MediaPlayback(session: session, source: missing, options: .init(), access: source.access)
            await #expect(throws: MediaPlaybackError.self) { try await playback.start() }
            #expect(source.ended == 1)
        }
    }
}
