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
        let second = try #require(roster.join(token: "b", now: seconds(0)))
        #expect(roster.playerID == nil)
        #expect(try change(roster.heard(token: "b", sequence: 0, now: seconds(0))) == .player(id: second.id))
        #expect(try change(roster.heard(token: "a", sequence: 0, now: seconds(0))) == .none)
        #expect(roster.playerID == second.id)
    }

    @Test("when the playing page goes, the oldest other one takes over, then none")
    func succession() throws {
        var roster = PageRoster()
        let pages = try ["a", "b", "c"].map { try #require(roster.join(token: $0, now: seconds(0))) }
        for token in ["a", "b", "c"] { _ = roster.heard(token: token, sequence: 0, now: seconds(0)) }
        #expect(roster.leave(id: pages[0].id) == .player(id: pages[1].id))
        #expect(roster.leave(id: pages[2].id) == .none)
        #expect(roster.leave(id: pages[1].id) == .noPlayer)
        #expect(roster.leave(id: pages[1].id) == .none)
    }

    @Test("a page that is silent for ten seconds is gone")
    func silence() throws {
        var roster = PageRoster()
        let page = try #require(roster.join(token: "a", now: seconds(0)))
        _ = roster.heard(token: "a", sequence: 0, now: seconds(5))
        #expect(roster.expire(now: seconds(15)).gone == [])
        let (gone, change) = roster.expire(now: seconds(15.1))
        #expect(gone.map(\.id) == [page.id])
        #expect(change == .noPlayer)
    }

    @Test("a report that was overtaken is refused, and so is one of a stranger")
    func refusals() {
        var roster = PageRoster()
        _ = roster.join(token: "a", now: seconds(0))
        _ = roster.heard(token: "a", sequence: 5, now: seconds(0))
        #expect(throws: PageRoster.Refusal.outOfOrder) {
            try roster.heard(token: "a", sequence: 5, now: seconds(0)).get()
        }
        #expect(throws: PageRoster.Refusal.unknownPage) {
            try roster.heard(token: "b", sequence: 6, now: seconds(0)).get()
        }
    }

    @Test("there is room for sixteen pages")
    func limit() {
        var roster = PageRoster()
        for index in 0..<16 { #expect(roster.join(token: "\(index)", now: seconds(0)) != nil) }
        #expect(roster.join(token: "one too many", now: seconds(0)) == nil)
    }
}
