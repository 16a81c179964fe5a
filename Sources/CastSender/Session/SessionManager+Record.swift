// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

extension SessionManager {
    /// Resumes the session that an earlier process left, if its record is usable and the device still runs its
    /// application.
    ///
    /// Attempts start at once, at the addresses in the record and at those that ``follow(_:)`` provides; the device
    /// must answer within ``ReconnectPolicy/window``. On return, the media status is known; it takes one round trip
    /// after the connection is established. No application is launched.
    ///
    /// - Returns: The result. ``StoredSession/none`` also when a session already exists.
    public func resumeStored() async -> StoredSession {
        guard let store, !isClosed, machine.phase == .idle else { return .none }
        // Wait for a write or removal in progress, so that its result is read.
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
        // Another session may have been started meanwhile.
        guard !isClosed, machine.phase == .idle else { return .none }
        device = presentDevices.first { $0.id == CastDevice.normalizedID(record.deviceID) } ?? record.device
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

    /// Creates the record of the current session.
    func record() -> SessionRecord? {
        guard let device, let known, let sessionID = known.sessionID, let transportID = known.transportID else {
            return nil
        }
        // The address of the current connection comes first, so that it is tried first.
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

    /// Writes or removes the record, after earlier writes and removals. Without a store, no record is made.
    func store(_ newRecord: @autoclosure () -> SessionRecord?) {
        guard let store else { return }
        let record = newRecord()
        lastRecordSave = environment.wallClock()
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

/// The result of resuming the session of an earlier process.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StoredSession: Sendable {
    /// There is no record.
    case none
    /// The record is not usable. It was removed, unless the store is not accessible.
    case unusable(SessionStoreError)
    /// The session has resumed.
    case resumed(CastSession)
    /// The session could not be resumed, for this reason. Its record was removed.
    case ended(SessionInformation, SessionEndReason)
}
