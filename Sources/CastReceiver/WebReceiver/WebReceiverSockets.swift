// SPDX-License-Identifier: Apache-2.0

import CastHTTP
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Accepts the sockets of the pages of a device's apps.
package struct WebReceiverSockets: Sendable {
    /// The path of the platform's socket.
    static let path = "/v2/ipc"
    /// The query by which a page indicates that it applies the device's volume to its media.
    static let volumeQuery = "volume=page"

    let core: DeviceCore
    /// The origins of the pages of installed apps.
    let origins: Set<String>

    init(core: DeviceCore, applications: [InstalledApplication]) {
        self.core = core
        origins = Set(applications.compactMap { $0.information.pageURL.flatMap(PageOrigin.of) })
    }

    /// Returns whether a client may open the platform's socket.
    ///
    /// The client must run on this machine: receiver frameworks connect to `localhost`, and a program on the network
    /// could send any `Origin`. Among the pages of this machine's browsers, `Origin` admits those of installed apps. A
    /// client that is not a browser sends no `Origin`.
    func admits(host: String?, origin: String?, isLocal: Bool) -> Bool {
        guard isLocal, let host, HostHeader(host) != nil else { return false }
        guard let origin else { return true }
        return origins.contains(origin.lowercased())
    }

    /// Handles a page that has opened its socket. The caller reports its end with ``closed(_:isDeliberate:)``.
    func connected(_ page: WebReceiverPage) async {
        await core.pageConnected(page)
    }

    /// Handles a message of a page; nil for a binary one. Returns when the message has been processed, so that a page
    /// cannot send faster than the device processes.
    func received(_ text: String?, from page: WebReceiverPage) async {
        await core.pageReported(text.map { .received($0, page) } ?? .receivedBytes(page))
    }

    /// Handles the end of a page's socket.
    ///
    /// - Parameter isDeliberate: Whether the page's script closed the socket, rather than the browser when it left the
    ///   page.
    func closed(_ page: WebReceiverPage, isDeliberate: Bool) async {
        await core.pageReported(.closed(page, isDeliberate: isDeliberate))
    }
}

extension DeviceCore {
    func pageConnected(_ page: WebReceiverPage) {
        // The page of another app is rejected.
        guard let address = platform.application?.pageURL,
            page.origin == nil || page.origin == PageOrigin.of(address)
        else {
            platform.dropped(.pageWithoutApplication)
            platform.recordChange()
            page.close()
            finishEvent()
            return
        }
        pages.opened(page)
        pageReported(.connected(page))
    }

    /// Passes an event of a page to the running app. Events of pages of ended sessions are ignored.
    func pageReported(_ event: WebReceiverEvent) {
        let isCurrent =
            switch event {
            case .connected(let page), .received(_, let page), .receivedBytes(let page): pages.isCurrent(page)
            case .closed(let page, _): pages.closed(page)
            }
        guard isCurrent, platform.application?.pageURL != nil else { return }
        deliverToApplication(.posted(event))
        finishEvent()
    }
}

extension InstalledApplication {
    /// Creates an app that is a web receiver page, shown by a browser.
    ///
    /// After a launch, the app waits until its page (``DeviceSnapshot/ApplicationStatus/pageURL``) is opened in a browser on
    /// the same machine, because pages connect to the platform at `ws://localhost:8008/v2/ipc`. The app is ready when
    /// the page reports it, and has the namespaces that the page names.
    ///
    /// - Parameters:
    ///   - appID: The id under which senders launch the app.
    ///   - url: The URL of the page; `http` or `https`.
    ///   - name: The name shown to users. Default `App <appID>`.
    ///   - iconURL: The URL of the icon. Default empty.
    public static func web(
        appID: String,
        url: String,
        name: String? = nil,
        iconURL: String = ""
    ) -> InstalledApplication {
        let name = name ?? "App \(appID)"
        let information = ApplicationInformation(
            appIDs: [appID],
            name: name,
            iconURL: iconURL,
            statusText: "",
            isReadyAtLaunch: false,
            pageURL: url
        )
        return InstalledApplication(information) { launch in
            WebReceiverApplication(
                WebReceiver.Facts(
                    launch: launch,
                    name: name,
                    iconURL: iconURL,
                    routingID: UUID().uuidString.lowercased()
                )
            )
        }
    }
}

/// The origin of a page, as browsers send it.
enum PageOrigin {
    /// Returns the origin of a URL (HTML, ASCII serialization), such as `http://192.0.2.7:5000`; nil for a URL that the
    /// page of an app cannot have.
    static func of(_ url: String) -> String? {
        guard let components = URLComponents(string: url), let scheme = components.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = components.host?.lowercased(), !host.isEmpty
        else { return nil }
        let standard = scheme == "http" ? 80 : 443
        let port = components.port.flatMap { $0 == standard ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)"
    }
}
