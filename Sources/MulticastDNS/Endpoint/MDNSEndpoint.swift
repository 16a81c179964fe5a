// SPDX-License-Identifier: Apache-2.0

public import Logging
import NIOConcurrencyHelpers
public import NIOCore
import NIOPosix
import SystemErrors

/// An endpoint for multicast DNS and DNS-based service discovery (RFC 6762, RFC 6763) in this process. It browses for
/// services on the local network and registers services.
///
/// One endpoint is sufficient for a process: all browses share its cache and its sockets. It runs on one event loop,
/// shares UDP port 5353 with other responders on the host, and follows interface changes. A failing interface is
/// logged, counted and retried without affecting the others.
///
/// ```swift
/// let endpoint = try await MDNSEndpoint.start()
/// for await event in endpoint.browse("_googlecast._tcp") {
///     print(event)
/// }
/// await endpoint.close()
/// ```
public final class MDNSEndpoint: Sendable {
    private let loop: any EventLoop
    private let engine: NIOLoopBound<Engine>
    private let logger: Logger
    private let nextID = NIOLockedValueBox(1)

    private init(loop: any EventLoop, engine: NIOLoopBound<Engine>, logger: Logger) {
        self.loop = loop
        self.engine = engine
        self.logger = logger
    }

    deinit {
        // Without `close()`, the goodbye packets are not awaited, but the sockets are closed with their owner.
        let engine = engine
        loop.execute { engine.value.shutDown() }
    }

    /// Opens the sockets and starts an endpoint.
    ///
    /// - Parameters:
    ///   - interfaces: The interfaces to use. Default: all except loopback.
    ///   - group: The event loop group; one of its event loops runs the endpoint. Default nil: SwiftNIO's shared event
    ///     loops.
    ///   - logger: Logs interface changes and socket failures at debug level. Default nil, which logs nothing.
    ///   - configuration: Limits and intervals.
    /// - Throws: ``MDNSError``: `noInterface` if no interface matches, `socket` if no socket could be opened.
    public static func start(
        interfaces: MDNSInterfaces = .all,
        group: (any EventLoopGroup)? = nil,
        logger: Logger? = nil,
        configuration: MDNSConfiguration = MDNSConfiguration()
    ) async throws(MDNSError) -> MDNSEndpoint {
        let loop = (group ?? MultiThreadedEventLoopGroup.singleton).next()
        let logger = logger ?? Logger(label: "multicast-dns") { _ in SwiftLogNoOpLogHandler() }
        do {
            return try await loop.flatSubmit {
                let engine = Engine(loop: loop, selection: interfaces, configuration: configuration, logger: logger)
                let endpoint = MDNSEndpoint(
                    loop: loop,
                    engine: NIOLoopBound(engine, eventLoop: loop),
                    logger: logger
                )
                return engine.start().map { endpoint }
            }.get()
        } catch let error as MDNSError {
            throw error
        } catch {
            throw MDNSError(
                .socket,
                "Multicast DNS could not be started on \(interfaces): \(SystemErrorText.describe(error))."
            )
        }
    }

    // MARK: - Browsing

    /// Browses for the services of a type.
    ///
    /// A service is reported once its SRV and TXT records and an address are known. A one-shot query is sent
    /// immediately, multicast queries after 20 to 120 ms and then at increasing intervals. Changes are reported when
    /// they are announced.
    ///
    /// - Parameters:
    ///   - type: The service type, such as `_googlecast._tcp`. If it is not valid, the sequence ends immediately.
    ///   - subtype: One label, such as `_CC1AD845`, to find only services that announce this subtype. Default nil.
    /// - Returns: A sequence that starts with the services that are already known.
    public func browse(_ type: String, subtype: String? = nil) -> ServiceBrowse {
        let stream = ServiceEventStream()
        let stop = startBrowse(type, subtype: subtype) {
            stream.send($0)
        } finish: {
            stream.finish()
        }
        return ServiceBrowse(stream: stream, onCancel: stop)
    }

    /// Browses for the services of a type and reports them to a callback on the endpoint's event loop.
    ///
    /// - Parameters:
    ///   - type: The service type, such as `_googlecast._tcp`.
    ///   - subtype: One label, to find only services that announce this subtype. Default nil.
    ///   - onEvent: Called on the event loop until ``ServiceBrowseHandle/close()``. It must not block.
    public func browse(
        _ type: String,
        subtype: String? = nil,
        onEvent: @escaping @Sendable (ServiceEvent) -> Void
    ) -> ServiceBrowseHandle {
        let stop = startBrowse(type, subtype: subtype) { events in
            for event in events {
                onEvent(event)
            }
        } finish: {
        }
        return ServiceBrowseHandle(onCancel: stop)
    }

    private func startBrowse(
        _ type: String,
        subtype: String?,
        deliver: @escaping @Sendable ([ServiceEvent]) -> Void,
        finish: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let owner: DNSName
        do {
            let typeName = try AnnouncedService.typeName(type)
            owner = try subtype.map { try AnnouncedService.subtypeName($0, of: typeName) } ?? typeName
        } catch {
            logger.error(
                "invalid service type",
                metadata: ["mdns-type": "\(type)", "mdns-subtype": "\(subtype ?? "")", "mdns-error": "\(error)"]
            )
            finish()
            return {}
        }
        let id = makeID()
        let engine = engine
        loop.execute {
            engine.value.browse(owner, type: type, id: id, deliver: deliver, finish: finish)
        }
        // Retains the endpoint until the browse is stopped.
        return { [self] in
            loop.execute { engine.value.stopBrowse(id) }
        }
    }

    /// Searches once for the services of a type.
    ///
    /// - Parameters:
    ///   - type: The service type, such as `_googlecast._tcp`.
    ///   - subtype: One label, to find only services that announce this subtype. Default nil.
    ///   - timeout: The duration of the search.
    ///   - isEnough: Called on the event loop with the services found so far, after each datagram that changed them.
    ///     Returning true ends the search early. By default, the search lasts for the whole timeout.
    /// - Returns: The services found, sorted by name. If the task is canceled, those found until then.
    public func resolveOnce(
        type: String,
        subtype: String? = nil,
        timeout: Duration,
        until isEnough: @escaping @Sendable ([ServiceInstance]) -> Bool = { _ in false }
    ) async -> [ServiceInstance] {
        let search = ServiceSearch(loop: loop, isEnough: isEnough)
        let stop = startBrowse(type, subtype: subtype) {
            search.take($0)
        } finish: {
            search.finish()
        }
        let timer = loop.scheduleTask(in: TimeAmount(timeout)) { search.finish() }
        defer {
            timer.cancel()
            stop()
        }
        return await withTaskCancellationHandler {
            await search.result()
        } onCancel: {
            search.finish()
        }
    }

    /// Reports that an instance could not be reached. The endpoint queries for it again and removes it unless it
    /// answers within 10 s.
    public func reconfirm(_ instanceName: String) {
        let engine = engine
        loop.execute { engine.value.reconfirm(instanceName) }
    }

    // MARK: - Registering

    /// Registers a service.
    ///
    /// Returns when the names are established on every interface and the service was announced, which takes about a
    /// second. If no interface is up, it returns immediately, and the service is announced when one becomes available.
    /// A name that another host uses gets the suffix `-2`, `-3` and so on.
    ///
    /// - Parameters:
    ///   - service: The service to register.
    ///   - onRename: Called on the event loop with the instance's name whenever the instance or its host is renamed.
    /// - Throws: ``MDNSError``: `invalidService`, `nameConflict`, `shutDown`, or `cancelled` if the task is canceled.
    ///   The service is not registered then.
    public func register(
        _ service: ServiceRegistration,
        onRename: (@Sendable (String) -> Void)? = nil
    ) async throws(MDNSError) -> RegisteredService {
        let id = makeID()
        let announced = try AnnouncedService(service, id: id)
        let names = NIOLockedValueBox((instance: service.name, host: announced.host.description))
        let host = AnnouncedService.hostLabel(service.hostName)
        let engine = engine
        do {
            try await withTaskCancellationHandler {
                try await loop.flatSubmit {
                    engine.value.register(announced, name: service.name, host: host) { name, host in
                        names.withLockedValue { $0 = (name, host) }
                        onRename?(name)
                    }
                }.get()
            } onCancel: {
                loop.execute { engine.value.unregister(id) }
            }
        } catch let error as MDNSError {
            throw error
        } catch {
            throw MDNSError(.shutDown, "\(service.name) could not be registered: \(error)")
        }
        return RegisteredService(endpoint: self, id: id, type: announced.type, names: names)
    }

    // MARK: - Lifecycle

    /// Statistics since the endpoint was started.
    public var counters: MDNSCounters {
        get async {
            let engine = engine
            return (try? await loop.submit { engine.value.counters }.get()) ?? MDNSCounters()
        }
    }

    /// Sends goodbye packets for every service, closes the sockets and ends every browse. Further calls have no effect.
    public func close() async {
        await perform { $0.shutDown() }
    }

    /// Runs a closure on the engine's event loop.
    func perform(_ body: @escaping @Sendable (Engine) -> Void) async {
        let engine = engine
        try? await loop.submit { body(engine.value) }.get()
    }

    private func makeID() -> Int {
        nextID.withLockedValue { id in
            id += 1
            return id
        }
    }
}
