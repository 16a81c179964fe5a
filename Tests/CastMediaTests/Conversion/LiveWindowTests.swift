// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import CastMedia

@Suite struct LiveWindowTests {
    private static let limits = LiveWindow.Limits(segment: 2, targetDuration: 4, kept: 8, keptSize: 1000, lead: 6)

    /// Adds a fragment of ten bytes for each time; those with a multiple of the period begin with a key frame.
    private static func add(_ times: some Sequence<Double>, period: Double = 1, to window: inout LiveWindow) {
        for time in times {
            let isIndependent = time.truncatingRemainder(dividingBy: period) == 0
            window.add(ByteBuffer(repeating: 7, count: 10), time: time, isIndependent: isIndependent)
        }
    }

    private static func durations(_ window: LiveWindow) -> [Double] { window.segments.map(\.duration) }

    @Test func `segments begin with key frames and have the planned duration`() {
        var window = LiveWindow(Self.limits)
        Self.add(stride(from: 0, through: 8, by: 0.5), period: 1, to: &window)
        #expect(Self.durations(window) == [2, 2, 2, 2])
        #expect(window.segments.allSatisfy { $0.content.readableBytes == 40 })
    }

    @Test func `without key frames, segments end before they exceed the target duration`() {
        var window = LiveWindow(Self.limits)
        Self.add(stride(from: 0, through: 12, by: 1), period: 100, to: &window)
        #expect(Self.durations(window) == [4, 4, 4])
    }

    @Test func `the playlist of a waiting input begins at its beginning, and ends with the input`() {
        var window = LiveWindow(Self.limits)
        Self.add([0, 1, 2, 3, 4, 5], to: &window)
        #expect(
            window.playlist == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:4
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-START:TIME-OFFSET=0,PRECISE=YES
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:2.000000,
                0.m4s
                #EXTINF:2.000000,
                1.m4s

                """
        )
        let version = window.version
        window.end()
        #expect(window.version > version)
        #expect(window.playlist.hasSuffix("#EXTINF:2.000000,\n2.m4s\n#EXT-X-ENDLIST\n"))
    }

    @Test func `a waiting input keeps everything that was not requested, and is full until a request`() {
        var window = LiveWindow(Self.limits)
        Self.add([0, 1, 2, 3, 4, 5], to: &window)
        #expect(!window.isFull)
        Self.add([6], to: &window)
        #expect(window.isFull)
        Self.add(stride(from: 7, through: 40, by: 1), to: &window)
        #expect(window.first == 0)
        #expect(window.segments.count == 20)
        #expect(window.segment(16) != nil)
        // Eight seconds before the newest request are kept.
        #expect(window.first == 12)
        #expect(!window.isFull || window.segments.count == 8)
        #expect(window.segment(11) == nil)
        #expect(window.segment(12) != nil)
        #expect(window.segment(20) == nil)
        #expect(window.playlist.contains("#EXT-X-MEDIA-SEQUENCE:12\n#EXT-X-MAP"))
        // A repeated request for an old segment changes nothing.
        #expect(window.first == 12)
    }

    @Test func `an input that does not wait loses its oldest segments and is never full`() {
        var limits = Self.limits
        limits.lead = nil
        var window = LiveWindow(limits)
        Self.add(stride(from: 0, through: 40, by: 1), to: &window)
        #expect(!window.isFull)
        #expect(window.first == 16)
        #expect(Self.durations(window) == [2, 2, 2, 2])
        #expect(!window.playlist.contains("EXT-X-START"))
    }

    @Test func `windows are bounded in bytes as well`() {
        var limits = Self.limits
        limits.lead = nil
        limits.keptSize = 50
        var window = LiveWindow(limits)
        Self.add(stride(from: 0, through: 20, by: 1), to: &window)
        #expect(window.segments.count == 2)
        limits.lead = 6
        limits.leadSize = 30
        var waiting = LiveWindow(limits)
        Self.add([0, 1, 2, 3, 4], to: &waiting)
        #expect(waiting.isFull)
    }

    @Test func `fragments whose time does not advance are divided by size`() {
        var limits = Self.limits
        limits.leadSize = 95
        var window = LiveWindow(limits)
        Self.add(repeatElement(3, count: 40), to: &window)
        #expect(window.segments.count == 3)
        #expect(window.segments.allSatisfy { $0.content.readableBytes == 100 && $0.duration > 0 })
    }

    @Test(arguments: [1.0, 1000]) func `a jump in time is a discontinuity`(time: Double) {
        var window = LiveWindow(Self.limits)
        Self.add([100, 101, 102, 103], to: &window)
        Self.add([time, time + 1, time + 2], to: &window)
        #expect(Self.durations(window) == [2, 2, 2])
        #expect(window.segments.map(\.isDiscontinuous) == [false, false, true])
        #expect(window.playlist.contains("#EXT-X-DISCONTINUITY\n#EXTINF:2.000000,\n2.m4s"))
        Self.add(stride(from: time + 3, through: time + 40, by: 1), to: &window)
        _ = window.segment(15)
        #expect(window.playlist.contains("#EXT-X-MEDIA-SEQUENCE:11\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n"))
    }

    @Test func `an empty stream has an empty playlist`() {
        var window = LiveWindow(Self.limits)
        #expect(!window.isReady)
        window.end()
        window.end()
        #expect(window.isReady)
        #expect(window.segments.isEmpty)
        #expect(window.playlist.hasSuffix("#EXT-X-ENDLIST\n"))
    }

    @Test(arguments: [("0.m4s", 0), ("12.m4s", 12)]) func `a name is that of a segment`(name: String, index: Int) {
        #expect(LiveWindow.index(named: name) == index)
    }

    @Test(arguments: ["-1.m4s", "00.m4s", "+1.m4s", "x.m4s", "0.mp4", "99999999999999999999.m4s"])
    func `other names are refused`(name: String) {
        #expect(LiveWindow.index(named: name) == nil)
    }
}
