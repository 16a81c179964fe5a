// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Testing

@testable import CastMedia

/// Segments that are passed on while they are made, from a converter in memory that writes a large fragment per second.
@Suite(.timeLimit(.minutes(1))) struct SegmentStreamTests {
    private static let fragmentSize = 300_000
    private static let limits = {
        var limits = MediaConversion.Limits()
        limits.streamedSize = 500_000
        limits.totalSize = 500_000
        return limits
    }()

    /// A conversion of 400 seconds, in segments of four fragments after the first one, with what the converter did.
    private final class Film: Sendable {
        private let state = NIOLockedValueBox<(starts: [Double], written: Int)>(([], 0))
        let conversion: MediaConversion

        var starts: [Double] { state.withLockedValue { $0.starts } }
        var written: Int { state.withLockedValue { $0.written } }

        /// - Parameter end: The time at which the converter fails; nil for one that does not.
        init(limits: MediaConversion.Limits = SegmentStreamTests.limits, failsAt end: Double? = nil) {
            let schedule = SegmentSchedule(duration: 400, keyFrames: .everySegment)
            conversion = MediaConversion(schedule: schedule, limits: limits) { [state] start, receive in
                state.withLockedValue { $0.starts.append(start) }
                guard await receive(TestStream.initialization) else { return }
                for time in stride(from: start, to: 400, by: 1) {
                    if let end, time >= end { throw MediaConversionError.failed("the disk is broken") }
                    state.withLockedValue { $0.written += 1 }
                    guard await receive(TestStream.fragment(at: time, size: fragmentSize)) else { return }
                }
            }
        }

        /// Requests a segment that is large.
        func stream(_ index: Int) async throws -> SegmentReader {
            guard case .stream(let reader) = try await conversion.content(of: index) else {
                throw MediaConversionError.failed("segment \(index) is complete")
            }
            return reader
        }
    }

    private static func fragments(_ times: [Double]) -> [UInt8] {
        times.flatMap { TestStream.fragment(at: $0, size: fragmentSize) }
    }

    private static func rest(of reader: SegmentReader) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let part = try await reader.next() { bytes += part.readableBytesView }
        await reader.close()
        return bytes
    }

    @Test func `a large segment is passed on while it is made, and is never in memory as a whole`() async throws {
        let film = Film()
        _ = try await film.conversion.segment(0)
        let reader = try await film.stream(1)
        for _ in 0..<10_000 { await Task.yield() }
        // Two of the first segment, and two of the requested one, of which none has been read.
        #expect(film.written <= 4, "the converter waits for the reader")
        var bytes: [UInt8] = []
        var largest = 0
        while let part = try await reader.next() {
            bytes += part.readableBytesView
            largest = max(largest, await film.conversion.storedSize)
        }
        await reader.close()
        #expect(bytes == Self.fragments([2, 3, 4, 5]))
        #expect(largest <= 500_000 + Self.fragmentSize + SegmentData.blockSize + 1_000)
        #expect(try await Self.rest(of: film.stream(2)) == Self.fragments([6, 7, 8, 9]))
        #expect(film.starts == [0])
        await film.conversion.close()
    }

    @Test func `another page of the device gets the same segment after the first one`() async throws {
        let film = Film()
        _ = try await film.conversion.segment(0)
        let first = try await film.stream(1)
        _ = try await first.next()
        async let second = Self.rest(of: film.stream(1))
        for _ in 0..<1_000 { await Task.yield() }
        #expect(film.starts == [0], "the second request waits")
        #expect(try await Self.rest(of: first).count == 4 * Self.fragments([2]).count - SegmentData.blockSize)
        #expect(try await second == Self.fragments([2, 3, 4, 5]))
        #expect(film.starts == [0, 2])
        await film.conversion.close()
    }

    @Test func `a request whose connection hangs does not block the same request on a new connection`() async throws {
        var limits = Self.limits
        limits.handover = .milliseconds(20)
        let film = Film(limits: limits)
        _ = try await film.conversion.segment(0)
        let hanging = try await film.stream(1)
        #expect(try await Self.rest(of: film.stream(1)) == Self.fragments([2, 3, 4, 5]))
        await #expect(throws: MediaConversionError.superseded) { _ = try await Self.rest(of: hanging) }
        await film.conversion.close()
    }

    @Test func `a device that leaves in the middle of a segment can continue with the next one`() async throws {
        let film = Film()
        _ = try await film.conversion.segment(0)
        let reader = try await film.stream(1)
        _ = try await reader.next()
        await reader.close()
        #expect(try await Self.rest(of: film.stream(2)) == Self.fragments([6, 7, 8, 9]))
        #expect(film.starts == [0])
        await film.conversion.close()
    }

    @Test func `a converter that fails in the middle of a segment ends the response`() async throws {
        let film = Film(failsAt: 5)
        _ = try await film.conversion.segment(0)
        let reader = try await film.stream(1)
        await #expect(throws: MediaConversionError.failed("the disk is broken")) {
            _ = try await Self.rest(of: reader)
        }
        await film.conversion.close()
    }

    @Test func `a paused device keeps its converter as long as it holds the response`() async throws {
        var limits = Self.limits
        limits.idle = .milliseconds(80)
        let film = Film(limits: limits)
        _ = try await film.conversion.segment(0)
        let reader = try await film.stream(1)
        try await Task.sleep(for: .milliseconds(300))
        #expect(try await Self.rest(of: reader) == Self.fragments([2, 3, 4, 5]))
        await film.conversion.close()
    }

    @Test func `what a converter writes before the key frame is not passed on`() async throws {
        let schedule = SegmentSchedule(duration: 40, keyFrames: .at([]))
        let conversion = MediaConversion(schedule: schedule, limits: Self.limits) { start, receive in
            guard await receive(TestStream.initialization) else { return }
            for time in stride(from: start - 6, to: 40, by: 1) {
                let isIndependent = time.truncatingRemainder(dividingBy: 5) == 0
                let fragment = TestStream.fragment(at: time, size: Self.fragmentSize, isIndependent: isIndependent)
                guard await receive(fragment) else { return }
            }
        }
        let expected = [10.0, 11, 12, 13].flatMap {
            TestStream.fragment(at: $0, size: Self.fragmentSize, isIndependent: $0 == 10)
        }
        let content = try await conversion.content(of: 3)
        guard case .stream(let reader) = content else { throw MediaConversionError.failed("\(content)") }
        #expect(try await Self.rest(of: reader) == expected)
        await conversion.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func `a large segment is served without its length, and a range of it with one`() async throws {
        let film = Film()
        try await MediaServer.withServer(configuration: MediaServerConfiguration(host: "127.0.0.1")) { server in
            let media = server.share(segments: film.conversion, name: "film")
            let url = server.url(for: media, reachableFrom: "127.0.0.1")
            let base = try #require(url.lastIndex(of: "/").map { String(url[...$0]) })
            func get(_ name: String, range: String? = nil) async throws -> (HTTPClientResponse, [UInt8]) {
                var request = HTTPClientRequest(url: base + name)
                if let range { request.headers.add(name: "Range", value: range) }
                let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
                return (response, Array(buffer: try await response.body.collect(upTo: 8 << 20)))
            }
            for index in 0...2 {
                let (response, bytes) = try await get("\(index).m4s")
                let first = film.conversion.schedule.starts[index]
                let times = Array(stride(from: first, to: film.conversion.schedule.starts[index + 1], by: 1))
                #expect(bytes == Self.fragments(times))
                #expect(response.headers.first(name: "Content-Type") == "video/iso.segment")
                #expect(response.headers.first(name: "Access-Control-Allow-Origin") == "*")
            }
            let (whole, _) = try await get("2.m4s")
            #expect(whole.headers.first(name: "Transfer-Encoding") == "chunked")
            let (part, bytes) = try await get("2.m4s", range: "bytes=8-15")
            #expect(part.status == .partialContent)
            #expect(bytes == Array(Self.fragments([6])[8...15]))
            await server.responsesEnd(of: media)
        }
    }
}
