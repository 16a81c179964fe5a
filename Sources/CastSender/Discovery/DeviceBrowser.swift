// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastWire
public import Logging
public import MulticastDNS

/// Discovers the Cast devices of the local network.
///
/// A browser searches from the call of a `start` method until ``close()`` or until it is released.
/// ``withBrowser(interfaces:criteria:isolation:_:)`` closes the browser itself. The members of a browser can be used
/// from any task and thread.
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
    /// The multicast DNS endpoint, if this browser created it.
    private let ownEndpoint: MDNSEndpoint?
    /// Waits for a duration; tests replace it.
    private let sleep: @Sendable (Duration) async throws -> Void

    private init(
        search: DeviceSearch,
        task: Task<Void, Never>,
        ownEndpoint: MDNSEndpoint?,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.search = search
        self.task = task
        self.ownEndpoint = ownEndpoint
        self.sleep = sleep
    }

    deinit { task.cancel() }

    /// The DNS-SD service type of Cast devices.
    public static let serviceType = "_googlecast._tcp"

    /// Starts searching for devices on the local network.
    ///
    /// The browser uses the package's multicast DNS implementation; on Apple platforms, and with the package trait
    /// `SystemDiscovery`, it uses the system's daemon. The method returns before devices have responded.
    ///
    /// - Parameters:
    ///   - interfaces: The network interfaces to search on. Default: all except loopback.
    ///   - subtype: The DNS-SD subtype to query for. Nil, the default, finds all devices; `.namespace(.media)` finds
    ///     devices that are playing media.
    ///   - criteria: A filter for the list of devices. Default: all devices.
    ///   - providers: Further sources of devices, merged into the same list.
    ///   - logger: The logger for devices that are found and lost; nil, the default, logs nothing.
    /// - Throws: ``CastError`` with the code `noNetwork` when there is no interface to search on or the search cannot
    ///   be started.
    public static func start(
        interfaces: MDNSInterfaces = .all,
        subtype: DeviceSubtype? = nil,
        criteria: DiscoveryCriteria = .any,
        and providers: [any DeviceProvider] = [],
        logger: Logger? = nil
    ) async throws(CastError) -> DeviceBrowser {
        var environment = ConnectionEnvironment.standard
        if let logger { environment.logger = logger }
        return try await start(
            interfaces: interfaces,
            subtype: subtype,
            criteria: criteria,
            and: providers,
            environment: environment
        )
    }

    /// Starts searching for devices on the local network, runs the closure, and ends the search when the closure
    /// returns or throws.
    ///
    /// ```swift
    /// let device = try await DeviceBrowser.withBrowser { try await $0.find("Living Room") }
    /// ```
    ///
    /// - Parameters:
    ///   - interfaces: The network interfaces to search on. Default: all except loopback.
    ///   - criteria: A filter for the list of devices. Default: all devices.
    ///   - isolation: The isolation in which the closure runs. Default: the isolation of the caller.
    ///   - body: A closure that uses the browser.
    /// - Returns: The result of the closure.
    /// - Throws: ``CastError`` with the code `noNetwork` when there is no interface to search on or the search cannot
    ///   be started; otherwise the error of the closure.
    public static func withBrowser<Value>(
        interfaces: MDNSInterfaces = .all,
        criteria: DiscoveryCriteria = .any,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (DeviceBrowser) async throws -> Value
    ) async throws -> Value {
        let browser = try await start(interfaces: interfaces, criteria: criteria)
        let result: Result<Value, any Error>
        do { result = .success(try await body(browser)) } catch { result = .failure(error) }
        await browser.close()
        return try result.get()
    }

    /// Starts searching on the local network, with a custom environment.
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
        let endpoint: MDNSEndpoint
        do throws(MDNSError) {
            endpoint = try await MDNSEndpoint.start(interfaces: interfaces)
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

    /// Starts searching with a shared multicast DNS endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint. It stays open when the browser closes.
    ///   - criteria: A filter for the list of devices. Default: all devices.
    public static func start(on endpoint: MDNSEndpoint, criteria: DiscoveryCriteria = .any) -> DeviceBrowser {
        start(from: [MulticastProvider(endpoint: endpoint)], criteria: criteria)
    }

    /// Starts searching with these providers only.
    ///
    /// - Parameters:
    ///   - providers: The sources of devices. The devices of a provider are removed from the list when it ends.
    ///   - criteria: A filter for the list of devices. Default: all devices.
    public static func start(
        from providers: [any DeviceProvider],
        criteria: DiscoveryCriteria = .any
    ) -> DeviceBrowser {
        start(from: providers, criteria: criteria, environment: .standard)
    }

    /// Starts searching with a custom environment.
    ///
    /// - Parameters:
    ///   - providers: The sources of devices.
    ///   - criteria: A filter for the list of devices.
    ///   - ownEndpoint: The multicast DNS endpoint that the browser closes; nil, the default, if it closes none.
    ///   - environment: The connections for queries, the clock and the logger.
    ///   - queryDelay: The delay before a device is queried for its applications. Google's senders use up to 5 s, so
    ///     that a large network is not queried all at once. Default: random, 0…5 s.
    ///   - sleep: Waits until a time limit of ``find(_:timeout:)``. Default: `Task.sleep(for:)`.
    package static func start(
        from providers: [any DeviceProvider],
        criteria: DiscoveryCriteria,
        ownEndpoint: MDNSEndpoint? = nil,
        environment: ConnectionEnvironment,
        queryDelay: @escaping @Sendable () -> Duration = { .milliseconds(Int64.random(in: 0...5000)) },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) -> DeviceBrowser {
        let search = DeviceSearch(
            criteria: criteria,
            environment: DeviceSearch.Environment(
                query: { await $0.availability(of: $1, environment: environment) },
                running: { await $0.runningNamespaces(environment: environment) },
                now: environment.now,
                delay: queryDelay,
                logger: environment.logger.tagged(with: .discovery)
            )
        )
        let task = Task { await search.run(providers) }
        return DeviceBrowser(search: search, task: task, ownEndpoint: ownEndpoint, sleep: sleep)
    }

    /// The devices that are present and fulfill the criteria, sorted by name without regard to case, and then by id.
    /// Empty until the first device responds. After ``close()``, the last list.
    public var present: [CastDevice] { search.devices.value ?? [] }

    /// Why a provider of devices ended early, such as `localNetworkDenied`; nil if none did. Read it when ``devices``
    /// ends although the browser was not closed.
    public var failure: CastError? { search.failure.value }

    /// The values of ``present``: the current list, then each change. A slow reader gets only the newest. The sequence
    /// ends when the browser closes.
    public var devices: LatestValues<[CastDevice]> { search.devices.latestValues }

    /// The changes of ``present``: the devices that are present, each as a ``DeviceEvent/found(_:)`` event, and then
    /// each event. The stream ends when the browser closes.
    public var events: EventStream<DeviceEvent> { search.events.stream }

    /// Waits for the device with a name or id.
    ///
    /// The input matches an id, a whole name, or the beginning of a name. Case matters only if several names differ in
    /// nothing else.
    ///
    /// - A device with this id or whole name is returned as soon as it is present.
    /// - If only one name begins with the input, its device is returned after one second at the earliest, or at a
    ///   shorter time limit. Until then, a device with the whole name may appear.
    /// - If several names begin with the input, the method waits until the time limit for a device with the whole name.
    ///
    /// When the calling task is canceled, the method throws immediately.
    ///
    /// - Parameters:
    ///   - nameOrID: The name, the beginning of the name, or the id, as entered by the user.
    ///   - timeout: The maximum time to wait. Default 5 s.
    /// - Throws: ``CastError``: `deviceNotFound`; `deviceAmbiguous` at once if several devices have the whole name, or
    ///   at the time limit if several names begin with the input; `requestCancelled`. ``CastError/candidates`` contains
    ///   the devices that are present, or those that match.
    public func find(_ nameOrID: String, timeout: Duration = .seconds(5)) async throws(CastError) -> CastDevice {
        // A device whose whole name matches may respond later than one of which only the beginning matches.
        let prefixDelay = min(timeout, .seconds(1))
        let exactMatch = await first(within: prefixDelay) { devices -> Result<CastDevice, CastError>? in
            switch DeviceMatch(nameOrID, in: devices) {
            case .exact(let device): .success(device)
            case .ambiguous(let several): .failure(CastError.ambiguous(nameOrID, several))
            case .prefix, .ambiguousPrefix, .none: nil
            }
        }
        if let exactMatch { return try exactMatch.get() }
        let match = await first(within: timeout - prefixDelay) { devices -> Result<CastDevice, CastError>? in
            switch DeviceMatch(nameOrID, in: devices) {
            case .exact(let device), .prefix(let device): .success(device)
            case .ambiguous(let several): .failure(CastError.ambiguous(nameOrID, several))
            case .ambiguousPrefix, .none: nil
            }
        }
        if let match { return try match.get() }
        if Task.isCancelled { throw CastError(.requestCancelled, "The search for \"\(nameOrID)\" was canceled.") }
        let present = present
        switch DeviceMatch(nameOrID, in: present) {
        case .exact(let device), .prefix(let device): return device
        case .ambiguous(let several), .ambiguousPrefix(let several): throw CastError.ambiguous(nameOrID, several)
        case .none: throw CastError.notFound(nameOrID, within: timeout, among: present)
        }
    }

    /// Stops the search, and returns once all of its work has ended. Further calls have no effect.
    ///
    /// The streams of the browser end, and pending calls of ``find(_:timeout:)`` end with the devices that are known.
    public func close() async {
        task.cancel()
        await task.value
        await ownEndpoint?.close()
    }

    /// Returns the first answer of the closure, which is called with the current list of devices and with each later
    /// one. Returns nil at the time limit, when the browser closes, and when the task is canceled.
    private func first<Answer: Sendable>(
        within timeout: Duration,
        _ answer: @escaping @Sendable ([CastDevice]) -> Answer?
    ) async -> Answer? {
        if let answer = answer(present) { return answer }
        let devices = devices
        let sleep = sleep
        return await withTaskGroup(of: Answer?.self) { group in
            group.addTask {
                for await list in devices {
                    if let answer = answer(list) { return answer }
                }
                return nil
            }
            group.addTask {
                try? await sleep(timeout)
                return nil
            }
            let result = await group.next() ?? nil
            group.cancelAll()
            return result
        }
    }
}

extension CastDevice {
    /// Requests the availability of applications over a temporary connection; returns nil when there is no answer.
    func availability(of appIDs: [String], environment: ConnectionEnvironment) async -> [String: AppAvailability]? {
        await query(environment) { try? await $0.availability(of: appIDs) }
    }

    /// Requests the namespaces of the running application over a temporary connection. Returns an empty set when no
    /// application runs, and nil when there is no answer.
    func runningNamespaces(environment: ConnectionEnvironment) async -> Set<CastNamespace>? {
        await query(environment) { connection in
            guard let status = try? await connection.refreshStatus() else { return nil }
            return Set(status.runningApplication?.namespaces ?? [])
        }
    }

    /// Queries the device over a temporary connection. The time limit for the answer is 5 s, as in Google's senders.
    private func query<Answer: Sendable>(
        _ environment: ConnectionEnvironment,
        _ body: (CastConnection) async -> Answer?
    ) async -> Answer? {
        var options = ConnectionOptions().forQueries
        options.requestTimeout = .seconds(5)
        let connection = try? await CastConnection.open(to: self, options: options, environment: environment)
        guard let connection else { return nil }
        let answer = await body(connection)
        await connection.close()
        return answer
    }
}
