// SPDX-License-Identifier: Apache-2.0

import Logging
import NIOCore

extension Engine {
    /// Starts using a new interface. The future fails if no socket could be opened for any address family.
    func addLink(_ network: NetworkInterface) -> EventLoopFuture<Void> {
        let index = network.link.index
        var link = Link(interface: network.link, configuration: configuration, jitter: jitter.fork())
        link.responder.machineAddresses = machineAddressData
        let active = ActiveLink(link: link, network: network)
        links[index] = active
        return openSockets(active)
    }

    private var machineAddressData: Set<DNSRecordData> {
        Set(machineAddresses.map { $0.count == 16 ? .aaaa($0) : .a($0) })
    }

    /// Opens the missing sockets of an interface. The future fails if none is joined to the multicast group afterward.
    func openSockets(_ active: ActiveLink) -> EventLoopFuture<Void> {
        let missing = active.missingSockets
        guard !missing.isEmpty else { return loop.makeSucceededVoidFuture() }
        let bound = NIOLoopBound((self, active), eventLoop: loop)
        let openings = missing.map { socket in
            active.opening.insert(socket)
            return open(socket, active).always { _ in bound.value.1.opening.remove(socket) }
        }
        return EventLoopFuture.whenAllComplete(openings, on: loop).flatMapThrowing { results in
            let (engine, active) = bound.value
            var failure: (any Error)?
            for case .failure(let error) in results {
                engine.socketFailed(error, on: active.network.link.index)
                failure = failure ?? error
            }
            if active.group.isEmpty, let failure { throw failure }
            engine.run(active)
        }
    }

    private func open(_ socket: LinkSocket, _ active: ActiveLink) -> EventLoopFuture<Void> {
        let bound = NIOLoopBound((self, active), eventLoop: loop)
        let index = active.network.link.index
        let handler: @Sendable (any Channel) -> EventLoopFuture<Void> = { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(
                    DatagramInlet(engine: bound.value.0, linkIndex: index, inlet: socket.inlet, family: socket.family)
                )
            }
        }
        return LinkSockets.open(socket, active.network, on: loop, handler: handler).map { channel in
            let (engine, active) = bound.value
            // The interface may have been removed in the meantime.
            guard !engine.isShutDown, engine.links[index] === active else { return channel.close(promise: nil) }
            switch socket.inlet {
            case .group: active.group[socket.family] = channel
            case .oneShot: active.oneShot[socket.family] = channel
            }
        }
    }

    /// Starts the browses and registrations on a link whose sockets are open.
    private func run(_ active: ActiveLink) {
        let index = active.network.link.index
        guard links[index] === active, !isShutDown, !active.isRunning else { return }
        active.isRunning = true
        logger.debug("multicast DNS link is up", metadata: ["mdns-interface": "\(active.network.link.name)"])
        for browse in browses.values {
            active.link.querier.startBrowse(browse.directory.owner, now: .now())
        }
        for (id, registration) in registrations.sorted(by: { $0.key < $1.key }) {
            active.link.responder.add(registration.service, now: .now())
            if registration.ready != nil { registrations[id]?.waiting.insert(index) }
        }
        rearm()
    }

    /// Checks the machine's interfaces and applies changes.
    func pollInterfaces() {
        guard !isShutDown else { return }
        let found: [NetworkInterface]
        do {
            found = try NetworkInterface.matching(selection)
        } catch {
            logger.warning("network interfaces cannot be listed", metadata: ["mdns-error": "\(error)"])
            return
        }
        machineAddresses = NetworkInterface.machineAddresses()
        let addresses = machineAddressData
        for (index, active) in links {
            active.link.responder.machineAddresses = addresses
            if !found.contains(where: { $0.link.index == index && $0.link.name == active.network.link.name }) {
                removeLink(index)
            }
        }
        for network in found {
            guard let active = links[network.link.index] else {
                report(addLink(network), network.link.name)
                continue
            }
            if active.network.link != network.link { renew(active, network) }
            report(openSockets(active), network.link.name)
        }
        rearm()
    }

    private func report(_ opening: EventLoopFuture<Void>, _ name: String) {
        let logger = logger
        opening.whenFailure { error in
            logger.debug(
                "interface cannot be used",
                metadata: ["mdns-interface": "\(name)", "mdns-error": "\(error)"]
            )
        }
    }

    /// Reopens the sockets of an interface whose addresses changed, because group memberships and source addresses
    /// depend on them.
    private func renew(_ active: ActiveLink, _ network: NetworkInterface) {
        let closing = Array(active.group.values) + Array(active.oneShot.values)
        active.group = [:]
        active.oneShot = [:]
        for channel in closing {
            channel.close(promise: nil)
        }
        active.network = network
        active.link.update(network.link, now: .now())
    }

    /// Removes an interface and all records received on it.
    func removeLink(_ index: Int) {
        guard let active = links.removeValue(forKey: index) else { return }
        logger.debug("multicast DNS link is down", metadata: ["mdns-interface": "\(active.network.link.name)"])
        var past = active.link.currentCounters
        past.cachedRecords = 0
        pastCounters = pastCounters + past
        close(active)
        for id in registrations.keys {
            established(id, on: index)
        }
        let remaining = orderedLinks
        for id in Array(browses.keys) {
            guard let events = browses[id]?.directory.updateAll(on: remaining, now: .now()) else { continue }
            deliver(events, to: id)
        }
    }

    func close(_ active: ActiveLink) {
        for channel in Array(active.group.values) + Array(active.oneShot.values) {
            channel.close(promise: nil)
        }
        active.group = [:]
        active.oneShot = [:]
    }

    func socketFailed(_ error: any Error, on index: Int) {
        pastCounters.socketErrors += 1
        logger.debug(
            "multicast DNS socket failed",
            metadata: [
                "mdns-interface": "\(links[index]?.network.link.name ?? "\(index)")", "mdns-error": "\(error)",
            ]
        )
    }

    /// Handles a socket that closed by itself, for example after a send error. The next poll opens it again.
    func socketClosed(_ channel: any Channel, on index: Int) {
        guard let active = links[index] else { return }
        active.group = active.group.filter { $0.value !== channel }
        active.oneShot = active.oneShot.filter { $0.value !== channel }
    }
}
