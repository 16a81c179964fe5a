// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Media with extreme numbers")
struct ExtremeMediaTests {
    @Test("a break that lists a clip sixteen thousand times is processed quickly", .timeLimit(.minutes(1)))
    func manyClips() throws {
        let ids = [String](repeating: "c", count: 16_000)
        var media = MediaInformation(contentID: "http://192.0.2.9/film.mp4", contentType: "video/mp4")
        media.breaks = [Break(id: "b", breakClipIDs: ids, position: 10, isEmbedded: true)]
        media.breakClips = [BreakClip(id: "c", duration: 2)]
        let advertisements = media.embeddedAdvertisements
        #expect(advertisements.count == 16_000)
        #expect(advertisements.first == PlayerAdvertisement(start: 10, end: 12, index: 0, count: 16_000))
        #expect(advertisements.last?.index == 15_999)
        #expect(advertisements.last?.end == 32_010)
    }

    @Test("a playlist whose total duration overflows has no duration")
    func endlessPlaylist() {
        let segment = "#EXTINF:1e308,\na.ts\n"
        #expect(HLSPlaylist("#EXTM3U\n" + segment + segment + "#EXT-X-ENDLIST") == nil)
        #expect(HLSPlaylist("#EXTM3U\n" + segment) == nil)
        #expect(HLSPlaylist("#EXTM3U\n#EXTINF:6,\na.ts\n#EXT-X-ENDLIST") == .media(seconds: 6, .whole))
    }

    @Test("the volume of a group whose loudest member is almost silent can be raised")
    func almostSilentGroup() {
        func member(_ id: String, _ level: Double) -> GroupMachine.Member {
            GroupMachine.Member(id: id, name: id, capabilities: [.audioOut], volume: DeviceVolume(level: level))
        }
        var machine = GroupMachine(id: "g", name: "Group")
        _ = machine.joined(member("a", 0))
        _ = machine.joined(member("b", Double.leastNonzeroMagnitude))
        _ = machine.volumeRequested(level: 1, isMuted: nil)
        #expect(machine.present.map(\.volume.level) == [1, 1])
        _ = machine.volumeRequested(level: 0.5, isMuted: nil)
        #expect(machine.level == 0.5)
    }
}
