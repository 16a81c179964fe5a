import CastMedia
import CastSender
import CastUI
import CastWire
import Foundation

/// What all pages share: the session, the devices, the files, and what happened.
@MainActor
final class RemoteHost {
    /// How many pages may be open.
    nonisolated static let pageLimit = 32
    /// How long a message about a problem stays: it is longer than others.
    nonisolated static let problemDuration = Duration.seconds(15)
    /// How long a page is kept that nobody reads, in seconds: one with a script comes back soon, or not at all.
    static let patience = (script: 20, noScript: 600)

    /// What is to be cast.
    struct Item: Sendable {
        enum Source: Sendable {
            case file(RemoteFile)
            case address(WebAddress)
        }

        var source: Source
        /// Whether it goes to the end of the queue.
        var isAdded: Bool

        init(_ source: Source, isAdded: Bool) {
            self.source = source
            self.isAdded = isAdded
        }

        var title: String {
            switch source {
            case .file(let file): file.title
            case .address(let address): address.title
            }
        }

        /// What the user can do about an error.
        func advice(for error: CastError) -> TextKey {
            switch (error.code, source) {
            case (.loadFailed, .file), (.mediaError, .file): .adviceFile
            case (.loadFailed, .address), (.mediaError, .address): .adviceAddress
            default: .adviceRetry
            }
        }
    }

    let manager: SessionManager
    let choice: ApplicationChoice
    let devices: SharedDevices
    let localizer: Localizer
    let files: [RemoteFile]
    let log = RemoteLog()
    private let server: MediaServer?
    private var offered: [String: (media: OfferedMedia, date: Date?)] = [:]
    private var clients: [String: RemoteClient] = [:]
    let pictures = RemotePictures()
    private let tasks = OwnedTasks()
    private var following: Task<Void, Never>?
    private var followingErrors: Task<Void, Never>?
    /// The title of the current item, for messages about it.
    private var currentTitle: String?
    /// How many loads of ours are not answered. Their errors are theirs.
    private var pendingLoads = 0
    private var news = PlaybackNews()
    private var isClosed = false

    init(
        manager: SessionManager,
        choice: ApplicationChoice,
        devices: SharedDevices,
        localizer: Localizer,
        files: [RemoteFile],
        server: MediaServer?
    ) {
        self.manager = manager
        self.choice = choice
        self.devices = devices
        self.localizer = localizer
        self.files = files
        self.server = server
        log.add(Label(.logReady))
        pictures.isDeviceHere = { [weak self] in await self?.isDeviceHere ?? false }
        pictures.onArrival = { [weak self] in self?.stirAll() }
        let events = manager.events
        tasks.run { [weak self] in
            for await event in events { self?.take(event) }
        }
        tasks.run { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                await self?.tick()
            }
        }
    }

    func close() async {
        isClosed = true
        following?.cancel()
        followingErrors?.cancel()
        tasks.cancel()
        for client in clients.values { await client.close() }
        clients = [:]
        await following?.value
        await followingErrors?.value
        await pictures.close()
        await tasks.close()
    }

    // MARK: Pages

    /// A new page; nil while there are too many that somebody reads.
    func open() async -> RemoteClient? {
        while clients.count >= Self.pageLimit {
            let idle = clients.values.filter { !$0.isFollowed }
            guard let oldest = idle.min(by: { $0.lastSeen < $1.lastSeen }) else { return nil }
            await drop(oldest)
        }
        guard !isClosed else { return nil }
        let client = RemoteClient(host: self)
        clients[client.id] = client
        return client
    }

    func client(_ id: String) -> RemoteClient? { clients[id] }

    /// The page, for somebody who shows its secret.
    func client(_ id: String, secret: String) -> RemoteClient? {
        guard let client = clients[id], TokenGate.isEqual(client.secret, secret) else { return nil }
        return client
    }

    var pageCount: Int { clients.count }

    private func drop(_ client: RemoteClient) async {
        clients[client.id] = nil
        await client.close()
        // The session manager followed that page's view of the devices, maybe.
        if let browser = try? await devices.present() { await manager.follow(browser.devices) }
    }

    /// Has pages look what time has changed, and lets go of those that nobody reads any more.
    private func tick() async {
        pictures.forgetUnwanted()
        for client in clients.values {
            client.stir()
            let patience = client.hasScript ? Self.patience.script : Self.patience.noScript
            if !client.isFollowed, client.lastSeen.advanced(by: .seconds(patience)) < .now { await drop(client) }
        }
    }

    private func stirAll() { for client in clients.values { client.stir() } }

    // MARK: Pictures

    /// Whether the device of the session is on this machine.
    private var isDeviceHere: Bool {
        get async {
            guard let address = await manager.session?.connection.localAddress else { return false }
            return address == "::1" || address.hasPrefix("127.")
        }
    }

    // MARK: Casting

    func file(_ id: String) -> RemoteFile? { files.first { $0.id == id } }

    func cast(_ item: Item, for client: RemoteClient) {
        tasks.run { [weak self, weak client] in
            guard let self else { return }
            guard let session = await manager.session else {
                client?.tell(Phrase(.castChooseDevice, .text(item.title)))
                return
            }
            let information: MediaInformation
            switch item.source {
            case .address(let address):
                information = Self.information(address.text, address.contentType, title: address.title)
            case .file(let file):
                guard let server, let media = offer(file, on: server) else {
                    client?.tell(Phrase(.castFileGone, .text(file.name)))
                    return
                }
                let address = session.connection.localAddress
                do throws(MediaServerError) {
                    try await server.listen(reachableFrom: address)
                } catch {
                    report(.castFailed, item.title, "\(error).", .adviceServer, to: client)
                    return
                }
                let url = server.url(for: media, reachableFrom: address)
                information = Self.information(url, media.contentType, title: file.title)
            }
            pendingLoads += 1
            defer { pendingLoads -= 1 }
            do throws(CastError) {
                if item.isAdded, await session.media.status.map({ $0.playerState != .idle }) ?? false {
                    try await session.media.insert([QueueItem(media: information, autoplay: true)])
                    client?.store.send(.intent(.queueAdded(title: item.title)))
                } else {
                    // A device takes the request before it looks at what is at the address.
                    try await session.media.load(information, until: .playing())
                }
                client?.wasCast(item)
            } catch {
                switch error.code {
                // Somebody wanted something else meanwhile, or the session says it all.
                case .requestReplaced, .requestCancelled, .loadCancelled, .sessionEnded, .connectionClosed,
                    .heartbeatLost:
                    return
                default: break
                }
                report(.castFailed, item.title, error.reason, item.advice(for: error), to: client)
            }
        }
    }

    /// Shows what failed, why, and what to do: in the log of all pages, and as a message on one page or on all.
    private func report(
        _ key: TextKey,
        _ title: String,
        _ reason: String,
        _ advice: TextKey,
        to client: RemoteClient? = nil
    ) {
        let phrase = Phrase(key, .text(title), .text(reason), .phrase(Phrase(advice)))
        log.add(.phrase(phrase), isProblem: true)
        for page in client.map({ [$0] }) ?? Array(clients.values) { page.tell(phrase, for: Self.problemDuration) }
        stirAll()
    }

    /// Whether what plays comes from here, so that it ends when this ends.
    func serves(_ media: MediaInformation?) -> Bool {
        guard let address = media?.contentURL ?? media?.contentID else { return false }
        return offered.values.contains { address.hasSuffix($0.media.path) }
    }

    private func offer(_ file: RemoteFile, on server: MediaServer) -> OfferedMedia? {
        let date = file.isPlaylist ? Self.modificationDate(file.path) : nil
        if let known = offered[file.id], known.date == date { return known.media }
        let name = file.name.split(separator: "/").last.map(String.init) ?? "media"
        let media =
            file.isPlaylist
            ? HLSPlaylistFile(path: file.path)?.share(on: server, name: name) : try? server.offer(file: file.path)
        guard let media else { return nil }
        offered[file.id] = (media, date)
        return media
    }

    /// A playlist that is still being written is shared again with what has been added.
    private static func modificationDate(_ path: String) -> Date? {
        try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }

    private static func information(_ url: String, _ type: String, title: String) -> MediaInformation {
        let kind: MetadataType =
            type.hasPrefix("audio/") ? .musicTrack : type.hasPrefix("image/") ? .photo : .generic
        var metadata = MediaMetadata(metadataType: kind)
        metadata.title = title
        return MediaInformation(contentID: url, contentType: type, streamType: .buffered, metadata: metadata)
    }

    // MARK: What happens

    private func take(_ event: SessionEvent) {
        switch event {
        case .started(let session):
            log.add(Label(.announceConnected, .text(session.device.friendlyName)))
            news = PlaybackNews()
            pictures.removeAll()
            follow(session)
        case .resumed(let session): follow(session)
        case .failedToStart(let device, let error):
            log.add(Label(.announceFailed, .text(device.friendlyName)), isProblem: true)
            log.add(.text(error.reason), isProblem: true)
        case .suspended(let session, _):
            log.add(Label(.logSuspended, .text(session.device.friendlyName)), isProblem: true)
        case .ended:
            following?.cancel()
            followingErrors?.cancel()
            news = PlaybackNews()
            log.add(Label(.announceDisconnected))
        default: return
        }
        stirAll()
    }

    private func follow(_ session: CastSession) {
        following?.cancel()
        let values = session.media.controlValues
        following = Task { [weak self] in
            var isKnown = false
            for await controls in values {
                guard !Task.isCancelled else { return }
                // At first nothing is known, which is not the end of anything.
                isKnown = isKnown || controls.snapshot != nil
                if isKnown { self?.note(controls.snapshot) }
            }
        }
        followingErrors?.cancel()
        let events = session.media.events
        followingErrors = Task { [weak self] in
            for await event in events {
                guard !Task.isCancelled else { return }
                if case .error(let error) = event { self?.playbackFailed(error) }
            }
        }
    }

    /// The device reported an error about the current item, whichever sender loaded it.
    private func playbackFailed(_ error: CastError) {
        guard pendingLoads == 0, let currentTitle else { return }
        report(.playbackFailed, currentTitle, error.reason, .adviceRetry)
    }

    private func note(_ snapshot: MediaSnapshot?) {
        if let title = snapshot?.media?.metadata?.title { currentTitle = title }
        guard let line = news.line(snapshot?.playerState, title: snapshot?.media?.metadata?.title) else { return }
        log.add(line)
        stirAll()
    }
}
