// SPDX-License-Identifier: Apache-2.0

import CastAdmission
import NIOCore

/// The open pages of a device, and the page among them that plays.
///
/// Responsibilities: the first page that has sent a report plays, with sound; the other pages are muted. When the
/// playing page closes, a page on the device's own machine takes over, or else the page that has been open longest. A
/// page that has been silent for ``silenceLimit`` counts as closed, regardless of its socket.
///
/// A page that never sent a report (a client that only fetched the event stream) never plays. The number of pages of
/// one address is limited, and a page that never sent a report is the first to be replaced. A page on the device's own
/// machine, which is in front of the user, is always admitted.
struct OpenScreenPages {
    struct Page: Hashable {
        let id: Int
        /// The token that the reports of this page must have.
        let token: String
        /// Whether the browser runs on the device's machine, so that `localhost` is the device for it.
        let isLocal: Bool
        var lastReportAt: NIODeadline
        var sequence = -1
        var hasReported: Bool { sequence >= 0 }
    }

    /// A change of the playing page.
    enum Change: Hashable {
        case none
        case player(id: Int)
        case noPlayer
    }

    enum Refusal: Error, Hashable {
        case unknownPage
        /// The report is older than one that was received before.
        case outOfOrder
    }

    /// A page that was added, and the page that it replaced.
    struct Arrival: Hashable {
        let page: Page
        var replacedID: Int?
        /// The change of the playing page that the replacement causes.
        var change = Change.none
    }

    static let limits = ConnectionLimits(total: 16, perAddress: 4, perVerifiedAddress: 12, reserve: 4)
    static let silenceLimit = TimeAmount.seconds(10)

    private(set) var pages: [Page] = []
    private(set) var playerID: Int?
    private var admission = ConnectionAdmission<Int>(limits: OpenScreenPages.limits)
    private var nextID = 1

    init() {}

    /// Adds a page, in place of another one if a limit requires it; nil if the page is not admitted.
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
        let page = Page(id: id, token: token, isLocal: isLocal, lastReportAt: now)
        pages.append(page)
        guard case .admittedReplacing(let other) = verdict else { return Arrival(page: page) }
        return Arrival(page: page, replacedID: other, change: leave(id: other))
    }

    /// The page that runs the pages of apps in a frame: the playing page if it is local, else the oldest local page
    /// that has sent a report. Pages of apps connect to `localhost`, so they cannot run in other pages.
    var appHostID: Int? {
        let hosts = pages.filter { $0.isLocal && $0.hasReported }
        return hosts.first { $0.id == playerID }?.id ?? hosts.first?.id
    }

    mutating func leave(id: Int) -> Change {
        admission.leave(id)
        pages.removeAll { $0.id == id }
        return electPlayer()
    }

    /// Handles a report with this token and sequence number.
    mutating func reportReceived(
        token: String,
        sequence: Int,
        now: NIODeadline
    ) -> Result<(page: Page, change: Change), Refusal> {
        guard let index = pages.firstIndex(where: { $0.token == token }) else {
            return .failure(.unknownPage)
        }
        pages[index].lastReportAt = now
        guard sequence > pages[index].sequence else { return .failure(.outOfOrder) }
        pages[index].sequence = sequence
        admission.setActive(pages[index].id, true)
        let change = electPlayer()
        return .success((pages[index], change))
    }

    /// Removes and returns the pages that have been silent for too long.
    mutating func expire(now: NIODeadline) -> (gone: [Page], change: Change) {
        let gone = pages.filter { now - $0.lastReportAt > Self.silenceLimit }
        for page in gone { admission.leave(page.id) }
        pages.removeAll { page in gone.contains { $0.id == page.id } }
        return (gone, electPlayer())
    }

    private mutating func electPlayer() -> Change {
        if let playerID, pages.contains(where: { $0.id == playerID }) { return .none }
        let candidates = pages.filter(\.hasReported)
        let successor = (candidates.first(where: \.isLocal) ?? candidates.first)?.id
        defer { playerID = successor }
        if let successor { return .player(id: successor) }
        return playerID == nil ? .none : .noPlayer
    }
}
