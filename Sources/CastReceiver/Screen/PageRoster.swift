import CastAdmission
import NIOCore

/// The pages that are open, and which of them plays.
///
/// Responsibilities: the first page that has reported plays, with sound; the others watch, muted. When the playing
/// page goes, a page on the device's own machine takes over, or else the one that has been there longest. A page that has
/// not answered for ``silenceLimit`` is taken for gone, whatever its socket says.
///
/// A page that never reported (a client that only fetched the event stream) never plays. Pages of one address have a
/// limited number of places, and a page that never reported is the first to lose its place. A page on the device's own
/// machine, which is in front of the user, always gets one.
struct PageRoster {
    struct Page: Hashable {
        let id: Int
        /// What a report must show to be this page's.
        let token: String
        /// Whether its browser runs on the device's machine, so that `localhost` is the device for what it shows.
        let isLocal: Bool
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

    /// A page that was added, and the page that it replaced.
    struct Arrival: Hashable {
        let page: Page
        var replacedID: Int?
        /// What the replacement means for the playing page.
        var change = Change.none
    }

    static let limits = ConnectionLimits(total: 16, perAddress: 4, perVerifiedAddress: 12, reserve: 4)
    static let silenceLimit = TimeAmount.seconds(10)

    private(set) var pages: [Page] = []
    private(set) var playerID: Int?
    private var admission = ConnectionAdmission<Int>(limits: PageRoster.limits)
    private var nextID = 1

    init() {}

    /// Adds a page, in place of another where a limit asks for it; nil when there is no place for it.
    ///
    /// - Parameters:
    ///   - address: The address of the page's browser.
    ///   - isLocal: Whether the browser runs on the device's machine.
    mutating func join(token: String, from address: String, isLocal: Bool = false, now: NIODeadline) -> Arrival? {
        if isLocal { admission.verify(address) }
        let id = nextID
        nextID += 1
        let verdict = admission.arrive(id, from: address)
        guard verdict != .refused else { return nil }
        let page = Page(id: id, token: token, isLocal: isLocal, heardAt: now)
        pages.append(page)
        guard case .admittedInPlace(of: let other) = verdict else { return Arrival(page: page) }
        return Arrival(page: page, replacedID: other, change: leave(id: other))
    }

    /// The page that runs the pages of apps in a frame: the one that plays where it is local, else the oldest local page
    /// that has reported. Pages of apps connect to `localhost`, so no other page can.
    var appHostID: Int? {
        let hosts = pages.filter { $0.isLocal && $0.hasReported }
        return hosts.first { $0.id == playerID }?.id ?? hosts.first?.id
    }

    mutating func leave(id: Int) -> Change {
        admission.leave(id)
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
        admission.setActive(pages[index].id, true)
        let change = elect()
        return .success((pages[index], change))
    }

    /// Removes and returns the pages that have been silent for too long.
    mutating func expire(now: NIODeadline) -> (gone: [Page], change: Change) {
        let gone = pages.filter { now - $0.heardAt > Self.silenceLimit }
        for page in gone { admission.leave(page.id) }
        pages.removeAll { page in gone.contains { $0.id == page.id } }
        return (gone, elect())
    }

    private mutating func elect() -> Change {
        if let playerID, pages.contains(where: { $0.id == playerID }) { return .none }
        let candidates = pages.filter(\.hasReported)
        let successor = (candidates.first(where: \.isLocal) ?? candidates.first)?.id
        defer { playerID = successor }
        if let successor { return .player(id: successor) }
        return playerID == nil ? .none : .noPlayer
    }
}
