// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import CastMedia

@Suite struct SegmentScheduleTests {
    @Test func `a playlist lists segments for the whole duration`() {
        let schedule = SegmentSchedule(duration: 10.25, keyFrames: .everySegment)
        #expect(schedule.starts == [0, 2, 6])
        #expect(
            schedule.playlist == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:5
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:2.000000,
                0.m4s
                #EXTINF:4.000000,
                1.m4s
                #EXTINF:4.250000,
                2.m4s
                #EXT-X-ENDLIST

                """
        )
    }

    @Test(arguments: [(0.0, 0), (1.99, 0), (2.0, 1), (9.0, 2), (1e9, 2), (-1.0, 0)])
    func `a time belongs to one segment`(time: Double, index: Int) {
        #expect(SegmentSchedule(duration: 10, keyFrames: .everySegment).index(at: time) == index)
    }

    @Test(arguments: [
        // Frequent key frames, then none for a while.
        (
            [0.0, 1, 2, 3, 4, 5, 6, 7.5, 20], [0.0, 2, 6, 7.5, 11.5, 20, 24, 28],
            [true, true, true, true, false, true, false, false]
        ),
        // The distance that x264 chooses by default. Only the first segment is divided.
        ([0, 10.4, 20.8, 31.2], [0, 2, 10.4, 20.8, 24.8, 28.8], [true, false, true, true, false, false]),
        // The first picture is not at the beginning: the index has another origin of time.
        ([1.4, 5.4], [0, 2, 6, 10, 14, 18, 22, 26, 30], [true] + Array(repeating: false, count: 8)),
        ([], [0, 2, 6, 10, 14, 18, 22, 26, 30], [true] + Array(repeating: false, count: 8)),
    ])
    func `segments of a copied video begin with the key frames of the file`(
        keyFrames: [Double],
        starts: [Double],
        flags: [Bool]
    ) {
        let schedule = SegmentSchedule(duration: 31.2, keyFrames: .at(keyFrames))
        #expect(schedule.starts == starts)
        #expect(schedule.starts.indices.map { schedule.beginsWithKeyFrame($0) } == flags)
    }

    @Test func `the key frames of an index are bounded like all segments`() {
        let keyFrames = (0..<100_000).map { Double($0) * 0.01 }
        let schedule = SegmentSchedule(duration: 1000, keyFrames: .at(keyFrames))
        #expect(schedule.count == 251)
        #expect(zip(schedule.starts, schedule.starts.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(arguments: [0.0, -5, .infinity, 1e300, 1e9])
    func `extreme durations have a bounded number of segments`(duration: Double) {
        let schedule = SegmentSchedule(duration: duration, keyFrames: .everySegment)
        #expect((1...SegmentSchedule.maximumCount + 1).contains(schedule.count))
    }

    @Test(arguments: ["3.m4s", "-1.m4s", "00.m4s", "+1.m4s", "x.m4s", "0.mp4", "99999999999999999999.m4s"])
    func `a name of no segment is refused`(name: String) {
        #expect(SegmentSchedule(duration: 10, keyFrames: .everySegment).index(named: name) == nil)
    }
}

@Suite struct FragmentParserTests {
    @Test func `a stream is divided whatever the size of its chunks`() throws {
        let first = TestStream.fragment(at: 0, duration: 4.5)
        let second = TestStream.fragment(at: 4.5)
        let stream = TestStream.initialization + first + second
        for size in [1, 7, 1000] {
            var parser = FragmentParser()
            var parts: [FragmentParser.Part] = []
            var rest = stream[...]
            while !rest.isEmpty {
                parts += try parser.parse(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            var fragments: [FragmentParser.Fragment] = []
            var contents: [ByteBuffer] = []
            var ends = 0
            for part in parts {
                switch part {
                case .initialization(let section):
                    #expect(section == ByteBuffer(bytes: TestStream.initialization))
                case .fragment(let fragment):
                    fragments.append(fragment)
                    contents.append(ByteBuffer())
                case .data(let bytes): contents[contents.count - 1].writeImmutableBuffer(bytes)
                case .end: ends += 1
                }
            }
            #expect(
                fragments == [
                    .init(time: 0, end: 4.5, isIndependent: true), .init(time: 4.5, end: nil, isIndependent: true),
                ]
            )
            #expect(contents == [first, second].map { ByteBuffer(bytes: $0) })
            #expect(ends == 2)
        }
    }

    @Test func `a fragment without a key frame is recognized`() throws {
        var parser = FragmentParser()
        let stream = TestStream.initialization + TestStream.fragment(at: 2, isIndependent: false)
        let fragment = FragmentParser.Fragment(time: 2, end: nil, isIndependent: false)
        #expect(try parser.parse(stream).contains(.fragment(fragment)))
    }

    @Test func `durations of single samples add up`() throws {
        var parser = FragmentParser()
        // Two samples of 500 and 1000 ticks.
        let run: [UInt8] = [0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 1, 0xF4, 0, 0, 3, 0xE8]
        let stream = TestStream.initialization + TestStream.fragment(at: 2, run: run)
        let fragment = FragmentParser.Fragment(time: 2, end: 3.5, isIndependent: true)
        #expect(try parser.parse(stream).contains(.fragment(fragment)))
    }

    @Test func `a sample count beyond the box does not make the parser work long`() throws {
        var parser = FragmentParser()
        let stream =
            TestStream.initialization
            + TestStream.fragment(at: 2, run: [0, 0, 1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1])
        let fragment = FragmentParser.Fragment(time: 2, end: nil, isIndependent: true)
        #expect(try parser.parse(stream).contains(.fragment(fragment)))
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

@Suite struct SegmentDataTests {
    @Test func `bytes are found within and across blocks`() throws {
        let content = (0..<SegmentData.blockSize * 2 + 100).map { UInt8(truncatingIfNeeded: $0 / 251) }
        var data = SegmentData()
        var rest = content[...]
        while !rest.isEmpty {
            data.append(ByteBuffer(bytes: rest.prefix(65_000)))
            rest = rest.dropFirst(65_000)
        }
        #expect(data.count == content.count)
        let border = SegmentData.blockSize
        let ranges = [
            0..<10, border - 5..<border, border - 5..<border + 5, border..<border + 9, 0..<content.count, 7..<7,
        ]
        for range in ranges { #expect(data.bytes(range) == ByteBuffer(bytes: content[range])) }
        for range in [0..<content.count + 1, -1..<3] { #expect(data.bytes(range) == nil) }
    }

    @Test func `blocks that were received are dropped`() {
        let block = SegmentData.blockSize
        let content = (0..<block * 3 + 100).map { UInt8(truncatingIfNeeded: $0 / 251) }
        var data = SegmentData(ByteBuffer(bytes: content.prefix(block + 50)))
        data.drop(before: block - 1)
        #expect(data.storedSize == block + 50)
        data.drop(before: block + 10)
        #expect(data.storedSize == 50)
        #expect(data.bytes(block - 1..<block + 1) == nil)
        #expect(data.block(at: block, isComplete: false) == nil, "the block is not full")
        #expect(data.block(at: block, isComplete: true)?.readableBytes == 50)
        data.append(ByteBuffer(bytes: content.dropFirst(block + 50)))
        #expect(data.count == content.count)
        #expect(data.block(at: block + 10, isComplete: false) == ByteBuffer(bytes: content[block + 10..<block * 2]))
        #expect(data.block(at: block * 3 + 100, isComplete: true) == nil, "the end")
        data.drop(before: block * 9)
        data.append(ByteBuffer(bytes: [7]))
        #expect(data.bytes(content.count..<content.count + 1) == ByteBuffer(bytes: [7]))
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
    ///
    /// - Parameters:
    ///   - seconds: The time.
    ///   - duration: The duration of its one sample in seconds; nil for a fragment without durations.
    ///   - size: The size of its media data in bytes.
    ///   - isIndependent: Whether it begins with a key frame.
    ///   - run: The track run; nil for one without samples, or with one if there is a duration.
    static func fragment(
        at seconds: Double,
        duration: Double? = nil,
        size: Int = 16,
        isIndependent: Bool = true,
        run: [UInt8]? = nil
    ) -> [UInt8] {
        let ticks = UInt64(seconds * 1000)
        let time = (0..<8).map { UInt8(truncatingIfNeeded: ticks >> (56 - 8 * UInt64($0))) }
        let flags: [UInt8] = isIndependent ? [2, 0, 0, 0] : [1, 1, 0, 0]
        let length = duration.map { UInt32($0 * 1000) }.map { length in
            (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32($0))) }
        }
        let header = [0, 0, 0, length == nil ? 0x20 : 0x28, 0, 0, 0, 1] + (length ?? []) + flags
        let samples = run ?? [0, 0, 0, 0, 0, 0, 0, length == nil ? 0 : 1]
        let track = box("tfhd", header) + box("tfdt", [1, 0, 0, 0] + time) + box("trun", samples)
        return box("moof", box("traf", track)) + box("mdat", Array(repeating: 0x55, count: size))
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32($0))) } + Array(type.utf8) + content
    }
}
