// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Messages and state changes of the running app.
extension ReceiverPlatform {
    /// The maximum length of a status text, in bytes of UTF-8.
    static let statusTextLimit = 1024
    /// The maximum number of namespaces of an app, and the maximum length of one in bytes.
    static let namespaceLimit = 32
    static let namespaceLengthLimit = 128

    /// Sends a message of the running app to one sender. Dropped if the sender has left.
    mutating func applicationReply(
        _ payload: CastMessage.Payload,
        _ namespace: CastNamespace,
        to sender: SenderAddress
    ) -> [PlatformAction] {
        guard let application else { return [] }
        guard application.namespaces.contains(namespace) else { return drop(.foreignNamespace) }
        guard connections.connection(sender.id, application.transportID, on: sender.socket) != nil else {
            return drop(.unknownConnection)
        }
        let message = CastMessage(
            from: application.transportID,
            to: sender.id,
            namespace: namespace,
            payload: payload
        )
        return [.send(message, to: sender.socket)]
    }

    /// Sends a message of the running app to all its senders.
    mutating func applicationBroadcast(
        _ payload: CastMessage.Payload,
        _ namespace: CastNamespace
    ) -> [PlatformAction] {
        guard let application else { return [] }
        guard application.namespaces.contains(namespace) else { return drop(.foreignNamespace) }
        let message = CastMessage(
            from: application.transportID,
            to: CastMessage.broadcastID,
            namespace: namespace,
            payload: payload
        )
        return connections.sockets(connectedTo: application.transportID).map { .send(message, to: $0) }
    }

    /// Changes the status text of the running app.
    mutating func statusTextChanged(_ text: String) -> [PlatformAction] {
        let text = text.prefix(utf8: Self.statusTextLimit)
        guard application != nil, application?.statusText != text else { return [] }
        application?.statusText = text
        revision += 1
        return broadcastStatus()
    }

    /// Marks the running app as ready, with these namespaces; nil for those it was installed with.
    mutating func applicationReady(_ namespaces: [CastNamespace]?) -> [PlatformAction] {
        guard var ready = application else { return [] }
        let wasReady = ready.isReady
        if let namespaces {
            ready.namespaces = allowed(namespaces)
            if ready.playsMedia, !ready.namespaces.contains(.media) { ready.namespaces.insert(.media, at: 0) }
        } else if let information = installed?.information {
            ready.namespaces = information.allNamespaces
        }
        ready.isReady = true
        readyDeadline = nil
        guard ready != application else { return [] }
        application = ready
        revision += 1
        return (wasReady ? [] : [.ready(ready)]) + broadcastStatus()
    }

    /// Returns the namespaces that an app may have: not those of the platform, and only those that senders can use.
    private mutating func allowed(_ namespaces: [CastNamespace]) -> [CastNamespace] {
        var allowed: [CastNamespace] = []
        for namespace in namespaces where !allowed.contains(namespace) {
            guard allowed.count < Self.namespaceLimit, !namespace.isOfPlatform,
                namespace.rawValue.hasPrefix("urn:x-cast:"),
                namespace.rawValue.utf8.count <= Self.namespaceLengthLimit
            else {
                drops.count(.foreignNamespace)
                continue
            }
            allowed.append(namespace)
        }
        return allowed
    }

    /// Sets whether the running app's playback follows the device's volume.
    mutating func applicationAppliesVolume(_ applies: Bool) -> [PlatformAction] {
        guard let application, application.appliesVolume != applies else { return [] }
        let before = effectiveVolume
        self.application?.appliesVolume = applies
        guard effectiveVolume != before else { return [] }
        revision += 1
        return broadcastStatus()
    }

    /// Sets how busy the running app is, apart from its senders.
    mutating func activityChanged(_ activity: PlaybackActivity, at now: ContinuousClock.Instant) {
        advance(to: now)
        guard activity != self.activity else { return }
        self.activity = activity
        busyUntil = now
    }

    /// Ends the running app, at its own request or because it has failed.
    mutating func applicationEnded(
        _ reason: ApplicationEnd.Reason,
        at now: ContinuousClock.Instant
    ) -> [PlatformAction] {
        advance(to: now)
        guard application != nil else { return [] }
        return endApplication(reason) + broadcastStatus()
    }
}

extension CastNamespace {
    /// Whether the platform handles the namespace, so that no app can have it.
    var isOfPlatform: Bool {
        switch self {
        case .connection, .heartbeat, .deviceAuth, .receiver, .discovery, .setup, .multizone,
            "urn:x-cast:com.google.cast.system":
            true
        default: rawValue.hasPrefix("urn:x-cast:com.google.cast.tp.")
        }
    }
}

extension String {
    /// Returns the longest prefix of whole characters that fits into this many bytes of UTF-8.
    func prefix(utf8 limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var bytes = 0
        return String(
            prefix {
                bytes += $0.utf8.count
                return bytes <= limit
            }
        )
    }
}
