import NIOCore
import Testing

@testable import CastMedia

@Suite struct SegmentScheduleTests {
    @Test func `a playlist lists segments for the whole duration`() {
        let schedule = SegmentSchedule(duration: 10.25, hasKeyFrames: true)
        #expect(schedule.starts == [0, 4, 8])
        #expect(
            schedule.playlist == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:4
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:4.000000,
                0.m4s
                #EXTINF:4.000000,
                1.m4s
                #EXTINF:2.250000,
                2.m4s
                #EXT-X-ENDLIST

                """
        )
    }

    @Test(arguments: [(0.0, 0), (3.99, 0), (4.0, 1), (9.0, 2), (1e9, 2), (-1.0, 0)])
    func `a time belongs to one segment`(time: Double, index: Int) {
        #expect(SegmentSchedule(duration: 10, hasKeyFrames: true).index(at: time) == index)
    }

    @Test(arguments: [0.0, -5, .infinity, 1e300, 1e9])
    func `extreme durations have a bounded number of segments`(duration: Double) {
        let schedule = SegmentSchedule(duration: duration, hasKeyFrames: true)
        #expect((1...SegmentSchedule.maximumCount + 1).contains(schedule.count))
    }

    @Test(arguments: ["3.m4s", "-1.m4s", "00.m4s", "+1.m4s", "x.m4s", "0.mp4", "99999999999999999999.m4s"])
    func `a name of no segment is refused`(name: String) {
        #expect(SegmentSchedule(duration: 10, hasKeyFrames: true).index(named: name) == nil)
    }
}

@Suite struct FragmentParserTests {
    @Test func `a stream is divided whatever the size of its chunks`() throws {
        let stream = TestStream.initialization + TestStream.fragment(at: 0) + TestStream.fragment(at: 4.5)
        for size in [1, 7, 1000] {
            var parser = FragmentParser()
            var parts: [FragmentParser.Part] = []
            var rest = stream[...]
            while !rest.isEmpty {
                parts += try parser.parse(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(
                parts == [
                    .initialization(ByteBuffer(bytes: TestStream.initialization)),
                    .fragment(ByteBuffer(bytes: TestStream.fragment(at: 0)), time: 0, isIndependent: true),
                    .fragment(ByteBuffer(bytes: TestStream.fragment(at: 4.5)), time: 4.5, isIndependent: true),
                ]
            )
        }
    }

    @Test func `a fragment without a key frame is recognized`() throws {
        var parser = FragmentParser()
        let stream = TestStream.initialization + TestStream.fragment(at: 2, isIndependent: false)
        guard case .fragment(_, time: 2, let isIndependent) = try parser.parse(stream).last else {
            Issue.record("no fragment")
            return
        }
        #expect(!isIndependent)
    }

    @Test(arguments: [
        [0, 0, 0, 1] + Array("mdat".utf8) + Array(repeating: 255, count: 8), [0, 0, 0, 4] + Array("free".utf8),
    ])
    func `an invalid size ends the stream`(bytes: [UInt8]) {
        var parser = FragmentParser()
        #expect(throws: FragmentParser.Invalid.self) { try parser.parse(bytes) }
    }

    @Test func `damaged boxes do not trap`() {
        let stream = TestStream.initialization + TestStream.fragment(at: 1)
        for index in stream.indices {
            var damaged = stream
            damaged[index] = 0xFF
            var parser = FragmentParser()
            _ = try? parser.parse(damaged)
        }
    }
}

/// A minimal stream of fragmented MP4 with one video track of 1000 ticks per second.
enum TestStream {
    static let initialization = box("ftyp", Array("iso5".utf8) + [0, 0, 0, 0]) + box("moov", track)

    private static let track = box(
        "trak",
        box("tkhd", [0, 0, 0, 3] + Array(repeating: 0, count: 8) + [0, 0, 0, 1])
            + box(
                "mdia",
                box("mdhd", Array(repeating: 0, count: 12) + [0, 0, 3, 232, 0, 0, 0, 0])
                    + box("hdlr", Array(repeating: 0, count: 8) + Array("vide".utf8))
            )
    )

    /// Returns a fragment that begins at a time in seconds.
    static func fragment(at seconds: Double, size: Int = 16, isIndependent: Bool = true) -> [UInt8] {
        let ticks = UInt64(seconds * 1000)
        let time = (0..<8).map { UInt8(truncatingIfNeeded: ticks >> (56 - 8 * UInt64($0))) }
        let flags: [UInt8] = isIndependent ? [2, 0, 0, 0] : [1, 1, 0, 0]
        let run =
            box("tfhd", [0, 0, 0, 0x20, 0, 0, 0, 1] + flags) + box("tfdt", [1, 0, 0, 0] + time)
            + box("trun", Array(repeating: 0, count: 8))
        return box("moof", box("traf", run)) + box("mdat", Array(repeating: 0x55, count: size))
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32($0))) } + Array(type.utf8) + content
    }
}
