// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastUI
import Testing

@testable import CastRemote
@testable import CastSender

@Suite("Hostile names")
struct HostileTextTests {
    private static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)", "</button></dialog>",
        "&lt;b&gt;", "\u{202E}gpj.exe", "שלום", "مرحبا", "👩‍👩‍👧‍👦🏳️‍🌈", "a\u{0}b\u{1B}[31m", "{0} %@ %1$@",
        String(repeating: "long ", count: 2_000), String(repeating: "\u{301}", count: 10_000),
    ]

    @Test("A name is shown as plain text, isolated, and limited to one line", arguments: hostile)
    func shown(_ name: String) throws {
        var show = PageFixture.connected(to: name)
        try show.playFilm(title: name)
        show.files = [RemoteFile(id: "1", name: name, path: "/x", contentType: "video/mp4")]
        show.log = [RemoteLogLine(number: 1, time: 0, text: .text(name))]
        show.send(
            .devices([
                CastDevice(
                    id: String(String.UnicodeScalarView(name.unicodeScalars.prefix(200))),
                    friendlyName: name,
                    endpoints: []
                )
            ])
        )
        fill(&show, with: name)
        let plain = try counterpart()
        for stage in 0..<3 {
            if stage == 1 { show.act(.openExpanded, .openDialog) }
            for region in RemoteRegion.allCases {
                let html = show.html(region)
                // The elements are the same as for a harmless name.
                #expect(html.elements.map(\.name) == plain[stage][region], "\(region)")
                let text = html.written()
                #expect(!text.contains("<script") && !text.contains("<img src=x"))
                #expect(!html.elements.flatMap(\.attributes).contains { $0.name.hasPrefix("on") })
                #expect(!text.contains("\u{0}") && !text.contains("\u{1B}"))
                #expect(text.utf8.count < 60_000)
                for element in html.elements where element.name == "bdi" {
                    #expect(element.content.count <= DisplayText.limit)
                }
            }
            if stage == 1 { show.send(.session(.ended(reason: nil))) }
        }
    }

    /// Adds the parts that show names and tags from files: uploads, the choices for a film, and why it does not play.
    private func fill(_ show: inout PageFixture, with name: String) {
        let file = RemoteFile(id: "2", name: name, path: "/x", contentType: "video/mp4")
        show.uploads = RemotePage.UploadList(files: [file], subtitles: [file], maximumSize: 1)
        var choices = PageFixture.choices(titled: name)
        choices.selectedSubtitles = nil
        show.options = RemotePage.OpenOptions(
            title: name,
            opener: "options-2",
            choices: choices,
            device: (name, .forModel("Chromecast"))
        )
        let failure = CastFailure(reason: name, device: name, facts: choices.facts, advice: .adviceFile)
        show.progress = CastProgress(title: name, stage: .failed(failure))
    }

    private func counterpart() throws -> [[RemoteRegion: [String]]] {
        var show = PageFixture.connected(to: "Den")
        try show.playFilm(title: "Film")
        show.files = [RemoteFile(id: "1", name: "a.mp4", path: "/x", contentType: "video/mp4")]
        show.log = [RemoteLogLine(number: 1, time: 0, text: .text("x"))]
        show.send(.devices([CastDevice(id: "x", friendlyName: "Den", endpoints: [])]))
        fill(&show, with: "Film")
        return (0..<3).map { stage in
            if stage == 1 { show.act(.openExpanded, .openDialog) }
            defer { if stage == 1 { show.send(.session(.ended(reason: nil))) } }
            return Dictionary(
                uniqueKeysWithValues: RemoteRegion.allCases.map { ($0, show.html($0).elements.map(\.name)) }
            )
        }
    }

    @Test("A page with a queue of 10,000 items has a limited size")
    func longQueue() throws {
        var show = PageFixture.connected()
        try show.playFilm()
        let ids = Array(1...10_000)
        show.send(.queue(MediaQueueContents(itemIDs: ids, items: [:], isCurrent: true)))
        let html = show.html(.queue)
        #expect(html.all("li").count == RemotePage.queueLimit)
        #expect(html.content.contains("and 9900 more"))
        #expect(html.written().utf8.count < 200_000)
    }
}
