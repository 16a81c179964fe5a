import CastWire
import NIOCore

extension SessionManager {
    /// Goes on with the session that an earlier process left, if its record can be used and the device still runs it.
    ///
    /// The device is tried at the address of the record at once, and at the one that ``follow(_:)`` brings; within
    /// ``ReconnectPolicy/window`` it must answer. What plays, and where, is known when this returns: it takes one round
    /// trip once the device is connected. Nothing is launched.
    ///
    /// - Returns: What became of it. ``StoredSession/none`` also when a session exists already.
    public func resumeStored() async -> StoredSession {
        guard let store, !isClosed, machine.phase == .idle else { return .none }
        // What is being written or removed is what is read.
        await storing?.value
        guard !isClosed, machine.phase == .idle else { return .none }
        do throws(SessionStoreError) {
            guard let record = try await store.load() else { return .none }
            try record.check(
                now: environment.wallClock(),
                lifetime: options.recordLifetime,
                networkID: options.networkID
            )
            return await resume(record)
        } catch {
            if machine.phase == .idle { self.store(nil) }
            await storing?.value
            return .unusable(error)
        }
    }

    private func resume(_ record: SessionRecord) async -> StoredSession {
        // Another start may have come first.
        guard !isClosed, machine.phase == .idle else { return .none }
        device = present.first { $0.id == CastDevice.normalizedID(record.deviceID) } ?? record.device
        known = record.application
        perform(machine.recordFound(now: eventLoop.now))
        let outcome = await outcome()
        await storing?.value
        switch outcome {
        case .session(let session): return .resumed(session)
        case .ended(let information, let reason): return .ended(information, reason)
        case .failed: return .none
        }
    }

    /// The record of the present session.
    func record() -> SessionRecord? {
        guard let device, let known, let sessionID = known.sessionID, let transportID = known.transportID else {
            return nil
        }
        // The address that worked comes first: it is tried first.
        let used = session.map { [$0.connection.endpoint] } ?? []
        return SessionRecord(
            deviceID: device.id,
            deviceName: device.friendlyName,
            modelName: device.modelName,
            capabilities: device.capabilities,
            isGroup: device.isGroup,
            endpoints: used + device.endpoints.filter { !used.contains($0) },
            appID: known.appID ?? "",
            appName: known.displayName ?? "",
            sessionID: sessionID,
            transportID: transportID,
            namespaces: known.namespaces,
            lastContact: environment.wallClock(),
            networkID: options.networkID
        )
    }

    /// Writes or removes the record, after whatever was ordered before.
    func store(_ record: SessionRecord?) {
        guard let store else { return }
        lastKept = environment.wallClock()
        let previous = storing
        storing = Task {
            await previous?.value
            do throws(SessionStoreError) {
                if let record { try await store.save(record) } else { try await store.remove() }
            } catch {
                eventSource.publish(.notStored(error))
            }
        }
    }
}
