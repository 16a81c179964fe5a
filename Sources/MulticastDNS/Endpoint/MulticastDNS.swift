public import Logging
import NIOConcurrencyHelpers
public import NIOCore
import NIOPosix
import SystemErrors

/// Multicast DNS and DNS service discovery (RFC 6762, RFC 6763) in this process: finds services on the local network and
/// offers others.
///
/// One endpoint serves a whole process: all browses share its cache and its sockets. It runs on one event loop, shares UDP
/// port 5353 with other responders on the host, and follows interfaces that come and go. An interface that fails is
/// reported to the logger and counted, and tried again; the others go on.
///
/// ```swift
/// let endpoint = try await MulticastDNS.start(group: MultiThreadedEventLoopGroup.singleton)
/// for await event in endpoint.browse("_googlecast._tcp") {
///     print(event)
/// }
/// await endpoint.shutdown()
/// ```
public final class MulticastDNS: Sendable {
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
        // Without `shutdown()` nobody waits for the goodbyes, but the sockets do not outlive their owner.
        let engine = engine
        loop.execute { engine.value.shutDown() }
    }

    /// Opens the sockets.
    ///
    /// - Parameters:
    ///   - interfaces: The interfaces to use. Default all but loopback.
    ///   - group: One of its event loops runs everything.
    ///   - logger: Gets what the API cannot say, at debug level: interfaces up and down, failed sockets. Default silent.
    ///   - configuration: Limits and intervals.
    /// - Throws: ``MDNSError``: `noInterface` when no interface fits, `socket` when none of those could be opened.
    public static func start(
        interfaces: MDNSInterfaces = .all,
        group: any EventLoopGroup,
        logger: Logger? = nil,
        configuration: MulticastDNSConfiguration = MulticastDNSConfiguration()
    ) async throws(MDNSError) -> MulticastDNS {
        let loop = group.next()
        let logger = logger ?? Logger(label: "multicast-dns") { _ in SwiftLogNoOpLogHandler() }
        do {
            return try await loop.flatSubmit {
                let engine = Engine(loop: loop, selection: interfaces, configuration: configuration, logger: logger)
                let endpoint = MulticastDNS(
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

    // MARK: - Finding

    /// Follows the services of a type.
    ///
    /// A service is reported once its location, text and an address are known. A one-shot query goes out at once, others by
    /// multicast after 20 to 120 ms and then ever more rarely; changes are heard as they are announced.
    ///
    /// - Parameters:
    ///   - type: The service type, as `_googlecast._tcp`. When it is no valid type the sequence ends at once.
    ///   - subtype: One label, as `_CC1AD845`: only services that announce the subtype.
    /// - Returns: A sequence that begins with the services known already.
    public func browse(_ type: String, subtype: String? = nil) -> ServiceBrowse {
        let stream = ServiceEventStream()
        let stop = startBrowse(type, subtype: subtype) {
            stream.send($0)
        } finish: {
            stream.finish()
        }
        return ServiceBrowse(stream: stream, onCancel: stop)
    }

    /// Follows the services of a type with a callback on the endpoint's event loop.
    ///
    /// - Parameters:
    ///   - type: The service type, as `_googlecast._tcp`.
    ///   - subtype: One label: only services that announce the subtype.
    ///   - onEvent: Called on the event loop: must not block. Comes to an end with ``ServiceBrowseHandle/cancel()``.
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
            let typeName = try OfferedService.typeName(type)
            owner = try subtype.map { try OfferedService.subtypeName($0, of: typeName) } ?? typeName
        } catch {
            logger.error(
                "not a service type",
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
        // Keeps the endpoint alive as long as somebody browses.
        return { [self] in
            loop.execute { engine.value.stopBrowse(id) }
        }
    }

    /// Looks once for the services of a type.
    ///
    /// - Parameters:
    ///   - type: The service type, as `_googlecast._tcp`.
    ///   - subtype: One label: only services that announce the subtype.
    ///   - timeout: How long to listen.
    ///   - isEnough: Asked on the event loop with what was found so far, after each datagram that changed it; true ends the
    ///     search early.
    /// - Returns: The services found, by name. When the task is cancelled, those found until then.
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

    /// Says that an instance could not be reached: it is asked for again, and forgotten unless it answers within 10 s.
    public func reconfirm(_ instanceName: String) {
        let engine = engine
        loop.execute { engine.value.reconfirm(instanceName) }
    }

    // MARK: - Offering

    /// Offers a service.
    ///
    /// Returns when the names are found free on every interface and the service was announced, which takes about a second;
    /// with no interface up at the moment it returns at once and the rest follows when one comes. A name that another host
    /// has gets `-2`, `-3` … at its end.
    ///
    /// - Parameters:
    ///   - service: What to offer.
    ///   - onRename: Called on the event loop with the new name of the instance whenever it or its host is renamed.
    /// - Throws: ``MDNSError``: `invalidService`, `nameConflict`, `shutDown`, or `cancelled` when the task is cancelled; then
    ///   nothing stays offered.
    public func register(
        _ service: ServiceRegistration,
        onRename: (@Sendable (String) -> Void)? = nil
    ) async throws(MDNSError) -> RegisteredService {
        let id = makeID()
        let offered = try OfferedService(service, id: id)
        let names = NIOLockedValueBox((instance: service.name, host: offered.host.description))
        let host = OfferedService.hostLabel(service.hostName)
        let engine = engine
        do {
            try await withTaskCancellationHandler {
                try await loop.flatSubmit {
                    engine.value.register(offered, name: service.name, host: host) { name, host in
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
        return RegisteredService(endpoint: self, id: id, type: offered.type, names: names)
    }

    // MARK: - Life

    /// What the endpoint did and refused so far.
    public var counters: MulticastDNSCounters {
        get async {
            let engine = engine
            return (try? await loop.submit { engine.value.counters }.get()) ?? MulticastDNSCounters()
        }
    }

    /// Says goodbye for every service, closes the sockets and ends every browse. Calling it again does nothing.
    public func shutdown() async {
        await perform { $0.shutDown() }
    }

    /// Runs something on the engine's event loop.
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
