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
        _ = roster.join(token: "a", now: seconds(0))
        let second = roster.join(token: "b", now: seconds(0))
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
        let pages = ["a", "b", "c"].compactMap { roster.join(token: $0, now: seconds(0)) }
        try #require(pages.count == 3)
        for token in ["a", "b", "c"] { _ = roster.heard(token: token, sequence: 0, now: seconds(0)) }
        var changes: [PageRoster.Change] = []
        changes.append(roster.leave(id: pages[0].id))
        changes.append(roster.leave(id: pages[2].id))
        changes.append(roster.leave(id: pages[1].id))
        changes.append(roster.leave(id: pages[1].id))
        #expect(changes == [.player(id: pages[1].id), .none, .noPlayer, .none])
    }

    @Test("a page that is silent for ten seconds is gone")
    func silence() {
        var roster = PageRoster()
        let page = roster.join(token: "a", now: seconds(0))
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
        _ = roster.join(token: "a", now: seconds(0))
        _ = roster.heard(token: "a", sequence: 5, now: seconds(0))
        let overtaken = roster.heard(token: "a", sequence: 5, now: seconds(0))
        #expect(throws: PageRoster.Refusal.outOfOrder) { try overtaken.get() }
        let strange = roster.heard(token: "b", sequence: 6, now: seconds(0))
        #expect(throws: PageRoster.Refusal.unknownPage) { try strange.get() }
    }

    @Test("there is room for sixteen pages")
    func limit() {
        var roster = PageRoster()
        let pages = (0..<17).map { roster.join(token: "\($0)", now: seconds(0)) }
        #expect(pages.compactMap { $0 }.count == 16)
        #expect(pages[16] == nil)
    }
}
