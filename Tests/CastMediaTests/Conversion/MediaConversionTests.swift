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

    private static func fragments(_ times: [Double]) -> ByteBuffer {
        ByteBuffer(bytes: times.flatMap { TestStream.fragment(at: $0) })
    }

    @Test func `segments contain the media of their time`() async throws {
        let converters = Converters()
        let conversion = MediaConversion(
            schedule: SegmentSchedule(duration: 10, hasKeyFrames: true),
            convert: converters.convert(duration: 10)
        )
        #expect(try await conversion.initializationSection() == ByteBuffer(bytes: TestStream.initialization))
        #expect(try await conversion.segment(0) == Self.fragments([0, 1, 2, 3]))
        #expect(try await conversion.segment(1) == Self.fragments([4, 5, 6, 7]))
        #expect(try await conversion.segment(2) == Self.fragments([8, 9]))
        #expect(converters.starts == [0])
        await conversion.close()
    }

    @Test func `the converter waits for the device and stays a few segments ahead`() async throws {
        let converters = Converters()
        let conversion = MediaConversion(
            schedule: SegmentSchedule(duration: 400, hasKeyFrames: true),
            convert: converters.convert(duration: 400)
        )
        _ = try await conversion.segment(0)
        // The converter runs on its own. More than enough turns for it to write everything, if it did not wait.
        for _ in 0..<10_000 { await Task.yield() }
        #expect(converters.written <= 5 * 4 + 1)
        await conversion.close()
        #expect(converters.running == 0)
    }

    @Test(arguments: [(12.0, [12.0, 13, 14, 15]), (11.0, [11, 12, 13, 14, 15])])
    func `a segment begins with the last key frame before its time, wherever the converter starts`(
        keyFrame: Double,
        times: [Double]
    ) async throws {
        let conversion = MediaConversion(schedule: SegmentSchedule(duration: 40, hasKeyFrames: false)) {
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
        #expect(try await conversion.segment(3) == ByteBuffer(bytes: expected))
        await conversion.close()
    }

    @Test func `a seek restarts the converter at the requested segment`() async throws {
        let converters = Converters()
        let conversion = MediaConversion(
            schedule: SegmentSchedule(duration: 400, hasKeyFrames: true),
            convert: converters.convert(duration: 400)
        )
        _ = try await conversion.segment(0)
        #expect(try await conversion.segment(50) == Self.fragments([200, 201, 202, 203]))
        #expect(try await conversion.segment(10) == Self.fragments([40, 41, 42, 43]))
        #expect(converters.starts == [0, 200, 40])
        await conversion.close()
    }

    @Test func `a seek in a copied video restarts the converter, because segments lack key frames`() async throws {
        let converters = Converters()
        let conversion = MediaConversion(
            schedule: SegmentSchedule(duration: 400, hasKeyFrames: false),
            convert: converters.convert(duration: 400)
        )
        for index in 0...2 { _ = try await conversion.segment(index) }
        _ = try await conversion.segment(1)
        #expect(converters.starts == [0, 4])
        await conversion.close()
    }

    @Test func `media that is missing at the end is an empty segment`() async throws {
        let conversion = MediaConversion(
            schedule: SegmentSchedule(duration: 20, hasKeyFrames: true),
            convert: Converters().convert(duration: 6)
        )
        for index in 0...1 { _ = try await conversion.segment(index) }
        let last = try await conversion.segment(4)
        #expect(last.getString(at: last.readerIndex + 4, length: 4) == "styp")
        await conversion.close()
    }

    @Test func `a converter that fails is reported, and no longer started after three failures`() async throws {
        let starts = NIOLockedValueBox(0)
        let conversion = MediaConversion(schedule: SegmentSchedule(duration: 20, hasKeyFrames: true)) { _, _ in
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
        let schedule = SegmentSchedule(duration: 20, hasKeyFrames: true)
        let conversion = MediaConversion(schedule: schedule, limits: limits) { _, _ in
            try await Task.sleep(for: .seconds(3600))
        }
        await #expect(throws: MediaConversionError.self) { _ = try await conversion.segment(0) }
        await conversion.close()
    }

    @Test func `output that is not MP4 is an error`() async throws {
        let schedule = SegmentSchedule(duration: 20, hasKeyFrames: true)
        let conversion = MediaConversion(schedule: schedule) { _, receive in
            _ = await receive(Array("not an MP4 stream".utf8))
        }
        await #expect(throws: MediaConversionError.self) { _ = try await conversion.segment(0) }
        await conversion.close()
    }
}
