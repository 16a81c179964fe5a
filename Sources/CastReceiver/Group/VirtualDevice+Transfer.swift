// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// Stream transfer: moves playback from one virtual device to another (CASTV2, stream transfer).
extension VirtualDevice {
    /// Moves the running app to another device.
    ///
    /// - Parameters:
    ///   - other: The device on which the app continues, in place of the app that is running there.
    ///   - keepsSession: If true, the running app moves with its session id and its media session, as when a session
    ///     expands to a group. If false, the default, the media session is stored, the other device launches the app
    ///     and resumes the media session, and this device stops the app: a new session with the same media.
    /// - Throws: ``VirtualDeviceError`` if no app is running or it cannot continue on the other device; it then
    ///   continues on this device.
    public func transfer(to other: VirtualDevice, keepsSession: Bool = false) async throws(VirtualDeviceError) {
        guard other !== self else { return }
        guard keepsSession else { return try await copySession(to: other) }
        guard let handover = await parts.core.releaseApplication() else { throw noApplicationError }
        guard await other.parts.core.adoptApplication(handover) else {
            _ = await parts.core.adoptApplication(handover)
            throw VirtualDeviceError(.failed, "\(other.name) has shut down; playback continues on \(name)")
        }
    }

    private func copySession(to other: VirtualDevice) async throws(VirtualDeviceError) {
        guard let running = snapshot.application else { throw noApplicationError }
        let state: JSONValue?
        do {
            state = try await withLocalSession { session in
                guard self.snapshot.media != nil else { return nil }
                let stored = try await session.askMedia("STORE_SESSION")
                guard let state = stored["sessionState"] else { throw session.refusal(of: "STORE_SESSION", stored) }
                return state
            }
        } catch {
            throw VirtualDeviceError(.failed, "cannot store the session of \(name): \(error)")
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
            throw VirtualDeviceError(.failed, "cannot resume the session of \(name) on \(other.name): \(error)")
        }
        await stopApplication()
    }

    private var noApplicationError: VirtualDeviceError {
        VirtualDeviceError(.failed, "no app is running on \(name) that could be transferred")
    }
}

/// Takeover by another sender.
extension VirtualDevice {
    /// Launches an app as another sender, in place of the running app, and loads media if any is given.
    ///
    /// - Throws: ``VirtualDeviceError`` with the answer of the device.
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
            throw VirtualDeviceError(.failed, "cannot take over \(name): \(error)")
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
