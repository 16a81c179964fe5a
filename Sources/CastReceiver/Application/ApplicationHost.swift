// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Runs one app: delivers its events in order, keeps its timers, and enforces its limits.
///
/// Holds no socket and no clock. Until the app is ready, senders and their messages are queued, at most
/// ``waitingLimit`` messages; further messages are dropped and counted. An error that the app throws ends it; afterward
/// the app receives only ``ReceiverApplication/stopped(_:)``.
struct ApplicationHost {
    /// An event for the app.
    enum Event {
        case launched
        case senderConnected(ApplicationSender)
        case senderDisconnected(SenderAddress, SenderDeparture)
        case message(ApplicationMessage)
        case posted(any Sendable)
        case deviceChanged
    }

    /// The maximum number of messages queued for an app that is not ready: 256.
    static let waitingLimit = 256
    /// The maximum size in bytes of the messages queued for an app that is not ready: 1 MiB.
    static let waitingByteLimit = 1 << 20
    /// The maximum number of timers: 16.
    static let timerLimit = 16
    /// The number of actions that an app can request in a burst, and per second on average.
    static let actionBurst = 1000.0
    static let actionRate = 500.0

    let launch: ApplicationLaunch
    let inbox: ApplicationInbox
    private var application: any ReceiverApplication
    private var senders: [ApplicationSender] = []
    private(set) var isReady: Bool
    /// Whether the app has requested its end or has thrown an error.
    private var hasEnded = false
    private var queuedEvents: [Event] = []
    private var timers: [String: ContinuousClock.Instant] = [:]
    private var budget = ApplicationHost.actionBurst
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

    /// The time at which ``timeReached(device:at:)`` must be called; nil if no timer is running.
    var nextDeadline: ContinuousClock.Instant? { timers.values.min() }

    // MARK: - Events

    mutating func handle(
        _ event: Event,
        device: ApplicationDevice,
        at now: ContinuousClock.Instant
    ) -> [ApplicationAction] {
        guard !hasEnded else { return [] }
        if !isReady, enqueue(event) { return [] }
        var context = context(device, now)
        do {
            try deliver(event, &context)
        } catch {
            return stopAfterFailure(error)
        }
        return actionsWithinBudget(context, device, now)
    }

    /// Fires the timers that are due at ``nextDeadline``.
    mutating func timeReached(device: ApplicationDevice, at now: ContinuousClock.Instant) -> [ApplicationAction] {
        let due = timers.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        var actions: [ApplicationAction] = []
        for (name, deadline) in due where timers[name] == deadline && !hasEnded {
            timers[name] = nil
            var context = context(device, now)
            do {
                try application.timerFired(name, context: &context)
            } catch {
                return actions + stopAfterFailure(error)
            }
            actions += actionsWithinBudget(context, device, now)
        }
        return actions
    }

    mutating func stopped(_ reason: ApplicationEnd.Reason) {
        timers = [:]
        queuedEvents = []
        application.stopped(reason)
    }

    // MARK: - Event delivery

    /// Queues an event that the app may receive only when it is ready. Returns false for events that are delivered at
    /// once.
    private mutating func enqueue(_ event: Event) -> Bool {
        switch event {
        case .launched, .posted, .deviceChanged: return false
        case .senderConnected:
            // Always queued: the app must know a sender before it can answer it. The platform limits the number of
            // senders.
            queuedEvents.append(event)
            return true
        case .senderDisconnected(let address, _):
            // The sender left before the app received its events, so they are discarded.
            queuedEvents.removeAll { $0.isConnection(of: address) || $0.isMessage(of: address) }
            return true
        case .message(let message):
            let messages = queuedEvents.compactMap(\.message)
            let bytes = messages.reduce(message.payload.byteCount) { $0 + $1.payload.byteCount }
            guard messages.count < Self.waitingLimit, bytes <= Self.waitingByteLimit else {
                drops.count(.pendingRequestLimit)
                return true
            }
            queuedEvents.append(event)
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

    /// Returns the actions that the app's budget allows, and delivers the queued events when the app becomes ready.
    private mutating func actionsWithinBudget(
        _ context: ApplicationContext,
        _ device: ApplicationDevice,
        _ now: ContinuousClock.Instant
    ) -> [ApplicationAction] {
        budget = min(Self.actionBurst, budget + Self.actionRate * (now - budgetInstant).seconds)
        budgetInstant = now
        for _ in 0..<context.droppedActions { drops.count(.applicationFlood) }
        var actions: [ApplicationAction] = []
        for action in context.actions {
            switch action {
            case .stop:
                hasEnded = true
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

    /// Delivers the queued events.
    private mutating func release(_ device: ApplicationDevice, _ now: ContinuousClock.Instant) -> [ApplicationAction] {
        let events = queuedEvents
        queuedEvents = []
        return events.flatMap { handle($0, device: device, at: now) }
    }

    /// Ends the app after it has thrown an error.
    private mutating func stopAfterFailure(_ error: any Error) -> [ApplicationAction] {
        drops.count(.applicationFailure)
        hasEnded = true
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
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
