// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import CastSender
import CastUI
import CastWire

/// The server's state for one open page of the web remote.
///
/// Each page has its own ``CastUIStore``, so that its dialogs are independent. All pages share one session.
@MainActor
final class RemoteClient: FollowedPage {
    /// The maximum number of screen-reader announcements that wait for the page's next message. The oldest is dropped
    /// first.
    private static let announcementLimit = 16

    let id: String
    let secret: String
    let store: CastUIStore
    private unowned let host: RemoteHost
    private var interpreter: SenderInterpreter?
    private var observer: Int?
    private let timer: StoreTimer
    private var composer = RemoteComposer()
    private var announcements: [RemoteMessage.Announcement] = []
    private var ownNotice: (phrase: Phrase, until: ContinuousClock.Instant)?
    /// The preparation of the item that this page casts.
    private var progress: CastProgress?
    var reader = PageReader()
    private var wasConnected = false
    /// Whether this page, rather than another one, started the session that is being connected.
    private var startsSession = false
    /// The item to cast once a device is connected.
    private var pendingItem: RemoteHost.Item?
    private var addressField = AddressField()
    /// The open dialog with the choices for an item.
    private var options: (source: RemoteHost.Item.Source, opener: String, choices: MediaChoices?)?
    private var readingTask: Task<Void, Never>?
    /// The time of the last request of the page.
    private(set) var lastSeen: ContinuousClock.Instant
    /// Whether a script has opened the event stream of the page.
    private(set) var hasScript = false

    init(host: RemoteHost) {
        self.host = host
        id = TokenVerifier.newSecret()
        secret = TokenVerifier.newSecret()
        lastSeen = .now
        var options = CastUIOptions()
        options.startsDiscoveryAfterFirstTap = false
        var platformState = PlatformState()
        platformState.network = .present
        platformState.idiom = .web
        let timer = StoreTimer(clock: { .now }, sleep: { try await Task.sleep(for: $0) })
        self.timer = timer
        store = CastUIStore(
            state: CastUIState(options: options, platformState: platformState),
            clock: { .now },
            scheduleTimer: { timer.set($0) }
        )
        timer.onFire = { [weak store] in store?.send(.deadlineReached) }
        let devices = host.devices
        let interpreter = SenderInterpreter(
            for: store,
            manager: host.manager,
            choice: host.choice
        ) { () throws(CastError) in
            DeviceBrowser.start(from: [SharedDevices.Provider(browser: try await devices.present())])
        }
        self.interpreter = interpreter
        store.add(interpreter)
        store.add(PageEffects(page: self))
        observer = store.observe { [weak self] state in self?.stateDidChange(state) }
        store.send(.launched)
    }

    func close() async {
        if let observer { store.removeObserver(observer) }
        timer.set(nil)
        readingTask?.cancel()
        await readingTask?.value
        reader.finish()
        await interpreter?.close()
        interpreter = nil
    }

    // MARK: Content

    func page(at instant: ContinuousClock.Instant = .now) -> RemotePage {
        if let until = progress?.until, until <= instant { progress = nil }
        if let ownNotice, ownNotice.until <= instant { self.ownNotice = nil }
        let paths = host.pictures.paths
        let page = RemotePage(
            state: store.state,
            instant: instant,
            localizer: host.localizer,
            files: host.files,
            uploads: host.uploads.map {
                .init(files: $0.files, subtitles: $0.subtitles, maximumSize: $0.limits.fileSize)
            },
            log: host.log.lines,
            address: addressField,
            ownNotice: ownNotice?.phrase,
            progress: progress,
            options: openOptions,
            picture: { paths[$0] }
        )
        host.pictures.markShown(page.imageURLs, at: instant)
        return page
    }

    func nextMessage() -> JSONValue? {
        defer { announcements = [] }
        return composer.message(page(), announcements: announcements)?.json
    }

    func readerDidChange(isNew: Bool) {
        lastSeen = .now
        guard isNew else { return }
        hasScript = true
        composer = RemoteComposer()
    }

    /// Signals the reader that there may be a new message.
    func signalReader() { reader.signal() }

    func seen() { lastSeen = .now }

    // MARK: Actions

    func take(_ request: PageRequest) {
        seen()
        switch request {
        case .widget(let intent): store.send(.intent(intent))
        case .castFile(let id):
            if let file = host.file(id) { cast(RemoteHost.Item(.file(file), isAdded: false)) }
        case .addFile(let id):
            if let file = host.file(id) { cast(RemoteHost.Item(.file(file), isAdded: true)) }
        case .removeUpload(let id): host.removeUpload(id)
        case .dismissProgress: showProgress(nil, of: "")
        case .castAddress(let text): cast(enteredText: text, isAdded: false)
        case .addAddress(let text): cast(enteredText: text, isAdded: true)
        case .openOptions(let id):
            if let file = host.file(id) { readOptions(of: .file(file), opener: RemotePage.optionsID(of: file)) }
        case .openAddressOptions(let text):
            if let address = address(text) { readOptions(of: .address(address), opener: RemotePage.addressOptionsID) }
        case .cancelOptions: closeOptions()
        case .choose(let kind, let value):
            options?.choices?.choose(kind, value)
            signalReader()
        case .castChosen(let start, let isAdded): castChosen(start: start, isAdded: isAdded)
        }
    }

    /// Opens the dialog, and reads what can be chosen.
    private func readOptions(of source: RemoteHost.Item.Source, opener: String) {
        readingTask?.cancel()
        options = (source, opener, nil)
        signalReader()
        readingTask = Task { [weak self, host] in
            let choices = await host.choices(for: source)
            guard !Task.isCancelled, let self else { return }
            options?.choices = choices
            signalReader()
        }
    }

    private func closeOptions() {
        readingTask?.cancel()
        options = nil
        signalReader()
    }

    /// Casts the item of the dialog. The dialog stays open if the start position is not valid.
    private func castChosen(start: String, isAdded: Bool) {
        guard let options, var choices = options.choices else { return }
        guard let position = StartPosition.parse(start), position < choices.facts?.duration ?? .infinity else {
            return notify(Phrase(.optionStartWrong))
        }
        choices.startTime = position > 0 ? position : nil
        closeOptions()
        cast(RemoteHost.Item(options.source, isAdded: isAdded, choices: choices))
    }

    private var openOptions: RemotePage.OpenOptions? {
        guard let options else { return nil }
        var isPicture = false
        if case .file(let file) = options.source { isPicture = file.kind == .picture }
        return RemotePage.OpenOptions(
            title: RemoteHost.Item(options.source, isAdded: false).name,
            opener: options.opener,
            choices: options.choices,
            hasPosition: !isPicture,
            lastPosition: host.lastPosition(of: options.source),
            device: host.currentDevice
        )
    }

    /// Casts the address that the user entered, or shows a notice if it is not valid.
    private func cast(enteredText: String, isAdded: Bool) {
        guard let address = address(enteredText) else { return }
        cast(RemoteHost.Item(.address(address), isAdded: isAdded))
    }

    /// Returns the address that the user entered; nil after a notice if it is not valid.
    private func address(_ enteredText: String) -> MediaAddress? {
        addressField.text = String(enteredText.prefix(MediaAddress.maximumLength))
        guard let address = MediaAddress(enteredText) else {
            notify(Phrase(.castAddressWrong))
            return nil
        }
        return address
    }

    /// Casts an item, or lets the user choose a device first.
    private func cast(_ item: RemoteHost.Item) {
        guard store.state.session.isConnected else {
            pendingItem = item
            announce(Phrase(.castChooseDevice, .text(item.title)), isUrgent: false)
            store.send(.intent(.openDialog))
            return
        }
        host.cast(item, for: self)
    }

    /// Clears the address field after the device has accepted the address. Does nothing for a file.
    func wasCast(_ item: RemoteHost.Item) {
        guard case .address(let address) = item.source else { return }
        addressField.accepted(address.enteredText)
        signalReader()
    }

    /// Shows what happens to the item that this page casts; nil removes the line.
    func showProgress(_ stage: CastProgress.Stage?, of title: String) {
        progress = stage.map { CastProgress(title: title, stage: $0) }
        signalReader()
    }

    /// Shows a notice on the page, replacing the previous one, and announces it to screen readers.
    func notify(_ phrase: Phrase, for duration: Duration = Notice.duration) {
        ownNotice = (phrase, .now.advanced(by: duration))
        announce(phrase, isUrgent: true)
        signalReader()
    }

    fileprivate func announce(_ phrase: Phrase, isUrgent: Bool) {
        if announcements.count >= Self.announcementLimit { announcements.removeFirst() }
        announcements.append(.init(text: host.localizer.text(phrase), isUrgent: isUrgent))
        signalReader()
    }

    fileprivate func willStartSession() { startsSession = true }

    private func stateDidChange(_ state: CastUIState) {
        let isConnected = state.session.isConnected
        if isConnected, !wasConnected, let item = pendingItem {
            pendingItem = nil
            // Another page may have connected, and may cast an item of its own.
            if startsSession { host.cast(item, for: self) }
        } else if state.openDialog == nil, state.session == .none {
            // The dialog was closed without choosing a device.
            pendingItem = nil
        }
        if isConnected { startsSession = false }
        wasConnected = isConnected
        signalReader()
    }
}

/// Executes the effects of a page's store that concern the page.
@MainActor
private final class PageEffects: EffectInterpreter {
    private weak var page: RemoteClient?

    init(page: RemoteClient) { self.page = page }

    func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .startSession: page?.willStartSession()
        case .announce(let phrase, let urgency): page?.announce(phrase, isUrgent: urgency == .assertive)
        // The page opens the expanded controller when media appears, because users open it for the controls.
        case .notify(.miniShouldAppear(true)): store.send(.intent(.openExpanded))
        default: break
        }
    }
}
