import Logging
import NIOCore

extension Engine {
    // MARK: - Browsing

    /// Begins a browse; `deliver` is called on the event loop.
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
        // The one-shot query goes out now, not when the timer comes round.
        advance()
    }

    func stopBrowse(_ id: Int) {
        guard let browse = browses.removeValue(forKey: id) else { return }
        for active in links.values {
            active.link.querier.stopBrowse(browse.directory.owner, now: .now())
        }
        browse.finish()
    }

    /// Doubts an instance: asks for it again and forgets it when nothing comes.
    func reconfirm(_ instanceName: String) {
        for browse in browses.values {
            for active in links.values {
                guard let name = instance(instanceName, of: browse.directory.owner) else { continue }
                active.link.querier.reconfirm(name, now: .now())
            }
        }
        rearm()
    }

    /// The instance's name under a browsed type or subtype.
    private func instance(_ label: String, of owner: DNSName) -> DNSName? {
        let isSubtype = owner.parent.firstLabel.lowercased() == "_sub"
        let type = isSubtype ? owner.parent.parent : owner
        return try? type.prepending(label)
    }

    // MARK: - Offering

    /// Begins to offer a service; the future succeeds when the name is ours on every link and was announced.
    func register(
        _ service: OfferedService,
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
            wantedName: name,
            wantedHost: host,
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
        registration.ready?.fail(MDNSError(.cancelled, "Registering \(registration.wantedName) was cancelled."))
        for index in links.keys {
            withdraw(id, from: index)
        }
        rearm()
    }

    /// Takes a service back on one link, with a goodbye.
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

    // MARK: - Events of the responders

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

    /// Gives a service another name on every link, so that it is the same wherever it is seen.
    ///
    /// A service that was announced before keeps looking for a name; the responder limits the rate of its attempts.
    private func resolveConflict(_ id: Int, on index: Int, rename: (inout Registration) -> Bool) {
        guard var registration = registrations[id] else { return }
        registration.conflicts += 1
        let isTooOften = registration.ready != nil && registration.conflicts > configuration.renameLimit
        guard !isTooOften, rename(&registration) else {
            let claim = links[index]?.link.responder.lastClaim
            return fail(
                registration,
                "\(registration.conflicts) names in a row are claimed by other hosts of the network"
                    + (claim.map { ". The last one, \($0.name), was claimed by \($0.claimText)" } ?? "")
            )
        }
        registration.waiting = Set(links.filter(\.value.isRunning).keys)
        registrations[id] = registration
        for active in links.values where active.isRunning {
            active.link.responder.rename(registration.service, now: .now())
        }
        logger.info(
            "name taken by another host, renamed",
            metadata: ["mdns-instance": "\(registration.service.instance)"]
        )
        registration.onRename(registration.service.instance.firstLabel, registration.service.host.description)
        rearm()
    }

    /// Ends a registration that was not established in time.
    private func endRegistration(_ id: Int) {
        guard let registration = registrations[id], registration.ready != nil else { return }
        let seconds = configuration.registrationTimeLimit.components.seconds
        fail(
            registration,
            "no name could be established within \(seconds) s. Other hosts of the network claimed \(registration.conflicts) "
                + "of the names tried, and \(registration.service.instance) is still contested"
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
                "\(registration.wantedName) cannot be announced by multicast DNS: \(reason). Choose another name, or find the "
                    + "host that answers for every name."
            )
        )
        rearm()
    }

    private func rename(_ registration: inout Registration) -> Bool {
        registration.nameAttempt += 1
        let label = OfferedService.renamed(registration.wantedName, attempt: registration.nameAttempt)
        guard let name = try? registration.service.type.prepending(label) else { return false }
        registration.service.instance = name
        return true
    }

    private func renameHost(_ registration: inout Registration) -> Bool {
        registration.hostAttempt += 1
        let label = OfferedService.renamed(registration.wantedHost, attempt: registration.hostAttempt)
        guard let name = try? DNSName(labels: [label, OfferedService.domain]) else { return false }
        registration.service.host = name
        return true
    }
}

extension DNSRecord {
    /// The record's content as an error message names it.
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
