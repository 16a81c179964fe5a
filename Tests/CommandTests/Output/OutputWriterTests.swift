import Foundation
import Testing

@testable import cast

@Suite("Output to a slow reader", .timeLimit(.minutes(1)))
struct OutputWriterTests {
    /// Longer than what a pipe holds.
    private let lines = (0..<2000).map { "\($0) \(String(repeating: "x", count: 100))\n" }

    /// Everything that comes until the other end is closed, read on a thread of its own.
    private func content(of pipe: Pipe) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = try? pipe.fileHandleForReading.readToEnd()
                continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
            }
        }
    }

    @Test("writing goes on while nobody reads, and the reader gets every line in its order")
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

    @Test("lines beyond the limit are dropped as a whole, and counted")
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
        #expect(received == lines.filter { received.contains($0) }, "each line is whole, and in its place")
    }

    @Test("writing to a reader that has gone does nothing")
    func gone() async {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        let writer = OutputWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        try? pipe.fileHandleForReading.close()
        for line in lines { writer.write(line) }
        await writer.flush()
    }
}
