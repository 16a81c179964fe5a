// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CastCommand

@Suite("Output to a slow reader", .timeLimit(.minutes(1)))
struct OutputWriterTests {
    /// More text than a pipe can hold.
    private let lines = (0..<2000).map { "\($0) \(String(repeating: "x", count: 100))\n" }

    /// Returns everything that is read until the other end is closed. Reads on a separate thread.
    private func content(of pipe: Pipe) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = try? pipe.fileHandleForReading.readToEnd()
                continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
            }
        }
    }

    @Test("writing does not wait for the reader, which receives every line in order")
    func unread() async {
        let pipe = Pipe()
        let writer = OutputWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        for line in lines { writer.write(line) }
        async let content = content(of: pipe)
        await writer.flush()
        try? pipe.fileHandleForWriting.close()
        #expect(await content == lines.joined())
        #expect(writer.droppedCount == 0)
    }

    @Test("lines beyond the limit are dropped completely and counted")
    func limit() async {
        let pipe = Pipe()
        let writer = OutputWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor, limit: 10_000)
        for line in lines { writer.write(line) }
        let dropped = writer.droppedCount
        #expect(dropped > 0 && dropped < lines.count)
        async let content = content(of: pipe)
        await writer.flush()
        try? pipe.fileHandleForWriting.close()
        let received = await content.split(separator: "\n").map { String($0) + "\n" }
        #expect(received.count == lines.count - dropped)
        #expect(received == lines.filter { received.contains($0) }, "lines are complete and in order")
    }

    @Test("writing to a closed pipe has no effect")
    func gone() async {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        let writer = OutputWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        try? pipe.fileHandleForReading.close()
        for line in lines { writer.write(line) }
        await writer.flush()
    }
}
