import CastWire
import Logging

/// The running part of a ``DeviceBrowser``: takes what its providers see, asks devices what they can run, publishes
/// the list.
actor DeviceSearch {
    /// What a search takes from the outside world, so that tests can give it another one.
    struct Environment: Sendable {
        /// Asks a device which applications it can run; nil when it gives no answer.
        var ask: @Sendable (CastDevice, [String]) async -> [String: AppAvailability]?
        /// Asks a device what the application that runs on it speaks; nil when it gives no answer.
        var running: @Sendable (CastDevice) async -> Set<CastNamespace>? = { _ in nil }
        var now: @Sendable () -> ContinuousClock.Instant = { .now }
        var sleep: @Sendable (ContinuousClock.Instant) async throws -> Void = { instant in
            try await ContinuousClock().sleep(until: instant)
        }
        /// How long to wait before a device is asked.
        var delay: @Sendable () -> Duration
        var logger = Logger(label: "CastSender") { _ in SwiftLogNoOpLogHandler() }
    }

    nonisolated let devices = CurrentValue<[CastDevice]>([])
    nonisolated let events = EventSource<DeviceEvent>()
    private let environment: Environment
    private let criteria: DiscoveryCriteria
    private var list = DeviceList()
    private var availability: AvailabilityCache
    /// What the applications speak that run on devices, where that matters.
    private var spoken: [String: Set<CastNamespace>] = [:]
    /// The ids that the published list shows.
    private var listed: Set<String> = []

    /// A device that is to be asked what it can run or, without a visit, what runs on it.
    private struct Inquiry: Sendable {
        let id: String
        let visit: Int?
    }

    init(criteria: DiscoveryCriteria, environment: Environment) {
        self.environment = environment
        self.criteria = criteria
        availability = AvailabilityCache(appIDs: criteria.appIDs)
    }

    /// Runs until every provider has ended or the task is cancelled.
    nonisolated func run(_ providers: [any DeviceProvider]) async {
        environment.logger.debug("search begins")
        defer { environment.logger.debug("search has ended") }
        // Asking goes on beside the providers, and ends with them.
        let (inquiries, continuation) = AsyncStream.makeStream(of: Inquiry.self)
        await withDiscardingTaskGroup { group in
            group.addTask {
                await withDiscardingTaskGroup { followers in
                    for await inquiry in inquiries { followers.addTask { await self.follow(inquiry) } }
                    followers.cancelAll()
                }
            }
            await withDiscardingTaskGroup { searches in
                for (index, provider) in providers.enumerated() {
                    searches.addTask {
                        await provider.search { sighting in
                            for inquiry in await self.received(sighting, from: index) { continuation.yield(inquiry) }
                        }
                        await self.providerEnded(index)
                    }
                }
            }
            continuation.finish()
        }
        devices.finish()
        events.finish()
    }

    private func received(_ sighting: DeviceSighting, from provider: Int) -> [Inquiry] {
        take(list.received(sighting, from: provider))
    }

    private func providerEnded(_ provider: Int) {
        // What ends with the whole search stays in the last list.
        guard !Task.isCancelled else { return }
        _ = take(list.providerEnded(provider))
    }

    private func take(_ changes: [DeviceEvent]) -> [Inquiry] {
        var inquiries: [Inquiry] = []
        var news: [DeviceEvent] = []
        for change in changes {
            let id = change.device.id
            log(change)
            switch change {
            case .found:
                if !criteria.namespaces.isEmpty { inquiries.append(Inquiry(id: id, visit: nil)) }
                guard !availability.appIDs.isEmpty else { break }
                let visit = availability.found(id, askAt: environment.now() + environment.delay())
                inquiries.append(Inquiry(id: id, visit: visit))
            case .changed(let device):
                // What runs may have changed with whatever did.
                if !criteria.namespaces.isEmpty { inquiries.append(Inquiry(id: id, visit: nil)) }
                if listed.contains(id), fits(device) { news.append(change) }
            case .lost:
                availability.lost(id)
                spoken[id] = nil
                if listed.contains(id) { news.append(change) }
            }
        }
        if !changes.isEmpty { publish(news) }
        return inquiries
    }

    private func log(_ change: DeviceEvent) {
        let device = change.device
        let name = "\(device.friendlyName) (\(device.id))"
        switch change {
        case .found: environment.logger.debug("found \(name) at \(device.endpoints)")
        case .changed: environment.logger.trace("\(name) has changed")
        case .lost: environment.logger.debug("lost \(name)")
        }
    }

    /// Asks one device until the answer is final or the device is gone.
    private func follow(_ inquiry: Inquiry) async {
        guard let visit = inquiry.visit else { return await askWhatRuns(on: inquiry.id) }
        while !Task.isCancelled {
            switch availability.step(inquiry.id, visit: visit, now: environment.now()) {
            case .stop: return
            case .wait(let instant):
                do { try await environment.sleep(instant) } catch { return }
            case .ask:
                guard let device = list.device(inquiry.id) else { return }
                let answers = await environment.ask(device, availability.appIDs.sorted())
                availability.answered(inquiry.id, visit: visit, answers, now: environment.now())
                publish()
            }
        }
    }

    private func askWhatRuns(on id: String) async {
        guard let device = list.device(id) else { return }
        let answer = await environment.running(device)
        guard list.device(id) != nil else { return }
        // A device that gives no answer now is not doubted for it.
        if let answer { spoken[id] = answer }
        publish()
    }

    private func fits(_ device: CastDevice) -> Bool {
        guard availability.isAvailable(device.id), criteria.allows(device) else { return false }
        return criteria.namespaces.isSubset(of: spoken[device.id] ?? [])
    }

    /// The list comes before the events: who hears that a device is gone must not find it in the list.
    private func publish(_ news: [DeviceEvent] = []) {
        let shown = list.devices.filter(fits)
        let added = shown.filter { !listed.contains($0.id) }
        let ids = Set(shown.map(\.id))
        let told = Set(news.map(\.device.id))
        let unfit = listed.subtracting(ids).subtracting(told).compactMap { list.device($0) }
        listed = ids
        if shown != devices.value { devices.publish(shown) }
        for device in added { events.publish(.found(device)) }
        for event in news { events.publish(event) }
        for device in unfit { events.publish(.lost(device)) }
    }
}
