// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import CastMedia

/// Conversions with a converter in memory, which writes a fragment for each second from its start.
@Suite(.timeLimit(.minutes(1))) struct MediaConversionTests {
    /// The starts and the progress of the converters of a test.
    private final class Converters: Sendable {
        private let state = NIOLockedValueBox<(starts: [Double], written: Int, running: Int)>(([], 0, 0))

        var starts: [Double] { state.withLockedValue { $0.starts } }
        var written: Int { state.withLockedValue { $0.written } }
        var running: Int { state.withLockedValue { $0.running } }

        func convert(duration: Double) -> MediaConversion.Convert {
            { [state] start, receive in
                state.withLockedValue {
                    $0.starts.append(start)
                    $0.running += 1
                }
                defer { state.withLockedValue { $0.running -= 1 } }
                guard await receive(TestStream.initialization) else { return }
                var time = start
                while time < duration {
                    state.withLockedValue { $0.written += 1 }
                    guard await receive(TestStream.fragment(at: time)) else { return }
                    time += 1
                }
            }
        }
    }

    private static func fragments(_ times: [Double]) -> SegmentData {
        SegmentData(ByteBuffer(bytes: times.flatMap { TestStream.fragment(at: $0) }))
    }

    @Test func `segments contain the media of their time`() async throws {
        let converters = Converters()
        let conversion = MediaConversion(
            schedule: SegmentSchedule(duration: 10, keyFrames: .everySegment),
            convert: converters.convert(duration: 10)
        )
        #expect(
            try await conversion.initializationSection() == SegmentData(ByteBuffer(bytes: TestStream.initialization))
        )
        #expect(try await conversion.segment(0) == Self.fragments([0, 1]))
        #expect(try await conversion.segment(1) == Self.fragments([2, 3, 4, 5]))
        #expect(try await conversion.segment(2) == Self.fragments([6, 7, 8, 9]))
        #expect(converters.starts == [0])
        await conversion.close()
    }

    @Test func `the converter waits for the device and stays a few segments ahead`() async throws {
        let converters = Converters()
        let conversion = MediaConversion(
            schedule: SegmentSchedule(duration: 400, keyFrames: .everySegment),
            convert: converters.convert(duration: 400)
        )
        _ = try await conversion.segment(0)
        // The converter runs on its own. More than enough turns for it to write everything, if it did not wait.
        for _ in 0..<10_000 { await Task.yield() }
        #expect(converters.written <= 5 * 4 + 1)
        await conversion.close()
        #expect(converters.running == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a conversion that begins before the first request makes only what the device will request first`()
        async throws
    {
        let converters = Converters()
        let schedule = SegmentSchedule(duration: 400, keyFrames: .everySegment)
        let conversion = MediaConversion(schedule: schedule, convert: converters.convert(duration: 400))
        await conversion.begin(at: 203)
        while converters.written < 5 { await Task.yield() }
        for _ in 0..<10_000 { await Task.yield() }
        #expect(converters.starts == [202])
        #expect(converters.written == 5, "segment 51, and what shows that it is complete")
        #expect(try await conversion.segment(51) == Self.fragments([202, 203, 204, 205]))
        await conversion.begin(at: 0)
        #expect(try await conversion.segment(52) == Self.fragments([206, 207, 208, 209]))
        #expect(converters.starts == [202])
        await conversion.close()
    }

    @Test(arguments: [(10.0, [10.0, 11, 12, 13]), (9.0, [9, 10, 11, 12, 13])])
    func `a segment begins with the last key frame before its time, wherever the converter starts`(
        keyFrame: Double,
        times: [Double]
    ) async throws {
        let conversion = MediaConversion(schedule: SegmentSchedule(duration: 40, keyFrames: .at([]))) {
            start,
            receive in
            guard await receive(TestStream.initialization) else { return }
            for time in stride(from: start - 6, to: 40, by: 1) {
                let isIndependent = (time - keyFrame).truncatingRemainder(dividingBy: 2) == 0
                guard await receive(TestStream.fragment(at: time, isIndependent: isIndependent)) else { return }
            }
        }
        let expected = times.flatMap { time in
            let isIndependent = (time - keyFrame).truncatingRemainder(dividingBy: 2) == 0
            return TestStream.fragment(at: time, isIndependent: isIndependent)
        }
        #expect(try await conversion.segment(3) == SegmentData(ByteBuffer(bytes: expected)))
        await conversion.close()
    }

    @Test func `a seek restarts the converter at the requested segment`() async throws {
        let converters = Converters()
        let conversion = MediaConversion(
            schedule: SegmentSchedule(duration: 400, keyFrames: .everySegment),
            convert: converters.convert(duration: 400)
        )
        _ = try await conversion.segment(0)
        #expect(try await conversion.segment(50) == Self.fragments([198, 199, 200, 201]))
        #expect(try await conversion.segment(10) == Self.fragments([38, 39, 40, 41]))
        #expect(converters.starts == [0, 198, 38])
        await conversion.close()
    }

    @Test func `a seek in a copied video restarts the converter, because segments lack key frames`() async throws {
        let converters = Converters()
        let conversion = MediaConversion(
            schedule: SegmentSchedule(duration: 400, keyFrames: .at([])),
            convert: converters.convert(duration: 400)
        )
        for index in 0...2 { _ = try await conversion.segment(index) }
        _ = try await conversion.segment(1)
        #expect(converters.starts == [0, 2])
        await conversion.close()
    }

    @Test func `a segment is complete when its last fragment is`() async throws {
        let conversion = MediaConversion(schedule: SegmentSchedule(duration: 20, keyFrames: .everySegment)) {
            _,
            receive in
            guard await receive(TestStream.initialization) else { return }
            for time in [0.0, 1] {
                guard await receive(TestStream.fragment(at: time, duration: 1)) else { return }
            }
            // An encoder that needs a long time for the next fragment.
            try await Task.sleep(for: .seconds(3600))
        }
        let expected = [0.0, 1].flatMap { TestStream.fragment(at: $0, duration: 1) }
        #expect(try await conversion.segment(0) == SegmentData(ByteBuffer(bytes: expected)))
        await conversion.close()
    }

    @Test func `the end of a group of pictures belongs to the segment before the key frame`() async throws {
        let schedule = SegmentSchedule(duration: 20, keyFrames: .at([0, 2.08, 4.16, 6.24, 8.32, 10.4]))
        // The times of ffmpeg, with pictures that are not in the order of their times.
        let fragments = [
            (0.08, true), (2.08, false), (2.16, true), (4.16, false), (4.24, true), (6.24, false), (6.32, true),
        ]
        let conversion = MediaConversion(schedule: schedule) { _, receive in
            guard await receive(TestStream.initialization) else { return }
            for (time, isIndependent) in fragments {
                guard await receive(TestStream.fragment(at: time, isIndependent: isIndependent)) else { return }
            }
        }
        let expected = fragments.prefix(2).flatMap { TestStream.fragment(at: $0.0, isIndependent: $0.1) }
        #expect(try await conversion.segment(0) == SegmentData(ByteBuffer(bytes: expected)))
        await conversion.close()
    }

    @Test func `a seek to a key frame of the file's index keeps what is made`() async throws {
        let converters = Converters()
        let schedule = SegmentSchedule(duration: 400, keyFrames: .at(Array(stride(from: 0, to: 400, by: 4))))
        let conversion = MediaConversion(schedule: schedule, convert: converters.convert(duration: 400))
        for index in 0...2 { _ = try await conversion.segment(index) }
        _ = try await conversion.segment(1)
        #expect(converters.starts == [0])
        await conversion.close()
    }

    @Test func `large segments are bounded by bytes, not by number`() async throws {
        let written = NIOLockedValueBox(0)
        var limits = MediaConversion.Limits()
        limits.totalSize = 250_000
        let schedule = SegmentSchedule(duration: 400, keyFrames: .everySegment)
        let conversion = MediaConversion(schedule: schedule, limits: limits) { start, receive in
            guard await receive(TestStream.initialization) else { return }
            for time in stride(from: start, to: 400, by: 1) {
                written.withLockedValue { $0 += 1 }
                guard await receive(TestStream.fragment(at: time, size: 30_000)) else { return }
            }
        }
        for index in 0...5 { _ = try await conversion.segment(index) }
        for _ in 0..<10_000 { await Task.yield() }
        // The 22 seconds of the requested segments, and 5 s ahead of the last one, which is 4 s.
        #expect(written.withLockedValue { $0 } <= 22 + 5)
        #expect(await conversion.storedSize <= 250_000 + 31_000)
        await conversion.close()
    }

    @Test func `a segment that never ends is an error`() async throws {
        var limits = MediaConversion.Limits()
        limits.segmentSize = 100_000
        let schedule = SegmentSchedule(duration: 400, keyFrames: .everySegment)
        let conversion = MediaConversion(schedule: schedule, limits: limits) { _, receive in
            guard await receive(TestStream.initialization) else { return }
            while await receive(TestStream.fragment(at: 1, size: 1000)) {}
        }
        await #expect(throws: MediaConversionError.failed("a segment of the media exceeds 0 MB")) {
            _ = try await conversion.segment(0)
        }
        await conversion.close()
    }

    @Test func `media that is missing at the end is an empty segment`() async throws {
        let conversion = MediaConversion(
            schedule: SegmentSchedule(duration: 20, keyFrames: .everySegment),
            convert: Converters().convert(duration: 6)
        )
        for index in 0...1 { _ = try await conversion.segment(index) }
        let last = try await conversion.segment(4)
        #expect(last.bytes(4..<8) == ByteBuffer(string: "styp"))
        await conversion.close()
    }

    @Test func `a converter that fails is reported, and no longer started after three failures`() async throws {
        let starts = NIOLockedValueBox(0)
        let conversion = MediaConversion(schedule: SegmentSchedule(duration: 20, keyFrames: .everySegment)) { _, _ in
            starts.withLockedValue { $0 += 1 }
            throw MediaConversionError.failed("no decoder")
        }
        for _ in 0..<5 {
            await #expect(throws: MediaConversionError.failed("no decoder")) { _ = try await conversion.segment(0) }
        }
        #expect(starts.withLockedValue { $0 } == 3)
        await conversion.close()
    }

    @Test func `a converter that hangs is ended`() async throws {
        var limits = MediaConversion.Limits()
        limits.stall = .milliseconds(80)
        let schedule = SegmentSchedule(duration: 20, keyFrames: .everySegment)
        let conversion = MediaConversion(schedule: schedule, limits: limits) { _, _ in
            try await Task.sleep(for: .seconds(3600))
        }
        await #expect(throws: MediaConversionError.self) { _ = try await conversion.segment(0) }
        await conversion.close()
    }

    @Test func `output that is not MP4 is an error`() async throws {
        let schedule = SegmentSchedule(duration: 20, keyFrames: .everySegment)
        let conversion = MediaConversion(schedule: schedule) { _, receive in
            _ = await receive(Array("not an MP4 stream".utf8))
        }
        await #expect(throws: MediaConversionError.self) { _ = try await conversion.segment(0) }
        await conversion.close()
    }
}
