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
        case .instanceConflict(let id): resolveConflict(id) { rename(&$0) }
        case .hostConflict(let host):
            for (id, registration) in registrations where registration.service.host == host {
                resolveConflict(id) { renameHost(&$0) }
            }
        }
    }

    func established(_ id: Int, on index: Int) {
        registrations[id]?.waiting.remove(index)
        guard registrations[id]?.waiting.isEmpty == true else { return }
        registrations[id]?.ready?.succeed()
        registrations[id]?.ready = nil
    }

    /// Gives a service another name on every link, so that it is the same wherever it is seen.
    private func resolveConflict(_ id: Int, rename: (inout Registration) -> Bool) {
        guard var registration = registrations[id] else { return }
        guard rename(&registration) else {
            registrations[id] = nil
            for index in links.keys {
                withdraw(id, from: index)
            }
            registration.ready?.fail(
                MDNSError(
                    .nameConflict,
                    "\(registration.wantedName) and \(configuration.renameLimit) names derived from it belong to other "
                        + "hosts of the network. Choose another name."
                )
            )
            return
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

    private func rename(_ registration: inout Registration) -> Bool {
        registration.nameAttempt += 1
        guard registration.nameAttempt <= configuration.renameLimit else { return false }
        let label = OfferedService.renamed(registration.wantedName, attempt: registration.nameAttempt)
        guard let name = try? registration.service.type.prepending(label) else { return false }
        registration.service.instance = name
        return true
    }

    private func renameHost(_ registration: inout Registration) -> Bool {
        registration.hostAttempt += 1
        guard registration.hostAttempt <= configuration.renameLimit else { return false }
        let label = OfferedService.renamed(registration.wantedHost, attempt: registration.hostAttempt)
        guard let name = try? DNSName(labels: [label, OfferedService.domain]) else { return false }
        registration.service.host = name
        return true
    }
}
