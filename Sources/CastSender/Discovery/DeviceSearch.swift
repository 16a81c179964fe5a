// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
public import CastWire
import Logging

/// The running part of a ``DeviceBrowser``: merges the sightings of its providers, queries devices for their
/// applications, and publishes the list.
actor DeviceSearch {
    /// The external dependencies of a search, which tests replace.
    struct Environment: Sendable {
        /// Queries a device for the availability of applications; returns nil when it does not answer.
        var query: @Sendable (CastDevice, [String]) async -> [String: AppAvailability]?
        /// Queries a device for the namespaces of its running application; returns nil when it does not answer.
        var running: @Sendable (CastDevice) async -> Set<CastNamespace>? = { _ in nil }
        var now: @Sendable () -> ContinuousClock.Instant = { .now }
        var sleep: @Sendable (ContinuousClock.Instant) async throws -> Void = { instant in
            try await ContinuousClock().sleep(until: instant)
        }
        /// The delay before a device is queried.
        var delay: @Sendable () -> Duration
        var logger = Logger(label: "CastSender") { _ in SwiftLogNoOpLogHandler() }
    }

    nonisolated let devices = CurrentValue<[CastDevice]>([])
    nonisolated let events = EventSource<DeviceEvent>(updateReplay: DeviceEvent.updatePresent)
    /// Why a provider ended early.
    nonisolated let failure = CurrentValue<CastError>(nil)
    private let environment: Environment
    private let criteria: DiscoveryCriteria
    private var list = DeviceList()
    private var availability: AvailabilityCache
    /// The namespaces of the devices' running applications, by device id; used when the criteria require namespaces.
    private var runningNamespaces: [String: Set<CastNamespace>] = [:]
    /// The published list.
    private var listed = OrderedDevices()

    /// A query for a device's availability or, without a visit, for its running application.
    private struct Query: Sendable {
        let id: String
        let visit: Int?
    }

    init(criteria: DiscoveryCriteria, environment: Environment) {
        self.environment = environment
        self.criteria = criteria
        availability = AvailabilityCache(appIDs: criteria.appIDs)
    }

    /// Runs until every provider has ended or the task is canceled.
    nonisolated func run(_ providers: [any DeviceProvider]) async {
        environment.logger.debug("search started")
        defer { environment.logger.debug("search ended") }
        // Queries run concurrently with the providers, and end with them.
        let (queries, continuation) = AsyncStream.makeStream(of: Query.self)
        await withDiscardingTaskGroup { group in
            group.addTask {
                await withDiscardingTaskGroup { queryTasks in
                    for await query in queries { queryTasks.addTask { await self.follow(query) } }
                    queryTasks.cancelAll()
                }
            }
            await withDiscardingTaskGroup { searches in
                for (index, provider) in providers.enumerated() {
                    searches.addTask {
                        await provider.search { sighting in
                            for query in await self.received(sighting, from: index) { continuation.yield(query) }
                        }
                        await self.ended(provider, index)
                    }
                }
            }
            continuation.finish()
        }
        devices.finish()
        events.finish()
    }

    private func received(_ sighting: DeviceSighting, from provider: Int) -> [Query] {
        apply(list.received(sighting, from: provider))
    }

    private func ended(_ provider: any DeviceProvider, _ index: Int) {
        // When the whole search is canceled, the devices stay in the last list.
        guard !Task.isCancelled else { return }
        if let failure = provider.failure { self.failure.publish(failure) }
        _ = apply(list.providerEnded(index))
    }

    private func apply(_ changes: [DeviceEvent]) -> [Query] {
        var queries: [Query] = []
        var reportable: [DeviceEvent] = []
        for change in changes {
            let id = change.device.id
            log(change)
            switch change {
            case .found:
                if !criteria.namespaces.isEmpty { queries.append(Query(id: id, visit: nil)) }
                guard !availability.appIDs.isEmpty else { break }
                let visit = availability.found(id, queryAt: environment.now() + environment.delay())
                queries.append(Query(id: id, visit: visit))
            case .changed(let device):
                // The running application may have changed, too.
                if !criteria.namespaces.isEmpty { queries.append(Query(id: id, visit: nil)) }
                if listed.contains(id), fits(device) { reportable.append(change) }
            case .lost:
                availability.lost(id)
                runningNamespaces[id] = nil
                if listed.contains(id) { reportable.append(change) }
            }
        }
        publish(changes.map(\.device.id), reportable)
        return queries
    }

    private func log(_ change: DeviceEvent) {
        func metadata() -> Logger.Metadata {
            let device = change.device
            let endpoints = device.endpoints.map { Logger.MetadataValue.string("\($0)") }
            return [
                LogKey.deviceID: "\(device.id)", LogKey.device: "\(device.friendlyName)",
                LogKey.endpoint: .array(endpoints),
            ]
        }
        switch change {
        case .found: environment.logger.debug("found a device", metadata: metadata())
        case .changed: environment.logger.trace("a device changed", metadata: metadata())
        case .lost: environment.logger.debug("lost a device", metadata: metadata())
        }
    }

    /// Queries one device until the answer is final or the device is gone.
    private func follow(_ query: Query) async {
        guard let visit = query.visit else { return await queryRunningApplication(on: query.id) }
        while !Task.isCancelled {
            switch availability.step(query.id, visit: visit, now: environment.now()) {
            case .stop: return
            case .wait(let instant):
                do { try await environment.sleep(instant) } catch { return }
            case .query:
                guard let device = list.device(query.id) else { return }
                let answers = await environment.query(device, availability.appIDs.sorted())
                availability.answered(query.id, visit: visit, answers, now: environment.now())
                publish([query.id])
            }
        }
    }

    private func queryRunningApplication(on id: String) async {
        guard let device = list.device(id) else { return }
        let answer = await environment.running(device)
        guard list.device(id) != nil else { return }
        // A device that does not answer now keeps its last known namespaces.
        if let answer { runningNamespaces[id] = answer }
        publish([id])
    }

    private func fits(_ device: CastDevice) -> Bool {
        guard availability.isAvailable(device.id), criteria.allows(device) else { return false }
        return criteria.namespaces.isSubset(of: runningNamespaces[device.id] ?? [])
    }

    /// Publishes the list, if these devices have changed it, then the events, so that an observer of a lost event no longer finds
    /// the device in the list.
    private func publish(_ ids: [String], _ reportable: [DeviceEvent] = []) {
        var (added, unfit): ([CastDevice], [CastDevice]) = ([], [])
        var isChanged = false
        for id in ids {
            let device = list.device(id)
            if let device, fits(device) {
                if !listed.contains(id) { added.append(device) }
                if listed.update(device) { isChanged = true }
            } else if listed.remove(id) {
                isChanged = true
                // The event of one that is gone is in the others.
                if let device { unfit.append(device) }
            }
        }
        if isChanged { devices.publish(listed.devices) }
        for device in added { events.publish(.found(device)) }
        for event in reportable { events.publish(event) }
        for device in unfit { events.publish(.lost(device)) }
    }
}

/// A filter for the devices of a ``DeviceBrowser``.
public struct DiscoveryCriteria: Sendable, Hashable {
    /// Application ids, of which a device must be able to run at least one. Empty allows all devices.
    public var appIDs: Set<String>
    /// The namespaces that the device's running application must support, all of them. Empty disables the check.
    public var namespaces: Set<CastNamespace>
    /// The capabilities that a device must have, such as video output. Default: none. A device that announces no
    /// capabilities is allowed.
    public var capabilities: DeviceCapabilities

    /// Creates criteria. A device must fulfill all of them; empty ones are fulfilled by every device.
    public init(
        appIDs: Set<String> = [],
        namespaces: Set<CastNamespace> = [],
        capabilities: DeviceCapabilities = []
    ) {
        self.appIDs = appIDs
        self.namespaces = namespaces
        self.capabilities = capabilities
    }

    /// Allows every device.
    public static let any = DiscoveryCriteria()

    /// Allows devices that can run this application. The browser connects to each device to query it.
    public static func app(_ appID: String) -> DiscoveryCriteria { DiscoveryCriteria(appIDs: [appID]) }

    /// Allows devices that can run at least one of these applications.
    public static func anyApp(of appIDs: Set<String>) -> DiscoveryCriteria { DiscoveryCriteria(appIDs: appIDs) }

    /// Whether a device has the required capabilities, as far as it announces them.
    func allows(_ device: CastDevice) -> Bool {
        device.capabilities.isEmpty || device.capabilities.isSuperset(of: capabilities)
    }
}

/// The result of matching a user's input against the names and ids of devices.
enum DeviceMatch: Equatable {
    /// The input is the id or the whole name of one device.
    case exact(CastDevice)
    /// The input is the whole name of several devices.
    case ambiguous([CastDevice])
    /// The input is only a prefix of a name, of exactly one device.
    case prefix(CastDevice)
    /// The input is only a prefix of the names of several devices.
    case ambiguousPrefix([CastDevice])
    /// The input matches no device.
    case none

    /// Matches the id, the name, the name without regard to case, and a prefix of the name, in this order.
    init(_ text: String, in devices: [CastDevice]) {
        let id = CastDevice.normalizedID(text)
        let folded = text.lowercased()
        let steps: [(CastDevice) -> Bool] = [
            { $0.id == id },
            { $0.friendlyName == text },
            { $0.friendlyName.lowercased() == folded },
        ]
        for step in steps {
            let found = devices.filter(step)
            if found.count > 1 {
                self = .ambiguous(found)
                return
            }
            if let device = found.first {
                self = .exact(device)
                return
            }
        }
        let found = folded.isEmpty ? [] : devices.filter { $0.friendlyName.lowercased().hasPrefix(folded) }
        switch found.count {
        case 0: self = .none
        case 1: self = .prefix(found[0])
        default: self = .ambiguousPrefix(found)
        }
    }
}
