import CastWire
import MulticastDNS

/// The running part of a ``DeviceBrowser``: takes the network's events, asks devices what they can run, publishes
/// the list.
actor DeviceSearch {
    /// What a search takes from the outside world, so that tests can give it another one.
    struct Environment: Sendable {
        /// Asks a device which applications it can run; nil when it gives no answer.
        var ask: @Sendable (CastDevice, [String]) async -> [String: AppAvailability]?
        var now: @Sendable () -> ContinuousClock.Instant = { .now }
        var sleep: @Sendable (ContinuousClock.Instant) async throws -> Void = { instant in
            try await ContinuousClock().sleep(until: instant)
        }
        /// How long to wait before a device is asked.
        var delay: @Sendable () -> Duration
    }

    nonisolated let devices = CurrentValue<[CastDevice]>([])
    nonisolated let events = EventSource<DeviceEvent>()
    private let environment: Environment
    private var list = DeviceList()
    private var availability: AvailabilityCache
    /// The ids that the published list shows.
    private var listed: Set<String> = []

    /// A device that is to be asked what it can run.
    private struct Inquiry: Sendable {
        let id: String
        let visit: Int
    }

    init(criteria: DiscoveryCriteria, environment: Environment) {
        self.environment = environment
        availability = AvailabilityCache(appIDs: criteria.appIDs)
    }

    /// Runs until the events end or the task is cancelled.
    nonisolated func run<Services: AsyncSequence>(_ services: Services) async where Services.Element == ServiceEvent {
        await withDiscardingTaskGroup { group in
            do {
                for try await event in services {
                    for inquiry in await received(event) {
                        group.addTask { await self.follow(inquiry) }
                    }
                }
            } catch {
                // Whatever ended the events ended the search.
            }
            group.cancelAll()
        }
        devices.finish()
        events.finish()
    }

    private func received(_ event: ServiceEvent) -> [Inquiry] {
        var inquiries: [Inquiry] = []
        var news: [DeviceEvent] = []
        let changes = list.received(event)
        for change in changes {
            guard !availability.appIDs.isEmpty else {
                news.append(change)
                continue
            }
            let id = change.device.id
            switch change {
            case .found:
                let visit = availability.found(id, askAt: environment.now() + environment.delay())
                inquiries.append(Inquiry(id: id, visit: visit))
            case .changed: if listed.contains(id) { news.append(change) }
            case .lost:
                availability.lost(id)
                if listed.contains(id) { news.append(change) }
            }
        }
        if !changes.isEmpty { publish(news) }
        return inquiries
    }

    /// Asks one device until the answer is final or the device is gone.
    private func follow(_ inquiry: Inquiry) async {
        while !Task.isCancelled {
            switch availability.step(inquiry.id, visit: inquiry.visit, now: environment.now()) {
            case .stop: return
            case .wait(let instant):
                do { try await environment.sleep(instant) } catch { return }
            case .ask:
                guard let device = list.device(inquiry.id) else { return }
                let answers = await environment.ask(device, availability.appIDs.sorted())
                availability.answered(inquiry.id, visit: inquiry.visit, answers, now: environment.now())
                publish()
            }
        }
    }

    /// The list comes before the events: who hears that a device is gone must not find it in the list.
    private func publish(_ news: [DeviceEvent] = []) {
        let shown = list.devices.filter { availability.isAvailable($0.id) }
        let added = availability.appIDs.isEmpty ? [] : shown.filter { !listed.contains($0.id) }
        listed = Set(shown.map(\.id))
        if shown != devices.value { devices.publish(shown) }
        for device in added { events.publish(.found(device)) }
        for event in news { events.publish(event) }
    }
}
