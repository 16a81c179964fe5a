#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension InstalledApplication {
    /// An app that is a page written for Cast devices, which a browser shows.
    ///
    /// Launched, it waits for its page to be opened (``DeviceSnapshot/Application/pageURL``), in a browser on the same
    /// machine: pages look for the device's platform at `ws://localhost:8008/v2/ipc`. It is ready when the page says
    /// so, and has the namespaces that the page names.
    ///
    /// - Parameters:
    ///   - appID: The id under which senders launch it.
    ///   - url: The page's address; `http` or `https`.
    ///   - name: Its name for people; by default made of the id.
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
            isReadyAtOnce: false,
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

/// Where a page comes from, as a browser says it.
enum PageOrigin {
    /// The origin of an address (HTML, ASCII serialization), as `http://192.0.2.7:5000`; nil for one that no page of
    /// an app can have.
    static func of(_ url: String) -> String? {
        guard let components = URLComponents(string: url), let scheme = components.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = components.host?.lowercased(), !host.isEmpty
        else { return nil }
        let standard = scheme == "http" ? 80 : 443
        let port = components.port.flatMap { $0 == standard ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)"
    }
}
