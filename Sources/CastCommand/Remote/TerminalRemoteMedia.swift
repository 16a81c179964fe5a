import CastRemote
import CastSender
import CastWire

/// The media that a remote control on a terminal can cast: URLs, and local files, which are served while it runs.
@MainActor
final class TerminalRemoteMedia {
    let items: [PlayItem]
    /// The names of the items for display.
    let names: [String]
    /// The servers of the local files that were requested, by the index of the item.
    private var sharedFiles: [Int: SharedFiles] = [:]
    /// The tasks that run the servers.
    private var serverTasks: [Task<Void, Never>] = []
    /// The URLs of the local files for devices.
    private var servedURLs: Set<String> = []
    private let ports: PortRange?

    /// - Parameters:
    ///   - arguments: Files, folders and URLs.
    ///   - ports: The ports for serving files; nil for any free port.
    /// - Throws: `WebRemoteError` for a path that does not exist.
    init(_ arguments: [String], ports: PortRange?) throws {
        self.ports = ports
        var items: [PlayItem] = []
        var names: [String] = []
        for argument in arguments {
            if case .url(let url)? = PlaySource(argument) {
                items.append(PlayItem(source: .url(url), title: PlaySource.url(url).title))
                names.append(url)
            } else {
                for file in try WebRemote.files(in: [argument]) {
                    let source = PlaySource.file(path: file.path)
                    items.append(PlayItem(source: source, title: source.title))
                    names.append(file.name)
                }
            }
        }
        (self.items, self.names) = (items, names)
    }

    /// Returns the description of an item for a device, and starts to serve its file.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - address: The address of this machine as the device sees it.
    func media(
        at index: Int,
        on device: CastDevice,
        reachableFrom address: String,
        onWarning: @Sendable (String) -> Void
    ) async throws -> MediaInformation {
        let item = items[index]
        if item.source.isLocal, sharedFiles[index] == nil, let sharedFile = try SharedFiles([item], ports: ports) {
            sharedFiles[index] = sharedFile
            serverTasks.append(Task { try? await sharedFile.run() })
        }
        let media = try await MediaInformation(
            item,
            at: 0,
            sharedFiles: sharedFiles[index],
            on: device,
            reachableFrom: address,
            onWarning: onWarning
        )
        if item.source.isLocal, let url = media.contentID { servedURLs.insert(url) }
        return media
    }

    /// Returns whether the media is served by this process, so that it cannot continue to play after the process exits.
    func serves(_ media: MediaInformation?) -> Bool {
        [media?.contentID, media?.contentURL].contains { $0.map(servedURLs.contains) == true }
    }

    /// Stops serving files, and returns when all servers have ended.
    func close() async {
        for task in serverTasks { task.cancel() }
        for task in serverTasks { await task.value }
    }
}
