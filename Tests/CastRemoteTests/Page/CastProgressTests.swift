// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastMediaProbe
import CastUI
import Testing

@testable import CastRemote

@Suite("Preparation of a cast item on the page")
struct CastProgressTests {
    private static let localizer = Localizer.of("en_US")

    /// A plan for a Matroska file with H.264 and E-AC-3.
    private static func plan() throws -> MediaPlan {
        let facts = MediaFacts(
            container: .matroska,
            duration: 60,
            tracks: [
                TrackFacts(index: 0, kind: .video, codec: .h264), TrackFacts(index: 1, kind: .audio, codec: .dts),
            ]
        )
        return try MediaPlan.make(for: facts, on: .forModel("Chromecast"))
    }

    @Test("The line says what happens to the item")
    func lines() throws {
        func text(_ stage: CastProgress.Stage) -> String {
            Self.localizer.text(CastProgress(title: "Film", stage: stage).phrase).filter {
                !"\u{2068}\u{2069}".contains($0)
            }
        }
        #expect(text(.reading) == "Film: Reading the file…")
        #expect(text(.loading(nil, device: "Den")) == "Film: Loading on Den…")
        let plan = try Self.plan()
        #expect(text(.loading(plan, device: "Den")) == "Film: Converting DTS audio to AAC for Den…")
        #expect(text(.playing) == "Film: Playing")
        #expect(CastProgress(title: "Film", stage: .playing).until != nil)
    }

    @Test("The explanation of a failure has the conversion, its reasons, the requests, the report and advice")
    func explanation() throws {
        var failure = CastFailure(
            reason: "LOAD_FAILED",
            device: "Den",
            plan: try Self.plan(),
            traffic: MediaTraffic(),
            advice: .adviceFile
        )
        let text = { (failure: CastFailure) in failure.lines.map { Self.localizer.text($0) }.joined(separator: "\n") }
        #expect(text(failure).contains("copy H.264 video, convert DTS audio to AAC"))
        #expect(text(failure).contains("Cast devices do not play Matroska files"))
        #expect(text(failure).contains("did not request the file"))
        #expect(text(failure).contains("LOAD_FAILED"))
        #expect(text(failure).contains("firewall"))
        failure.traffic?.requests = 3
        failure.traffic?.bytesSent = 1536
        #expect(text(failure).contains("1.5 KiB"))
        #expect(!text(failure).contains("firewall") && text(failure).contains("MP4"))
    }
}
