/// The open sockets of receiver pages: those of the running app, and those that are left from sessions that have ended.
///
/// A page keeps its socket when its session ends, but no message passes through it any more. Google's receiver framework
/// opens a closed socket again every second, and the request that does so cannot be told from that of a new page: it
/// names the origin alone. With the socket open, the old page does not connect again, so the next session of the same
/// app cannot adopt it together with the media that it still plays.
///
/// A page in the frame of the device's page is removed at the end of its session, and its socket closes with it.
struct OpenPages {
    /// How many pages of ended sessions may stay connected. 16.
    static let retiredLimit = 16

    private var current: Set<WebReceiverPage> = []
    private var retired: [WebReceiverPage] = []

    /// A page of the running app has opened its socket.
    mutating func opened(_ page: WebReceiverPage) {
        current.insert(page)
    }

    /// The socket of a page is closed.
    ///
    /// - Returns: Whether the page belongs to the running app.
    mutating func closed(_ page: WebReceiverPage) -> Bool {
        retired.removeAll { $0 == page }
        return current.remove(page) != nil
    }

    func isCurrent(_ page: WebReceiverPage) -> Bool { current.contains(page) }

    /// The running app has ended. Closes the oldest pages beyond ``retiredLimit``.
    mutating func sessionEnded() {
        retired += current
        current = []
        while retired.count > Self.retiredLimit { retired.removeFirst().close() }
    }

    /// The device ends.
    mutating func closeAll() {
        for page in retired + current { page.close() }
        retired = []
        current = []
    }
}
