public import CastWire

/// Stream transfer: what plays on one virtual device goes on at another (CASTV2, stream transfer).
extension VirtualDevice {
    /// Moves what runs to another device.
    ///
    /// - Parameters:
    ///   - other: Where it goes on, in place of what runs there.
    ///   - keepsSession: True moves the running app alive, with its session id and media session, as when a session
    ///     expands to a group. False, the default, stores the media session, launches the app anew there, resumes it,
    ///     and stops it here: another session with the same media.
    /// - Throws: ``VirtualDeviceError`` when nothing runs here or it cannot go on there; it goes on here then.
    public func transfer(to other: VirtualDevice, keepsSession: Bool = false) async throws(VirtualDeviceError) {
        guard other !== self else { return }
        guard keepsSession else { return try await copySession(to: other) }
        guard let handover = await parts.core.releaseApplication() else { throw nothingRuns }
        guard await other.parts.core.adoptApplication(handover) else {
            _ = await parts.core.adoptApplication(handover)
            throw VirtualDeviceError(.failed, "\(other.name) has ended; \(name) goes on")
        }
    }

    private func copySession(to other: VirtualDevice) async throws(VirtualDeviceError) {
        guard let running = snapshot.application else { throw nothingRuns }
        let state: JSONValue?
        do {
            state = try await withLocalSession { session in
                guard self.snapshot.media != nil else { return nil }
                let stored = try await session.askMedia("STORE_SESSION")
                guard let state = stored["sessionState"] else { throw session.refusal(of: "STORE_SESSION", stored) }
                return state
            }
        } catch {
            throw VirtualDeviceError(.failed, "what plays on \(name) cannot be stored: \(error)")
        }
        do {
            let session = try await LocalSession.connect(to: other, isVisible: true)
            do {
                try await session.launch(running.appID)
                if let state {
                    let resumed = try await session.ask("RESUME_SESSION", ["sessionState": state])
                    guard resumed.messageType == MediaStatusMessage.type else {
                        throw session.refusal(of: "RESUME_SESSION", resumed)
                    }
                }
                await session.close()
            } catch {
                await session.close()
                throw error
            }
        } catch {
            throw VirtualDeviceError(.failed, "what plays on \(name) cannot go on at \(other.name): \(error)")
        }
        await stopApplication()
    }

    private var nothingRuns: VirtualDeviceError {
        VirtualDeviceError(.failed, "nothing runs on \(name) that could go on elsewhere")
    }
}

/// Another sender that takes over.
extension VirtualDevice {
    /// Another sender launches an app here, in place of what runs, and loads media there if it has any.
    ///
    /// - Throws: ``VirtualDeviceError`` with what the device answered.
    public func takeOver(
        appID: String = "CC1AD845",
        media: MediaInformation? = nil
    ) async throws(VirtualDeviceError) {
        do {
            try await withLocalSession(isVisible: true) { session in
                try await session.launch(appID)
                guard let media else { return }
                let loaded = try await session.ask("LOAD", ["media": media.json])
                guard loaded.messageType == MediaStatusMessage.type else { throw session.refusal(of: "LOAD", loaded) }
            }
        } catch {
            throw VirtualDeviceError(.failed, "nobody could take over \(name): \(error)")
        }
    }

    private func withLocalSession<Value: Sendable>(
        isVisible: Bool = false,
        _ body: (LocalSession) async throws -> Value
    ) async throws -> Value {
        let session = try await LocalSession.connect(to: self, isVisible: isVisible)
        do {
            let value = try await body(session)
            await session.close()
            return value
        } catch {
            await session.close()
            throw error
        }
    }
}
