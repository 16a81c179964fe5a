import NIOCore

/// Where the pages of a device's apps arrive.
package struct WebReceiverSockets: Sendable {
    /// The path of the platform's socket.
    static let path = "/v2/ipc"
    /// The query with which a page says that it applies the device's volume to its media.
    static let volumeQuery = "volume=page"

    let core: DeviceCore
    /// Where pages of the installed apps come from.
    let origins: Set<String>

    init(core: DeviceCore, applications: [InstalledApplication]) {
        self.core = core
        origins = Set(applications.compactMap { $0.information.pageURL.flatMap(PageOrigin.of) })
    }

    /// Whether a client may open the platform's socket.
    ///
    /// The client must run on this machine: receiver frameworks connect to `localhost`, and a program on the network
    /// could send any `Origin`. Among the pages of this machine's browsers, `Origin` admits those of installed apps. A
    /// client that is not a browser sends no `Origin`.
    func admits(host: String?, origin: String?, isLocal: Bool) -> Bool {
        guard isLocal, let host, HostHeader(host) != nil else { return false }
        guard let origin else { return true }
        return origins.contains(origin.lowercased())
    }

    /// A page has opened its socket. The caller reports the end of it with ``closed(_:isDeliberate:)``.
    func connected(_ page: WebReceiverPage) async {
        await core.pageConnected(page)
    }

    /// It said something. Returns when that has been dealt with, so that a page cannot run ahead of the device.
    func received(_ text: String?, from page: WebReceiverPage) async {
        await core.pageTold(text.map { .received($0, page) } ?? .receivedBytes(page))
    }

    /// Its socket is closed.
    ///
    /// - Parameter isDeliberate: Whether the page's script closed it, and not the browser, which leaves the page.
    func closed(_ page: WebReceiverPage, isDeliberate: Bool) async {
        await core.pageTold(.closed(page, isDeliberate: isDeliberate))
    }
}

extension DeviceCore {
    func pageConnected(_ page: WebReceiverPage) {
        // Another app's page is none of this one's.
        guard let address = platform.application?.pageURL,
            page.origin == nil || page.origin == PageOrigin.of(address)
        else {
            platform.dropped(.pageWithoutApplication)
            platform.noteChange()
            page.close()
            settle()
            return
        }
        pages.opened(page)
        pageTold(.connected(page))
    }

    /// Passes an event of a page to the running app. Pages of ended sessions have nothing to say.
    func pageTold(_ event: WebReceiverEvent) {
        let isCurrent =
            switch event {
            case .connected(let page), .received(_, let page), .receivedBytes(let page): pages.isCurrent(page)
            case .closed(let page, _): pages.closed(page)
            }
        guard isCurrent, platform.application?.pageURL != nil else { return }
        tellApplication(.posted(event))
        settle()
    }
}
