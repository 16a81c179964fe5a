// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdCore

/// The pages that browsers have open. The number is limited, and pages without a reader are closed after a while.
@MainActor
struct OpenPages<Page: FollowedPage> {
    /// The maximum number of open pages.
    nonisolated static var limit: Int { 32 }
    /// The time in seconds for which a page without a reader is kept. The script of a page reconnects within seconds.
    private static var idleTimeouts: (script: Int, noScript: Int) { (20, 600) }

    private var pages: [String: Page] = [:]

    init() {}

    var count: Int { pages.count }

    var all: [Page] { Array(pages.values) }

    subscript(id: String) -> Page? { pages[id] }

    /// Returns a page if the secret is correct.
    func page(_ id: String, secret: String) -> Page? {
        guard let page = pages[id], TokenVerifier.isEqual(page.secret, secret) else { return nil }
        return page
    }

    /// Returns the page of a request of its script. An unknown page belongs to an earlier run, or was closed after a period
    /// without requests.
    func page(of request: Request) throws -> Page {
        guard let id = request.headers[.castPage], let secret = request.headers[.castPageSecret] else {
            throw HTTPError(.forbidden)
        }
        guard pages[id] != nil else { throw HTTPError(.gone) }
        guard let page = page(id, secret: secret) else { throw HTTPError(.forbidden) }
        return page
    }

    mutating func add(_ page: Page) { pages[page.id] = page }

    /// Whether there is room for another page, if ``removeOldestIdle()`` cannot make any.
    var isFull: Bool { pages.count >= Self.limit }

    /// Removes the page without a reader that was seen last; nil if all have readers. The caller closes it.
    mutating func removeOldestIdle() -> Page? {
        let oldest = pages.values.filter { !$0.reader.isFollowed }.min { $0.lastSeen < $1.lastSeen }
        if let oldest { pages[oldest.id] = nil }
        return oldest
    }

    /// Removes the pages that have had no reader for some time. The caller closes them.
    mutating func removeIdle() -> [Page] {
        let removed = pages.values.filter { page in
            let timeout = page.hasScript ? Self.idleTimeouts.script : Self.idleTimeouts.noScript
            return !page.reader.isFollowed && page.lastSeen.advanced(by: .seconds(timeout)) < .now
        }
        for page in removed { pages[page.id] = nil }
        return removed
    }

    /// Removes all pages. The caller closes them.
    mutating func removeAll() -> [Page] {
        defer { pages = [:] }
        return all
    }
}
