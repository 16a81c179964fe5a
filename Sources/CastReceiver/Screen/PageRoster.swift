import NIOCore

/// The pages that are open, and which of them plays.
///
/// Responsibilities: the first page that has reported plays, with sound; the others watch, muted. When the playing
/// page goes, the one that has been there longest takes over. A page that has not answered for ``silenceLimit`` is
/// taken for gone, whatever its socket says.
///
/// A page that never reported (something that merely fetched the event stream) never plays.
struct PageRoster {
    struct Page: Hashable {
        let id: Int
        /// What a report must show to be this page's.
        let token: String
        var heardAt: NIODeadline
        var sequence = -1
        var hasReported: Bool { sequence >= 0 }
    }

    /// What became of the playing page.
    enum Change: Hashable {
        case none
        case player(id: Int)
        case noPlayer
    }

    enum Refusal: Error, Hashable {
        case unknownPage
        /// An older report than one that came before.
        case outOfOrder
    }

    static let pageLimit = 16
    static let silenceLimit = TimeAmount.seconds(10)

    private(set) var pages: [Page] = []
    private(set) var playerID: Int?
    private var nextID = 1

    init() {}

    /// Adds a page; nil when there are ``pageLimit`` already.
    mutating func join(token: String, now: NIODeadline) -> Page? {
        guard pages.count < Self.pageLimit else { return nil }
        let page = Page(id: nextID, token: token, heardAt: now)
        nextID += 1
        pages.append(page)
        return page
    }

    mutating func leave(id: Int) -> Change {
        pages.removeAll { $0.id == id }
        return elect()
    }

    /// A report with this token and sequence number has come.
    mutating func heard(
        token: String,
        sequence: Int,
        now: NIODeadline
    ) -> Result<(page: Page, change: Change), Refusal> {
        guard let index = pages.firstIndex(where: { $0.token == token }) else {
            return .failure(.unknownPage)
        }
        pages[index].heardAt = now
        guard sequence > pages[index].sequence else { return .failure(.outOfOrder) }
        pages[index].sequence = sequence
        let change = elect()
        return .success((pages[index], change))
    }

    /// Removes and returns the pages that have been silent for too long.
    mutating func expire(now: NIODeadline) -> (gone: [Page], change: Change) {
        let gone = pages.filter { now - $0.heardAt > Self.silenceLimit }
        pages.removeAll { page in gone.contains { $0.id == page.id } }
        return (gone, elect())
    }

    private mutating func elect() -> Change {
        if let playerID, pages.contains(where: { $0.id == playerID }) { return .none }
        let successor = pages.first(where: \.hasReported)?.id
        defer { playerID = successor }
        if let successor { return .player(id: successor) }
        return playerID == nil ? .none : .noPlayer
    }
}
