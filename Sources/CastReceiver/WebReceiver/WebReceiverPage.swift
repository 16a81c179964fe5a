// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// An open receiver page, to which messages can be sent. Can be used from any task.
final class WebReceiverPage: Sendable, Hashable {
    /// The maximum number of messages queued for a slow page: 512.
    static let outgoingLimit = 512

    /// The origin of the page as sent by its browser, in lowercase; nil for a client that is not a browser.
    let origin: String?
    /// Whether the page applies the device's volume to its media, as pages with the device's `platform.js` do.
    let appliesVolume: Bool
    /// The WebSocket messages for the page; finishes when the device closes the page.
    let frames: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init(origin: String? = nil, appliesVolume: Bool = false) {
        self.origin = origin?.lowercased()
        self.appliesVolume = appliesVolume
        (frames, continuation) = AsyncStream.makeStream(
            of: String.self,
            bufferingPolicy: .bufferingOldest(Self.outgoingLimit)
        )
    }

    /// Sends a message over the page's WebSocket. If ``outgoingLimit`` messages are queued, closes the page instead.
    ///
    /// - Returns: False if the page is closed, by this call or before.
    @discardableResult
    func send(_ text: String) -> Bool {
        switch continuation.yield(text) {
        case .enqueued: return true
        case .dropped:
            continuation.finish()
            return false
        case .terminated: return false
        @unknown default: return false
        }
    }

    /// Closes the page's socket after the queued messages have been sent.
    func close() {
        continuation.finish()
    }

    static func == (lhs: WebReceiverPage, rhs: WebReceiverPage) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// An event of a page's socket for the app.
enum WebReceiverEvent: Sendable {
    case connected(WebReceiverPage)
    case received(String, WebReceiverPage)
    /// The page sent a binary message, which the protocol does not allow.
    case receivedBytes(WebReceiverPage)
    /// The socket has closed. `isDeliberate`: whether the page's script closed it.
    case closed(WebReceiverPage, isDeliberate: Bool)
}

/// The open sockets of receiver pages: those of the running app, and those of ended sessions.
///
/// A page keeps its socket when its session ends, but the device no longer processes its messages. Google's receiver
/// framework reopens a closed socket every second, and its request cannot be distinguished from that of a new page,
/// because it has only the origin. While its socket is open, the old page does not connect again, so the next session
/// of the same app cannot adopt it together with the media that it still plays.
///
/// A page in the `<iframe>` of the television page is removed at the end of its session, which closes its socket.
struct OpenPages {
    /// The maximum number of pages of ended sessions that stay connected: 16.
    static let retiredLimit = 16

    private var current: Set<WebReceiverPage> = []
    /// The open pages of ended sessions, oldest first.
    private var retired: [WebReceiverPage] = []

    /// Adds a page of the running app that has opened its socket.
    mutating func opened(_ page: WebReceiverPage) {
        current.insert(page)
    }

    /// Removes a page whose socket has closed.
    ///
    /// - Returns: Whether the page belongs to the running app.
    mutating func closed(_ page: WebReceiverPage) -> Bool {
        retired.removeAll { $0 == page }
        return current.remove(page) != nil
    }

    func isCurrent(_ page: WebReceiverPage) -> Bool { current.contains(page) }

    /// Moves the current pages to ``retired`` and closes the oldest of them beyond ``retiredLimit``.
    mutating func sessionEnded() {
        retired += current
        current = []
        while retired.count > Self.retiredLimit { retired.removeFirst().close() }
    }

    /// Closes all pages when the device shuts down.
    mutating func closeAll() {
        for page in retired + current { page.close() }
        retired = []
        current = []
    }
}
