import CastWire

/// Runs one app: hands it its events in order, keeps its timers, and keeps it within bounds.
///
/// Holds no socket and no clock. Until the app is ready, senders and their messages wait, at most ``waitingLimit`` of
/// those; what is beyond is dropped and counted. An error that the app throws is its end, after which it hears nothing
/// but that.
struct ApplicationHost {
    /// Something for the app.
    enum Event {
        case launched
        case senderConnected(ApplicationSender)
        case senderDisconnected(SenderAddress, SenderDeparture)
        case message(ApplicationMessage)
        case posted(any Sendable)
        case deviceChanged
    }

    /// How many messages wait for an app to get ready. 256.
    static let waitingLimit = 256
    /// How many bytes of messages wait for an app to get ready: 1 MiB.
    static let waitingByteLimit = 1 << 20
    /// How many timers run at once. 16.
    static let timerLimit = 16
    /// Orders in one go, and a second later on.
    static let orderBurst = 1000.0
    static let orderRate = 500.0

    let launch: ApplicationLaunch
    let inbox: ApplicationInbox
    private var application: any ReceiverApplication
    private var senders: [ApplicationSender] = []
    private(set) var isReady: Bool
    /// Whether the app has ordered its end, or has failed.
    private var isOver = false
    private var waiting: [Event] = []
    private var timers: [String: ContinuousClock.Instant] = [:]
    private var budget = ApplicationHost.orderBurst
    private var budgetInstant: ContinuousClock.Instant
    private(set) var drops = DropCounters()

    init(
        _ application: any ReceiverApplication,
        launch: ApplicationLaunch,
        isReady: Bool,
        inbox: ApplicationInbox,
        at now: ContinuousClock.Instant
    ) {
        self.application = application
        self.launch = launch
        self.isReady = isReady
        self.inbox = inbox
        budgetInstant = now
    }

    /// When ``timeReached(device:at:)`` is due, if at all.
    var nextDeadline: ContinuousClock.Instant? { timers.values.min() }

    // MARK: - Events

    mutating func handle(
        _ event: Event,
        device: ApplicationDevice,
        at now: ContinuousClock.Instant
    ) -> [ApplicationAction] {
        guard !isOver else { return [] }
        if !isReady, wait(for: event) { return [] }
        var context = context(device, now)
        do {
            try deliver(event, &context)
        } catch {
            return failed(error)
        }
        return taken(context, device, now)
    }

    /// ``nextDeadline`` has come.
    mutating func timeReached(device: ApplicationDevice, at now: ContinuousClock.Instant) -> [ApplicationAction] {
        let due = timers.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        var actions: [ApplicationAction] = []
        for (name, deadline) in due where timers[name] == deadline && !isOver {
            timers[name] = nil
            var context = context(device, now)
            do {
                try application.timerFired(name, context: &context)
            } catch {
                return actions + failed(error)
            }
            actions += taken(context, device, now)
        }
        return actions
    }

    mutating func stopped(_ reason: ApplicationEnd.Reason) {
        timers = [:]
        waiting = []
        application.stopped(reason)
    }

    // MARK: - Inside

    /// Puts aside what only an app that is ready may see. The app's own affairs go through.
    private mutating func wait(for event: Event) -> Bool {
        switch event {
        case .launched, .posted, .deviceChanged: return false
        case .senderConnected:
            // An app that never hears of a sender could not answer it. The platform bounds how many there are.
            waiting.append(event)
            return true
        case .senderDisconnected(let address, _):
            // It came and went unseen, with whatever it said.
            waiting.removeAll { $0.isConnection(of: address) || $0.isMessage(of: address) }
            return true
        case .message(let message):
            let messages = waiting.compactMap(\.message)
            let bytes = messages.reduce(message.payload.byteCount) { $0 + $1.payload.byteCount }
            guard messages.count < Self.waitingLimit, bytes <= Self.waitingByteLimit else {
                drops.count(.pendingRequestLimit)
                return true
            }
            waiting.append(event)
            return true
        }
    }

    private mutating func deliver(_ event: Event, _ context: inout ApplicationContext) throws {
        switch event {
        case .launched: try application.launched(context: &context)
        case .senderConnected(let sender):
            guard !senders.contains(sender) else { return }
            senders.append(sender)
            context = self.context(context.device, context.instant)
            try application.senderConnected(sender, context: &context)
        case .senderDisconnected(let address, let reason):
            guard let index = senders.firstIndex(where: { $0.address == address }) else { return }
            let sender = senders.remove(at: index)
            context = self.context(context.device, context.instant)
            try application.senderDisconnected(sender, reason: reason, context: &context)
        case .message(let message): try application.received(message, context: &context)
        case .posted(let value): try application.posted(value, context: &context)
        case .deviceChanged: try application.deviceChanged(context.device, context: &context)
        }
    }

    private func context(_ device: ApplicationDevice, _ now: ContinuousClock.Instant) -> ApplicationContext {
        ApplicationContext(launch: launch, senders: senders, device: device, instant: now, inbox: inbox)
    }

    /// Takes the orders that the app's budget allows, and lets in what waited when it says that it is ready.
    private mutating func taken(
        _ context: ApplicationContext,
        _ device: ApplicationDevice,
        _ now: ContinuousClock.Instant
    ) -> [ApplicationAction] {
        budget = min(Self.orderBurst, budget + Self.orderRate * (now - budgetInstant).seconds)
        budgetInstant = now
        for _ in 0..<context.droppedOrders { drops.count(.applicationFlood) }
        var actions: [ApplicationAction] = []
        for action in context.actions {
            switch action {
            case .stop:
                isOver = true
                return actions + [action]
            case .drop(let reason):
                drops.count(reason)
                continue
            default: break
            }
            guard budget >= 1 else {
                drops.count(.applicationFlood)
                continue
            }
            budget -= 1
            switch action {
            case .startTimer(let name, let delay):
                if timers[name] != nil || timers.count < Self.timerLimit {
                    timers[name] = now + max(delay, .zero)
                } else {
                    drops.count(.applicationFlood)
                }
            case .stopTimer(let name): timers[name] = nil
            case .ready:
                actions.append(action)
                guard !isReady else { continue }
                isReady = true
                actions += release(device, now)
            default: actions.append(action)
            }
        }
        return actions
    }

    private mutating func release(_ device: ApplicationDevice, _ now: ContinuousClock.Instant) -> [ApplicationAction] {
        let events = waiting
        waiting = []
        return events.flatMap { handle($0, device: device, at: now) }
    }

    private mutating func failed(_ error: any Error) -> [ApplicationAction] {
        drops.count(.applicationFailure)
        isOver = true
        return [.stop(.failed(String("\(error)".prefix(512))))]
    }
}

extension ApplicationHost.Event {
    fileprivate func isConnection(of address: SenderAddress) -> Bool {
        guard case .senderConnected(let sender) = self else { return false }
        return sender.address == address
    }

    fileprivate var message: ApplicationMessage? {
        if case .message(let message) = self { message } else { nil }
    }

    fileprivate func isMessage(of address: SenderAddress) -> Bool { message?.sender.address == address }
}

extension CastMessage.Payload {
    var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}

extension Duration {
    /// As floating point.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
