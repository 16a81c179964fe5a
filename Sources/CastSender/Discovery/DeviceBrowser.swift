import CastWire
public import MulticastDNS
import NIOPosix

/// The Cast devices of the local network, as they come, change and go.
///
/// A browser looks from one of the `start` methods until ``close()``. It owns its work: closing it ends and
/// awaits everything it does; letting go of it ends it too.
///
/// ```swift
/// let browser = try await DeviceBrowser.start()
/// for await devices in browser.devices {
///     print(devices.map(\.friendlyName))
/// }
/// ```
public final class DeviceBrowser: Sendable {
    private let search: DeviceSearch
    private let task: Task<Void, Never>
    /// The endpoint, where it is this browser's own.
    private let ownEndpoint: MulticastDNS?

    private init(search: DeviceSearch, task: Task<Void, Never>, ownEndpoint: MulticastDNS?) {
        self.search = search
        self.task = task
        self.ownEndpoint = ownEndpoint
    }

    deinit { task.cancel() }

    /// The type under which Cast devices announce themselves.
    public static let serviceType = "_googlecast._tcp"

    /// Starts to look for devices in the local network.
    ///
    /// By multicast DNS of its own; on Apple's systems, and with the package trait `SystemDiscovery`, by the system's
    /// daemon.
    ///
    /// - Parameters:
    ///   - interfaces: Where; by default everywhere but on loopback.
    ///   - subtype: What the network is asked for; nil, the default, asks for every device. `.namespace(.media)` finds
    ///     those that play media now.
    ///   - criteria: Which of the found devices to list; by default all.
    ///   - providers: Further sources of devices, which fill the same list.
    /// - Throws: ``CastError``: `noNetwork` when there is nowhere to look.
    public static func start(
        interfaces: MDNSInterfaces = .all,
        subtype: DeviceSubtype? = nil,
        criteria: DiscoveryCriteria = .any,
        and providers: [any DeviceProvider] = []
    ) async throws(CastError) -> DeviceBrowser {
        try await start(
            interfaces: interfaces,
            subtype: subtype,
            criteria: criteria,
            and: providers,
            environment: .standard
        )
    }

    /// Starts to look in the local network, with a world of the caller's own.
    package static func start(
        interfaces: MDNSInterfaces,
        subtype: DeviceSubtype? = nil,
        criteria: DiscoveryCriteria,
        and providers: [any DeviceProvider] = [],
        environment: ConnectionEnvironment
    ) async throws(CastError) -> DeviceBrowser {
        #if canImport(dnssd) || SystemDiscovery
        let system = try SystemProvider(interfaces: interfaces, subtype: subtype)
        return start(from: [system] + providers, criteria: criteria, environment: environment)
        #else
        let endpoint: MulticastDNS
        do throws(MDNSError) {
            endpoint = try await MulticastDNS.start(
                interfaces: interfaces,
                group: MultiThreadedEventLoopGroup.singleton
            )
        } catch {
            throw CastError.noDiscovery(error)
        }
        return start(
            from: [MulticastProvider(endpoint: endpoint, subtype: subtype)] + providers,
            criteria: criteria,
            ownEndpoint: endpoint,
            environment: environment
        )
        #endif
    }

    /// Starts to look for devices with an endpoint that serves others too. It stays open when the browser closes.
    public static func start(on endpoint: MulticastDNS, criteria: DiscoveryCriteria = .any) -> DeviceBrowser {
        start(from: [MulticastProvider(endpoint: endpoint)], criteria: criteria)
    }

    /// Starts to look for devices wherever these providers look, and nowhere else.
    public static func start(
        from providers: [any DeviceProvider],
        criteria: DiscoveryCriteria = .any
    ) -> DeviceBrowser {
        start(from: providers, criteria: criteria, environment: .standard)
    }

    /// Starts with a world of the caller's own.
    ///
    /// - Parameter askDelay: How long to wait before a device is asked what it can run; Google's senders take up to
    ///   5 s, so that a large network is not asked at once.
    package static func start(
        from providers: [any DeviceProvider],
        criteria: DiscoveryCriteria,
        ownEndpoint: MulticastDNS? = nil,
        environment: ConnectionEnvironment,
        askDelay: @escaping @Sendable () -> Duration = { .milliseconds(Int64.random(in: 0...5000)) }
    ) -> DeviceBrowser {
        let search = DeviceSearch(
            criteria: criteria,
            environment: DeviceSearch.Environment(
                ask: { await $0.availability(of: $1, environment: environment) },
                running: { await $0.runningNamespaces(environment: environment) },
                now: environment.now,
                delay: askDelay,
                logger: environment.logger.telling(of: .discovery)
            )
        )
        let task = Task { await search.run(providers) }
        return DeviceBrowser(search: search, task: task, ownEndpoint: ownEndpoint)
    }

    /// The devices that are there now, by name and then by id.
    public var present: [CastDevice] { search.devices.value ?? [] }

    /// ``present`` now and whenever it changes; the newest only. Ends when the browser closes.
    public var devices: LatestValues<[CastDevice]> { search.devices.latestValues }

    /// What happens from now on. Ends when the browser closes.
    public var events: EventStream<DeviceEvent> { search.events.stream }

    /// Waits for the device that a person means.
    ///
    /// The id, the name, and the name without regard to case are taken as soon as they are seen. The beginning of a
    /// name is taken too when it fits one device only, after a second in which others may turn up.
    ///
    /// - Parameters:
    ///   - nameOrID: What the person wrote.
    ///   - timeout: How long to wait.
    /// - Throws: ``CastError``: `deviceNotFound` or `deviceAmbiguous`, with ``CastError/candidates``;
    ///   `requestCancelled`.
    public func find(_ nameOrID: String, timeout: Duration = .seconds(5)) async throws(CastError) -> CastDevice {
        let patience = min(timeout, .seconds(1))
        let early = await first(within: patience) { devices -> Result<CastDevice, CastError>? in
            switch DeviceMatch(nameOrID, in: devices) {
            case .exact(let device): .success(device)
            case .ambiguous(let several): .failure(CastError.ambiguous(nameOrID, several))
            case .prefix, .none: nil
            }
        }
        if let early { return try early.get() }
        let late = await first(within: timeout - patience) { devices -> Result<CastDevice, CastError>? in
            switch DeviceMatch(nameOrID, in: devices) {
            case .exact(let device), .prefix(let device): .success(device)
            case .ambiguous(let several): .failure(CastError.ambiguous(nameOrID, several))
            case .none: nil
            }
        }
        if let late { return try late.get() }
        if Task.isCancelled { throw CastError(.requestCancelled, "The search for \"\(nameOrID)\" was given up.") }
        throw CastError.notFound(nameOrID, within: timeout, among: present)
    }

    /// Ends the search and awaits its end.
    public func close() async {
        task.cancel()
        await task.value
        await ownEndpoint?.shutdown()
    }

    /// The first answer that a list of devices gives, in a limited time.
    private func first<Answer: Sendable>(
        within timeout: Duration,
        _ answer: @escaping @Sendable ([CastDevice]) -> Answer?
    ) async -> Answer? {
        if let answer = answer(present) { return answer }
        let devices = devices
        return await withTaskGroup(of: Answer?.self) { group in
            group.addTask {
                for await list in devices {
                    if let answer = answer(list) { return answer }
                }
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return nil
            }
            let result = await group.next() ?? nil
            group.cancelAll()
            return result
        }
    }
}

extension CastDevice {
    /// Connects, asks, closes; nil when there is no answer.
    func availability(of appIDs: [String], environment: ConnectionEnvironment) async -> [String: AppAvailability]? {
        await inquire(environment) { try? await $0.availability(of: appIDs) }
    }

    /// What the application speaks that runs on the device; nothing when none does, nil when there is no answer.
    func runningNamespaces(environment: ConnectionEnvironment) async -> Set<CastNamespace>? {
        await inquire(environment) { connection in
            guard let status = try? await connection.refreshStatus() else { return nil }
            return Set(status.runningApplication?.namespaces ?? [])
        }
    }

    /// Asks over a connection of its own. Official senders give it 5 s.
    private func inquire<Answer: Sendable>(
        _ environment: ConnectionEnvironment,
        _ question: (CastConnection) async -> Answer?
    ) async -> Answer? {
        var options = ConnectionOptions().forQuestions
        options.requestTimeout = .seconds(5)
        let connection = try? await CastConnection.open(to: self, options: options, environment: environment)
        guard let connection else { return nil }
        let answer = await question(connection)
        await connection.close()
        return answer
    }
}
