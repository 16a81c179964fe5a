// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

@testable import CastMedia

@Suite struct FFprobeReportTests {
    @Test func `a report of a film has its tracks`() throws {
        let json = """
            {"streams": [
              {"index": 0, "codec_name": "hevc", "codec_type": "video", "profile": "Main 10", "level": 153, "width": 3840,
               "height": 2160, "avg_frame_rate": "24000/1001", "pix_fmt": "yuv420p10le", "color_transfer": "smpte2084",
               "disposition": {"default": 1}},
              {"index": 1, "codec_name": "eac3", "codec_type": "audio", "channels": 6, "sample_rate": "48000",
               "tags": {"language": "ger", "title": "Surround"}},
              {"index": 2, "codec_name": "subrip", "codec_type": "subtitle", "disposition": {"forced": 1}},
              {"index": 3, "codec_name": "mjpeg", "codec_type": "video", "disposition": {"attached_pic": 1}}],
             "format": {"format_name": "matroska,webm", "duration": "5400.5", "tags": {"TITLE": "Film"}}}
            """
        let facts = try #require(FFprobeReport(json: Array(json.utf8))?.facts)
        #expect(facts.container == .matroska)
        #expect(facts.duration == 5400.5)
        #expect(facts.title == "Film")
        let video = try #require(facts.video)
        #expect(video.codec == .hevc)
        #expect(video.level == 5.1)
        #expect(video.bitDepth == 10)
        #expect(video.dynamicRange == .hdr10)
        #expect(abs((video.frameRate ?? 0) - 23.976) < 0.001)
        #expect(facts.audio?.channels == 6)
        #expect(facts.audio?.language == "de")
        #expect(facts.subtitles.first?.isForced == true)
        #expect(facts.tracks[3].isCover)
    }

    @Test(arguments: ["", "{}", "[]", #"{"format": {"format_name": "mp4", "duration": "nan"}}"#, #"{"streams": [{}]}"#])
    func `an incomplete report does not fail`(json: String) {
        let facts = FFprobeReport(json: Array(json.utf8))?.facts
        #expect(facts?.duration == nil)
        #expect(facts?.tracks.isEmpty != false)
    }
}
