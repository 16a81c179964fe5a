// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import CastMedia

/// Live conversions with a converter in memory, which writes a fragment for each second.
@Suite(.timeLimit(.minutes(1))) struct LiveConversionTests {
    private final class Progress: Sendable {
        private let state = NIOLockedValueBox((written: 0, isRunning: false))
        var written: Int { state.withLockedValue { $0.written } }
        var isRunning: Bool { state.withLockedValue { $0.isRunning } }

        func convert(duration: Int, failing failure: MediaConversionError? = nil) -> LiveConversion.Convert {
            { [state] receive in
                state.withLockedValue { $0.isRunning = true }
                defer { state.withLockedValue { $0.isRunning = false } }
                guard await receive(TestStream.initialization) else { return }
                for time in 0..<duration {
                    state.withLockedValue { $0.written += 1 }
                    guard await receive(TestStream.fragment(at: Double(time))) else { return }
                }
                if let failure { throw failure }
            }
        }
    }

    @Test func `all segments of an input that ends can be fetched in order`() async throws {
        let progress = Progress()
        let live = LiveConversion(.waiting, convert: progress.convert(duration: 100))
        var index = 0
        var content = ByteBuffer()
        while true {
            let playlist = try await live.playlist().text
            while var segment = await live.segment(index) {
                content.writeBuffer(&segment)
                index += 1
            }
            if playlist.contains("ENDLIST"), !playlist.contains("\(index).m4s") { break }
            await Task.yield()
        }
        #expect(content == ByteBuffer(bytes: (0..<100).flatMap { TestStream.fragment(at: Double($0)) }))
        #expect(try await live.initializationSection() == ByteBuffer(bytes: TestStream.initialization))
        await live.close()
    }

    @Test func `without requests, the converter waits, and it ends with the conversion`() async throws {
        let progress = Progress()
        let live = LiveConversion(.waiting, convert: progress.convert(duration: 10_000))
        try await live.waitUntilReady()
        for _ in 0..<10_000 { await Task.yield() }
        #expect(progress.written <= 16)
        #expect(await live.segment(0) != nil)
        for _ in 0..<10_000 { await Task.yield() }
        #expect(progress.written <= 20)
        #expect(progress.isRunning)
        await live.close()
        #expect(!progress.isRunning)
        await #expect(throws: MediaConversionError.self) { try await live.playlist() }
    }

    @Test func `a capture goes on without requests, in a bounded window`() async throws {
        let progress = Progress()
        let live = LiveConversion(.capture, convert: progress.convert(duration: 500))
        try await live.waitUntilReady()
        while progress.written < 500 || progress.isRunning { await Task.yield() }
        #expect(await live.segment(0) == nil)
        let lines = try await live.playlist().text.split(separator: "\n")
        #expect((60...62).contains(lines.count { $0.hasSuffix(".m4s") }))
        await live.close()
    }

    @Test func `a failure of the converter fails requests with its reason`() async throws {
        let live = LiveConversion(
            .waiting,
            convert: Progress().convert(duration: 0, failing: .failed("no such device"))
        )
        await #expect(throws: MediaConversionError.failed("no such device")) { try await live.waitUntilReady() }
        await #expect(throws: MediaConversionError.failed("no such device")) { try await live.playlist() }
        await live.close()
    }

    @Test func `a converter without output fails, and one that writes no MP4`() async throws {
        let empty = LiveConversion(.waiting) { _ in }
        await #expect(throws: MediaConversionError.failed("ffmpeg wrote no media")) { try await empty.waitUntilReady() }
        let invalid = LiveConversion(.waiting) { receive in
            _ = await receive(Array(repeating: 0, count: 64))
        }
        await #expect(throws: MediaConversionError.self) { try await invalid.waitUntilReady() }
    }

    @Test func `a canceled request does not wait`() async throws {
        let live = LiveConversion(.waiting) { _ in
            while !Task.isCancelled { await Task.yield() }
        }
        let request = Task { try await live.playlist().text }
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        await live.close()
    }
}
