// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import CastReceiver

@Suite("Open pages")
struct OpenScreenPagesTests {
    private func seconds(_ seconds: Double) -> NIODeadline { .uptimeNanoseconds(UInt64((100 + seconds) * 1e9)) }

    private func change(
        _ result: Result<(page: OpenScreenPages.Page, change: OpenScreenPages.Change), OpenScreenPages.Refusal>
    )
        throws -> OpenScreenPages.Change
    {
        try result.get().change
    }

    @Test("the first page that reports becomes the player, not the first that connects")
    func firstToReportPlays() throws {
        var openPages = OpenScreenPages()
        _ = openPages.join(token: "a", from: "192.0.2.1", now: seconds(0))
        let second = openPages.join(token: "b", from: "192.0.2.1", now: seconds(0))?.page
        #expect(openPages.playerID == nil)
        let first = try change(openPages.reportReceived(token: "b", sequence: 0, now: seconds(0)))
        #expect(first == second.map { .player(id: $0.id) })
        let later = try change(openPages.reportReceived(token: "a", sequence: 0, now: seconds(0)))
        #expect(later == .none)
        #expect(openPages.playerID == second?.id)
    }

    @Test("when the player page leaves, the oldest remaining one takes over")
    func succession() throws {
        var openPages = OpenScreenPages()
        let pages = ["a", "b", "c"].compactMap { openPages.join(token: $0, from: "192.0.2.1", now: seconds(0))?.page }
        try #require(pages.count == 3)
        for token in ["a", "b", "c"] { _ = openPages.reportReceived(token: token, sequence: 0, now: seconds(0)) }
        var changes: [OpenScreenPages.Change] = []
        changes.append(openPages.leave(id: pages[0].id))
        changes.append(openPages.leave(id: pages[2].id))
        changes.append(openPages.leave(id: pages[1].id))
        changes.append(openPages.leave(id: pages[1].id))
        #expect(changes == [.player(id: pages[1].id), .none, .noPlayer, .none])
    }

    @Test("web applications run in a local page that has reported, preferably in the player")
    func appHost() {
        var openPages = OpenScreenPages()
        func join(_ token: String, isLocal: Bool) -> Int? {
            openPages.join(token: token, from: isLocal ? "127.0.0.1" : "192.0.2.1", isLocal: isLocal, now: seconds(0))?
                .page.id
        }
        _ = join("away", isLocal: false)
        _ = openPages.reportReceived(token: "away", sequence: 0, now: seconds(0))
        let first = join("first", isLocal: true)
        let second = join("second", isLocal: true)
        #expect(openPages.appHostID == nil, "none has reported")
        _ = openPages.reportReceived(token: "second", sequence: 0, now: seconds(0))
        #expect(openPages.appHostID == second)
        _ = openPages.reportReceived(token: "first", sequence: 0, now: seconds(0))
        #expect(openPages.appHostID == first, "the oldest")
        if let playing = openPages.playerID { _ = openPages.leave(id: playing) }
        #expect(openPages.appHostID == openPages.playerID)
        if let first { _ = openPages.leave(id: first) }
        if let second { _ = openPages.leave(id: second) }
        #expect(openPages.appHostID == nil)
    }

    @Test("a page without reports for ten seconds is removed")
    func silence() {
        var openPages = OpenScreenPages()
        let page = openPages.join(token: "a", from: "192.0.2.1", now: seconds(0))?.page
        _ = openPages.reportReceived(token: "a", sequence: 0, now: seconds(5))
        let early = openPages.expire(now: seconds(15))
        #expect(early.gone == [])
        let (expired, change) = openPages.expire(now: seconds(15.1))
        #expect(expired.map(\.id) == [page?.id])
        #expect(change == .noPlayer)
    }

    @Test("out-of-order reports are rejected, and so are reports with an unknown token")
    func refusals() {
        var openPages = OpenScreenPages()
        _ = openPages.join(token: "a", from: "192.0.2.1", now: seconds(0))
        _ = openPages.reportReceived(token: "a", sequence: 5, now: seconds(0))
        let duplicate = openPages.reportReceived(token: "a", sequence: 5, now: seconds(0))
        #expect(throws: OpenScreenPages.Refusal.outOfOrder) { try duplicate.get() }
        let unknown = openPages.reportReceived(token: "b", sequence: 6, now: seconds(0))
        #expect(throws: OpenScreenPages.Refusal.unknownPage) { try unknown.get() }
    }

    @Test("the number of pages is limited to sixteen, and to four per address")
    func limit() {
        var openPages = OpenScreenPages()
        for host in 1...4 {
            for tab in 1...4 { report("\(host)-\(tab)", from: "192.0.2.\(host)", to: &openPages) }
        }
        // The last four slots are reserved for addresses without a page.
        #expect(openPages.pages.count == 13)
        for host in 5...7 { report("\(host)", from: "192.0.2.\(host)", to: &openPages) }
        #expect(openPages.pages.count == 16)
        #expect(openPages.join(token: "late", from: "192.0.2.8", now: seconds(0)) == nil)
    }

    /// Adds a page that reports once, unless the limit is reached.
    private func report(
        _ token: String,
        from address: String,
        isLocal: Bool = false,
        to openPages: inout OpenScreenPages
    ) {
        guard openPages.join(token: token, from: address, isLocal: isLocal, now: seconds(0)) != nil else { return }
        _ = openPages.reportReceived(token: token, sequence: 0, now: seconds(0))
    }

    @Test("event streams that never report, constantly renewed, do not displace the page that reports")
    func silentStreams() {
        var openPages = OpenScreenPages()
        report("front", from: "192.0.2.1", to: &openPages)
        let playerID = openPages.playerID
        for number in 0..<300 {
            _ = openPages.join(token: "silent \(number)", from: "192.0.2.66", now: seconds(0))
        }
        #expect(openPages.playerID == playerID)
        #expect(openPages.pages.count == 5)
        // The page, and others, can be added again after a reload.
        let change = playerID.map { openPages.leave(id: $0) }
        #expect(change == .noPlayer)
        report("reloaded", from: "192.0.2.1", to: &openPages)
        #expect(openPages.pages.contains { $0.token == "reloaded" && $0.id == openPages.playerID })
    }

    @Test("silent streams of many hosts are replaced by later pages")
    func silentHosts() {
        var openPages = OpenScreenPages()
        for host in 1...40 { _ = openPages.join(token: "silent \(host)", from: "192.0.2.\(host)", now: seconds(0)) }
        let arrival = openPages.join(token: "page", from: "198.51.100.1", now: seconds(0))
        #expect(arrival?.replacedID != nil)
        #expect(openPages.pages.count == 16)
        #expect(openPages.pages.last?.token == "page")
    }

    @Test("a page on the device's own machine is accepted even when the limit is reached")
    func localPage() {
        var openPages = OpenScreenPages()
        for host in 1...16 { report("\(host)", from: "192.0.2.\(host)", to: &openPages) }
        #expect(openPages.pages.count == 16)
        #expect(openPages.join(token: "other", from: "192.0.2.17", now: seconds(0)) == nil)
        report("local", from: "127.0.0.1", isLocal: true, to: &openPages)
        #expect(openPages.pages.count == 16)
        #expect(openPages.pages.contains { $0.token == "local" })
    }

    @Test("when the player page leaves, a page on the device's own machine takes over first")
    func localSuccession() throws {
        var openPages = OpenScreenPages()
        report("playing", from: "192.0.2.1", to: &openPages)
        report("other", from: "192.0.2.2", to: &openPages)
        report("local", from: "127.0.0.1", isLocal: true, to: &openPages)
        _ = openPages.leave(id: try #require(openPages.playerID))
        #expect(openPages.pages.first { $0.id == openPages.playerID }?.token == "local")
    }
}
