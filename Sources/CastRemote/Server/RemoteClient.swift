import CastSender
import CastUI

/// One open page: its own store, so that each has its dialogs to itself, over the session that all share.
@MainActor
final class RemoteClient {
    /// The most announcements that wait for a page.
    private static let announcementLimit = 16

    let id: String
    let secret: String
    let store: CastUIStore
    private unowned let host: RemoteHost
    private var interpreter: SenderInterpreter?
    private var observer: Int?
    private var alarm: Task<Void, Never>?
    private var composer = RemoteComposer()
    private var announcements: [RemoteMessage.Announcement] = []
    private var ownNotice: (phrase: Phrase, until: ContinuousClock.Instant)?
    private var reader: (number: Int, signal: AsyncStream<Void>.Continuation)?
    private var lastReader = 0
    private var wasConnected = false
    /// What is to be cast once a device is connected.
    private var waiting: RemoteHost.Item?
    private var address = TypedAddress()
    /// When somebody was last heard of.
    private(set) var lastSeen: ContinuousClock.Instant
    /// Whether a script follows the page, or did.
    private(set) var hasScript = false

    init(host: RemoteHost) {
        self.host = host
        id = TokenGate.newSecret()
        secret = TokenGate.newSecret()
        lastSeen = .now
        var options = CastUIOptions()
        options.startsDiscoveryAfterFirstTap = false
        var surroundings = Surroundings()
        surroundings.network = .present
        surroundings.idiom = .web
        let bell = Bell()
        store = CastUIStore(
            state: CastUIState(options: options, surroundings: surroundings),
            clock: { .now },
            setAlarm: { bell.set?($0) }
        )
        bell.set = { [weak self] in self?.setAlarm($0) }
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
        observer = store.observe { [weak self] state in self?.changed(state) }
        store.send(.launched)
    }

    /// The store's clock calls before the page exists.
    private final class Bell {
        var set: (@MainActor (ContinuousClock.Instant?) -> Void)?
    }

    func close() async {
        if let observer { store.removeObserver(observer) }
        alarm?.cancel()
        reader?.signal.finish()
        reader = nil
        await interpreter?.close()
        interpreter = nil
    }

    // MARK: What it shows

    func page(at instant: ContinuousClock.Instant = .now) -> RemotePage {
        if let ownNotice, ownNotice.until <= instant { self.ownNotice = nil }
        let paths = host.pictures.paths
        let page = RemotePage(
            state: store.state,
            instant: instant,
            localizer: host.localizer,
            files: host.files,
            log: host.log.lines,
            address: address,
            ownNotice: ownNotice?.phrase,
            picture: { paths[$0] }
        )
        host.pictures.want(page.pictureAddresses, at: instant)
        return page
    }

    /// What there is to tell the page now; nil when it knows everything, or somebody else follows it by now.
    func message(for number: Int) -> RemoteMessage? {
        guard reader?.number == number else { return nil }
        defer { announcements = [] }
        return composer.message(page(), announcements: announcements)
    }

    /// Begins to follow the page. The stream yields whenever ``message(for:)`` may have something; one that was followed
    /// before ends.
    func follow() -> (number: Int, signals: AsyncStream<Void>) {
        hasScript = true
        lastSeen = .now
        lastReader += 1
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        reader?.signal.finish()
        reader = (lastReader, signal)
        composer = RemoteComposer()
        signal.yield()
        return (lastReader, signals)
    }

    func unfollow(_ number: Int) {
        guard reader?.number == number else { return }
        reader = nil
        lastSeen = .now
    }

    var isFollowed: Bool { reader != nil }

    /// Has the page look for news.
    func stir() { reader?.signal.yield() }

    func seen() { lastSeen = .now }

    // MARK: What it does

    func take(_ order: RemoteOrder) {
        seen()
        switch order {
        case .widget(let intent): store.send(.intent(intent))
        case .castFile(let id):
            if let file = host.file(id) { cast(RemoteHost.Item(.file(file), isAdded: false)) }
        case .addFile(let id):
            if let file = host.file(id) { cast(RemoteHost.Item(.file(file), isAdded: true)) }
        case .castAddress(let address): cast(address, isAdded: false)
        case .addAddress(let address): cast(address, isAdded: true)
        }
    }

    private func cast(_ typed: String, isAdded: Bool) {
        self.address.text = String(typed.prefix(WebAddress.longest))
        guard let address = WebAddress(typed) else { return tell(Phrase(.castAddressWrong)) }
        cast(RemoteHost.Item(.address(address), isAdded: isAdded))
    }

    /// Casts it, or lets a device be chosen first.
    private func cast(_ item: RemoteHost.Item) {
        guard store.state.session.isConnected else {
            waiting = item
            announce(Phrase(.castChooseDevice, .text(item.title)), isUrgent: false)
            store.send(.intent(.openDialog))
            return
        }
        host.cast(item, for: self)
    }

    /// The device has taken it.
    func wasCast(_ item: RemoteHost.Item) {
        guard case .address(let done) = item.source else { return }
        address.wasCast(done.typed)
        stir()
    }

    /// Shows a message that goes by itself.
    func tell(_ phrase: Phrase, for duration: Duration = Notice.duration) {
        ownNotice = (phrase, .now.advanced(by: duration))
        announce(phrase, isUrgent: true)
        stir()
    }

    fileprivate func announce(_ phrase: Phrase, isUrgent: Bool) {
        if announcements.count >= Self.announcementLimit { announcements.removeFirst() }
        announcements.append(.init(text: host.localizer.text(phrase), isUrgent: isUrgent))
        stir()
    }

    private func changed(_ state: CastUIState) {
        let isConnected = state.session.isConnected
        if isConnected, !wasConnected, let item = waiting {
            waiting = nil
            host.cast(item, for: self)
        } else if state.openDialog == nil, state.session == .none {
            // Nobody chose a device.
            waiting = nil
        }
        wasConnected = isConnected
        stir()
    }

    private func setAlarm(_ instant: ContinuousClock.Instant?) {
        alarm?.cancel()
        alarm = instant.map { instant in
            Task { [weak self] in
                try? await Task.sleep(until: instant, clock: .continuous)
                guard !Task.isCancelled else { return }
                self?.store.send(.alarm)
            }
        }
    }
}

/// What a page does itself of what its store wants.
@MainActor
private final class PageEffects: EffectInterpreter {
    private weak var page: RemoteClient?

    init(page: RemoteClient) { self.page = page }

    func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .announce(let phrase, let urgency): page?.announce(phrase, isUrgent: urgency == .assertive)
        // Whoever has the page open came for the controls.
        case .tell(.miniShouldAppear(true)): store.send(.intent(.openExpanded))
        default: break
        }
    }
}
