// SPDX-License-Identifier: Apache-2.0

import Cast
import CastMedia
import CastSender
import CastUI
import CastWire

/// The shared part of all pages: the session, the devices, the files, and the event log.
@MainActor
final class RemoteHost {
    /// The time for which a notice about a problem is shown. It is longer than for others, because the text is longer.
    nonisolated static let problemDuration = Duration.seconds(15)

    /// An item to cast.
    struct Item: Sendable {
        enum Source: Sendable {
            case file(RemoteFile)
            case address(MediaAddress)
        }

        var source: Source
        /// Whether the item is added to the end of the queue.
        var isAdded: Bool
        /// The choices of the user; nil for the defaults.
        var choices: MediaChoices?

        init(_ source: Source, isAdded: Bool, choices: MediaChoices? = nil) {
            self.source = source
            self.isAdded = isAdded
            self.choices = choices
        }

        var title: String {
            switch source {
            case .file(let file): file.title
            case .address(let address): address.title
            }
        }

        /// The name of the file, or the title of the address.
        var name: String {
            guard case .file(let file) = source else { return title }
            return file.name
        }

        /// Returns the advice for the user about an error.
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
    /// The files that pages have uploaded; nil if pages cannot upload any.
    let uploads: RemoteUploads?
    let log = RemoteLog()
    /// The files that were requested.
    let sharedItems: SharedItems
    /// The device of the session and what it plays.
    private(set) var currentDevice: (name: String, capabilities: PlaybackCapabilities)?
    /// The playback of the current item, for the position at which it is left.
    private var snapshot: MediaSnapshot?
    private(set) var pages = OpenPages<RemoteClient>()
    let pictures = RemoteImages()
    /// The covers of the files, for the list on the pages.
    let covers = RemoteCovers()
    let tasks = OwnedTasks()
    private var playbackTask: Task<Void, Never>?
    private var errorTask: Task<Void, Never>?
    /// The title of the current item, for messages about it.
    private var currentTitle: String?
    /// The number of load requests in flight. They report their errors themselves, so playback errors are ignored
    /// meanwhile.
    var pendingLoads = 0
    private var playbackLog = PlaybackLog()
    private var isClosed = false

    init(
        manager: SessionManager,
        choice: ApplicationChoice,
        devices: SharedDevices,
        localizer: Localizer,
        files: [RemoteFile],
        uploads: RemoteUploads? = nil,
        server: MediaServer
    ) {
        self.manager = manager
        self.choice = choice
        self.devices = devices
        self.localizer = localizer
        self.files = files
        self.uploads = uploads
        sharedItems = SharedItems(server: server)
        log.add(ControlLabel(.logReady))
        pictures.isDeviceLocal = { [weak self] in await self?.isDeviceLocal ?? false }
        pictures.onArrival = { [weak self] in self?.signalReaders() }
        let events = manager.events
        tasks.run { [weak self] in
            for await event in events { self?.handle(event) }
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
        playbackTask?.cancel()
        errorTask?.cancel()
        tasks.cancel()
        uploads?.close()
        for client in pages.removeAll() { await client.close() }
        await playbackTask?.value
        await errorTask?.value
        await pictures.close()
        await tasks.close()
    }

    // MARK: Pages

    /// Opens a page, closing the oldest one without a reader if there are too many; nil if all have readers.
    func open() async -> RemoteClient? {
        while pages.isFull {
            guard let oldest = pages.removeOldestIdle() else { return nil }
            await close(oldest)
        }
        guard !isClosed else { return nil }
        let client = RemoteClient(host: self)
        pages.add(client)
        return client
    }

    private func close(_ client: RemoteClient) async {
        await client.close()
        // The session manager may have followed that page's view of the devices.
        if let browser = try? await devices.present() { await manager.follow(browser.devices) }
    }

    /// Updates pages for the passing of time, and closes those that have no reader any more.
    private func tick() async {
        pictures.removeUnused()
        if let snapshot { sharedItems.remember(snapshot) }
        signalReaders()
        for client in pages.removeIdle() { await close(client) }
    }

    private func signalReaders() { for client in pages.all { client.signalReader() } }

    // MARK: Images

    /// Whether the device of the session is on this machine.
    var isDeviceLocal: Bool {
        get async {
            guard let address = await manager.session?.connection.localAddress else { return false }
            return address == "::1" || address.hasPrefix("127.")
        }
    }

    // MARK: Casting

    func file(_ id: String) -> RemoteFile? {
        files.first { $0.id == id } ?? uploads?.files.first { $0.id == id }
    }

    /// Updates the lists of uploaded files on all pages.
    func uploadsDidChange() { signalReaders() }

    /// Stops sharing an uploaded file and deletes it.
    func removeUpload(_ id: String) {
        guard let uploads, (uploads.files + uploads.subtitles).contains(where: { $0.id == id }) else { return }
        sharedItems.withdraw(id)
        covers.remove(id)
        uploads.remove(id)
        signalReaders()
    }

    /// Reads what can be chosen for an item.
    func choices(for source: Item.Source) async -> MediaChoices {
        var path: String?
        var name: String?
        if case .file(let file) = source { (path, name) = (file.path, file.name) }
        let uploaded = uploads?.subtitleFiles(for: name) ?? (related: [], others: [])
        let added = (uploaded.related + uploaded.others).map { file in
            let language = SidecarSubtitle.describing(file.name).language
            return MediaChoices.SubtitleOption(path: file.path, name: file.name, language: language)
        }
        var choices = await MediaChoices.reading(path: path, added: added, preselected: uploaded.related.count)
        choices.startTime = lastPosition(of: source)
        return choices
    }

    /// The position at which a file was left, in seconds; nil if it was not played or has ended.
    func lastPosition(of source: Item.Source) -> Double? {
        guard case .file(let file) = source else { return nil }
        return sharedItems.positions[file.id]
    }

    /// Reports a failure with its reason and advice: in the log of all pages, and as a notice on one page or on all.
    func report(
        _ key: TextKey,
        _ title: String,
        _ reason: String,
        _ advice: TextKey,
        to client: RemoteClient? = nil
    ) {
        let phrase = Phrase(key, .text(title), .text(reason), .phrase(Phrase(advice)))
        log.add(.phrase(phrase), isProblem: true)
        for page in client.map({ [$0] }) ?? pages.all { page.notify(phrase, for: Self.problemDuration) }
        signalReaders()
    }

    /// Whether the media comes from this server, which ends with this remote.
    func serves(_ media: MediaInformation?) -> Bool { sharedItems.serves(media) }

    // MARK: Events

    private func handle(_ event: SessionEvent) {
        switch event {
        case .started(let session):
            log.add(ControlLabel(.announceConnected, .text(session.device.friendlyName)))
            playbackLog = PlaybackLog()
            pictures.removeAll()
            follow(session)
        case .resumed(let session): follow(session)
        case .failedToStart(let device, let error):
            log.add(ControlLabel(.announceFailed, .text(device.friendlyName)), isProblem: true)
            log.add(.text(error.reason), isProblem: true)
        case .suspended(let session, _):
            log.add(ControlLabel(.logSuspended, .text(session.device.friendlyName)), isProblem: true)
        case .ended:
            playbackTask?.cancel()
            errorTask?.cancel()
            playbackLog = PlaybackLog()
            (currentDevice, snapshot) = (nil, nil)
            log.add(ControlLabel(.announceDisconnected))
        default: return
        }
        signalReaders()
    }

    private func follow(_ session: CastSession) {
        currentDevice = (session.device.friendlyName, PlaybackCapabilities(session.device))
        playbackTask?.cancel()
        let values = session.media.controlValues
        playbackTask = Task { [weak self] in
            var isKnown = false
            for await controls in values {
                guard !Task.isCancelled else { return }
                // The first values have no status, which does not mean that playback has ended.
                isKnown = isKnown || controls.snapshot != nil
                if isKnown { self?.logPlayback(controls.snapshot) }
            }
        }
        errorTask?.cancel()
        let events = session.media.events
        errorTask = Task { [weak self] in
            for await event in events {
                guard !Task.isCancelled else { return }
                if case .error(let error) = event { self?.playbackFailed(error) }
            }
        }
    }

    /// Reports an error that the device reported for the current item, regardless of the sender that loaded it.
    func playbackFailed(_ error: CastError) {
        guard pendingLoads == 0, let currentTitle else { return }
        report(.playbackFailed, currentTitle, error.reason, .adviceRetry)
    }

    private func logPlayback(_ snapshot: MediaSnapshot?) {
        self.snapshot = snapshot
        let title = snapshot?.media?.metadata?.title
        if let title { currentTitle = title }
        guard let line = playbackLog.line(snapshot?.playerState, title: title) else { return }
        log.add(line)
        signalReaders()
    }
}
