import NIOCore
import Testing

@testable import CastReceiver

@Suite("The pages that are open")
struct PageRosterTests {
    private func seconds(_ seconds: Double) -> NIODeadline { .uptimeNanoseconds(UInt64((100 + seconds) * 1e9)) }

    private func change(
        _ result: Result<(page: PageRoster.Page, change: PageRoster.Change), PageRoster.Refusal>
    )
        throws -> PageRoster.Change
    {
        try result.get().change
    }

    @Test("the first page that reports plays, not the first that connects")
    func firstToReportPlays() throws {
        var roster = PageRoster()
        _ = roster.join(token: "a", from: "192.0.2.1", now: seconds(0))
        let second = roster.join(token: "b", from: "192.0.2.1", now: seconds(0))?.page
        #expect(roster.playerID == nil)
        let first = try change(roster.heard(token: "b", sequence: 0, now: seconds(0)))
        #expect(first == second.map { .player(id: $0.id) })
        let later = try change(roster.heard(token: "a", sequence: 0, now: seconds(0)))
        #expect(later == .none)
        #expect(roster.playerID == second?.id)
    }

    @Test("when the playing page goes, the oldest other one takes over, then none")
    func succession() throws {
        var roster = PageRoster()
        let pages = ["a", "b", "c"].compactMap { roster.join(token: $0, from: "192.0.2.1", now: seconds(0))?.page }
        try #require(pages.count == 3)
        for token in ["a", "b", "c"] { _ = roster.heard(token: token, sequence: 0, now: seconds(0)) }
        var changes: [PageRoster.Change] = []
        changes.append(roster.leave(id: pages[0].id))
        changes.append(roster.leave(id: pages[2].id))
        changes.append(roster.leave(id: pages[1].id))
        changes.append(roster.leave(id: pages[1].id))
        #expect(changes == [.player(id: pages[1].id), .none, .noPlayer, .none])
    }

    @Test("apps run in a page on the device's own machine that has reported, the one that plays first")
    func appHost() {
        var roster = PageRoster()
        func join(_ token: String, isLocal: Bool) -> Int? {
            roster.join(token: token, from: isLocal ? "127.0.0.1" : "192.0.2.1", isLocal: isLocal, now: seconds(0))?
                .page.id
        }
        _ = join("away", isLocal: false)
        _ = roster.heard(token: "away", sequence: 0, now: seconds(0))
        let first = join("first", isLocal: true)
        let second = join("second", isLocal: true)
        #expect(roster.appHostID == nil, "none has reported")
        _ = roster.heard(token: "second", sequence: 0, now: seconds(0))
        #expect(roster.appHostID == second)
        _ = roster.heard(token: "first", sequence: 0, now: seconds(0))
        #expect(roster.appHostID == first, "the oldest")
        if let playing = roster.playerID { _ = roster.leave(id: playing) }
        #expect(roster.appHostID == roster.playerID)
        if let first { _ = roster.leave(id: first) }
        if let second { _ = roster.leave(id: second) }
        #expect(roster.appHostID == nil)
    }

    @Test("a page that is silent for ten seconds is gone")
    func silence() {
        var roster = PageRoster()
        let page = roster.join(token: "a", from: "192.0.2.1", now: seconds(0))?.page
        _ = roster.heard(token: "a", sequence: 0, now: seconds(5))
        let early = roster.expire(now: seconds(15))
        #expect(early.gone == [])
        let (gone, change) = roster.expire(now: seconds(15.1))
        #expect(gone.map(\.id) == [page?.id])
        #expect(change == .noPlayer)
    }

    @Test("a report that was overtaken is refused, and so is one of a stranger")
    func refusals() {
        var roster = PageRoster()
        _ = roster.join(token: "a", from: "192.0.2.1", now: seconds(0))
        _ = roster.heard(token: "a", sequence: 5, now: seconds(0))
        let overtaken = roster.heard(token: "a", sequence: 5, now: seconds(0))
        #expect(throws: PageRoster.Refusal.outOfOrder) { try overtaken.get() }
        let strange = roster.heard(token: "b", sequence: 6, now: seconds(0))
        #expect(throws: PageRoster.Refusal.unknownPage) { try strange.get() }
    }

    @Test("there is room for sixteen pages, four of each address")
    func limit() {
        var roster = PageRoster()
        for host in 1...4 {
            for tab in 1...4 { report("\(host)-\(tab)", from: "192.0.2.\(host)", to: &roster) }
        }
        // The last four places are for addresses that have none.
        #expect(roster.pages.count == 13)
        for host in 5...7 { report("\(host)", from: "192.0.2.\(host)", to: &roster) }
        #expect(roster.pages.count == 16)
        #expect(roster.join(token: "late", from: "192.0.2.8", now: seconds(0)) == nil)
    }

    /// Joins, and reports once unless the page found no place.
    private func report(_ token: String, from address: String, isLocal: Bool = false, to roster: inout PageRoster) {
        guard roster.join(token: token, from: address, isLocal: isLocal, now: seconds(0)) != nil else { return }
        _ = roster.heard(token: token, sequence: 0, now: seconds(0))
    }

    @Test("event streams that never report, renewed forever, leave the page in front of a user its place")
    func silentStreams() {
        var roster = PageRoster()
        report("front", from: "192.0.2.1", to: &roster)
        let front = roster.playerID
        for number in 0..<300 {
            _ = roster.join(token: "silent \(number)", from: "192.0.2.66", now: seconds(0))
        }
        #expect(roster.playerID == front)
        #expect(roster.pages.count == 5)
        // It comes back after a reload, too, and so do others.
        let change = front.map { roster.leave(id: $0) }
        #expect(change == .noPlayer)
        report("reloaded", from: "192.0.2.1", to: &roster)
        #expect(roster.pages.contains { $0.token == "reloaded" && $0.id == roster.playerID })
    }

    @Test("silent streams of many hosts lose their places to pages that come later")
    func silentHosts() {
        var roster = PageRoster()
        for host in 1...40 { _ = roster.join(token: "silent \(host)", from: "192.0.2.\(host)", now: seconds(0)) }
        let arrival = roster.join(token: "page", from: "198.51.100.1", now: seconds(0))
        #expect(arrival?.replacedID != nil)
        #expect(roster.pages.count == 16)
        #expect(roster.pages.last?.token == "page")
    }

    @Test("a page on the device's own machine gets a place even where pages of other hosts have all of them")
    func localPage() {
        var roster = PageRoster()
        for host in 1...16 { report("\(host)", from: "192.0.2.\(host)", to: &roster) }
        #expect(roster.pages.count == 16)
        #expect(roster.join(token: "other", from: "192.0.2.17", now: seconds(0)) == nil)
        report("local", from: "127.0.0.1", isLocal: true, to: &roster)
        #expect(roster.pages.count == 16)
        #expect(roster.pages.contains { $0.token == "local" })
    }

    @Test("when the playing page goes, a page on the device's own machine takes over before others")
    func localSuccession() throws {
        var roster = PageRoster()
        report("playing", from: "192.0.2.1", to: &roster)
        report("other", from: "192.0.2.2", to: &roster)
        report("local", from: "127.0.0.1", isLocal: true, to: &roster)
        _ = roster.leave(id: try #require(roster.playerID))
        #expect(roster.pages.first { $0.id == roster.playerID }?.token == "local")
    }
}
