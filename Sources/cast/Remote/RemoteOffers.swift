import CastRemote
import CastSender
import CastWire

/// What a remote control on a terminal can cast: files of this machine, served as long as it runs, and addresses.
@MainActor
final class RemoteOffers {
    let items: [PlayItem]
    /// As people see them.
    let names: [String]
    private var offers: [Int: MediaOffers] = [:]
    private var servers: [Task<Void, Never>] = []
    private var served: Set<String> = []

    private let ports: PortRange?

    /// - Parameters:
    ///   - typed: Files, folders and addresses.
    ///   - ports: Where files are served; nil is any free port.
    /// - Throws: `WebRemoteError` for a path that leads nowhere.
    init(_ typed: [String], ports: PortRange?) throws {
        self.ports = ports
        var items: [PlayItem] = []
        var names: [String] = []
        for text in typed {
            if case .url(let url)? = PlaySource(text) {
                items.append(PlayItem(source: .url(url), title: PlaySource.url(url).title))
                names.append(url)
            } else {
                for file in try WebRemote.files(in: [text]) {
                    let source = PlaySource.file(path: file.path)
                    items.append(PlayItem(source: source, title: source.title))
                    names.append(file.name)
                }
            }
        }
        (self.items, self.names) = (items, names)
    }

    /// What a device is told to play.
    ///
    /// - Parameter address: Of this machine, as the device sees it.
    func media(
        at index: Int,
        reachableFrom address: String,
        onWarning: @Sendable (String) -> Void
    ) async throws -> MediaInformation {
        let item = items[index]
        if item.source.isLocal, offers[index] == nil, let offer = try MediaOffers([item], ports: ports) {
            offers[index] = offer
            servers.append(Task { try? await offer.run() })
        }
        let media = try await MediaInformation(
            item,
            at: 0,
            offers: offers[index],
            reachableFrom: address,
            onWarning: onWarning
        )
        if item.source.isLocal, let url = media.contentID { served.insert(url) }
        return media
    }

    /// Whether what plays comes from here, so that it cannot go on without.
    func serves(_ media: MediaInformation?) -> Bool {
        [media?.contentID, media?.contentURL].contains { $0.map(served.contains) == true }
    }

    func close() async {
        for server in servers { server.cancel() }
        for server in servers { await server.value }
    }
}
