// SPDX-License-Identifier: Apache-2.0

import Logging
import NIOCore

extension Engine {
    // MARK: - Browsing

    /// Starts a browse. `deliver` is called on the event loop.
    func browse(
        _ owner: DNSName,
        type: String,
        id: Int,
        deliver: @escaping ([ServiceEvent]) -> Void,
        finish: @escaping () -> Void
    ) {
        guard !isShutDown else { return finish() }
        let directory = ServiceDirectory(owner: owner, type: type)
        browses[id] = Browse(directory: directory, deliver: deliver, finish: finish)
        for active in links.values where active.isRunning {
            active.link.querier.startBrowse(owner, now: .now())
        }
        if let present = browses[id]?.directory.updateAll(on: orderedLinks, now: .now()) {
            self.deliver(present, to: id)
        }
        // Send the one-shot query now instead of waiting for the timer.
        advance()
    }

    func stopBrowse(_ id: Int) {
        guard let browse = browses.removeValue(forKey: id) else { return }
        for active in links.values {
            active.link.querier.stopBrowse(browse.directory.owner, now: .now())
        }
        browse.finish()
    }

    /// Verifies an instance: queries for it again and removes it if there is no response.
    func reconfirm(_ instanceName: String) {
        for browse in browses.values {
            for active in links.values {
                guard let name = instance(instanceName, of: browse.directory.owner) else { continue }
                active.link.querier.reconfirm(name, now: .now())
            }
        }
        rearm()
    }

    /// Returns the instance's full name for a browsed type or subtype.
    private func instance(_ label: String, of owner: DNSName) -> DNSName? {
        let isSubtype = owner.parent.firstLabel.lowercased() == "_sub"
        let type = isSubtype ? owner.parent.parent : owner
        return try? type.prepending(label)
    }

    // MARK: - Registering

    /// Starts to register a service. The future succeeds when its name is established on every link and was announced.
    func register(
        _ service: AnnouncedService,
        name: String,
        host: String,
        onRename: @escaping (String, String) -> Void
    ) -> EventLoopFuture<Void> {
        guard !isShutDown else {
            return loop.makeFailedFuture(MDNSError(.shutDown, "The multicast DNS endpoint was shut down."))
        }
        let ready = loop.makePromise(of: Void.self)
        var registration = Registration(
            service: service,
            requestedName: name,
            requestedHost: host,
            ready: ready,
            onRename: onRename
        )
        while registrations.values.contains(where: { $0.service.instance == registration.service.instance }) {
            guard rename(&registration) else { break }
        }
        let (id, bound) = (service.id, NIOLoopBound(self, eventLoop: loop))
        registration.timeLimit = loop.scheduleTask(in: TimeAmount(configuration.registrationTimeLimit)) {
            bound.value.endRegistration(id)
        }
        registration.waiting = Set(links.filter(\.value.isRunning).keys)
        registrations[service.id] = registration
        for index in registration.waiting {
            links[index]?.link.responder.add(registration.service, now: .now())
        }
        if registration.waiting.isEmpty { established(service.id, on: -1) }
        rearm()
        return ready.futureResult
    }

    func unregister(_ id: Int) {
        guard let registration = registrations.removeValue(forKey: id) else { return }
        registration.timeLimit?.cancel()
        registration.ready?.fail(MDNSError(.cancelled, "Registering \(registration.requestedName) was canceled."))
        for index in links.keys {
            withdraw(id, from: index)
        }
        rearm()
    }

    /// Withdraws a service on one link and sends goodbye packets.
    func withdraw(_ id: Int, from index: Int) {
        guard let active = links[index] else { return }
        var effects = Link.Effects()
        active.link.send(active.link.responder.remove(id), now: .now(), &effects)
        perform(effects, on: index)
    }

    func update(_ id: Int, text: ServiceText) {
        registrations[id]?.service.text = text
        for active in links.values {
            active.link.responder.update(id, text: text, now: .now())
        }
        advance()
    }

    func update(_ id: Int, subtypes: [DNSName]) {
        registrations[id]?.service.subtypes = subtypes
        for (index, active) in links {
            var effects = Link.Effects()
            let output = active.link.responder.update(id, subtypes: subtypes, now: .now())
            active.link.send(output, now: .now(), &effects)
            perform(effects, on: index)
        }
        advance()
    }

    // MARK: - Events from the responders

    func handle(_ event: Responder.Event, on index: Int) {
        switch event {
        case .established(let id): established(id, on: index)
        case .instanceConflict(let id): resolveConflict(id, on: index) { rename(&$0) }
        case .hostConflict(let host):
            for (id, registration) in registrations where registration.service.host == host {
                resolveConflict(id, on: index) { renameHost(&$0) }
            }
        }
    }

    func established(_ id: Int, on index: Int) {
        registrations[id]?.waiting.remove(index)
        guard registrations[id]?.waiting.isEmpty == true else { return }
        registrations[id]?.conflicts = 0
        registrations[id]?.timeLimit?.cancel()
        registrations[id]?.timeLimit = nil
        registrations[id]?.ready?.succeed()
        registrations[id]?.ready = nil
    }

    /// Renames a service on every link, so that it has the same name everywhere.
    ///
    /// A service that was announced before is renamed without limit; the responder limits the rate of its attempts.
    private func resolveConflict(_ id: Int, on index: Int, rename: (inout Registration) -> Bool) {
        guard var registration = registrations[id] else { return }
        registration.conflicts += 1
        let exceedsLimit = registration.ready != nil && registration.conflicts > configuration.renameLimit
        guard !exceedsLimit, rename(&registration) else {
            let claim = links[index]?.link.responder.lastClaim
            return fail(
                registration,
                "other hosts on the network claimed \(registration.conflicts) names in a row"
                    + (claim.map { ". The last one, \($0.name), was claimed by \($0.claimText)" } ?? "")
            )
        }
        registration.waiting = Set(links.filter(\.value.isRunning).keys)
        registrations[id] = registration
        for active in links.values where active.isRunning {
            active.link.responder.rename(registration.service, now: .now())
        }
        logger.info(
            "renamed because another host uses the name",
            metadata: ["mdns-instance": "\(registration.service.instance)"]
        )
        registration.onRename(registration.service.instance.firstLabel, registration.service.host.description)
        rearm()
    }

    /// Fails a registration that was not established in time.
    private func endRegistration(_ id: Int) {
        guard let registration = registrations[id], registration.ready != nil else { return }
        let seconds = configuration.registrationTimeLimit.components.seconds
        fail(
            registration,
            "no name could be established within \(seconds) s. Other hosts on the network claimed "
                + "\(registration.conflicts) of the names that were tried, and \(registration.service.instance) is "
                + "still contested"
        )
    }

    private func fail(_ registration: Registration, _ reason: String) {
        let id = registration.service.id
        registrations[id] = nil
        registration.timeLimit?.cancel()
        for index in links.keys {
            withdraw(id, from: index)
        }
        registration.ready?.fail(
            MDNSError(
                .nameConflict,
                "\(registration.requestedName) cannot be announced over multicast DNS: \(reason). Choose another name, "
                    + "or find the host that claims every name."
            )
        )
        rearm()
    }

    private func rename(_ registration: inout Registration) -> Bool {
        registration.nameAttempt += 1
        let label = AnnouncedService.renamed(registration.requestedName, attempt: registration.nameAttempt)
        guard let name = try? registration.service.type.prepending(label) else { return false }
        registration.service.instance = name
        return true
    }

    private func renameHost(_ registration: inout Registration) -> Bool {
        registration.hostAttempt += 1
        let label = AnnouncedService.renamed(registration.requestedHost, attempt: registration.hostAttempt)
        guard let name = try? DNSName(labels: [label, AnnouncedService.domain]) else { return false }
        registration.service.host = name
        return true
    }
}

extension DNSRecord {
    /// A description of the record's content for error messages.
    fileprivate var claimText: String {
        switch data {
        case .a(let address), .aaaa(let address):
            let text = try? SocketAddress(packedIPAddress: ByteBuffer(bytes: address), port: 0).ipAddress
            return "the address \(text ?? "?")"
        case .srv(let location): return "\(location.target), port \(location.port)"
        default: return "a record of type \(type)"
        }
    }
}
