import NIOCore

/// Where the pages of a device's apps arrive.
package struct WebReceiverSockets: Sendable {
    /// The path of the platform's socket.
    static let path = "/v2/ipc"

    let core: DeviceCore
    /// Where pages of the installed apps come from.
    let origins: Set<String>

    init(core: DeviceCore, applications: [InstalledApplication]) {
        self.core = core
        origins = Set(applications.compactMap { $0.information.pageURL.flatMap(PageOrigin.of) })
    }

    /// Whether a page may speak with the platform: any page that a browser shows could reach this machine, but only
    /// that of an app is meant. A program that is no browser names no origin; it must be on this machine.
    func admits(host: String?, origin: String?, isLocal: Bool) -> Bool {
        guard let host, HostHeader(host) != nil else { return false }
        guard let origin else { return isLocal }
        return origins.contains(origin.lowercased())
    }

    /// A page has opened its socket.
    func connected(_ page: WebReceiverPage) async {
        await core.pageConnected(page)
    }

    /// It said something. Returns when that has been dealt with, so that a page cannot run ahead of the device.
    func received(_ text: String?, from page: WebReceiverPage) async {
        await core.pageTold(text.map { .received($0, page) } ?? .receivedBytes(page))
    }

    func closed(_ page: WebReceiverPage) async {
        await core.pageTold(.closed(page))
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
        pageTold(.connected(page))
    }

    func pageTold(_ event: WebReceiverEvent) {
        guard platform.application?.pageURL != nil else { return }
        tellApplication(.posted(event))
        settle()
    }
}
