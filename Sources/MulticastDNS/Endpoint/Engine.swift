// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import Logging
import NIOCore
import SystemErrors

/// Drives the state machines of all links: owns their sockets and timers, on one event loop.
///
/// Every input (datagram, timer, call) is passed to a state machine, and ``perform(_:on:)`` executes the effects it
/// returns. Only that method sends.
final class Engine {
    /// A link and its sockets.
    final class ActiveLink {
        var link: Link
        var network: NetworkInterface
        var group: [AddressFamilies: any Channel] = [:]
        var oneShot: [AddressFamilies: any Channel] = [:]
        var opening: Set<LinkSocket> = []
        /// Whether the existing browses and registrations were started on the link.
        var isRunning = false

        init(link: Link, network: NetworkInterface) {
            self.link = link
            self.network = network
        }

        /// Sockets that are neither open nor being opened.
        var missingSockets: [LinkSocket] {
            [AddressFamilies.ipv4, .ipv6].filter { network.link.families.contains($0) }.flatMap { family in
                (group[family] == nil ? [LinkSocket(inlet: .group, family: family)] : [])
                    + (oneShot[family] == nil ? [LinkSocket(inlet: .oneShot, family: family)] : [])
            }.filter { !opening.contains($0) }
        }
    }

    struct Browse {
        var directory: ServiceDirectory
        /// Called with the events of one datagram or timer. Never called with an empty array.
        var deliver: ([ServiceEvent]) -> Void
        var finish: () -> Void
    }

    struct Registration {
        var service: AnnouncedService
        /// The requested names, from which others are derived after a conflict.
        let requestedName: String
        let requestedHost: String
        var nameAttempt = 1
        var hostAttempt = 1
        /// The number of conflicts since the name was last established on every link.
        var conflicts = 0
        /// The deadline that fails the registration; nil once it has succeeded.
        var timeLimit: Scheduled<Void>?
        /// The links on which the name is not established yet.
        var waiting: Set<Int> = []
        var ready: EventLoopPromise<Void>?
        var onRename: (String, String) -> Void
    }

    let loop: any EventLoop
    let selection: MDNSInterfaces
    let configuration: MDNSConfiguration
    let logger: Logger
    var links: [Int: ActiveLink] = [:]
    var browses: [Int: Browse] = [:]
    var registrations: [Int: Registration] = [:]
    /// The addresses of this machine, without ports.
    var machineAddresses: Set<[UInt8]> = []
    var isShutDown = false
    var jitter: Jitter
    /// The counters of removed links, and of the engine itself.
    var pastCounters = MDNSCounters()
    private let timer: DeadlineTimer
    private var poll: RepeatedTask?

    init(
        loop: any EventLoop,
        selection: MDNSInterfaces,
        configuration: MDNSConfiguration,
        logger: Logger
    ) {
        self.loop = loop
        self.selection = selection
        self.configuration = configuration
        self.logger = logger
        jitter = Jitter(seed: UInt64.random(in: .min ... .max))
        timer = DeadlineTimer(on: loop, keepsEarlier: true)
    }

    /// The links, sorted by interface index.
    var orderedLinks: [Link] {
        links.values.sorted { $0.network.link.index < $1.network.link.index }.map(\.link)
    }

    // MARK: - Lifecycle

    /// Opens sockets on the selected interfaces and starts to poll for interface changes.
    func start() -> EventLoopFuture<Void> {
        let found: [NetworkInterface]
        do {
            found = try NetworkInterface.matching(selection)
        } catch {
            return loop.makeFailedFuture(
                MDNSError(
                    .noInterface,
                    "The network interfaces of this machine cannot be listed: \(SystemErrorText.describe(error))."
                )
            )
        }
        guard !found.isEmpty else { return loop.makeFailedFuture(noInterface()) }
        machineAddresses = NetworkInterface.machineAddresses()
        let openings = found.map(addLink)
        let interval = TimeAmount(configuration.interfacePollInterval)
        let bound = NIOLoopBound(self, eventLoop: loop)
        poll = loop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            bound.value.pollInterfaces()
        }
        return EventLoopFuture.whenAllComplete(openings, on: loop).flatMapThrowing { results in
            let errors = results.compactMap { result -> (any Error)? in
                if case .failure(let error) = result { error } else { nil }
            }
            guard errors.count < results.count else {
                bound.value.shutDown()
                throw MDNSError(
                    .socket,
                    "No multicast DNS socket could be opened on \(found.map(\.link.name).joined(separator: ", ")): "
                        + errors.map { SystemErrorText.describe($0) }.joined(separator: "; ")
                        + ". Another program may use UDP port 5353 exclusively, or a sandbox may forbid multicast."
                )
            }
        }
    }

    private func noInterface() -> MDNSError {
        let all = NetworkInterface.allNames().joined(separator: ", ")
        return MDNSError(
            .noInterface,
            "No usable network interface (selected: \(selection); available: "
                + (all.isEmpty ? "none" : all)
                + "). Connect to a network, or specify an interface that is up, such as lo for this machine only."
        )
    }

    /// Sends goodbye packets, closes the sockets and ends every browse.
    func shutDown() {
        guard !isShutDown else { return }
        isShutDown = true
        poll?.cancel()
        timer.cancel()
        for id in registrations.keys.sorted() {
            registrations[id]?.timeLimit?.cancel()
            registrations[id]?.ready?.fail(MDNSError(.shutDown, "The multicast DNS endpoint was shut down."))
            for index in links.keys {
                withdraw(id, from: index)
            }
        }
        registrations = [:]
        for (index, active) in links {
            perform(active.link.sendEverything(now: .now()), on: index)
            close(active)
        }
        links = [:]
        for browse in browses.values {
            browse.finish()
        }
        browses = [:]
    }

    // MARK: - Events

    func received(
        _ envelope: AddressedEnvelope<ByteBuffer>,
        on index: Int,
        by inlet: Link.Inlet,
        family: AddressFamilies
    ) {
        guard let active = links[index] else { return }
        if let info = envelope.metadata?.packetInfo, inlet == .group, info.interfaceIndex != index {
            active.link.countDrop(.otherInterface)
            return
        }
        guard let host = envelope.remoteAddress.hostBytes, let port = envelope.remoteAddress.port else { return }
        let source = PacketSource(
            address: envelope.remoteAddress,
            host: host,
            port: port,
            family: family,
            isOwnHost: machineAddresses.contains(host) || (host.count == 4 && host[0] == 127)
        )
        let bytes = Array(envelope.data.readableBytesView)
        perform(active.link.receive(bytes, from: source, by: inlet, now: .now()), on: index)
        rearm()
    }

    func advance() {
        for (index, active) in links where active.isRunning && active.link.nextDeadline <= .now() {
            perform(active.link.advance(to: .now()), on: index)
        }
        rearm()
    }

    /// Sets the timer to the earliest deadline of all links.
    func rearm() {
        guard !isShutDown else { return }
        let next = links.values.lazy.filter(\.isRunning).map(\.link.nextDeadline).min() ?? .distantFuture
        timer.set(to: next < .distantFuture ? next : nil) { self.advance() }
    }

    // MARK: - Effects

    /// Executes the effects that a link returned.
    func perform(_ effects: Link.Effects, on index: Int) {
        send(effects.datagrams, on: index)
        if !effects.affected.isEmpty {
            let links = orderedLinks
            // The keys are copied so that the directories are mutated in place.
            for id in Array(browses.keys) {
                guard let events = browses[id]?.directory.update(effects.affected, on: links, now: .now()) else {
                    continue
                }
                deliver(events, to: id)
            }
        }
        for event in effects.events {
            handle(event, on: index)
        }
    }

    func deliver(_ events: [ServiceEvent], to id: Int) {
        guard !events.isEmpty else { return }
        browses[id]?.deliver(events)
    }

    private func send(_ datagrams: [Link.Outgoing], on index: Int) {
        guard let active = links[index], !datagrams.isEmpty else { return }
        var written: Set<ObjectIdentifier> = []
        var channels: [any Channel] = []
        func write(_ bytes: [UInt8], to address: SocketAddress, by channel: (any Channel)?) {
            guard let channel, channel.isActive else { return active.link.countDrop(.noSocket) }
            channel.write(AddressedEnvelope(remoteAddress: address, data: ByteBuffer(bytes: bytes)), promise: nil)
            if written.insert(ObjectIdentifier(channel)).inserted { channels.append(channel) }
        }
        for datagram in datagrams {
            switch datagram.route {
            case .multicast(let families):
                for (family, address) in Self.groups where families.contains(family) {
                    guard active.link.interface.families.contains(family) else { continue }
                    write(datagram.bytes, to: address, by: active.group[family])
                }
            case .oneShot(let families):
                for (family, address) in Self.groups where families.contains(family) {
                    guard active.link.interface.families.contains(family) else { continue }
                    write(datagram.bytes, to: address, by: active.oneShot[family])
                }
            case .unicast(let address, let family):
                write(datagram.bytes, to: address, by: active.group[family])
            }
        }
        for channel in channels {
            channel.flush()
        }
    }

    private static let groups: [(AddressFamilies, SocketAddress)] = [
        (.ipv4, LinkSockets.group4), (.ipv6, LinkSockets.group6),
    ].compactMap { family, text in
        (try? SocketAddress(ipAddress: text, port: PacketSource.multicastPort)).map { (family, $0) }
    }

    /// The counters of all current and removed links.
    var counters: MDNSCounters {
        links.values.reduce(pastCounters) { $0 + $1.link.currentCounters }
    }
}
